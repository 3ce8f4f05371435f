// The small network on top of the summed rows: it turns a vector and a few numbers into the score of a move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "othello/expert/candidates.hpp"

namespace kibitz::othello {

// A row of the table: lane 0 goes straight into the score, the others through the network. The last lane is not part of
// the sum: training keeps its own number there.
constexpr int LANES = 32;
constexpr int VECTOR_LANES = LANES - 2;
constexpr int INPUTS = VECTOR_LANES + EXTRA_INPUTS;
constexpr int HIDDEN = 16;

using Lanes = std::array<float, LANES>;
using HeadInput = std::array<float, INPUTS>;
using HeadUnits = std::array<float, HIDDEN>;

// One set of weights for each stage of the game. It holds nothing but floats, so that it can be handed over as one array.
struct Head {
    std::array<HeadInput, HIDDEN> to_hidden{};
    HeadUnits hidden_bias{};
    HeadUnits from_hidden{};
    HeadInput direct{};

    float score(const Lanes& sum, std::span<const float> extras, HeadInput& input, HeadUnits& hidden) const {
        for (int lane = 0; lane < VECTOR_LANES; ++lane) input[lane] = std::max(sum[lane + 1], 0.0f);
        std::copy(extras.begin(), extras.end(), input.begin() + VECTOR_LANES);
        float score = sum[0];
        for (int i = 0; i < INPUTS; ++i) score += direct[i] * input[i];
        for (int unit = 0; unit < HIDDEN; ++unit) {
            float activation = hidden_bias[unit];
            for (int i = 0; i < INPUTS; ++i) activation += to_hidden[unit][i] * input[i];
            hidden[unit] = std::max(activation, 0.0f);
            score += from_hidden[unit] * hidden[unit];
        }
        return score;
    }

    // Adds to `gradient` and writes the gradient of the summed lanes; `error` is that of the score.
    void back(float error, const HeadInput& input, const HeadUnits& hidden, Head& gradient, Lanes& to_lanes) const {
        HeadInput to_input;
        for (int i = 0; i < INPUTS; ++i) {
            to_input[i] = error * direct[i];
            gradient.direct[i] += error * input[i];
        }
        for (int unit = 0; unit < HIDDEN; ++unit) {
            gradient.from_hidden[unit] += error * hidden[unit];
            if (hidden[unit] <= 0) continue;
            const float delta = error * from_hidden[unit];
            gradient.hidden_bias[unit] += delta;
            for (int i = 0; i < INPUTS; ++i) {
                gradient.to_hidden[unit][i] += delta * input[i];
                to_input[i] += delta * to_hidden[unit][i];
            }
        }
        to_lanes[0] = error;
        for (int lane = 0; lane < VECTOR_LANES; ++lane) to_lanes[lane + 1] = input[lane] > 0 ? to_input[lane] : 0.0f;
        to_lanes[LANES - 1] = 0;
    }
};

constexpr std::size_t HEAD_FLOATS = sizeof(Head) / sizeof(float);

inline std::span<float> floats_of(Head& head) { return {reinterpret_cast<float*>(&head), HEAD_FLOATS}; }
inline std::span<const float> floats_of(const Head& head) { return {reinterpret_cast<const float*>(&head), HEAD_FLOATS}; }

// Scores become probabilities in place.
inline void softmax(std::span<float> scores) {
    float highest = -INFINITY;
    for (const float score : scores) highest = std::max(highest, score);
    float sum = 0;
    for (float& score : scores) sum += score = std::exp(score - highest);
    for (float& score : scores) score /= sum;
}

}  // namespace kibitz::othello
