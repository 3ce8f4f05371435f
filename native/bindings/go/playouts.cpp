// Random playouts of Go for Python.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/go/parts.hpp"
#include "go/playout.hpp"
#include "go/state.hpp"

namespace kibitz::bindings {

namespace {

constexpr std::size_t PLAYOUTS_A_LOOK = 1024;

// Black's area minus White's at the end of each playout, the sum of the owners of each point, and all moves that were made.
auto playouts(const go::State& state, std::size_t count, std::uint64_t seed) {
    std::vector<std::int16_t> scores(count);
    std::vector<std::int32_t> owners(static_cast<std::size_t>(state.cells().points()));
    std::int64_t moves = 0;
    {
        nb::gil_scoped_release release;
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            if (i % PLAYOUTS_A_LOOK == 0) raise_if_interrupted();
            go::Board board = state.board();
            moves += go::play_out(board, state.to_move(), random, [](go::Cell, go::Stone) {});
            int score = 0;
            for (std::size_t point = 0; point < owners.size(); ++point) {
                const int owner = go::playout_owner(board, board.cells().of_point(static_cast<int>(point)));
                owners[point] += owner;
                score += owner;
            }
            scores[i] = static_cast<std::int16_t>(score);
        }
    }
    return std::make_tuple(give(std::move(scores)), give(std::move(owners)), moves);
}

}  // namespace

void add_go_playouts(nb::module_& module) {
    module.def("playouts", &playouts, nb::arg("state"), nb::arg("count"), nb::arg("seed"));
}

}  // namespace kibitz::bindings
