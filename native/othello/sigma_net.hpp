// A network that values positions: 64 squares (1 the mover's disc, -1 the opponent's, 0 empty), one hidden layer, and one or more
// outputs that are blended by the number of discs on the board. All units have the curve 2 / (1 + e^-x) - 1. After Leouski and
// Utgoff, "What a neural network can learn about Othello" (1996).
//
// With a gate the outputs are blended part by part, by which of the part's squares hold a disc, before the one curve of the value
// (Jacobs, Jordan, Nowlan and Hinton, 1991).
//
// Hidden units look at parts of the board. A move changes a few squares: what the parts without them add stays as it was, and
// the others' sums change by a few rows of weights.
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

namespace kibitz::othello {

constexpr std::size_t BOARD_SQUARES = 64;
constexpr std::size_t SIGMA_LANES = 8;
constexpr std::size_t MAX_PARTS = 8;
constexpr std::size_t MAX_OUTPUTS = 4;
constexpr std::size_t MAX_PART_UNITS = 64;

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
    // The squares of each part, and for S of them a part, O outputs and M maps: `weights` [S, O, M], `biases` and `to_output` [O, M],
    // `output_biases` [O], `blend` [65, O]. The parts are [P, S]; all share the weights, square by square in their order. `gate` is
    // empty, or [O, S + 1]: what a disc on each square of a part adds to the part's gate of an output, and a bias behind them.
    struct Weights {
        std::span<const std::int64_t> parts;
        std::span<const float> weights;
        std::span<const float> biases;
        std::span<const float> to_output;
        std::span<const float> output_biases;
        std::span<const float> blend;
        std::span<const float> gate;
        std::size_t squares_a_part;
    };

    explicit SigmaNet(const Weights& given)
        : outputs_(given.output_biases.size()),
          parts_(given.parts.size() / std::max<std::size_t>(1, given.squares_a_part)),
          output_biases_(given.output_biases.begin(), given.output_biases.end()),
          blend_(given.blend.begin(), given.blend.end()) {
        check(given);
        units_ = (given.biases.size() + SIGMA_LANES - 1) / SIGMA_LANES * SIGMA_LANES;
        if (units_ > MAX_PART_UNITS) throw std::invalid_argument("a part of the board has at most 64 units");
        biases_ = padded(given.biases);
        lay_out_outputs(given.to_output);
        lay_out_weights(given);
        if (!given.gate.empty()) lay_out_gate(given);
    }

    // What is known of a board: the sums of each part's units, and what they add to each output; with a gate its sums and the shares
    // that follow.
    struct alignas(32) State {
        std::array<std::array<float, MAX_PART_UNITS>, MAX_PARTS> sums;
        std::array<std::array<float, MAX_OUTPUTS>, MAX_PARTS> added;
        std::array<std::array<float, MAX_OUTPUTS>, MAX_PARTS> gates;
        std::array<std::array<float, MAX_OUTPUTS>, MAX_PARTS> shares;
    };

    void look(const Board& board, State& state) const {
        for (std::size_t part = 0; part < parts_; ++part) {
            std::copy(biases_.begin(), biases_.end(), state.sums[part].begin());
            add(part, board.own & squares_[part], 1, state);
            add(part, board.opp & squares_[part], -1, state);
            weigh(part, state);
            if (is_gated()) {
                state.gates[part] = gate_biases_;
                open_gates(part, (board.own | board.opp) & squares_[part], state);
            }
        }
    }

    // The state after a move by the side of `sign`, 1 for the side that look() calls its own and -1 for the other.
    void look_after(const State& before, int square, std::uint64_t flips, float sign, State& state) const {
        const std::uint64_t placed = 1ULL << square;
        for (std::size_t part = 0; part < parts_; ++part) {
            if (((placed | flips) & squares_[part]) == 0) {
                state.added[part] = before.added[part];
                state.sums[part] = before.sums[part];
                pass_gates_on(part, before, state);
                continue;
            }
            std::copy_n(before.sums[part].begin(), units_, state.sums[part].begin());
            add(part, placed & squares_[part], sign, state);
            add(part, flips & squares_[part], 2 * sign, state);
            weigh(part, state);
            pass_gates_on(part, before, state);
            if (is_gated() && (placed & squares_[part]) != 0) open_gates(part, placed, state);
        }
    }

    // What a board of so many discs is worth to the side that look() calls its own.
    float value(const State& state, int discs) const {
        if (is_gated()) return gated_value(state);
        float total = 0;
        for (std::size_t output = 0; output < outputs_; ++output) {
            float sum = output_biases_[output];
            for (std::size_t part = 0; part < parts_; ++part) sum += state.added[part][output];
            total += blend_[static_cast<std::size_t>(discs) * outputs_ + output] * sigma(sum);
        }
        return total;
    }

    float value(const Board& board) const {
        State state;
        look(board, state);
        return value(state, std::popcount(board.own | board.opp));
    }

private:
    void check(const Weights& given) const {
        const bool fits = outputs_ > 0 && outputs_ <= MAX_OUTPUTS && parts_ > 0 && parts_ <= MAX_PARTS &&
                          given.parts.size() == parts_ * given.squares_a_part && given.biases.size() % outputs_ == 0 &&
                          given.to_output.size() == given.biases.size() &&
                          given.weights.size() == given.squares_a_part * given.biases.size() &&
                          given.blend.size() == (BOARD_SQUARES + 1) * outputs_ &&
                          (given.gate.empty() || given.gate.size() == outputs_ * (given.squares_a_part + 1));
        if (!fits) throw std::invalid_argument("the shapes of a network's weights do not fit together");
        for (const std::int64_t square : given.parts) {
            if (square < 0 || square >= static_cast<std::int64_t>(BOARD_SQUARES)) throw std::invalid_argument("squares are 0 to 63");
        }
    }

