// Masks of the board that is searched: its size and what follows from it.
#pragma once

#include <bit>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/stability.hpp"

namespace kibitz::othello::solver {

// The squares of a mask and all that touch them. What lies beyond a smaller board's rim is not left out.
constexpr std::uint64_t with_neighbours(std::uint64_t mask) {
    const std::uint64_t right = (mask & 0x7f7f7f7f7f7f7f7fULL) << 1;
    const std::uint64_t left = (mask & 0xfefefefefefefefeULL) >> 1;
    const std::uint64_t wide = mask | right | left;
    return wide | wide << 8 | wide >> 8;
}

struct BoardMasks {
    explicit BoardMasks(std::uint64_t playable_squares)
        : playable(playable_squares), squares(std::popcount(playable_squares)), stability(playable_squares) {
        const int low = std::countr_zero(playable) & 7;
        const int high = 7 - low;
        for (const int row : {low, high}) {
            for (const int column : {low, high}) corners |= 1ULL << (8 * row + column);
        }
        const std::uint64_t outside = ~playable;
        const std::uint64_t beyond = outside == 0 ? 0xff818181818181ffULL : with_neighbours(outside);
        const std::uint64_t beside_corners = with_neighbours(corners) & playable & ~corners;
        c_squares = beside_corners & beyond;
        x_squares = beside_corners & ~beyond;
    }

    std::uint64_t empties(const Board& board) const { return playable & ~(board.own | board.opp); }
    std::uint64_t legal(const Board& board) const { return board.legal(playable); }

    std::uint64_t playable;
    int squares;
    Stability stability;
    std::uint64_t corners = 0;
    std::uint64_t c_squares = 0;  // beside a corner on the rim
    std::uint64_t x_squares = 0;  // diagonal to a corner
};

}  // namespace kibitz::othello::solver
