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
using ExtraInputs = InputTable<float>;
using ExtraRows = InputTable<std::uint16_t>;

Samples samples_of(const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
                   const std::optional<Indices>& move_start,
                   const std::optional<ExtraInputs>& extra_inputs, const std::optional<ExtraRows>& extra_rows) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), last.size());
    require_same_length(own.size(), before_last.size());
    Samples samples{view(own), view(opp), view(last), view(before_last), {}, {}, {}, {}};
    if (move_start && extra_inputs && extra_rows) {
        require_same_length(own.size() + 1, move_start->size());
        require_same_length(extra_inputs->shape(0), extra_rows->shape(0));
        require_same_length(extra_inputs->shape(1), EXTRAS);
        require_same_length(extra_rows->shape(1), EXTRA_TABLES);
        samples.move_start = view(*move_start);
        samples.extra_inputs = {extra_inputs->data(), extra_inputs->size()};
        samples.extra_rows = {extra_rows->data(), extra_rows->size()};
    }
    return samples;
}

auto train(MoveRanker& ranker, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
           const Squares& played, const Indices& order, float wide_rate, float deep_rate, float dense_rate, int threads,
           const std::optional<Indices>& move_start,
                   const std::optional<ExtraInputs>& extra_inputs, const std::optional<ExtraRows>& extra_rows) {
    Samples samples = samples_of(own, opp, last, before_last, move_start, extra_inputs, extra_rows);
    require_same_length(own.size(), played.size());
    samples.played = view(played);
    nb::gil_scoped_release release;
    const Tally tally = ranker.train(samples, view(order), {wide_rate, deep_rate, dense_rate}, threads);
    return std::make_tuple(tally.loss, tally.right, tally.positions);
}

auto predict(const MoveRanker& ranker, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
             const std::optional<Indices>& move_start,
                   const std::optional<ExtraInputs>& extra_inputs, const std::optional<ExtraRows>& extra_rows) {
    const Samples samples = samples_of(own, opp, last, before_last, move_start, extra_inputs, extra_rows);
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
             nb::arg("move_start") = nb::none(), nb::arg("extra_inputs") = nb::none(),
             nb::arg("extra_rows") = nb::none())
        .def("predict", &predict, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"),
             nb::arg("move_start") = nb::none(), nb::arg("extra_inputs") = nb::none(),
             nb::arg("extra_rows") = nb::none());
}

}  // namespace kibitz::bindings