    // Units of no weight at the end, so that vectors come out even.
    std::vector<float> padded(std::span<const float> values) const {
        std::vector<float> result(units_);
        std::copy(values.begin(), values.end(), result.begin());
        return result;
    }

    // Each output has a row of weights for all units, zero for those of other outputs.
    void lay_out_outputs(std::span<const float> to_output) {
        const std::size_t maps = to_output.size() / outputs_;
        to_output_.resize(outputs_ * units_);
        for (std::size_t unit = 0; unit < to_output.size(); ++unit) to_output_[unit / maps * units_ + unit] = to_output[unit];
    }

    void lay_out_weights(const Weights& given) {
        rows_.resize(parts_ * BOARD_SQUARES * units_);
        const std::size_t units = given.biases.size();
        for (std::size_t part = 0; part < parts_; ++part) {
            for (std::size_t place = 0; place < given.squares_a_part; ++place) {
                const auto square = static_cast<std::size_t>(given.parts[part * given.squares_a_part + place]);
                squares_[part] |= 1ULL << square;
                std::copy_n(given.weights.begin() + static_cast<std::ptrdiff_t>(place * units), units, row(part, square));
            }
        }
    }

    void lay_out_gate(const Weights& given) {
        const std::size_t places = given.squares_a_part;
        gate_.resize(parts_ * BOARD_SQUARES * outputs_);
        for (std::size_t output = 0; output < outputs_; ++output) {
            const std::span<const float> of_output = given.gate.subspan(output * (places + 1), places + 1);
            gate_biases_[output] = of_output[places];
            for (std::size_t at = 0; at < given.parts.size(); ++at) {
                const auto square = static_cast<std::size_t>(given.parts[at]);
                gate_[(at / places * BOARD_SQUARES + square) * outputs_ + output] = of_output[at % places];
            }
        }
    }

    bool is_gated() const { return !gate_.empty(); }

    void pass_gates_on(std::size_t part, const State& before, State& state) const {
        if (!is_gated()) return;
        state.gates[part] = before.gates[part];
        state.shares[part] = before.shares[part];
    }

    // Adds discs on some squares of a part to its gate, and works out the shares of the outputs: the gate's softmax.
    void open_gates(std::size_t part, std::uint64_t discs, State& state) const {
        std::array<float, MAX_OUTPUTS>& gates = state.gates[part];
        while (discs != 0) {
            const float* row = gate_.data() + (part * BOARD_SQUARES + static_cast<std::size_t>(pop_square(discs))) * outputs_;
            for (std::size_t output = 0; output < outputs_; ++output) gates[output] += row[output];
        }
        const float highest = *std::max_element(gates.begin(), gates.begin() + static_cast<std::ptrdiff_t>(outputs_));
        float total = 0;
        for (std::size_t output = 0; output < outputs_; ++output) {
            state.shares[part][output] = std::exp(gates[output] - highest);
            total += state.shares[part][output];
        }
        for (std::size_t output = 0; output < outputs_; ++output) state.shares[part][output] /= total;
    }

    float gated_value(const State& state) const {
        float sum = 0;
        for (std::size_t part = 0; part < parts_; ++part) {
            for (std::size_t output = 0; output < outputs_; ++output) {
                sum += state.shares[part][output] * (state.added[part][output] + output_biases_[output]);
            }
        }
        return sigma(sum);
    }

    float* row(std::size_t part, std::size_t square) { return rows_.data() + (part * BOARD_SQUARES + square) * units_; }

    void add(std::size_t part, std::uint64_t squares, float amount, State& state) const {
        while (squares != 0) {
            const float* row = rows_.data() + (part * BOARD_SQUARES + static_cast<std::size_t>(pop_square(squares))) * units_;
            for (std::size_t unit = 0; unit < units_; ++unit) state.sums[part][unit] += amount * row[unit];
        }
    }

    void weigh(std::size_t part, State& state) const {
        alignas(32) std::array<float, MAX_PART_UNITS> curved;
        for (std::size_t unit = 0; unit < units_; ++unit) curved[unit] = sigma(state.sums[part][unit]);
        for (std::size_t output = 0; output < outputs_; ++output) {
            const float* weights = to_output_.data() + output * units_;
            std::array<float, SIGMA_LANES> lanes{};
            for (std::size_t unit = 0; unit < units_; unit += SIGMA_LANES) {
                for (std::size_t lane = 0; lane < SIGMA_LANES; ++lane) lanes[lane] += weights[unit + lane] * curved[unit + lane];
            }
            float total = 0;
            for (const float lane : lanes) total += lane;
            state.added[part][output] = total;
        }
    }

    std::size_t outputs_;
    std::size_t parts_;
    std::size_t units_ = 0;
    std::array<std::uint64_t, MAX_PARTS> squares_{};
    std::vector<float> output_biases_;
    std::vector<float> blend_;
    std::vector<float> biases_;
    std::vector<float> to_output_;
    std::vector<float> rows_;
    std::vector<float> gate_;  // by part and square, a row of outputs; empty without a gate
    std::array<float, MAX_OUTPUTS> gate_biases_{};
};

}  // namespace kibitz::othello
