// The trained move model in use: the same sums and the same small network as in training, on rows of single bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/expert/head.hpp"

namespace kibitz::othello {

using ByteRow = std::array<std::int8_t, LANES>;

class MoveScorer {
public:
    // `rows` is [row_count, LANES], `unit` what one step of a lane is worth, `heads` all heads as floats.
    MoveScorer(std::span<const std::uint64_t> after_patterns, std::span<const std::int8_t> rows, std::span<const float> unit,
               std::span<const float> heads)
        : source_(after_patterns) {
        if (rows.size() != source_.row_count() * LANES || unit.size() != LANES || heads.size() != STAGES * HEAD_FLOATS) {
            throw std::invalid_argument("the tables do not have the size this model needs");
        }
        rows_.resize(source_.row_count());
        std::copy(rows.begin(), rows.end(), rows_.front().begin());
        std::copy(unit.begin(), unit.end(), unit_.begin());
        for (int stage = 0; stage < STAGES; ++stage) {
            std::ranges::copy(heads.subspan(stage * HEAD_FLOATS, HEAD_FLOATS), floats_of(heads_[stage]).begin());
        }
    }

    // Probabilities of the legal moves in ascending order of squares; returns their number.
    int predict(const Positions& positions, std::size_t index, std::span<float> probabilities) const {
        Candidates candidates;
        source_.find(positions, index, candidates);
        HeadInput input;
        HeadUnits hidden;
        for (int move = 0; move < candidates.count; ++move) {
            const Lanes sum = sum_of(candidates, move);
            const std::span<const float> extras{candidates.extra_inputs[move], EXTRA_INPUTS};
            probabilities[move] = heads_[candidates.stage].score(sum, extras, input, hidden);
        }
        softmax(probabilities.first(candidates.count));
        return candidates.count;
    }

private:
    Lanes sum_of(const Candidates& candidates, int move) const {
        // At most 128 rows of at most 127: 16 bits hold every sum.
        alignas(64) std::array<std::int16_t, LANES> steps{};
        for (int feature = 0; feature < source_.feature_count(); ++feature) {
            const ByteRow& row = rows_[candidates.rows[move][feature]];
            for (int lane = 0; lane < LANES; ++lane) steps[lane] = static_cast<std::int16_t>(steps[lane] + row[lane]);
        }
        Lanes sum;
        for (int lane = 0; lane < LANES; ++lane) sum[lane] = static_cast<float>(steps[lane]) * unit_[lane];
        return sum;
    }

    CandidateRows source_;
    std::vector<ByteRow> rows_;
    Lanes unit_{};
    std::array<Head, STAGES> heads_{};
};

}  // namespace kibitz::othello
