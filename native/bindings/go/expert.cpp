// The predictor of Go moves for Python: patterns counted, a trainer, and the trained model in use.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/go/table.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/go/parts.hpp"
#include "go/expert/pattern_counts.hpp"
#include "go/expert/scorer.hpp"
#include "go/expert/trainer.hpp"
#include "go/state.hpp"

namespace kibitz::bindings {

namespace {

using Keys = Input<std::uint64_t>;
using Bytes = InputTable<std::int8_t>;

void require_games(const GoTable& table, const GoIndices& games) {
    for (const std::int64_t game : view(games)) {
        require(game >= 0 && game < static_cast<std::int64_t>(table.games()), "a game is not in the table");
    }
}

void count_games(go::PatternCounts& counts, const GoTable& table, const GoIndices& games) {
    require_games(table, games);
    nb::gil_scoped_release release;
    const go::GameTable view_of = table.view_of();
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (i % GAMES_A_LOOK == 0) raise_if_interrupted();
        counts.add_game(view_of, static_cast<std::size_t>(games.data()[i]));
    }
}

// The keys that were counted at least so often, and how often.
auto counted(const go::PatternCounts& counts, std::uint32_t least) {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> numbers;
    counts.counts().for_each([&](std::uint64_t key, std::uint32_t number) {
        if (number < least) return;
        keys.push_back(key);
        numbers.push_back(number);
    });
    return std::make_tuple(give(std::move(keys)), give(std::move(numbers)));
}

auto train(go::Trainer& trainer, const GoTable& table, const GoIndices& games, const GoIndices& remainder, int stride, float row_rate,
           float straight_rate, float head_rate, int threads) {
    require_games(table, games);
    require_same_length(games.size(), remainder.size());
    require(stride > 0 && threads > 0, "stride and threads are above zero");
    nb::gil_scoped_release release;
    const go::Rates rates{row_rate, straight_rate, head_rate};
    const go::Tally tally = trainer.train(table.view_of(), view(games), view(remainder), stride, rates, threads);
    return std::make_tuple(tally.loss, tally.right, tally.positions);
}

// The trainer's own memory, not a copy: what is written there is trained on.
nb::ndarray<nb::numpy, float> rows_view(go::Trainer& trainer) {
    const auto rows = trainer.rows();
    return {rows.front().lane.data(), {rows.size(), go::LANES}, nb::find(trainer)};
}

nb::ndarray<nb::numpy, float> straight_view(go::Trainer& trainer) {
    const auto rows = trainer.straight_rows();
    return {reinterpret_cast<float*>(rows.data()), {rows.size(), 2}, nb::find(trainer)};
}

nb::ndarray<nb::numpy, float> heads_view(go::Trainer& trainer, std::array<go::Head, go::STAGES>& heads) {
    return {go::floats_of(heads.front()).data(), {heads.size(), go::HEAD_FLOATS}, nb::find(trainer)};
}

// Lanes that are told to Python: the last one holds nothing once training is over.
constexpr std::size_t TOLD_LANES = go::LANES - 1;

// Probabilities by point and, if they are wanted, the sums behind them by point and lane; all 0 where a move is not legal.
void write_said(const go::Scorer& scorer, const go::Board& board, go::Stone mover, const go::RecentMoves& recent,
                std::span<const go::Cell> cells, float* probabilities, float* sums) {
    if (cells.empty()) return;
    const go::ScoredMoves scored = scorer.predict(board, mover, recent, cells);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto point = static_cast<std::size_t>(board.cells().point_of(cells[i]));
        probabilities[point] = scored.probabilities[i];
        if (sums != nullptr) std::copy_n(scored.sums[i].begin(), TOLD_LANES, sums + point * TOLD_LANES);
    }
}

