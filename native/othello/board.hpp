// A position as the core sees it: the mover's discs and the opponent's. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
// A smaller board is the middle of the big one: its outer squares stay empty for ever, so nothing can be enclosed
// across its edge and only the mask of playable squares tells the sizes apart.
#pragma once

#include <bit>
#include <cstdint>

#include "othello/portable.hpp"
#include "othello/vector.hpp"

namespace kibitz::othello {

#ifdef __AVX2__
using vector::flip_mask;
using vector::legal_mask;
using vector::sum_of_entries;
#else
using portable::flip_mask;
using portable::legal_mask;
using portable::sum_of_entries;
#endif

// What a list of moves holds in addition to the squares 0 to 63.
constexpr std::int8_t PASS = -1;
constexpr std::int8_t NO_MOVE = -2;

constexpr std::uint64_t START_BLACK = 0x0000000810000000ULL;
constexpr std::uint64_t START_WHITE = 0x0000001008000000ULL;

struct Board {
    std::uint64_t own;
    std::uint64_t opp;

    std::uint64_t legal(std::uint64_t playable) const { return legal_mask(own, opp) & playable; }

    // The board after the mover has played; the square must be legal.
    Board after(int square) const {
        const std::uint64_t flips = flip_mask(own, opp, square);
        return {opp ^ flips, own ^ flips ^ (1ULL << square)};
    }

    Board passed() const { return {opp, own}; }

    bool operator==(const Board&) const = default;
};

// Takes the lowest square out of a mask.
inline int pop_square(std::uint64_t& mask) {
    const int square = std::countr_zero(mask);
    mask &= mask - 1;
    return square;
}

}  // namespace kibitz::othello
