// kibitz._native: the parts of Kibitz whose speed was measured to need C++. Python reaches them through typed modules
// (kibitz.rules.bulk and others); nothing here reads files or keeps state between calls.
#include <nanobind/nanobind.h>

#include "bindings/parts.hpp"

NB_MODULE(_native, module) {
    // What is still alive when the interpreter ends, such as an engine kept for the next question, is no leak worth a warning.
    nanobind::set_leak_warnings(false);
    kibitz::bindings::add_features(module);
    kibitz::bindings::add_go_expert(module);
    kibitz::bindings::add_go_games(module);
    kibitz::bindings::add_go_playouts(module);
    kibitz::bindings::add_go_rules(module);
    kibitz::bindings::add_go_search(module);
    kibitz::bindings::add_layers(module);
    kibitz::bindings::add_othello_rules(module);
    kibitz::bindings::add_patterns(module);
    kibitz::bindings::add_move_model(module);
    kibitz::bindings::add_solver(module);
    kibitz::bindings::add_tree(module);
    kibitz::bindings::add_evaluation(module);
    kibitz::bindings::add_search(module);
    kibitz::bindings::add_sigma_net(module);
}
