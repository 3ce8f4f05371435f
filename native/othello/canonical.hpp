// One position for all eight that are images of each other.
#pragma once

#include <cstdint>

#include "games/symmetry.hpp"
#include "othello/board.hpp"

namespace kibitz::othello {

struct Canonical {
    Board board;
    int symmetry;  // the one that leads from the given board to the canonical one
};

// The smallest of the eight images, compared by the mover's discs and then the opponent's.
inline Canonical canonical(const Board& board) {
    Canonical best{board, 0};
    for (int symmetry = 1; symmetry < SYMMETRIES; ++symmetry) {
        const std::uint64_t own = transform(board.own, symmetry);
        if (own > best.board.own) continue;
        const std::uint64_t opp = transform(board.opp, symmetry);
        if (own < best.board.own || opp < best.board.opp) best = {{own, opp}, symmetry};
    }
    return best;
}

}  // namespace kibitz::othello
