// Patterns (n-tuples): sets of squares whose contents are read as one number in base 3. A pattern is given once, and read at
// every place the symmetries of the board take it; all places share one block of rows, and so do mirror images of a pattern
// that has one. After Buro's Logistello and Lucas's n-tuple networks.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "othello/board.hpp"
#include "games/symmetry.hpp"

namespace kibitz::othello {

constexpr int MAX_PATTERN_SQUARES = 12;

constexpr std::uint64_t gather_bits_portable(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t gathered = 0;
    for (int place = 0; mask != 0; ++place, mask &= mask - 1) {
        gathered |= ((bits >> std::countr_zero(mask)) & 1) << place;
    }
    return gathered;
}

// The bits under a mask, moved together at the low end.
inline std::uint64_t gather_bits(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(bits, mask);
#else
    return gather_bits_portable(bits, mask);
#endif
}

// Binary digits read as digits in base 3: 0b101 becomes 9 + 1.
constexpr std::array<std::uint32_t, 1 << MAX_PATTERN_SQUARES> make_ternary() {
    std::array<std::uint32_t, 1 << MAX_PATTERN_SQUARES> ternary{};
    for (std::uint32_t binary = 1; binary < ternary.size(); ++binary) {
        std::uint32_t power = 1;
        for (std::uint32_t rest = binary; rest != 0; rest >>= 1, power *= 3) ternary[binary] += (rest & 1) * power;
    }
    return ternary;
}

inline constexpr auto TERNARY = make_ternary();

// What is on the squares of a mask, lowest square first: 0 empty, 1 the mover's, 2 the opponent's.
inline std::uint32_t ternary_index(const Board& board, std::uint64_t mask) {
    return TERNARY[gather_bits(board.own, mask)] + 2 * TERNARY[gather_bits(board.opp, mask)];
}

constexpr std::uint32_t power_of_three(int exponent) {
    std::uint32_t power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

using BoardImages = std::array<Board, SYMMETRIES>;

inline BoardImages images_of(const Board& board) {
    BoardImages images;
    for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
        images[symmetry] = {transform(board.own, symmetry), transform(board.opp, symmetry)};
    }
    return images;
}

// Many patterns and where they are read. The feature of a place is a row number below row_count().
class PatternSet {
public:
    explicit PatternSet(std::span<const std::uint64_t> masks) {
        for (const std::uint64_t mask : masks) add(mask);
    }

    std::size_t row_count() const { return row_count_; }
    std::size_t place_count() const { return places_.size(); }

    // A pattern read from one image of the board: its contents, a number in base 3, start at first_index of row_of_index().
    struct Place {
        std::uint64_t mask;
        std::uint32_t first_index;
        int symmetry;
    };

    const std::vector<Place>& places() const { return places_; }
    const std::vector<std::uint32_t>& row_of_index() const { return row_of_index_; }

    // First row of each pattern, and row_count() at the end.
    const std::vector<std::uint32_t>& pattern_starts() const { return starts_; }

    // Writes one row number for each place; `rows` must have place_count() elements.
    void rows_of(const Board& board, std::span<std::uint32_t> rows) const {
        const BoardImages images = images_of(board);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Place& place = places_[i];
            rows[i] = row_of_index_[place.first_index + ternary_index(images[place.symmetry], place.mask)];
        }
    }

private:
    void add(std::uint64_t mask) {
        const int squares = std::popcount(mask);
        if (squares == 0 || squares > MAX_PATTERN_SQUARES) throw std::invalid_argument("a pattern has 1 to 12 squares");
        const auto first_index = static_cast<std::uint32_t>(row_of_index_.size());
        add_rows(mask, power_of_three(squares));
        add_places(mask, first_index);
    }

    // Mirror images of one content get one row.
    void add_rows(std::uint64_t mask, std::uint32_t contents) {
        if (starts_.empty()) starts_.push_back(0);
        std::vector<std::uint32_t> rows(contents);
        for (std::uint32_t content = 0; content < contents; ++content) {
            const std::uint32_t first = first_mirror_image(mask, content);
            rows[content] = first < content ? rows[first] : static_cast<std::uint32_t>(row_count_++);
        }
        row_of_index_.insert(row_of_index_.end(), rows.begin(), rows.end());
        starts_.push_back(static_cast<std::uint32_t>(row_count_));
    }

    // The smallest of the contents that the symmetries which map the pattern to itself make of one content.
    static std::uint32_t first_mirror_image(std::uint64_t mask, std::uint32_t content) {
        Board board{0, 0};
        std::uint32_t rest = content;
        for (std::uint64_t left = mask; left != 0; left &= left - 1, rest /= 3) {
            const std::uint64_t square = left & -left;
            if (rest % 3 == 1) board.own |= square;
            if (rest % 3 == 2) board.opp |= square;
        }
        std::uint32_t first = content;
        for (int symmetry = 1; symmetry < SYMMETRIES; ++symmetry) {
            if (transform(mask, symmetry) != mask) continue;
            first = std::min(first, ternary_index({transform(board.own, symmetry), transform(board.opp, symmetry)}, mask));
        }
        return first;
    }

    void add_places(std::uint64_t mask, std::uint32_t first_index) {
        std::vector<std::uint64_t> seen;
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            // Where on the given board the pattern lies when it is read from this image of it.
            std::uint64_t where = 0;
            for (int square = 0; square < 64; ++square) {
                if (transform(1ULL << square, symmetry) & mask) where |= 1ULL << square;
            }
            if (std::ranges::find(seen, where) != seen.end()) continue;
            seen.push_back(where);
            places_.push_back({mask, first_index, symmetry});
        }
    }

    std::size_t row_count_ = 0;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> row_of_index_;
    std::vector<Place> places_;
};

}  // namespace kibitz::othello
