// Pattern tables that say what a position is worth and which move is likely to be chosen in it, and that learn both from games.
// Value and likelihood are sums of one weight for each place; the likelihood of a move is read from the position after it. All
// images of a pattern under the symmetries of the board share their weights, so a game teaches its eight images as well.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/evaluation_features.hpp"
#include "games/huge_pages.hpp"

namespace kibitz::othello {

class PolicyTables {
public:
    static constexpr std::size_t LANES = 2;  // value in discs, logarithm of the likelihood

    PolicyTables(const PatternSet& set, const Knots& knots, std::uint64_t playable)
        : reader_(set), knots_(knots), playable_(playable), pattern_rows_(set.row_count()),
          number_count_(row_count() * knots.size() * LANES) {
        weights_.reserve(number_count_);
        prefer_huge_pages(weights_.data(), number_count_ * sizeof(float));
        weights_.resize(number_count_);
    }

    std::size_t row_count() const { return pattern_rows_ + ALL_COUNT_ROWS; }
    std::size_t knot_count() const { return knots_.size(); }

    // All numbers of a table, [rows, knots, lanes]: the weights, and the sums of squared gradients that learning keeps.
    std::span<float> weights() { return weights_; }
    std::span<float> squares() {
        // Whoever only plays does without them. One keeps the first step from being wild.
        if (squares_.empty()) squares_.assign(number_count_, 1.0f);
        return squares_;
    }

    // Writes the priors of the legal squares into `priors`, 64 zeros, and returns the value as a part of the highest score.
    float judge(const Board& board, std::span<float> priors) const {
        const Reading reading(*this, board);
        reading.write_priors(priors);
        return std::clamp(reading.value / static_cast<float>(std::popcount(playable_)), -1.0f, 1.0f);
    }

    struct Errors {
        double squared = 0;        // of values, in discs
        double cross_entropy = 0;  // of moves, in nats
    };

    // Moves the weights towards a score in discs and the shares of the legal squares, 64 numbers; returns the errors before.
    Errors learn(const Board& board, float score, std::span<const float> shares, float value_rate, float policy_rate) {
        squares();
        const Reading reading(*this, board);
        const float error = score - reading.value;
        step(reading.here, 0, error, value_rate);
        double cross_entropy = 0;
        for (std::size_t i = 0; i < reading.move_count; ++i) {
            const float share = shares[static_cast<std::size_t>(reading.moves[i])];
            if (share > 0) cross_entropy -= share * std::log(std::max(reading.priors[i], 1e-9f));
            step(reading.after[i], 1, share - reading.priors[i], policy_rate);
        }
        return {static_cast<double>(error) * error, cross_entropy};
    }

private:
    static constexpr std::size_t MAX_MOVES = 40;

    struct Rows {
        std::array<std::uint32_t, MAX_PLACES + COUNTS> of;
        std::size_t count;
        Knots::Blend blend;
    };

    // A position with the rows it reads, those of its moves, and what they add up to.
    struct Reading {
        Reading(const PolicyTables& tables, const Board& board) {
            const Contents contents = tables.reader_.read(board);
            here = tables.rows_of(board, contents);
            for (std::uint64_t legal = board.legal(tables.playable_); legal != 0 && move_count < MAX_MOVES;) {
                const int square = pop_square(legal);
                const std::uint64_t flips = flip_mask(board.own, board.opp, square);
                const Board child{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)};
                after[move_count] = tables.rows_of(child, tables.reader_.after(contents, square, flips));
                moves[move_count++] = static_cast<std::int8_t>(square);
            }
            // By now the weights of the first positions are on their way into the cache.
            value = tables.sum(here)[0];
            for (std::size_t i = 0; i < move_count; ++i) priors[i] = tables.sum(after[i])[1];
            make_shares();
        }

        void write_priors(std::span<float> all) const {
            for (std::size_t i = 0; i < move_count; ++i) all[static_cast<std::size_t>(moves[i])] = priors[i];
        }

        void make_shares() {
            const auto logits = std::span(priors).first(move_count);
            if (logits.empty()) return;
            const float highest = *std::ranges::max_element(logits);
            float sum = 0;
            for (float& logit : logits) sum += logit = std::exp(logit - highest);
            for (float& share : logits) share /= sum;
        }

        Rows here;
        float value = 0;
        std::size_t move_count = 0;
        std::array<Rows, MAX_MOVES> after;
        std::array<float, MAX_MOVES> priors;
        std::array<std::int8_t, MAX_MOVES> moves;
    };

    Rows rows_of(const Board& board, const Contents& contents) const {
        Rows rows;
        rows.count = reader_.place_count() + COUNTS;
        rows.blend = knots_.at(std::popcount(board.own | board.opp));
        std::size_t i = 0;
        for (; i < reader_.place_count(); ++i) {
            rows.of[i] = reader_.row_of_entry()[static_cast<std::size_t>(
                static_cast<int>(reader_.middle_entry(i)) + contents.of_place[i])];
        }
        for (const std::uint32_t row : count_rows(board, playable_).rows) {
            rows.of[i++] = static_cast<std::uint32_t>(pattern_rows_) + row;
        }
        for (std::size_t place = 0; place < rows.count; ++place) {
            __builtin_prefetch(weights_.data() + place_of(rows.of[place], rows.blend));
        }
        return rows;
    }

    // Where the numbers of a row at a blend's first knot begin; those of the next knot are behind them.
    std::size_t place_of(std::uint32_t row, const Knots::Blend& blend) const {
        return (static_cast<std::size_t>(row) * knots_.size() + blend.first) * LANES;
    }

    std::array<float, LANES> sum(const Rows& rows) const {
        std::array<float, 2 * LANES> sums{};
        for (std::size_t i = 0; i < rows.count; ++i) {
            const float* numbers = weights_.data() + place_of(rows.of[i], rows.blend);
            for (std::size_t lane = 0; lane < 2 * LANES; ++lane) sums[lane] += numbers[lane];
        }
        const float first = rows.blend.first_share;
        return {first * sums[0] + (1 - first) * sums[2], first * sums[1] + (1 - first) * sums[3]};
    }

    // Adagrad's step (Duchi, Hazan and Singer, 2011) for one lane of all rows.
    void step(const Rows& rows, std::size_t lane, float error, float rate) {
        const float shares[2] = {rows.blend.first_share, 1 - rows.blend.first_share};
        for (std::size_t i = 0; i < rows.count; ++i) {
            const std::size_t place = place_of(rows.of[i], rows.blend) + lane;
            for (std::size_t knot = 0; knot < 2; ++knot) {
                const float gradient = error * shares[knot];
                float& squares = squares_[place + knot * LANES];
                squares += gradient * gradient;
                weights_[place + knot * LANES] += rate * gradient / std::sqrt(squares);
            }
        }
    }

    ContentsReader reader_;
    Knots knots_;
    std::uint64_t playable_;
    std::size_t pattern_rows_;
    std::size_t number_count_;
    std::vector<float> weights_;
    std::vector<float> squares_;
};

}  // namespace kibitz::othello
