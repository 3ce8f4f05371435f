// The expert's move model for Python: training, prediction in bulk, and its tables as arrays.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>

#include "bindings/arrays.hpp"
#include "bindings/parts.hpp"
#include "othello/expert/move_ranker.hpp"

namespace kibitz::bindings {

namespace {

using Masks = Input<std::uint64_t>;
using Squares = Input<std::int8_t>;
using Indices = Input<std::int64_t>;
using Values = Input<float>;

Samples samples_of(const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
                   const std::optional<Indices>& value_start, const std::optional<Values>& values) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), last.size());
    require_same_length(own.size(), before_last.size());
    Samples samples{view(own), view(opp), view(last), view(before_last), {}, {}, {}};
    if (value_start && values) {
        require_same_length(own.size() + 1, value_start->size());
        samples.value_start = view(*value_start);
        samples.values = view(*values);
    }
    return samples;
}

auto train(MoveRanker& ranker, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
           const Squares& played, const Indices& order, float wide_rate, float deep_rate, float dense_rate, int threads,
           const std::optional<Indices>& value_start, const std::optional<Values>& values) {
    Samples samples = samples_of(own, opp, last, before_last, value_start, values);
    require_same_length(own.size(), played.size());
    samples.played = view(played);
    nb::gil_scoped_release release;
    const Tally tally = ranker.train(samples, view(order), {wide_rate, deep_rate, dense_rate}, threads);
    return std::make_tuple(tally.loss, tally.right, tally.positions);
}

auto predict(const MoveRanker& ranker, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
             const std::optional<Indices>& value_start, const std::optional<Values>& values) {
    const Samples samples = samples_of(own, opp, last, before_last, value_start, values);
    std::vector<std::int64_t> start(own.size() + 1);
    std::vector<float> probabilities;
    {
        nb::gil_scoped_release release;
        std::array<float, MAX_CANDIDATES> one;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const int count = ranker.predict(samples, i, one);
            probabilities.insert(probabilities.end(), one.begin(), one.begin() + count);
            start[i + 1] = start[i] + count;
        }
    }
    return std::make_tuple(give(std::move(start)), give(std::move(probabilities)));
}

}  // namespace

void add_move_ranker(nb::module_& module) {
    nb::class_<MoveRanker>(module, "MoveRanker")
        .def("__init__",
             [](MoveRanker* self, const Masks& after_patterns, std::uint64_t seed) {
                 new (self) MoveRanker(view(after_patterns), seed);
             },
             nb::arg("after_patterns"), nb::arg("seed"))
        .def("train", &train, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"), nb::arg("played"),
             nb::arg("order"), nb::arg("wide_rate"), nb::arg("deep_rate"), nb::arg("dense_rate"), nb::arg("threads"),
             nb::arg("value_start") = nb::none(), nb::arg("values") = nb::none())
        .def("predict", &predict, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"),
             nb::arg("value_start") = nb::none(), nb::arg("values") = nb::none());
}

}  // namespace kibitz::bindings
