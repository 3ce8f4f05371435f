// Positions as binary planes for networks: each plane is a mask of 64 squares, unpacked to numbers at the very end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "othello/board.hpp"
#include "othello/stability.hpp"

namespace kibitz::othello {

constexpr std::size_t RECENT_MOVES = 4;

// Everything a plane set may look at. `recent` holds the last squares a disc was placed on, the latest first, NO_MOVE where
// the game was not that long yet.
struct PlaneSource {
    Board board;
    bool black_to_move;
    std::span<const std::int8_t, RECENT_MOVES> recent;
};

// The board alone: the mover's discs, the opponent's, the empty squares.
struct RawPlanes {
    static constexpr std::size_t COUNT = 3;
    using Masks = std::span<std::uint64_t, COUNT>;

    static void write(const PlaneSource& source, Masks planes) {
        planes[0] = source.board.own;
        planes[1] = source.board.opp;
        planes[2] = ~(source.board.own | source.board.opp);
    }
};

constexpr std::array<std::uint64_t, 64> make_neighbours() {
    std::array<std::uint64_t, 64> neighbours{};
    for (int square = 0; square < 64; ++square) {
        for (int other = 0; other < 64; ++other) {
            const int columns = square % 8 - other % 8;
            const int rows = square / 8 - other / 8;
            const bool touches = other != square && columns * columns <= 1 && rows * rows <= 1;
            if (touches) neighbours[square] |= 1ULL << other;
        }
    }
    return neighbours;
}

inline constexpr std::array<std::uint64_t, 64> NEIGHBOURS = make_neighbours();

// Table 4.1 of Hlynsson's thesis (2017).
class Hlynsson42Planes {
public:
    static constexpr std::size_t COUNT = 42;
    using Masks = std::span<std::uint64_t, COUNT>;

    static void write(const PlaneSource& source, Masks planes) {
        std::fill(planes.begin(), planes.end(), 0);
        RawPlanes::write(source, planes.first<RawPlanes::COUNT>());
        for (std::size_t turn = 0; turn < RECENT_MOVES; ++turn) {
            if (source.recent[turn] >= 0) planes[HISTORY + turn] = 1ULL << (source.recent[turn] & 63);
        }
        const std::uint64_t legal = legal_mask(source.board.own, source.board.opp);
        write_moves(source.board, legal, planes);
        planes[LEGAL] = legal;
        planes[ONES] = ~0ULL;
        planes[PLAYER] = source.black_to_move ? ~0ULL : 0;
    }

private:
    static constexpr std::size_t HISTORY = 3;
    static constexpr std::size_t MOBILITY = 7;
    static constexpr std::size_t OWN_STABILITY = 15;
    static constexpr std::size_t OPP_STABILITY = 23;
    static constexpr std::size_t FRONTIER = 31;
    static constexpr std::size_t LEGAL = 39;
    static constexpr std::size_t ONES = 40;
    static constexpr std::size_t PLAYER = 41;

    // Counts from 0 to 6 have a plane each; the eighth holds everything above.
    static constexpr int LAST_COUNT = 7;

    static void mark(Masks planes, std::size_t group, int count, std::uint64_t disc) {
        planes[group + static_cast<std::size_t>(std::min(count, LAST_COUNT))] |= disc;
    }

    static void write_moves(const Board& board, std::uint64_t moves, Masks planes) {
        const std::uint64_t occupied = board.own | board.opp;
        const Stability& stability = full_board_stability();
        const int own_stable = stability.stable_count(board.own, board.opp);
        const int opp_stable = stability.stable_count(board.opp, board.own);
        while (moves != 0) {
            const int square = pop_square(moves);
            const std::uint64_t disc = 1ULL << square;
            const Board after = board.after(square);
            mark(planes, MOBILITY, std::popcount(legal_mask(after.own, after.opp)), disc);
            mark(planes, OWN_STABILITY, stability.stable_count(after.opp, after.own) - own_stable, disc);
            mark(planes, OPP_STABILITY, opponents_gain(board, square, stability, opp_stable), disc);
            mark(planes, FRONTIER, std::popcount(NEIGHBOURS[square] & ~occupied), disc);
        }
    }

    // Stable discs the opponent would win by a disc on the same square; 0 where the rules would not let it.
    static int opponents_gain(const Board& board, int square, const Stability& stability, int stable_before) {
        const std::uint64_t flips = flip_mask(board.opp, board.own, square);
        if (flips == 0) return 0;
        const std::uint64_t opp = board.opp | flips | 1ULL << square;
        return stability.stable_count(opp, board.own & ~flips) - stable_before;
    }
};

// The eight squares of one row, by the row's bits.
template <typename Number>
constexpr std::array<std::array<Number, 8>, 256> make_rows() {
    std::array<std::array<Number, 8>, 256> rows{};
    for (std::size_t bits = 0; bits < 256; ++bits) {
        for (std::size_t column = 0; column < 8; ++column) rows[bits][column] = static_cast<Number>(bits >> column & 1);
    }
    return rows;
}

template <typename Number>
inline constexpr std::array<std::array<Number, 8>, 256> ROWS = make_rows<Number>();

// Writes each mask as 64 numbers 0 or 1, a1 first.
template <typename Number>
void unpack_planes(std::span<const std::uint64_t> planes, Number* out) {
    for (std::uint64_t plane : planes) {
        for (int row = 0; row < 8; ++row, plane >>= 8, out += 8) {
            const std::array<Number, 8>& squares = ROWS<Number>[plane & 255];
            std::copy(squares.begin(), squares.end(), out);
        }
    }
}

}  // namespace kibitz::othello
