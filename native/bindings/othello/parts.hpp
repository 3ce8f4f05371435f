// One function for each part of Othello that is bound to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz::bindings {

void add_othello_evaluation(nanobind::module_& module);
void add_othello_features(nanobind::module_& module);
void add_othello_move_model(nanobind::module_& module);
void add_othello_patterns(nanobind::module_& module);
void add_othello_rules(nanobind::module_& module);
void add_othello_search(nanobind::module_& module);
void add_othello_sigma_net(nanobind::module_& module);
void add_othello_solver(nanobind::module_& module);
void add_othello_tree(nanobind::module_& module);

}  // namespace kibitz::bindings
