// What an evaluation reads from a position: the contents of every pattern's place, kept up to date from move to move, and a few
// counts of the whole board. Contents are numbers in balanced base 3 (mover 1, empty 0, opponent -1), so that handing over the
// turn is a change of sign.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/patterns.hpp"

namespace kibitz::othello {

constexpr std::size_t MAX_PLACES = 64;

// Ten squares are the most whose contents fit into 16 bits.
constexpr int MAX_PLACE_SQUARES = 10;

// Places behind the last one stay zero.
struct alignas(64) Contents {
    std::array<std::int16_t, MAX_PLACES> of_place{};

    bool operator==(const Contents&) const = default;
};

inline std::uint64_t neighbours(std::uint64_t discs) {
    constexpr std::uint64_t NOT_FIRST_COLUMN = 0xfefefefefefefefeULL;
    constexpr std::uint64_t NOT_LAST_COLUMN = 0x7f7f7f7f7f7f7f7fULL;
    const std::uint64_t row = discs | ((discs & NOT_LAST_COLUMN) << 1) | ((discs & NOT_FIRST_COLUMN) >> 1);
    return row | (row << 8) | (row >> 8);
}

// Counts of the whole board, each with its own small block of rows behind the patterns' rows: moves of both sides, empty squares
// next to each side's discs, and who plays last if nobody passes.
constexpr std::size_t COUNTS = 5;
constexpr std::uint32_t COUNT_ROWS[COUNTS] = {32, 32, 48, 48, 2};
constexpr std::uint32_t ALL_COUNT_ROWS = 32 + 32 + 48 + 48 + 2;
constexpr std::uint32_t FRONTIER_ROW = 32 + 32;  // the first of the rows of empty squares next to discs
constexpr std::uint32_t FRONTIER_ROWS = 48 + 48;

struct CountRows {
    std::array<std::uint32_t, COUNTS> rows;
    bool over;  // neither side can move
};

// Without the frontier its counts are taken for zero, which saves time.
inline CountRows count_rows(const Board& board, std::uint64_t playable = ~0ULL, bool with_frontier = true) {
    const std::uint64_t empties = ~(board.own | board.opp) & playable;
    const int counts[COUNTS] = {
        std::popcount(board.legal(playable)),
        std::popcount(board.passed().legal(playable)),
        with_frontier ? std::popcount(neighbours(board.opp) & empties) : 0,
        with_frontier ? std::popcount(neighbours(board.own) & empties) : 0,
        std::popcount(empties) & 1,
    };
    CountRows found;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < COUNTS; ++i) {
        found.rows[i] = first + std::min(static_cast<std::uint32_t>(counts[i]), COUNT_ROWS[i] - 1);
        first += COUNT_ROWS[i];
    }
    found.over = counts[0] == 0 && counts[1] == 0;
    return found;
}

// Disc counts at which an evaluation has its own weights; between two of them it takes a mean of both.
class Knots {
public:
    explicit Knots(std::span<const int> discs) : discs_(discs.begin(), discs.end()) {
        const bool rising = std::ranges::is_sorted(discs_, std::less_equal{});
        if (discs_.size() < 2 || !rising) throw std::invalid_argument("knots are two or more rising numbers of discs");
        for (int count = 0; count <= 64; ++count) blends_[static_cast<std::size_t>(count)] = blend(count);
    }

    struct Blend {
        std::size_t first;  // the other knot is the next one
        float first_share;
    };

    std::size_t size() const { return discs_.size(); }
    const Blend& at(int discs) const { return blends_[static_cast<std::size_t>(discs)]; }

private:
    Blend blend(int count) const {
        std::size_t first = 0;
        while (first + 2 < discs_.size() && discs_[first + 1] <= count) ++first;
        const float width = static_cast<float>(discs_[first + 1] - discs_[first]);
        const float share = static_cast<float>(discs_[first + 1] - count) / width;
        return {first, std::clamp(share, 0.0f, 1.0f)};
    }

    std::vector<int> discs_;
    std::array<Blend, 65> blends_{};
};

