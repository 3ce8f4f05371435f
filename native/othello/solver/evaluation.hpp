// A guess of a position's score, used only to try the likely best move first. Anything that can be asked like PlainEvaluation
// will do, such as tables of learned patterns; a better guess makes the solver faster, never more or less right.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/solver/ground.hpp"

namespace kibitz::solver {

constexpr int UNITS_PER_DISC = 8;

// Asked for the score of the side to move, in eighths of a disc.
template <typename E>
concept Evaluation = requires(const E& evaluation, const Board& board, const Ground& ground) {
    { evaluation(board, ground) } -> std::same_as<int>;
};

// Mobility, corners, and stable discs of the edges, weighted by a least-squares fit to the results of tournament games.
struct PlainEvaluation {
    int operator()(const Board& board, const Ground& ground) const {
        const std::uint64_t own_moves = ground.legal(board);
        const std::uint64_t opp_moves = ground.legal(board.passed());
        const std::uint64_t empties = ground.empties(board);
        const std::uint64_t exposed = with_neighbours(empties & ground.corners) & ground.x_squares;
        const auto lead = [&board](std::uint64_t squares) {
            return std::popcount(board.own & squares) - std::popcount(board.opp & squares);
        };
        const int frontier = std::popcount(with_neighbours(board.own) & empties) -
                             std::popcount(with_neighbours(board.opp) & empties);
        const int stable = std::popcount(ground.stability.stable_edges(board.own, board.opp)) -
                           std::popcount(ground.stability.stable_edges(board.opp, board.own));
        return 23 * (std::popcount(own_moves) - std::popcount(opp_moves)) + 20 * std::popcount(own_moves & ground.corners) -
               14 * std::popcount(opp_moves & ground.corners) + 16 * stable - 3 * frontier - 24 * lead(exposed) -
               8 * lead(ground.c_squares) + 10 * lead(ground.corners);
    }
};

}  // namespace kibitz::solver
