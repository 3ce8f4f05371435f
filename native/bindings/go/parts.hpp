// One function for each part of Go that is bound to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz::bindings {

void add_go_expert(nanobind::module_& module);
void add_go_games(nanobind::module_& module);
void add_go_playouts(nanobind::module_& module);
void add_go_rules(nanobind::module_& module);
void add_go_search(nanobind::module_& module);

}  // namespace kibitz::bindings
