// The expert's move model for Python: training, and the light model in use.
#include <nanobind/stl/tuple.h>

#include <bit>

#include "bindings/arrays.hpp"
#include "bindings/othello/checks.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/expert/move_scorer.hpp"
#include "othello/expert/move_trainer.hpp"

namespace kibitz::bindings {

namespace {

using othello::EXTRA_INPUTS;
using othello::EXTRA_TABLES;
using othello::Head;
using othello::MoveScorer;
using othello::MoveTrainer;
using othello::Positions;
using Masks = Input<std::uint64_t>;
using Squares = Input<std::int8_t>;
using Indices = Input<std::int64_t>;
using ExtraInputs = InputTable<float>;
using ExtraRows = InputTable<std::uint16_t>;

// Throws unless each position has as many rows as legal moves, one behind the other, and no more than a model has room for.
void require_rows_of_moves(const Masks& own, const Masks& opp, const Indices& first_move) {
    std::int64_t row = 0;
    for (std::size_t i = 0; i <= own.size(); ++i) {
        if (first_move.data()[i] != row) throw std::invalid_argument("first_move does not fit the positions");
        if (i == own.size()) break;
        const int moves = std::popcount(othello::legal_mask(own.data()[i], opp.data()[i]));
        if (moves > static_cast<int>(othello::MAX_CANDIDATES)) throw std::invalid_argument("no position has so many moves");
        row += moves;
    }
}

// Squares, and any number below zero where there was no move.
void require_recent(const Squares& squares) {
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (squares.data()[i] >= 0) require_square(squares.data()[i]);
    }
}

// Borrows the arrays of many positions.
Positions positions_of(const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
                       const Indices& first_move, const ExtraInputs& extra_inputs, const ExtraRows& extra_rows) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), last.size());
    require_same_length(own.size(), before_last.size());
    require_same_length(own.size() + 1, first_move.size());
    require_recent(last);
    require_recent(before_last);
    require_rows_of_moves(own, opp, first_move);
    const auto moves = static_cast<std::size_t>(first_move.data()[own.size()]);
    require_same_length(moves, extra_inputs.shape(0));
    require_same_length(moves, extra_rows.shape(0));
    require_same_length(extra_inputs.shape(1), EXTRA_INPUTS);
    require_same_length(extra_rows.shape(1), EXTRA_TABLES);
    return {view(own),
            view(opp),
            view(last),
            view(before_last),
            view(first_move),
            {extra_inputs.data(), extra_inputs.size()},
            {extra_rows.data(), extra_rows.size()}};
}

template <typename Model>
auto predict(const Model& model, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
             const Indices& first_move, const ExtraInputs& extra_inputs, const ExtraRows& extra_rows) {
    const Positions positions = positions_of(own, opp, last, before_last, first_move, extra_inputs, extra_rows);
    std::vector<float> probabilities(extra_inputs.shape(0));
    {
        nb::gil_scoped_release release;
        std::array<float, othello::MAX_CANDIDATES> one;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto begin = positions.first_move[i];
            const int count = model.predict(positions, i, one);
            if (count != positions.first_move[i + 1] - begin) throw std::invalid_argument("first_move does not fit the positions");
            std::copy_n(one.begin(), count, probabilities.begin() + begin);
        }
    }
    return give(std::move(probabilities));
}

auto train(MoveTrainer& trainer, const Masks& own, const Masks& opp, const Squares& last, const Squares& before_last,
           const Indices& first_move, const ExtraInputs& extra_inputs, const ExtraRows& extra_rows, const Squares& played,
           const Indices& order, float row_rate, float straight_rate, float head_rate, int threads) {
    const Positions positions = positions_of(own, opp, last, before_last, first_move, extra_inputs, extra_rows);
    require_same_length(own.size(), played.size());
    if (threads < 1) throw std::invalid_argument("training needs a thread");
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order.data()[i] < 0 || order.data()[i] >= static_cast<std::int64_t>(own.size())) {
            throw std::invalid_argument("the order names a position that is not there");
        }
    }
    nb::gil_scoped_release release;
    const othello::Tally tally = trainer.train(positions, view(played), view(order), {row_rate, straight_rate, head_rate}, threads);
    return std::make_tuple(tally.loss, tally.right, tally.positions);
}

// The trainer's own memory, not a copy: what is written there is trained on.
nb::ndarray<nb::numpy, float> rows_view(MoveTrainer& trainer) {
    const auto rows = trainer.rows();
    return {rows.front().lane.data(), {rows.size(), static_cast<std::size_t>(othello::LANES)}, nb::find(trainer)};
}

nb::ndarray<nb::numpy, float> heads_view(MoveTrainer& trainer, std::array<Head, othello::STAGES>& heads) {
    return {floats_of(heads.front()).data(), {static_cast<std::size_t>(othello::STAGES), othello::HEAD_FLOATS}, nb::find(trainer)};
}

}  // namespace

void add_othello_move_model(nb::module_& module) {
    nb::class_<MoveTrainer>(module, "MoveTrainer")
        .def("__init__",
             [](MoveTrainer* self, const Masks& after_patterns, std::uint64_t seed) {
                 new (self) MoveTrainer(view(after_patterns), seed);
             },
             nb::arg("after_patterns"), nb::arg("seed"))
        .def_prop_ro("rows", &rows_view)
        .def_prop_ro("heads", [](MoveTrainer& self) { return heads_view(self, self.heads()); })
        .def_prop_ro("head_squares", [](MoveTrainer& self) { return heads_view(self, self.head_squares()); })
        .def("train", &train, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"), nb::arg("first_move"),
             nb::arg("extra_inputs"), nb::arg("extra_rows"), nb::arg("played"), nb::arg("order"), nb::arg("row_rate"),
             nb::arg("straight_rate"), nb::arg("head_rate"), nb::arg("threads"))
        .def("predict", &predict<MoveTrainer>, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"),
             nb::arg("first_move"), nb::arg("extra_inputs"), nb::arg("extra_rows"));
    nb::class_<MoveScorer>(module, "MoveScorer")
        .def("__init__",
             [](MoveScorer* self, const Masks& after_patterns, const InputTable<std::int8_t>& rows, const Input<float>& unit,
                const InputTable<float>& heads) {
                 new (self) MoveScorer(view(after_patterns), {rows.data(), rows.size()}, view(unit), {heads.data(), heads.size()});
             },
             nb::arg("after_patterns"), nb::arg("rows"), nb::arg("unit"), nb::arg("heads"))
        .def("predict", &predict<MoveScorer>, nb::arg("own"), nb::arg("opp"), nb::arg("last"), nb::arg("before_last"),
             nb::arg("first_move"), nb::arg("extra_inputs"), nb::arg("extra_rows"));
    module.attr("EXTRA_INPUTS") = EXTRA_INPUTS;
    module.attr("EXTRA_TABLES") = EXTRA_TABLES;
    module.attr("EXTRA_ROWS") = othello::EXTRA_ROWS;
    module.attr("ROW_LANES") = othello::LANES;
}

}  // namespace kibitz::bindings
