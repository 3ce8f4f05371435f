// kibitz._native.go: all of Go that is bound to Python.
#include "bindings/go/parts.hpp"
#include "bindings/parts.hpp"

namespace kibitz::bindings {

void add_go(nanobind::module_& module) {
    add_go_rules(module);
    add_go_games(module);
    add_go_playouts(module);
    add_go_expert(module);
    add_go_search(module);
}

}  // namespace kibitz::bindings
