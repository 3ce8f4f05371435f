// kibitz._native: the parts of Kibitz whose speed was measured to need C++. What one game needs is in a module of its own,
// kibitz._native.othello or kibitz._native.go. Python reaches them through typed modules (kibitz.rules.othello.bulk and others);
// nothing here reads files or keeps state between calls.
#include <nanobind/nanobind.h>

#include "bindings/parts.hpp"

NB_MODULE(_native, module) {
    // What is still alive when the interpreter ends, such as an engine kept for the next question, is no leak worth a warning.
    nanobind::set_leak_warnings(false);
    kibitz::bindings::add_layers(module);
    kibitz::bindings::add_symmetry(module);

    // A submodule is known to sys.modules at once, so that it can be imported like any other.
    nanobind::module_ go = module.def_submodule("go");
    kibitz::bindings::add_go(go);
    nanobind::module_ othello = module.def_submodule("othello");
    kibitz::bindings::add_othello(othello);
}
