// Counts the leaves of the game tree, the field's check of the rules. A pass is a ply; a game that ended earlier is one leaf.
#pragma once

#include <bit>
#include <cstdint>

#include "othello/board.hpp"

namespace kibitz::othello {

inline std::uint64_t perft(const Board& board, int depth, std::uint64_t playable) {
    if (depth == 0) return 1;
    std::uint64_t moves = board.legal(playable);
    if (moves == 0) {
        const Board passed = board.passed();
        return passed.legal(playable) == 0 ? 1 : perft(passed, depth - 1, playable);
    }
    if (depth == 1) return static_cast<std::uint64_t>(std::popcount(moves));
    std::uint64_t leaves = 0;
    while (moves != 0) leaves += perft(board.after(pop_square(moves)), depth - 1, playable);
    return leaves;
}

}  // namespace kibitz::othello
