// The trained move predictor in use: the same sums and the same small network as in training, on rows of single bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "go/expert/candidates.hpp"
#include "go/expert/head.hpp"

namespace kibitz::go {

using ByteRow = std::array<std::int8_t, LANES>;

// What is thought of some moves, in their order: how likely each is, and the summed rows from which that was concluded.
struct ScoredMoves {
    std::vector<float> probabilities;
    std::vector<Lanes> sums;
};

class Scorer {
public:
    // `rows` is [FIXED_ROWS + vectors, LANES], `unit` what one step of a lane is worth, `straight` steps of `straight_unit` for the
    // patterns behind the first `vectors`, `heads` all heads as floats.
    Scorer(std::span<const std::uint64_t> keys, std::span<const std::int8_t> rows, std::span<const float> unit,
           std::span<const std::int8_t> straight, float straight_unit, std::span<const float> heads)
        : patterns_{KeyMap::numbering(keys), 0}, straight_(straight.begin(), straight.end()), straight_unit_(straight_unit) {
        const std::size_t count = rows.size() / LANES;
        const bool fits = rows.size() % LANES == 0 && count >= FIXED_ROWS && count - FIXED_ROWS + straight.size() == keys.size();
        if (!fits || unit.size() != LANES || heads.size() != STAGES * HEAD_FLOATS) {
            throw std::invalid_argument("the tables do not have the size this model needs");
        }
        patterns_.vectors = static_cast<std::uint32_t>(count - FIXED_ROWS);
        rows_.resize(count);
        std::copy(rows.begin(), rows.end(), rows_.front().begin());
        std::copy(unit.begin(), unit.end(), unit_.begin());
        for (std::size_t stage = 0; stage < heads_.size(); ++stage) {
            std::ranges::copy(heads.subspan(stage * HEAD_FLOATS, HEAD_FLOATS), floats_of(heads_[stage]).begin());
        }
    }

    // What is thought of some legal moves; there must be one at least.
    ScoredMoves predict(const Board& board, Stone mover, const RecentMoves& recent, std::span<const Cell> cells) const {
        Candidates candidates;
        candidates.find(board, mover, recent, cells, patterns_);
        ScoredMoves scored;
        HeadUnits hidden;
        const Head& head = heads_[static_cast<std::size_t>(candidates.stage())];
        for (std::size_t move = 0; move < cells.size(); ++move) {
            scored.sums.push_back(sum_of(candidates[move]));
            scored.probabilities.push_back(head.score(scored.sums.back(), hidden));
        }
        softmax(scored.probabilities);
        return scored;
    }

private:
    Lanes sum_of(const CandidateRows& found) const {
        std::array<std::int16_t, LANES> steps{};
        for (std::size_t i = 0; i < found.row_count; ++i) {
            const ByteRow& row = rows_[found.rows[i]];
            for (std::size_t lane = 0; lane < LANES; ++lane) steps[lane] = static_cast<std::int16_t>(steps[lane] + row[lane]);
        }
        Lanes sum;
        for (std::size_t lane = 0; lane < LANES; ++lane) sum[lane] = static_cast<float>(steps[lane]) * unit_[lane];
        int straight = 0;
        for (std::size_t i = 0; i < found.straight_count; ++i) straight += straight_[found.straight[i]];
        sum[0] += static_cast<float>(straight) * straight_unit_;
        return sum;
    }

    Patterns patterns_;
    std::vector<ByteRow> rows_;
    Lanes unit_{};
    std::vector<std::int8_t> straight_;
    float straight_unit_;
    std::array<Head, STAGES> heads_{};
};

}  // namespace kibitz::go
