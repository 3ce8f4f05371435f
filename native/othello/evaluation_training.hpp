// Fits the weights of an evaluation to known results by stochastic gradient descent on the squared error, with a step for each
// weight that shrinks with its past gradients (Duchi, Hazan and Singer's Adagrad, 2011).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/evaluation_features.hpp"

namespace kibitz::othello {

class EvaluationTrainer {
public:
    // Without counts of the whole board only the patterns are learnt. The greater the caution, the smaller are the first steps of
    // rows that are seldom met.
    EvaluationTrainer(const PatternSet& set, const Knots& knots, bool with_counts = true, bool with_frontier = true, float caution = 1)
        : reader_(set),
          knots_(knots),
          with_counts_(with_counts),
          with_frontier_(with_frontier),
          pattern_rows_(set.row_count()),
          weights_(knots.size() * row_count(), Weight{0, caution}) {}

    std::size_t row_count() const { return pattern_rows_ + ALL_COUNT_ROWS; }
    std::size_t knot_count() const { return knots_.size(); }

    float predict(const Board& board) const {
        const auto [rows, count] = rows_of(board);
        return predict(blend_of(board), std::span(rows).first(count));
    }

    // Moves the weights towards the target, in discs, and returns by how much the prediction before was off.
    float learn(const Board& board, float target, float rate) {
        const auto [all_rows, count] = rows_of(board);
        const auto rows = std::span(all_rows).first(count);
        const Knots::Blend& blend = blend_of(board);
        const float error = target - predict(blend, rows);
        for (const std::uint32_t row : rows) {
            step(weights_[blend.first * row_count() + row], error, blend.first_share, rate);
            step(weights_[(blend.first + 1) * row_count() + row], error, 1 - blend.first_share, rate);
        }
        return error;
    }

    // One weight for each knot and row, in discs.
    std::vector<float> weights() const {
        std::vector<float> values;
        values.reserve(weights_.size());
        for (const Weight& weight : weights_) values.push_back(weight.value);
        return values;
    }

    // The sums of squared gradients, one for each weight; with the weights they are all that is remembered.
    std::vector<float> squares() const {
        std::vector<float> sums;
        sums.reserve(weights_.size());
        for (const Weight& weight : weights_) sums.push_back(weight.squares);
        return sums;
    }

    // Go on from what weights() and squares() gave.
    void restore(std::span<const float> values, std::span<const float> squares) {
        if (values.size() != weights_.size() || squares.size() != weights_.size()) {
            throw std::invalid_argument("an evaluation has one weight for each knot and row");
        }
        for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = {values[i], squares[i]};
    }

private:
    struct Weight {
        float value = 0;
        float squares = 1;  // sum of squared gradients; one keeps the first step from being wild
    };

    struct Rows {
        std::array<std::uint32_t, MAX_PLACES + COUNTS> of;
        std::size_t count;
    };

    Rows rows_of(const Board& board) const {
        const Contents contents = reader_.read(board);
        Rows rows{{}, reader_.place_count() + (with_counts_ ? COUNTS : 0)};
        std::size_t i = 0;
        for (; i < reader_.place_count(); ++i) {
            rows.of[i] = reader_.row_of_entry()[static_cast<std::size_t>(
                static_cast<int>(reader_.middle_entry(i)) + contents.of_place[i])];
        }
        if (!with_counts_) return rows;
        for (const std::uint32_t row : count_rows(board).rows) {
            const bool is_frontier = row >= FRONTIER_ROW && row < FRONTIER_ROW + FRONTIER_ROWS;
            if (with_frontier_ || !is_frontier) rows.of[i++] = static_cast<std::uint32_t>(pattern_rows_) + row;
        }
        rows.count = i;
        return rows;
    }

    const Knots::Blend& blend_of(const Board& board) const { return knots_.at(std::popcount(board.own | board.opp)); }

    float predict(const Knots::Blend& blend, std::span<const std::uint32_t> rows) const {
        const Weight* first = weights_.data() + blend.first * row_count();
        const Weight* next = first + row_count();
        float first_sum = 0;
        float next_sum = 0;
        for (const std::uint32_t row : rows) {
            first_sum += first[row].value;
            next_sum += next[row].value;
        }
        return blend.first_share * first_sum + (1 - blend.first_share) * next_sum;
    }

    static void step(Weight& weight, float error, float share, float rate) {
        const float gradient = error * share;
        weight.squares += gradient * gradient;
        weight.value += rate * gradient / std::sqrt(weight.squares);
    }

    ContentsReader reader_;
    Knots knots_;
    bool with_counts_;
    bool with_frontier_;
    std::size_t pattern_rows_;
    std::vector<Weight> weights_;
};

}  // namespace kibitz::othello
