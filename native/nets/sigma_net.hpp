// A network that values positions: 64 squares (1 the mover's disc, -1 the opponent's, 0 empty), one hidden layer, and one or more
// outputs that are blended by the number of discs on the board. All units have the curve 2 / (1 + e^-x) - 1. After Leouski and
// Utgoff, "What a neural network can learn about Othello" (1996).
//
// The sums of the hidden units are kept from move to move: a move changes a few squares and so adds a few rows of weights.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"

namespace kibitz {

constexpr std::size_t SIGMA_LANES = 8;
constexpr std::size_t MAX_SIGMA_UNITS = 512;
constexpr std::size_t BOARD_SQUARES = 64;

// 2 / (1 + e^-x) - 1 within 3e-7, in plain arithmetic that compilers turn into vector instructions.
inline float sigma(float x) {
    constexpr float LOG2_E = 1.44269504f;
    constexpr float LN_2 = 0.693147181f;
    constexpr float ROUNDER = 12582912.0f;  // 1.5 · 2^23: adding it leaves no bits for fractions
    const float doublings = std::clamp(x, -30.0f, 30.0f) * LOG2_E;
    const float rounded = doublings + ROUNDER;
    const float whole = rounded - ROUNDER;
    const float rest = (doublings - whole) * LN_2;
    const float fraction_power =
        1 + rest * (1 + rest * (1 / 2.0f + rest * (1 / 6.0f + rest * (1 / 24.0f + rest * (1 / 120.0f + rest / 720)))));
    const float whole_power = std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23);
    return 1 - 2 / (1 + whole_power * fraction_power);
}

class SigmaNet {
public:
    // `weights` is [64, units], `biases` and `outputs` [units], `output_biases` [outputs], `blend` [65, outputs]. The units of each
    // output stand together, and there are equally many of them for each.
    SigmaNet(std::span<const float> weights, std::span<const float> biases, std::span<const float> outputs,
             std::span<const float> output_biases, std::span<const float> blend)
        : output_biases_(output_biases.begin(), output_biases.end()), blend_(blend.begin(), blend.end()) {
        const std::size_t count = output_biases.size();
        if (count == 0 || biases.size() % count != 0 || outputs.size() != biases.size() ||
            weights.size() != BOARD_SQUARES * biases.size() || blend.size() != (BOARD_SQUARES + 1) * count) {
            throw std::invalid_argument("the shapes of a network's weights do not fit together");
        }
        const std::size_t given = biases.size() / count;
        stride_ = (given + SIGMA_LANES - 1) / SIGMA_LANES * SIGMA_LANES;
        if (units() > MAX_SIGMA_UNITS) throw std::invalid_argument("a network has at most 512 hidden units");
        biases_ = padded(biases, given);
        outputs_ = padded(outputs, given);
        for (std::size_t square = 0; square < BOARD_SQUARES; ++square) {
            const auto row = padded(weights.subspan(square * biases.size(), biases.size()), given);
            weights_.insert(weights_.end(), row.begin(), row.end());
        }
    }

    struct alignas(32) Sums {
        std::array<float, MAX_SIGMA_UNITS> of_unit;
    };

    // The sums of the hidden units for a board.
    void sum(const Board& board, Sums& sums) const {
        std::copy(biases_.begin(), biases_.end(), sums.of_unit.begin());
        add(board.own, 1, sums);
        add(board.opp, -1, sums);
    }

    // The sums after a move by the side of `sign`, 1 for the side that sums() calls its own and -1 for the other.
    void sum_after(const Sums& before, int square, std::uint64_t flips, float sign, Sums& sums) const {
        std::copy_n(before.of_unit.begin(), units(), sums.of_unit.begin());
        add(1ULL << square, sign, sums);
        add(flips, 2 * sign, sums);
    }

    // What a board is worth to the side that sums() calls its own.
    float value(const Sums& sums, int discs) const {
        float total = 0;
        for (std::size_t output = 0; output < output_biases_.size(); ++output) {
            const float share = blend_[static_cast<std::size_t>(discs) * output_biases_.size() + output];
            total += share * sigma(output_biases_[output] + weighted_units(sums, output * stride_));
        }
        return total;
    }

    float value(const Board& board) const {
        Sums sums;
        sum(board, sums);
        return value(sums, std::popcount(board.own | board.opp));
    }

private:
    std::size_t units() const { return stride_ * output_biases_.size(); }

    // Units of no weight behind those of each output, so that vectors come out even.
    std::vector<float> padded(std::span<const float> values, std::size_t given) const {
        std::vector<float> result(units());
        for (std::size_t i = 0; i < values.size(); ++i) result[i / given * stride_ + i % given] = values[i];
        return result;
    }

    void add(std::uint64_t squares, float amount, Sums& sums) const {
        while (squares != 0) {
            const float* row = weights_.data() + static_cast<std::size_t>(pop_square(squares)) * units();
            for (std::size_t unit = 0; unit < units(); ++unit) sums.of_unit[unit] += amount * row[unit];
        }
    }

    float weighted_units(const Sums& sums, std::size_t first) const {
        std::array<float, SIGMA_LANES> lanes{};
        for (std::size_t unit = first; unit < first + stride_; unit += SIGMA_LANES) {
            for (std::size_t lane = 0; lane < SIGMA_LANES; ++lane) {
                lanes[lane] += outputs_[unit + lane] * sigma(sums.of_unit[unit + lane]);
            }
        }
        float total = 0;
        for (const float lane : lanes) total += lane;
        return total;
    }

    std::vector<float> output_biases_;
    std::vector<float> blend_;
    std::size_t stride_ = 0;
    std::vector<float> weights_;
    std::vector<float> biases_;
    std::vector<float> outputs_;
};

}  // namespace kibitz
