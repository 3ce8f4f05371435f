// The small network on top of the summed rows of a candidate: it turns a vector into the score of a move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace kibitz::go {

// A row is one cache line. Lane 0 goes straight into the score, the others through the network; the last one is no part of the sum:
// training keeps its own number there.
constexpr std::size_t LANES = 16;
constexpr std::size_t INPUTS = LANES - 2;
constexpr std::size_t HIDDEN = 24;

using Lanes = std::array<float, LANES>;
using HeadUnits = std::array<float, HIDDEN>;

// One set of weights for each stage of the game. It holds nothing but floats, so that it can be handed over as one array.
struct Head {
    std::array<HeadUnits, INPUTS> to_hidden{};
    HeadUnits hidden_bias{};
    HeadUnits from_hidden{};

    // The summed lanes are taken as they are; the hidden units bend them.
    float score(const Lanes& sum, HeadUnits& hidden) const {
        // Sums of its own, which nothing else can point to, are kept in registers.
        HeadUnits units = hidden_bias;
        for (std::size_t input = 0; input < INPUTS; ++input) {
            for (std::size_t unit = 0; unit < HIDDEN; ++unit) units[unit] += to_hidden[input][unit] * sum[input + 1];
        }
        float score = sum[0];
        for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
            units[unit] = std::max(units[unit], 0.0F);
            score += from_hidden[unit] * units[unit];
        }
        hidden = units;
        return score;
    }

    // Adds to `gradient` and writes the gradient of the summed lanes; `error` is that of the score.
    void back(float error, const Lanes& sum, const HeadUnits& hidden, Head& gradient, Lanes& to_lanes) const {
        HeadUnits delta;
        for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
            gradient.from_hidden[unit] += error * hidden[unit];
            delta[unit] = hidden[unit] > 0 ? error * from_hidden[unit] : 0.0F;
            gradient.hidden_bias[unit] += delta[unit];
        }
        for (std::size_t input = 0; input < INPUTS; ++input) {
            float slope = 0;
            for (std::size_t unit = 0; unit < HIDDEN; ++unit) {
                gradient.to_hidden[input][unit] += delta[unit] * sum[input + 1];
                slope += delta[unit] * to_hidden[input][unit];
            }
            to_lanes[input + 1] = slope;
        }
        to_lanes[0] = error;
        to_lanes[LANES - 1] = 0;
    }
};

constexpr std::size_t HEAD_FLOATS = sizeof(Head) / sizeof(float);

inline std::span<float> floats_of(Head& head) { return {reinterpret_cast<float*>(&head), HEAD_FLOATS}; }
inline std::span<const float> floats_of(const Head& head) { return {reinterpret_cast<const float*>(&head), HEAD_FLOATS}; }

// Scores become probabilities in place.
inline void softmax(std::span<float> scores) {
    const float highest = *std::max_element(scores.begin(), scores.end());
    float sum = 0;
    for (float& score : scores) sum += score = std::exp(score - highest);
    for (float& score : scores) score /= sum;
}

}  // namespace kibitz::go