// Probabilities [N, points] in positions of games, and the sums behind them [N, points, lanes], which are empty if not wanted.
auto predict_games(const go::Scorer& scorer, const GoTable& table, const GoIndices& game, const GoIndices& index, bool with_sums) {
    const auto points = static_cast<std::size_t>(table.size * table.size);
    std::vector<float> found(game.size() * points), sums(with_sums ? found.size() * TOLD_LANES : 0);
    visit_positions(table, game, index, [&](std::size_t row, const go::Board& board, go::Stone mover, const go::RecentMoves& recent) {
        write_said(scorer, board, mover, recent, go::legal_cells(board, mover), found.data() + row * points,
                   with_sums ? sums.data() + row * points * TOLD_LANES : nullptr);
    });
    return std::make_tuple(give(std::move(found), {game.size(), points}),
                           give(std::move(sums), {with_sums ? game.size() : 0, points, TOLD_LANES}));
}

// The same for one position, [points] and [points, lanes]; `recent` are its last moves, the latest first.
auto predict_position(const go::Scorer& scorer, const go::State& state, const GoPoints& recent) {
    const auto points = static_cast<std::size_t>(state.cells().points());
    std::vector<float> found(points), sums(points * TOLD_LANES);
    std::vector<go::Cell> cells;
    for (int point = 0; point < state.cells().points(); ++point) {
        if (state.is_legal(state.cells().of_point(point))) cells.push_back(state.cells().of_point(point));
    }
    const go::RecentMoves moves = recent_cells(state.cells(), recent);
    {
        nb::gil_scoped_release release;
        write_said(scorer, state.board(), state.to_move(), moves, cells, found.data(), sums.data());
    }
    return std::make_tuple(give(std::move(found)), give(std::move(sums), {points, TOLD_LANES}));
}

}  // namespace

void add_go_expert(nb::module_& module) {
    module.attr("EXPERT_LANES") = go::LANES;
    module.attr("EXPERT_TOLD_LANES") = TOLD_LANES;
    module.attr("EXPERT_FIXED_ROWS") = go::FIXED_ROWS;
    nb::class_<go::PatternCounts>(module, "PatternCounts")
        .def(nb::init<std::uint32_t>(), nb::arg("least"))
        .def("add", &count_games, nb::arg("table"), nb::arg("games"))
        .def("counted", &counted, nb::arg("least"));
    nb::class_<go::Trainer>(module, "MoveTrainer")
        .def("__init__",
             [](go::Trainer* self, const Keys& keys, std::uint32_t vectors, const GoFlags& barely_known, std::uint64_t seed) {
                 require(vectors <= keys.size(), "there are more vectors than patterns");
                 require_same_length(keys.size(), barely_known.size());
                 new (self) go::Trainer(view(keys), vectors, view(barely_known), seed);
             },
             nb::arg("keys"), nb::arg("vectors"), nb::arg("barely_known"), nb::arg("seed"))
        .def_prop_ro("rows", &rows_view)
        .def_prop_ro("straight_rows", &straight_view)
        .def_prop_ro("heads", [](go::Trainer& self) { return heads_view(self, self.heads()); })
        .def_prop_ro("head_squares", [](go::Trainer& self) { return heads_view(self, self.head_squares()); })
        .def("train", &train, nb::arg("table"), nb::arg("games"), nb::arg("remainder"), nb::arg("stride"), nb::arg("row_rate"),
             nb::arg("straight_rate"), nb::arg("head_rate"), nb::arg("threads"));
    nb::class_<go::Scorer>(module, "MoveScorer")
        .def("__init__",
             [](go::Scorer* self, const Keys& keys, const Bytes& rows, const Input<float>& unit, const Input<std::int8_t>& straight,
                float straight_unit, const InputTable<float>& heads) {
                 new (self) go::Scorer(view(keys), {rows.data(), rows.size()}, view(unit), view(straight), straight_unit,
                                       {heads.data(), heads.size()});
             },
             nb::arg("keys"), nb::arg("rows"), nb::arg("unit"), nb::arg("straight"), nb::arg("straight_unit"), nb::arg("heads"))
        .def("predict", &predict_games, nb::arg("table"), nb::arg("game"), nb::arg("index"), nb::arg("with_sums"))
        .def("predict_position", &predict_position, nb::arg("state"), nb::arg("recent"));
}

}  // namespace kibitz::bindings