// The patterns of a set, read incrementally. An entry is a place's block plus its contents; many entries share a row.
class ContentsReader {
public:
    explicit ContentsReader(const PatternSet& set) : place_count_(set.place_count()) {
        if (place_count_ > MAX_PLACES) throw std::invalid_argument("an evaluation reads at most 64 places");
        row_of_entry_.resize(set.row_of_index().size());
        for (std::size_t place = 0; place < place_count_; ++place) add(set, set.places()[place], place);
    }

    std::size_t place_count() const { return place_count_; }
    const std::vector<std::uint32_t>& row_of_entry() const { return row_of_entry_; }

    // Where a place's contents of zero stand among the entries.
    std::uint32_t middle_entry(std::size_t place) const { return middle_entry_[place]; }

    Contents read(const Board& board) const {
        Contents contents;
        for (std::uint64_t own = board.own; own != 0;) add_steps(contents, pop_square(own), 1);
        for (std::uint64_t opp = board.opp; opp != 0;) add_steps(contents, pop_square(opp), -1);
        return contents;
    }

    // The contents after the mover's disc on `square` has turned `flips`, seen by the other side.
    Contents after(const Contents& before, int square, std::uint64_t flips) const {
        Vector first, second;
        load(before, first, second);
        const auto add = [&](int at, std::uint16_t times) {
            Vector first_steps, second_steps;
            load(steps_[static_cast<std::size_t>(at)], first_steps, second_steps);
            first += first_steps * times;
            second += second_steps * times;
        };
        add(square, 1);
        while (flips != 0) add(pop_square(flips), 2);
        return negated(first, second);
    }

    static Contents passed(const Contents& before) {
        Vector first, second;
        load(before, first, second);
        return negated(first, second);
    }

private:
    void add(const PatternSet& set, const PatternSet::Place& where, std::size_t place) {
        const int squares = std::popcount(where.mask);
        if (squares > MAX_PLACE_SQUARES) throw std::invalid_argument("a pattern of an evaluation has at most 10 squares");
        const std::uint32_t contents = power_of_three(squares);
        middle_entry_[place] = where.first_index + contents / 2;
        for (std::uint32_t shifted = 0; shifted < contents; ++shifted) {
            row_of_entry_[where.first_index + shifted] = set.row_of_index()[where.first_index + plain_contents(shifted, squares)];
        }
        for (int square = 0; square < 64; ++square) {
            const std::uint64_t image = transform(1ULL << square, where.symmetry);
            if ((image & where.mask) == 0) continue;
            const int digit = std::popcount(where.mask & (image - 1));
            steps_[square].of_place[place] = static_cast<std::int16_t>(power_of_three(digit));
        }
    }

    // Digits 0 opponent, 1 empty, 2 mover as PatternSet counts them: 0 empty, 1 mover, 2 opponent.
    static std::uint32_t plain_contents(std::uint32_t shifted, int squares) {
        std::uint32_t plain = 0;
        for (int digit = 0; digit < squares; ++digit, shifted /= 3) plain += (shifted + 2) % 3 * power_of_three(digit);
        return plain;
    }

    void add_steps(Contents& contents, int square, int times) const {
        const Contents& steps = steps_[static_cast<std::size_t>(square)];
        for (std::size_t place = 0; place < MAX_PLACES; ++place) {
            contents.of_place[place] = static_cast<std::int16_t>(contents.of_place[place] + times * steps.of_place[place]);
        }
    }

    // Half of all places as the compiler's own vector, which any machine can add and negate. Unsigned, as sums on the way to
    // contents may leave 16 bits; the contents themselves never do.
    typedef std::uint16_t Vector __attribute__((vector_size(MAX_PLACES)));

    static void load(const Contents& contents, Vector& first, Vector& second) {
        std::memcpy(&first, contents.of_place.data(), sizeof(first));
        std::memcpy(&second, contents.of_place.data() + MAX_PLACES / 2, sizeof(second));
    }

    static Contents negated(Vector& first, Vector& second) {
        first = -first;
        second = -second;
        Contents contents;
        std::memcpy(contents.of_place.data(), &first, sizeof(first));
        std::memcpy(contents.of_place.data() + MAX_PLACES / 2, &second, sizeof(second));
        return contents;
    }

    std::size_t place_count_;
    std::array<Contents, 64> steps_{};
    std::array<std::uint32_t, MAX_PLACES> middle_entry_{};
    std::vector<std::uint32_t> row_of_entry_;
};

}  // namespace kibitz::othello
