// How many discs the last disc of a game turns. The board is full but for one square, so the mover's discs alone tell: each of
// the four lines through the square is gathered into eight bits by a multiplication and looked up.
#pragma once

#include <array>
#include <cstdint>

namespace kibitz::othello::solver {

// [place of the empty square in the line][the mover's discs in the line]
using LineFlips = std::array<std::array<std::uint8_t, 256>, 8>;

constexpr int run_to_own_disc(unsigned line, int place, int step) {
    int run = 0;
    for (int at = place + step; at >= 0 && at < 8; at += step, ++run) {
        if ((line >> at) & 1) return run;
    }
    return 0;
}

constexpr LineFlips make_line_flips() {
    LineFlips flips{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned line = 0; line < 256; ++line) {
            const int count = run_to_own_disc(line, place, 1) + run_to_own_disc(line, place, -1);
            flips[static_cast<std::size_t>(place)][line] = static_cast<std::uint8_t>(count);
        }
    }
    return flips;
}

inline constexpr LineFlips LINE_FLIPS = make_line_flips();

struct Diagonals {
    std::uint64_t rising;   // towards h8
    std::uint64_t falling;  // towards a8
};

constexpr std::array<Diagonals, 64> make_diagonals() {
    std::array<Diagonals, 64> diagonals{};
    for (int square = 0; square < 64; ++square) {
        for (int other = 0; other < 64; ++other) {
            const int columns = other % 8 - square % 8;
            const int rows = other / 8 - square / 8;
            if (columns == rows) diagonals[static_cast<std::size_t>(square)].rising |= 1ULL << other;
            if (columns == -rows) diagonals[static_cast<std::size_t>(square)].falling |= 1ULL << other;
        }
    }
    return diagonals;
}

inline constexpr std::array<Diagonals, 64> DIAGONALS = make_diagonals();

// Every square but `square` is taken to hold a disc; on a smaller board what lies outside may count as the opponent's, as no
// disc of the mover stands behind it.
inline int last_flip_count(std::uint64_t own, int square) {
    constexpr std::uint64_t FIRST_COLUMN = 0x0101010101010101ULL;
    constexpr std::uint64_t ROWS_TO_BITS = 0x0102040810204080ULL;
    const auto column = static_cast<std::size_t>(square & 7);
    const auto row = static_cast<std::size_t>(square >> 3);
    const Diagonals& diagonals = DIAGONALS[static_cast<std::size_t>(square)];
    const auto& by_column = LINE_FLIPS[column];
    return by_column[(own >> (row * 8)) & 0xff] + LINE_FLIPS[row][(((own >> column) & FIRST_COLUMN) * ROWS_TO_BITS) >> 56] +
           by_column[((own & diagonals.rising) * FIRST_COLUMN) >> 56] +
           by_column[((own & diagonals.falling) * FIRST_COLUMN) >> 56];
}

}  // namespace kibitz::othello::solver
