// Discs that can never be turned again, whatever is played: a true lower bound, not all of them. Three sources: the four edges,
// each exactly solved on its own; discs all of whose four lines are full; and discs that in each of the four directions lean on
// a stable disc of their own colour, on the rim or on a full line.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "othello/board.hpp"

namespace kibitz::othello {

// For every edge of a board of one length: which of a side's discs stay, whatever either side puts on the edge's empty squares.
// Discs of an edge are only ever turned along it, so this is exact for the edge alone.
class EdgeStability {
public:
    explicit EdgeStability(int length) : length_(length), stable_(65536, UNKNOWN) {}

    std::uint8_t operator()(unsigned own, unsigned opp) {
        std::uint16_t& known = stable_[(own << 8) | opp];
        if (known == UNKNOWN) known = solve(own, opp);
        return static_cast<std::uint8_t>(known);
    }

private:
    static constexpr std::uint16_t UNKNOWN = 0xffff;

    static unsigned flips(unsigned own, unsigned opp, int place) {
        unsigned flipped = 0;
        for (int step : {1, -1}) {
            unsigned run = 0;
            int at = place + step;
            while (at >= 0 && at < 8 && ((opp >> at) & 1)) {
                run |= 1u << at;
                at += step;
            }
            if (at >= 0 && at < 8 && ((own >> at) & 1)) flipped |= run;
        }
        return flipped;
    }

    std::uint16_t solve(unsigned own, unsigned opp) {
        unsigned stable = own;
        for (int place = 0; place < length_; ++place) {
            const unsigned disc = 1u << place;
            if ((own | opp) & disc) continue;
            const unsigned won = flips(own, opp, place);
            stable &= (*this)(own | disc | won, opp & ~won);
            const unsigned lost = flips(opp, own, place);
            stable &= (*this)(own & ~lost, opp | disc | lost);
        }
        return static_cast<std::uint16_t>(stable);
    }

    int length_;
    std::vector<std::uint16_t> stable_;
};

// Stability on the boards of one size. Building one costs about a millisecond; keep it.
class Stability {
public:
    explicit Stability(std::uint64_t playable)
        : outside_(~playable), margin_(static_cast<int>(std::countr_zero(playable)) & 7), length_(8 - 2 * margin_) {
        EdgeStability edge(length_);
        const unsigned lines = 1u << length_;
        edges_.resize(65536);
        for (unsigned own = 0; own < lines; ++own) {
            for (unsigned opp = 0; opp < lines; ++opp) {
                if ((own & opp) == 0) edges_[(own << 8) | opp] = edge(own, opp);
            }
        }
    }

    // A mask of discs of `own` that can never be turned.
    std::uint64_t stable_mask(std::uint64_t own, std::uint64_t opp) const {
        const FullLines full = full_lines(own | opp | outside_);
        std::uint64_t stable = stable_edges(own, opp) | (own & full.rows & full.columns & full.rising & full.falling);
        if (stable == 0) return 0;
        // On the rim the outside supports a disc. A square's neighbour outside is looked for on both sides of each line.
        const std::uint64_t rim_columns = LEFT_COLUMN | RIGHT_COLUMN | outside_ << 1 | outside_ >> 1;
        const std::uint64_t rim_rows = TOP_ROW | BOTTOM_ROW | outside_ << 8 | outside_ >> 8;
        const std::uint64_t rim = rim_columns | rim_rows;
        for (;;) {
            const std::uint64_t row = full.rows | rim_columns | beside(stable, 1);
            const std::uint64_t column = full.columns | rim_rows | stable << 8 | stable >> 8;
            const std::uint64_t rising = full.rising | rim | beside(stable, 9);
            const std::uint64_t falling = full.falling | rim | beside(stable, 7);
            const std::uint64_t grown = stable | (own & row & column & rising & falling);
            if (grown == stable) return stable;
            stable = grown;
        }
    }

    // Only those that the edges tell on their own.
    std::uint64_t stable_edges(std::uint64_t own, std::uint64_t opp) const {
        const int last = 7 - margin_;
        return row_stable(own, opp, margin_) | row_stable(own, opp, last) | column_stable(own, opp, margin_) |
               column_stable(own, opp, last);
    }

    int stable_count(std::uint64_t own, std::uint64_t opp) const { return std::popcount(stable_mask(own, opp)); }

private:
    struct FullLines {
        std::uint64_t rows, columns, rising, falling;
    };

