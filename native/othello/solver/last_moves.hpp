// The last four empty squares, where nearly all positions of a search lie: no lists, no memory, squares tried in an order that
// plays first where an odd number of squares is left.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/solver/flips.hpp"
#include "othello/solver/hash_table.hpp"
#include "othello/solver/last_flips.hpp"

namespace kibitz::othello::solver {

constexpr std::array<std::uint64_t, 64> make_neighbours() {
    std::array<std::uint64_t, 64> neighbours{};
    for (int square = 0; square < 64; ++square) {
        for (int other = 0; other < 64; ++other) {
            const int columns = other % 8 - square % 8;
            const int rows = other / 8 - square / 8;
            const bool near = columns * columns <= 1 && rows * rows <= 1 && other != square;
            if (near) neighbours[static_cast<std::size_t>(square)] |= 1ULL << other;
        }
    }
    return neighbours;
}

inline constexpr std::array<std::uint64_t, 64> NEIGHBOURS = make_neighbours();

constexpr std::array<std::uint64_t, 4> QUADRANTS = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                                                    0xf0f0f0f000000000ULL};

// The quadrants of the board as bits of a number from 0 to 15: whose count of empty squares is odd.
constexpr unsigned quadrant_bit(int square) { return 1u << ((square >> 5) * 2 + ((square >> 2) & 1)); }

constexpr std::array<std::uint64_t, 16> make_odd_squares() {
    std::array<std::uint64_t, 16> masks{};
    for (std::size_t parity = 0; parity < 16; ++parity) {
        for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
            if ((parity >> quadrant) & 1) masks[parity] |= QUADRANTS[quadrant];
        }
    }
    return masks;
}

inline constexpr std::array<std::uint64_t, 16> ODD_SQUARES = make_odd_squares();

inline unsigned parity_of(std::uint64_t empties) {
    unsigned parity = 0;
    for (std::size_t quadrant = 0; quadrant < 4; ++quadrant) {
        parity |= static_cast<unsigned>(std::popcount(empties & QUADRANTS[quadrant]) & 1) << quadrant;
    }
    return parity;
}

