// Pattern rows of many positions for Python.
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/patterns.hpp"

namespace kibitz::bindings {

namespace {

using othello::PatternSet;

auto rows_of_many(const PatternSet& set, const Input<std::uint64_t>& own, const Input<std::uint64_t>& opp) {
    require_same_length(own.size(), opp.size());
    const std::size_t places = set.place_count();
    std::vector<std::uint32_t> rows(own.size() * places);
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < own.size(); ++i) {
            set.rows_of({own.data()[i], opp.data()[i]}, std::span(rows).subspan(i * places, places));
        }
    }
    return give(std::move(rows), {own.size(), places});
}

}  // namespace

void add_othello_patterns(nb::module_& module) {
    nb::class_<PatternSet>(module, "PatternSet")
        .def("__init__",
             [](PatternSet* self, const Input<std::uint64_t>& masks) { new (self) PatternSet(view(masks)); }, nb::arg("masks"))
        .def_prop_ro("row_count", &PatternSet::row_count)
        .def_prop_ro("place_count", &PatternSet::place_count)
        .def_prop_ro("pattern_starts", &PatternSet::pattern_starts)
        .def("rows_of", &rows_of_many, nb::arg("own"), nb::arg("opp"));
}

}  // namespace kibitz::bindings