    static constexpr std::uint64_t LEFT_COLUMN = 0x0101010101010101ULL;
    static constexpr std::uint64_t RIGHT_COLUMN = 0x8080808080808080ULL;
    static constexpr std::uint64_t TOP_ROW = 0x00000000000000ffULL;
    static constexpr std::uint64_t BOTTOM_ROW = 0xff00000000000000ULL;

    // The squares with a neighbour in `mask` to either side along a row or a diagonal. A step of 9 or 1 must not leave the
    // last column, one of 7 not the first; stable discs wrapped around would make their new neighbours look supported.
    static std::uint64_t beside(std::uint64_t mask, int step) {
        const bool falling = step == 7;
        const std::uint64_t up = (falling ? mask & ~LEFT_COLUMN : mask & ~RIGHT_COLUMN) << step;
        const std::uint64_t down = (falling ? mask & ~RIGHT_COLUMN : mask & ~LEFT_COLUMN) >> step;
        return up | down;
    }

    // The squares all of whose line upwards (towards h8) is taken, themselves included; `beyond` are squares with no
    // neighbour one, two and four steps on.
    static std::uint64_t full_upwards(std::uint64_t taken, int step, const std::array<std::uint64_t, 3>& beyond) {
        taken &= (taken >> step) | beyond[0];
        taken &= (taken >> (2 * step)) | beyond[1];
        return taken & ((taken >> (4 * step)) | beyond[2]);
    }

    static std::uint64_t full_downwards(std::uint64_t taken, int step, const std::array<std::uint64_t, 3>& beyond) {
        taken &= (taken << step) | beyond[0];
        taken &= (taken << (2 * step)) | beyond[1];
        return taken & ((taken << (4 * step)) | beyond[2]);
    }

    static FullLines full_lines(std::uint64_t taken) {
        std::uint64_t rows = taken & (taken >> 1);
        rows &= rows >> 2;
        rows &= rows >> 4;
        std::uint64_t columns = taken & std::rotr(taken, 8);
        columns &= std::rotr(columns, 16);
        columns &= std::rotr(columns, 32);
        constexpr std::array<std::uint64_t, 3> PAST_H8 = {0xff80808080808080ULL, 0xffffc0c0c0c0c0c0ULL, 0xfffffffff0f0f0f0ULL};
        constexpr std::array<std::uint64_t, 3> PAST_A1 = {0x01010101010101ffULL, 0x030303030303ffffULL, 0x0f0f0f0fffffffffULL};
        constexpr std::array<std::uint64_t, 3> PAST_A8 = {0xff01010101010101ULL, 0xffff030303030303ULL, 0xffffffff0f0f0f0fULL};
        constexpr std::array<std::uint64_t, 3> PAST_H1 = {0x80808080808080ffULL, 0xc0c0c0c0c0c0ffffULL, 0xf0f0f0f0ffffffffULL};
        return {(rows & LEFT_COLUMN) * 0xff, columns, full_upwards(taken, 9, PAST_H8) & full_downwards(taken, 9, PAST_A1),
                full_upwards(taken, 7, PAST_A8) & full_downwards(taken, 7, PAST_H1)};
    }

    std::uint64_t row_stable(std::uint64_t own, std::uint64_t opp, int row) const {
        const int shift = 8 * row + margin_;
        const unsigned line = (1u << length_) - 1;
        const unsigned own_line = static_cast<unsigned>(own >> shift) & line;
        const unsigned opp_line = static_cast<unsigned>(opp >> shift) & line;
        return static_cast<std::uint64_t>(edges_[(own_line << 8) | opp_line]) << shift;
    }

    static unsigned gather(std::uint64_t bits, int column) {
        return static_cast<unsigned>((((bits >> column) & LEFT_COLUMN) * 0x0102040810204080ULL) >> 56);
    }

    std::uint64_t column_stable(std::uint64_t own, std::uint64_t opp, int column) const {
        const unsigned own_line = gather(own, column) >> margin_;
        const unsigned opp_line = gather(opp, column) >> margin_;
        const std::uint64_t line = static_cast<std::uint64_t>(edges_[(own_line << 8) | opp_line]) << margin_;
        // Spreads eight bits over eight rows; the last bit would carry into the others' products.
        const std::uint64_t spread = (((line & 0x7f) * 0x0002040810204081ULL) & 0x0001010101010101ULL) | (line >> 7) << 56;
        return spread << column;
    }

    std::uint64_t outside_;
    int margin_;
    int length_;
    std::vector<std::uint8_t> edges_;
};

// That of the standard board, made once.
inline const Stability& full_board_stability() {
    static const Stability stability(~0ULL);
    return stability;
}

}  // namespace kibitz::othello
