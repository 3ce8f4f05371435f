// Linear pattern evaluation: what a position is worth to the side to move, as a sum of one weight for each place and count.
// After Buro's Logistello; the weights come from kibitz.learn.evaluation.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/evaluation_features.hpp"

namespace kibitz::othello {

// All values inside the core are whole numbers of this part of a disc.
constexpr int UNITS_PER_DISC = 64;
constexpr int MAX_VALUE = 64 * UNITS_PER_DISC;

// The final score of a game that is over, empties counted for the winner.
inline int final_value(const Board& board) {
    const int own = std::popcount(board.own);
    const int opp = std::popcount(board.opp);
    if (own == opp) return 0;
    return (own > opp ? 64 - 2 * opp : 2 * own - 64) * UNITS_PER_DISC;
}

class Evaluation {
public:
    // `weights` has knots × rows elements: the rows of the patterns and behind them those of the counts.
    Evaluation(const PatternSet& set, const Knots& knots, std::span<const std::int16_t> weights)
        : reader_(set), pattern_rows_(set.row_count()), table_size_(reader_.row_of_entry().size() + ALL_COUNT_ROWS) {
        if (weights.size() != knots.size() * row_count()) throw std::invalid_argument("weights do not fit the patterns");
        tables_.resize(65 * table_size_);
        for (int discs = 0; discs <= 64; ++discs) fill_table(discs, knots.at(discs), weights);
    }

    std::size_t row_count() const { return pattern_rows_ + ALL_COUNT_ROWS; }
    const ContentsReader& reader() const { return reader_; }

    // What the position is worth to the side to move; the final score if the game is over.
    int value(const Board& board, const Contents& contents) const {
        const CountRows counts = count_rows(board);
        if (counts.over) return final_value(board);
        const std::int16_t* table = tables_.data() + table_size_ * std::popcount(board.own | board.opp);
        int sum = 0;
        for (std::size_t place = 0; place < reader_.place_count(); ++place) {
            sum += table[static_cast<int>(reader_.middle_entry(place)) + contents.of_place[place]];
        }
        const std::int16_t* count_weights = table + reader_.row_of_entry().size();
        for (const std::uint32_t row : counts.rows) sum += count_weights[row];
        return std::clamp(sum, -MAX_VALUE, MAX_VALUE);
    }

    int value(const Board& board) const { return value(board, reader_.read(board)); }

private:
    // Rows are blended before they are laid out, since many entries share a row.
    void fill_table(int discs, const Knots::Blend& blend, std::span<const std::int16_t> weights) {
        const auto first = weights.subspan(blend.first * row_count(), row_count());
        const auto next = weights.subspan((blend.first + 1) * row_count(), row_count());
        std::vector<std::int16_t> blended(row_count());
        for (std::size_t row = 0; row < blended.size(); ++row) {
            blended[row] = nearest(blend.first_share * first[row] + (1 - blend.first_share) * next[row]);
        }
        std::int16_t* table = tables_.data() + table_size_ * static_cast<std::size_t>(discs);
        for (const std::uint32_t row : reader_.row_of_entry()) *table++ = blended[row];
        for (std::size_t row = pattern_rows_; row < row_count(); ++row) *table++ = blended[row];
    }

    // Halves go away from zero. Unlike std::lround this is done for many numbers at once.
    static std::int16_t nearest(float number) {
        return static_cast<std::int16_t>(std::copysign(std::floor(std::fabs(number) + 0.5f), number));
    }

    ContentsReader reader_;
    std::size_t pattern_rows_;
    std::size_t table_size_;
    std::vector<std::int16_t> tables_;
};

}  // namespace kibitz::othello
