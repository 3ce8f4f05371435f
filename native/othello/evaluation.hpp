// Linear pattern evaluation: what a position is worth to the side to move, as a sum of one weight for each place and count.
// After Buro's Logistello; the weights come from kibitz.learn.evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <mutex>
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
        : reader_(set), knots_(knots), pattern_rows_(set.row_count()), weights_(weights.begin(), weights.end()) {
        if (weights.size() != knots.size() * row_count()) throw std::invalid_argument("weights do not fit the patterns");
        middle_entries_.fill(static_cast<std::int32_t>(zero_entry()));
        for (std::size_t place = 0; place < reader_.place_count(); ++place) {
            middle_entries_[place] = static_cast<std::int32_t>(reader_.middle_entry(place));
        }
        looked_up_ = (reader_.place_count() + GATHERED - 1) / GATHERED * GATHERED;
        reads_frontier_ = has_frontier_weights();
    }

    std::size_t row_count() const { return pattern_rows_ + ALL_COUNT_ROWS; }
    const ContentsReader& reader() const { return reader_; }

    // What the position is worth to the side to move; the final score if the game is over.
    int value(const Board& board, const Contents& contents) const {
        const CountRows counts = count_rows(board, ~0ULL, reads_frontier_);
        if (counts.over) return final_value(board);
        const std::int16_t* table = table_for(std::popcount(board.own | board.opp));
        int sum = sum_of_entries(table, middle_entries_.data(), contents.of_place.data(), looked_up_);
        const std::int16_t* count_weights = table + count_entry();
        for (const std::uint32_t row : counts.rows) sum += count_weights[row];
        return std::clamp(sum, -MAX_VALUE, MAX_VALUE);
    }

    int value(const Board& board) const { return value(board, reader_.read(board)); }

private:
    static constexpr std::size_t GATHERED = 8;  // places that are looked up at once
    // A gather reads two weights; places without a pattern read zeros.
    static constexpr std::size_t ZEROS = 2;

    std::size_t zero_entry() const { return reader_.row_of_entry().size(); }
    std::size_t count_entry() const { return zero_entry() + ZEROS; }

    // Tables are laid out when a board with so many discs is first met, since few games meet all.
    const std::int16_t* table_for(int discs) const {
        const std::int16_t* table = tables_[static_cast<std::size_t>(discs)].load(std::memory_order_acquire);
        return table != nullptr ? table : lay_out(discs);
    }

    [[gnu::noinline]] const std::int16_t* lay_out(int discs) const {
        const std::lock_guard lock(laying_out_);
        auto& table = tables_[static_cast<std::size_t>(discs)];
        if (const std::int16_t* made = table.load(std::memory_order_acquire)) return made;
        auto& entries = entries_[static_cast<std::size_t>(discs)];
        entries = laid_out(knots_.at(discs));
        table.store(entries.data(), std::memory_order_release);
        return entries.data();
    }

    // Rows are blended before they are laid out, since many entries share a row.
    std::vector<std::int16_t> laid_out(const Knots::Blend& blend) const {
        const std::int16_t* first = weights_.data() + blend.first * row_count();
        const std::int16_t* next = first + row_count();
        std::vector<std::int16_t> blended(row_count());
        for (std::size_t row = 0; row < blended.size(); ++row) {
            blended[row] = nearest(blend.first_share * first[row] + (1 - blend.first_share) * next[row]);
        }
        std::vector<std::int16_t> entries(count_entry() + ALL_COUNT_ROWS);
        auto entry = entries.begin();
        for (const std::uint32_t row : reader_.row_of_entry()) *entry++ = blended[row];
        std::copy(blended.begin() + static_cast<std::ptrdiff_t>(pattern_rows_), blended.end(), entry + ZEROS);
        return entries;
    }

    // Halves go away from zero. Unlike std::lround this is done for many numbers at once.
    static std::int16_t nearest(float number) {
        return static_cast<std::int16_t>(std::copysign(std::floor(std::fabs(number) + 0.5f), number));
    }

    bool has_frontier_weights() const {
        for (std::size_t knot = 0; knot < knots_.size(); ++knot) {
            const auto rows = std::span(weights_).subspan(knot * row_count() + pattern_rows_ + FRONTIER_ROW, FRONTIER_ROWS);
            if (std::ranges::any_of(rows, [](std::int16_t weight) { return weight != 0; })) return true;
        }
        return false;
    }

    ContentsReader reader_;
    Knots knots_;
    std::size_t pattern_rows_;
    std::vector<std::int16_t> weights_;
    alignas(32) std::array<std::int32_t, MAX_PLACES> middle_entries_;
    std::size_t looked_up_ = 0;
    bool reads_frontier_ = true;
    mutable std::mutex laying_out_;
    mutable std::array<std::atomic<const std::int16_t*>, 65> tables_{};
    mutable std::array<std::vector<std::int16_t>, 65> entries_;
};

}  // namespace kibitz::othello
