// A guess of a position's score, used to try the likely best move first and to skip unlikely ones before the exact pass. A better
// guess makes the solver faster, never more or less right.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"
#include "othello/solver/board_masks.hpp"

namespace kibitz::othello::solver {

// Asked for the score of the side to move in units of the pattern evaluation. A view is what is kept of a board from move to
// move so that the value is found quickly.
template <typename E>
concept Evaluator = requires(const E& evaluator, const Board& board, const typename E::View& view, const BoardMasks& masks) {
    { evaluator.view(board) } -> std::same_as<typename E::View>;
    { evaluator.after(view, 0, board.own) } -> std::same_as<typename E::View>;
    { evaluator.passed(view) } -> std::same_as<typename E::View>;
    { evaluator.value(board, view, masks) } -> std::same_as<int>;
};

// Mobility, corners, and stable discs of the edges, weighted by a least-squares fit to the results of tournament games.
// For boards of any size.
struct PlainEvaluation {
    struct View {};

    View view(const Board&) const { return {}; }
    View after(const View&, int, std::uint64_t) const { return {}; }
    View passed(const View&) const { return {}; }

    int value(const Board& board, const View&, const BoardMasks& masks) const {
        const std::uint64_t own_moves = masks.legal(board);
        const std::uint64_t opp_moves = masks.legal(board.passed());
        const std::uint64_t empties = masks.empties(board);
        const std::uint64_t exposed = with_neighbours(empties & masks.corners) & masks.x_squares;
        const auto lead = [&board](std::uint64_t squares) {
            return std::popcount(board.own & squares) - std::popcount(board.opp & squares);
        };
        const int frontier = std::popcount(with_neighbours(board.own) & empties) -
                             std::popcount(with_neighbours(board.opp) & empties);
        const int stable = std::popcount(masks.stability.stable_edges(board.own, board.opp)) -
                           std::popcount(masks.stability.stable_edges(board.opp, board.own));
        const int eighths = 23 * (std::popcount(own_moves) - std::popcount(opp_moves)) +
                            20 * std::popcount(own_moves & masks.corners) -
                            14 * std::popcount(opp_moves & masks.corners) + 16 * stable - 3 * frontier -
                            24 * lead(exposed) - 8 * lead(masks.c_squares) + 10 * lead(masks.corners);
        return eighths * (UNITS_PER_DISC / 8);
    }
};

// The learned patterns of the 8×8 board.
class LearnedEvaluation {
public:
    using View = Contents;

    // The tables must outlive it.
    explicit LearnedEvaluation(const Evaluation& tables) : tables_(&tables) {}

    View view(const Board& board) const { return tables_->reader().read(board); }
    View after(const View& view, int square, std::uint64_t flips) const { return tables_->reader().after(view, square, flips); }
    View passed(const View& view) const { return ContentsReader::passed(view); }
    int value(const Board& board, const View& view, const BoardMasks&) const { return tables_->value(board, view); }

private:
    const Evaluation* tables_;
};

}  // namespace kibitz::othello::solver
