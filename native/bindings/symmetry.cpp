// The symmetries of boards of 64 squares for Python.
#include "games/symmetry.hpp"

#include "bindings/arrays.hpp"
#include "bindings/parts.hpp"

namespace kibitz::bindings {

namespace {

auto transform_many(const Input<std::uint64_t>& masks, const Input<std::int8_t>& symmetries) {
    require_same_length(masks.size(), symmetries.size());
    std::vector<std::uint64_t> images(masks.size());
    for (std::size_t i = 0; i < images.size(); ++i) images[i] = transform(masks.data()[i], symmetries.data()[i]);
    return give(std::move(images));
}

}  // namespace

void add_symmetry(nb::module_& module) {
    module.def("transform", &transform, nb::arg("mask"), nb::arg("symmetry"));
    module.def("transform_many", &transform_many, nb::arg("masks"), nb::arg("symmetries"));
}

}  // namespace kibitz::bindings