// The score of a finished game for the side `own`: the difference, the empty squares going to the winner.
inline int final_score(std::uint64_t own, std::uint64_t opp, int squares) {
    const int own_count = std::popcount(own);
    const int opp_count = std::popcount(opp);
    const int difference = own_count - opp_count;
    const int empties = squares - own_count - opp_count;
    return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

// All functions answer "is the score above alpha?": a bound of the score that lies on the same side of alpha.
class LastMoves {
public:
    explicit LastMoves(int squares) : squares_(squares) {}

    std::uint64_t positions() const { return positions_; }

    int one(std::uint64_t own, std::uint64_t opp, int alpha, int square) {
        ++positions_;
        const int with_square = 2 * std::popcount(own) + 2 - squares_;
        const int won = last_flip_count(own, square);
        if (won != 0) return with_square + 2 * won;
        const int nobody_moves = with_square > 0 ? with_square : with_square - 2;
        if (nobody_moves <= alpha) return nobody_moves;
        const int lost = last_flip_count(opp, square);
        return lost != 0 ? with_square - 2 - 2 * lost : nobody_moves;
    }

    int two(std::uint64_t own, std::uint64_t opp, int alpha, int first, int second) {
        ++positions_;
        int best = -INFINITE;
        if (NEIGHBOURS[at(first)] & opp) {
            if (const std::uint64_t flips = flips_of(own, opp, first)) {
                best = -one(opp ^ flips, own ^ flips ^ (1ULL << first), -alpha - 1, second);
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[at(second)] & opp) {
            if (const std::uint64_t flips = flips_of(own, opp, second)) {
                const int score = -one(opp ^ flips, own ^ flips ^ (1ULL << second), -alpha - 1, first);
                return score > best ? score : best;
            }
        }
        return best > -INFINITE ? best : two_after_pass(own, opp, alpha, first, second);
    }

    int three(std::uint64_t own, std::uint64_t opp, int alpha, std::uint64_t empties, unsigned parity) {
        ++positions_;
        int best = -INFINITE;
        if (three_moves(own, opp, alpha, empties, parity, best)) return best;
        if (best > -INFINITE) return best;
        if (three_moves(opp, own, -alpha - 1, empties, parity, best)) return -best;
        return best > -INFINITE ? -best : final_score(own, opp, squares_);
    }

    int four(std::uint64_t own, std::uint64_t opp, int alpha, std::uint64_t empties, unsigned parity) {
        ++positions_;
        int best = -INFINITE;
        if (four_moves(own, opp, alpha, empties, parity, best)) return best;
        if (best > -INFINITE) return best;
        if (four_moves(opp, own, -alpha - 1, empties, parity, best)) return -best;
        return best > -INFINITE ? -best : final_score(own, opp, squares_);
    }

private:
    static std::size_t at(int square) { return static_cast<std::size_t>(square); }

    int two_after_pass(std::uint64_t own, std::uint64_t opp, int alpha, int first, int second) {
        int worst = INFINITE;
        if (const std::uint64_t flips = flips_of(opp, own, first)) {
            worst = one(own ^ flips, opp ^ flips ^ (1ULL << first), alpha, second);
            if (worst <= alpha) return worst;
        }
        if (const std::uint64_t flips = flips_of(opp, own, second)) {
            const int score = one(own ^ flips, opp ^ flips ^ (1ULL << second), alpha, first);
            return score < worst ? score : worst;
        }
        return worst < INFINITE ? worst : final_score(own, opp, squares_);
    }

    // Each of these tries moves of the mover; `best` stays at -INFINITE if none is legal. True if one is above alpha.
    bool three_moves(std::uint64_t own, std::uint64_t opp, int alpha, std::uint64_t empties, unsigned parity, int& best) {
        // Of three squares one or all lie in an odd quadrant.
        const int a = std::countr_zero(empties & ODD_SQUARES[parity]);
        const std::uint64_t rest = empties ^ (1ULL << a);
        const int b = std::countr_zero(rest);
        const int c = 63 - std::countl_zero(rest);
        return move_of_three(own, opp, alpha, a, b, c, best) || move_of_three(own, opp, alpha, b, a, c, best) ||
               move_of_three(own, opp, alpha, c, a, b, best);
    }

    bool move_of_three(std::uint64_t own, std::uint64_t opp, int alpha, int square, int first, int second, int& best) {
        if ((NEIGHBOURS[at(square)] & opp) == 0) return false;
        const std::uint64_t flips = flips_of(own, opp, square);
        if (flips == 0) return false;
        best = std::max(best, -two(opp ^ flips, own ^ flips ^ (1ULL << square), -alpha - 1, first, second));
        return best > alpha;
    }

    bool four_moves(std::uint64_t own, std::uint64_t opp, int alpha, std::uint64_t empties, unsigned parity, int& best) {
        std::uint64_t odd = empties & ODD_SQUARES[parity];
        std::uint64_t even = empties ^ odd;
        while (odd != 0) {
            if (move_of_four(own, opp, alpha, empties, pop_square(odd), parity, best)) return true;
        }
        while (even != 0) {
            if (move_of_four(own, opp, alpha, empties, pop_square(even), parity, best)) return true;
        }
        return false;
    }

    bool move_of_four(std::uint64_t own, std::uint64_t opp, int alpha, std::uint64_t empties, int square, unsigned parity,
                      int& best) {
        if ((NEIGHBOURS[at(square)] & opp) == 0) return false;
        const std::uint64_t flips = flips_of(own, opp, square);
        if (flips == 0) return false;
        const std::uint64_t disc = 1ULL << square;
        const unsigned left_parity = parity ^ quadrant_bit(square);
        best = std::max(best, -three(opp ^ flips, own ^ flips ^ disc, -alpha - 1, empties ^ disc, left_parity));
        return best > alpha;
    }

    int squares_;
    std::uint64_t positions_ = 0;
};

}  // namespace kibitz::othello::solver
