// Discs that no continuation can turn, as far as three arguments prove it: an edge seen as a game of its own, lines that
// are full, and neighbours that are stable themselves. Every disc found is stable; a stable disc may be missed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "othello/board.hpp"

namespace kibitz {

constexpr int LINE_DIRECTIONS = 4;
constexpr std::array<int, LINE_DIRECTIONS> LINE_STEP = {1, 8, 7, 9};

// Squares at an end of their line in each direction: nothing can stand behind them, so they never turn along it.
constexpr std::uint64_t SIDE_COLUMNS = 0x8181818181818181ULL;
constexpr std::uint64_t SIDE_ROWS = 0xff000000000000ffULL;
constexpr std::array<std::uint64_t, LINE_DIRECTIONS> LINE_ENDS = {SIDE_COLUMNS, SIDE_ROWS, SIDE_COLUMNS | SIDE_ROWS,
                                                                 SIDE_COLUMNS | SIDE_ROWS};

using Lines = std::array<std::uint64_t, LINE_DIRECTIONS>;

// The four lines through each square, the square included, in the order of LINE_STEP.
constexpr std::array<Lines, 64> make_lines() {
    constexpr int column_step[LINE_DIRECTIONS] = {1, 0, -1, 1};
    constexpr int row_step[LINE_DIRECTIONS] = {0, 1, 1, 1};
    std::array<Lines, 64> lines{};
    for (int square = 0; square < 64; ++square) {
        for (int direction = 0; direction < LINE_DIRECTIONS; ++direction) {
            for (int distance = -7; distance <= 7; ++distance) {
                const int column = square % 8 + distance * column_step[direction];
                const int row = square / 8 + distance * row_step[direction];
                if (column < 0 || column > 7 || row < 0 || row > 7) continue;
                lines[square][direction] |= 1ULL << (row * 8 + column);
            }
        }
    }
    return lines;
}

inline constexpr std::array<Lines, 64> LINES_THROUGH = make_lines();

// For each direction, the squares whose line in it has no empty square left or which end their line.
struct SafeLines {
    Lines safe;

    // What becomes safe when the last gap of a line is filled; `occupied` already holds the new disc.
    SafeLines with_disc(int square, std::uint64_t occupied) const {
        SafeLines next = *this;
        for (int direction = 0; direction < LINE_DIRECTIONS; ++direction) {
            const std::uint64_t line = LINES_THROUGH[square][direction];
            if ((line & ~occupied) == 0) next.safe[direction] |= line;
        }
        return next;
    }
};

inline SafeLines safe_lines(std::uint64_t occupied) {
    SafeLines lines{LINE_ENDS};
    // Every line crosses one of these 22 squares: the first row, the first column and the last column.
    std::uint64_t starts = 0xffULL | SIDE_COLUMNS;
    starts &= occupied;
    while (starts != 0) lines = lines.with_disc(pop_square(starts), occupied);
    return lines;
}

// One edge as a game of its own: anyone may fill any gap at any time, and only discs of the edge turn.
namespace edge {

constexpr int CELLS = 8;

// What a disc on `cell` turns in one direction.
constexpr int flips_towards(int own, int opp, int cell, int step) {
    int flips = 0;
    int next = cell + step;
    while (next >= 0 && next < CELLS && (opp >> next & 1)) {
        flips |= 1 << next;
        next += step;
    }
    return next >= 0 && next < CELLS && (own >> next & 1) ? flips : 0;
}

constexpr int flips(int own, int opp, int cell) {
    return flips_towards(own, opp, cell, 1) | flips_towards(own, opp, cell, -1);
}

// stable[256 * own + opp]: the mover's discs of the edge that no filling of its gaps turns.
class Table {
public:
    Table() {
        // Fullest edges first, so that every edge with one gap less is known already.
        for (int gaps = 0; gaps <= CELLS; ++gaps) {
            for (int own = 0; own < 256; ++own) {
                for (int opp = 0; opp < 256; ++opp) {
                    if ((own & opp) == 0 && std::popcount(static_cast<unsigned>(~(own | opp) & 255)) == gaps) fill(own, opp);
                }
            }
        }
    }

    std::uint64_t operator()(std::uint64_t own, std::uint64_t opp) const { return stable_[256 * own + opp]; }

private:
    void fill(int own, int opp) {
        int stable = own;
        for (int cell = 0; cell < CELLS; ++cell) {
            const int disc = 1 << cell;
            if ((own | opp) & disc) continue;
            const int gained = flips(own, opp, cell);
            const int lost = flips(opp, own, cell);
            stable &= stable_[256 * (own | disc | gained) + (opp & ~gained)];
            stable &= ~lost & stable_[256 * (own & ~lost) + (opp | disc | lost)];
        }
        stable_[256 * own + opp] = static_cast<std::uint8_t>(stable);
    }

    std::array<std::uint8_t, 65536> stable_{};
};

inline const Table STABLE{};

// The first column of the board as 8 bits, a1 lowest, and back.
constexpr std::uint64_t FIRST_COLUMN = 0x0101010101010101ULL;

constexpr std::uint64_t gather_column(std::uint64_t bits) {
    return ((bits & FIRST_COLUMN) * 0x0102040810204080ULL) >> 56;
}

// The eighth bit goes by itself: with it, copies of the byte would overlap and carry.
constexpr std::uint64_t spread_column(std::uint64_t bits) {
    return (((bits & 127) * 0x0000040810204081ULL) & FIRST_COLUMN) | (bits & 128) << 49;
}

}  // namespace edge

inline std::uint64_t stable_on_edges(std::uint64_t own, std::uint64_t opp) {
    using namespace edge;
    const std::uint64_t top = STABLE(own & 255, opp & 255);
    const std::uint64_t bottom = STABLE(own >> 56, opp >> 56);
    const std::uint64_t left = STABLE(gather_column(own), gather_column(opp));
    const std::uint64_t right = STABLE(gather_column(own >> 7), gather_column(opp >> 7));
    return top | bottom << 56 | spread_column(left) | spread_column(right) << 7;
}

// The stable discs of `own`. The lines must be those of the board's discs.
inline std::uint64_t stable_discs(std::uint64_t own, std::uint64_t opp, const SafeLines& lines) {
    const Lines& safe = lines.safe;
    std::uint64_t stable = own & (stable_on_edges(own, opp) | (safe[0] & safe[1] & safe[2] & safe[3]));
    while (stable != 0) {
        std::uint64_t grown = own;
        for (int direction = 0; direction < LINE_DIRECTIONS; ++direction) {
            // A shift that runs over the edge of the board lands on an end of a line, which is safe already.
            const int step = LINE_STEP[direction];
            grown &= safe[direction] | stable << step | stable >> step;
        }
        grown |= stable;
        if (grown == stable) break;
        stable = grown;
    }
    return stable;
}

inline std::uint64_t stable_discs(const Board& board) {
    return stable_discs(board.own, board.opp, safe_lines(board.own | board.opp));
}

}  // namespace kibitz
