// What is bound to Python: the parts that all games share, and one module for each game.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz::bindings {

void add_layers(nanobind::module_& module);
void add_symmetry(nanobind::module_& module);

void add_go(nanobind::module_& module);
void add_othello(nanobind::module_& module);

}  // namespace kibitz::bindings
