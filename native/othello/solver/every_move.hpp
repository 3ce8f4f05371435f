// The exact score of every legal move of a position with few empty squares, or of the position, for learning from millions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/solver/search.hpp"

namespace kibitz::othello::solver {

template <Evaluator Guesser>
class EveryMove {
public:
    explicit EveryMove(std::uint64_t playable)
        : masks_(playable), table_(TABLE_BYTES), search_(masks_, guesser_, table_, team_) {}

    // Calls found(square, score for the mover) for each legal move in ascending order of squares.
    template <typename Found>
    void operator()(const Board& board, Found found) {
        std::uint64_t moves = board.legal(masks_.playable);
        while (moves != 0) {
            const int square = pop_square(moves);
            found(square, -search_.within(board.after(square), -masks_.squares, masks_.squares));
        }
    }

    // The score of a position for its mover, found in narrow windows.
    int score(const Board& board) {
        const int empties = std::popcount(masks_.empties(board));
        const int guess = search_.guess(board, std::min(empties, 2 + (empties & 1))) / UNITS_PER_DISC;
        int lower = -masks_.squares;
        int upper = masks_.squares;
        // Scores are even where every square is played, so windows step from one odd number to the next.
        for (int alpha = std::clamp(guess | 1, lower + 1, upper - 1); lower < upper;) {
            const int bound = search_.above(board, alpha);
            (bound > alpha ? lower : upper) = bound;
            alpha = bound > alpha ? bound : bound - 1;
        }
        return lower;
    }

private:
    // Small enough to stay in the cache; positions after each other share nothing.
    static constexpr std::size_t TABLE_BYTES = 1 << 20;

    BoardMasks masks_;
    Guesser guesser_;
    HashTable table_;
    ThreadTeam team_;
    Search<Guesser> search_;
};

}  // namespace kibitz::othello::solver
