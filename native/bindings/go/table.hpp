// Recorded games of Go as Python hands them over, and a walk through chosen positions of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/interrupts.hpp"
#include "go/replay.hpp"

namespace kibitz::bindings {

using GoPoints = Input<std::int16_t>;
using GoFlags = Input<std::uint8_t>;
using GoIndices = Input<std::int64_t>;

// Games between two looks at the keyboard.
constexpr std::size_t GAMES_A_LOOK = 64;

inline void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

inline void require_bounds(const GoIndices& first, std::size_t games, std::size_t rows) {
    require(first.size() == games + 1 && first.data()[0] == 0, "the games' bounds begin with 0 and are one more than the games");
    require(std::is_sorted(first.data(), first.data() + first.size()), "the games' bounds must ascend");
    require_same_length(static_cast<std::size_t>(first.data()[games]), rows);
}

// Keeps the arrays alive that the core's table looks at.
struct GoTable {
    int size;
    GoPoints points;
    GoFlags is_black;
    GoIndices first;
    GoPoints setup_points;
    GoFlags setup_is_black;
    GoIndices first_setup;

    GoTable(int size, GoPoints points, GoFlags is_black, GoIndices first, GoPoints setup_points, GoFlags setup_is_black,
            GoIndices first_setup)
        : size(size),
          points(std::move(points)),
          is_black(std::move(is_black)),
          first(std::move(first)),
          setup_points(std::move(setup_points)),
          setup_is_black(std::move(setup_is_black)),
          first_setup(std::move(first_setup)) {
        require(size >= go::MIN_SIZE && size <= go::MAX_SIZE, "boards have 5 to 25 rows");
        require(this->first.size() > 0, "the games' bounds begin with 0");
        require_bounds(this->first, games(), this->points.size());
        require_bounds(this->first_setup, games(), this->setup_points.size());
        require_same_length(this->points.size(), this->is_black.size());
        require_same_length(this->setup_points.size(), this->setup_is_black.size());
    }

    std::size_t games() const { return first.size() - 1; }

    go::GameTable view_of() const {
        return {size,         view(points),         view(is_black),   view(first),
                view(setup_points), view(setup_is_black), view(first_setup)};
    }
};

// The last moves of a position as cells, the latest first; PASS for none.
inline go::RecentMoves recent_cells(const go::Cells& cells, const GoPoints& recent) {
    go::RecentMoves found{};
    for (std::size_t i = 0; i < std::min(recent.size(), found.size()); ++i) {
        const int point = recent.data()[i];
        require(point >= go::PASS && point < cells.points(), "a recent move is off the board");
        if (point != go::PASS) found[i] = cells.of_point(point);
    }
    return found;
}

// Calls visit(row, board, mover, recent) for each position asked for: moves `index` of games `game`, which must ascend.
template <typename Visit>
void visit_positions(const GoTable& table, const GoIndices& game, const GoIndices& index, Visit visit) {
    require_same_length(game.size(), index.size());
    for (std::size_t row = 0; row < game.size(); ++row) {
        const bool known = game.data()[row] >= 0 && game.data()[row] < static_cast<std::int64_t>(table.games());
        require(known && index.data()[row] >= 0, "a position is not in the table");
        const std::int64_t* bounds = table.first.data() + game.data()[row];
        require(index.data()[row] < bounds[1] - bounds[0], "a position lies behind the end of its game");
        if (row == 0) continue;
        const std::pair before{game.data()[row - 1], index.data()[row - 1]};
        require(before < std::pair{game.data()[row], index.data()[row]}, "positions must ascend by game and move");
    }
    nb::gil_scoped_release release;
    const go::GameTable view = table.view_of();
    std::size_t row = 0, seen = 0;
    while (row < game.size()) {
        if (seen++ % GAMES_A_LOOK == 0) raise_if_interrupted();
        const std::int64_t here = game.data()[row];
        const go::Replayed end = go::replay(view, static_cast<std::size_t>(here), [&](const go::Board& board, go::Stone mover,
                                                                                      std::int64_t move, const go::RecentMoves& recent) {
            if (row < game.size() && game.data()[row] == here && index.data()[row] == move) visit(row++, board, mover, recent);
        });
        require(row == game.size() || game.data()[row] != here || end.failed_at < 0, "a position lies behind an illegal move");
    }
}

}  // namespace kibitz::bindings
