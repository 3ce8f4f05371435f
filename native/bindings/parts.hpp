// One function per part of the core that is bound to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz::bindings {

void add_features(nanobind::module_& module);
void add_go_expert(nanobind::module_& module);
void add_go_games(nanobind::module_& module);
void add_go_playouts(nanobind::module_& module);
void add_go_rules(nanobind::module_& module);
void add_go_search(nanobind::module_& module);
void add_layers(nanobind::module_& module);
void add_othello_rules(nanobind::module_& module);
void add_patterns(nanobind::module_& module);
void add_move_model(nanobind::module_& module);
void add_solver(nanobind::module_& module);
void add_tree(nanobind::module_& module);
void add_evaluation(nanobind::module_& module);
void add_search(nanobind::module_& module);
void add_sigma_net(nanobind::module_& module);

}  // namespace kibitz::bindings
