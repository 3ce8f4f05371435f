// Othello's two questions, answered with plain 64-bit arithmetic: where may the mover play, and what does a move flip? And the
// evaluation's: what do the entries of a position add up to?
// These are the twins of vector.hpp for machines without AVX2; tests compare the two on every kind of position.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kibitz::othello::portable {

// Opponent discs on the first and last column can never be enclosed sideways, and dropping them keeps a shift from
// running over the edge into the next row.
constexpr std::uint64_t INNER_COLUMNS = 0x7e7e7e7e7e7e7e7eULL;

struct Direction {
    int shift;
    std::uint64_t enclosable;
};

constexpr Direction DIRECTIONS[4] = {{1, INNER_COLUMNS}, {8, ~0ULL}, {7, INNER_COLUMNS}, {9, INNER_COLUMNS}};

inline std::uint64_t legal_mask(std::uint64_t own, std::uint64_t opp) {
    std::uint64_t reached = 0;
    for (const auto& [shift, enclosable] : DIRECTIONS) {
        const std::uint64_t between = opp & enclosable;
        std::uint64_t up = between & (own << shift);
        std::uint64_t down = between & (own >> shift);
        for (int step = 0; step < 5; ++step) {
            up |= between & (up << shift);
            down |= between & (down >> shift);
        }
        reached |= (up << shift) | (down >> shift);
    }
    return reached & ~(own | opp);
}

// Discs turned by the mover's disc on `square`; 0 if the move is not legal. The square itself is not checked for being empty.
inline std::uint64_t flip_mask(std::uint64_t own, std::uint64_t opp, int square) {
    const std::uint64_t disc = 1ULL << square;
    std::uint64_t flips = 0;
    for (const auto& [shift, enclosable] : DIRECTIONS) {
        const std::uint64_t between = opp & enclosable;
        std::uint64_t up = between & (disc << shift);
        std::uint64_t down = between & (disc >> shift);
        for (int step = 0; step < 5; ++step) {
            up |= between & (up << shift);
            down |= between & (down >> shift);
        }
        if ((up << shift) & own) flips |= up;
        if ((down >> shift) & own) flips |= down;
    }
    return flips;
}

// The sum of the entries of a table of 16-bit weights that the contents select, one for each place. Sums are of 16 bits too.
inline int sum_of_entries(const std::int16_t* table, const std::int32_t* middle_entries, const std::int16_t* contents,
                          std::size_t places) {
    std::uint32_t sum = 0;
    for (std::size_t place = 0; place < places; ++place) {
        sum += static_cast<std::uint32_t>(table[middle_entries[place] + contents[place]]);
    }
    return static_cast<std::int16_t>(sum);
}

}  // namespace kibitz::othello::portable
