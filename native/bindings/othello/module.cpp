// kibitz._native.othello: all of Othello that is bound to Python.
#include "bindings/othello/parts.hpp"
#include "bindings/parts.hpp"

namespace kibitz::bindings {

void add_othello(nanobind::module_& module) {
    add_othello_rules(module);
    add_othello_features(module);
    add_othello_patterns(module);
    add_othello_evaluation(module);
    add_othello_move_model(module);
    add_othello_search(module);
    add_othello_solver(module);
    add_othello_sigma_net(module);
    add_othello_tree(module);
}

}  // namespace kibitz::bindings
