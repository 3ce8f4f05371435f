// Learns how likely an expert plays each legal move: a softmax over the scores of the moves, a score being a small network on
// the sum of table rows. Stochastic gradient descent with Adagrad, one position at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "othello/expert/head.hpp"
#include "othello/random_games.hpp"

namespace kibitz::othello {

// Two cache lines: the lanes of a row, and in the last one Adagrad's sum of squared gradients.
struct alignas(64) TrainedRow {
    Lanes lane;

    float& squares() { return lane[LANES - 1]; }
};

struct Rates {
    float rows;
    float straight;  // of lane 0
    float head;
};

struct Tally {
    double loss = 0;
    std::int64_t right = 0;
    std::int64_t positions = 0;
};

class MoveTrainer {
public:
    MoveTrainer(std::span<const std::uint64_t> after_patterns, std::uint64_t seed)
        : source_(after_patterns), rows_(source_.row_count()) {
        Random random(seed);
        const auto noise = [&random](float scale) {
            return scale * (static_cast<float>(random.next() >> 40) / static_cast<float>(1 << 23) - 1.0f);
        };
        for (TrainedRow& row : rows_) {
            for (float& value : row.lane) value = noise(0.02f);
            row.lane[0] = 0;
            row.squares() = 0;
        }
        for (Head& head : heads_) {
            for (auto& unit : head.to_hidden) {
                for (float& weight : unit) weight = noise(0.4f);
            }
            for (float& weight : head.from_hidden) weight = noise(0.4f);
        }
    }

    std::span<TrainedRow> rows() { return rows_; }
    std::array<Head, STAGES>& heads() { return heads_; }
    std::array<Head, STAGES>& head_squares() { return head_squares_; }

    // One pass in the given order; `played` are squares. Positions with a single legal move teach nothing and are skipped.
    // With more than one thread the result depends on their timing.
    Tally train(const Positions& positions, std::span<const std::int8_t> played, std::span<const std::int64_t> order,
                const Rates& rates, int threads) {
        std::vector<Tally> tallies(threads);
        const auto work = [&](int worker) {
            const std::size_t begin = order.size() * worker / threads;
            const std::size_t end = order.size() * (worker + 1) / threads;
            tallies[worker] = train_some(positions, played, order.subspan(begin, end - begin), rates);
        };
        std::vector<std::thread> others;
        for (int worker = 1; worker < threads; ++worker) others.emplace_back(work, worker);
        work(0);
        for (std::thread& other : others) other.join();
        Tally total;
        for (const Tally& tally : tallies) {
            total.loss += tally.loss;
            total.right += tally.right;
            total.positions += tally.positions;
        }
        return total;
    }

    // Probabilities of the legal moves in ascending order of squares; returns their number.
    int predict(const Positions& positions, std::size_t index, std::span<float> probabilities) const {
        Workspace space;
        source_.find(positions, index, space.candidates);
        forward(space);
        std::copy_n(space.probability.begin(), space.candidates.count, probabilities.begin());
        return space.candidates.count;
    }

private:
    struct Workspace {
        Candidates candidates;
        std::array<HeadInput, MAX_CANDIDATES> input;
        std::array<HeadUnits, MAX_CANDIDATES> hidden;
        std::array<float, MAX_CANDIDATES> probability;
    };

    Tally train_some(const Positions& positions, std::span<const std::int8_t> played, std::span<const std::int64_t> order,
                     const Rates& rates) {
        Tally tally;
        // While one position is learned, the rows of the next are on their way from memory.
        std::vector<Workspace> spaces(2);
        if (!order.empty()) fetch(positions, order[0], spaces[0]);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i + 1 < order.size()) fetch(positions, order[i + 1], spaces[(i + 1) % 2]);
            learn(spaces[i % 2], played[order[i]], rates, tally);
        }
        return tally;
    }

    void fetch(const Positions& positions, std::size_t index, Workspace& space) const {
        source_.find(positions, index, space.candidates);
        for (int move = 0; move < space.candidates.count; ++move) {
            for (int feature = 0; feature < source_.feature_count(); ++feature) {
                const TrainedRow& row = rows_[space.candidates.rows[move][feature]];
                __builtin_prefetch(&row.lane[0]);
                __builtin_prefetch(&row.lane[LANES / 2]);
            }
        }
    }

    void learn(Workspace& space, int played, const Rates& rates, Tally& tally) {
        const int count = space.candidates.count;
        const auto squares = std::span(space.candidates.square).first(count);
        const auto choice = std::ranges::find(squares, played) - squares.begin();
        if (count < 2 || choice == count) return;
        forward(space);
        const auto probabilities = std::span(space.probability).first(count);
        tally.right += std::ranges::max_element(probabilities) - probabilities.begin() == choice;
        tally.loss -= std::log(std::max(probabilities[choice], 1e-30f));
        ++tally.positions;
        backward(space, static_cast<int>(choice), rates);
    }

    void forward(Workspace& space) const {
        const Candidates& candidates = space.candidates;
        for (int move = 0; move < candidates.count; ++move) {
            alignas(64) Lanes sum{};
            for (int feature = 0; feature < source_.feature_count(); ++feature) {
                const Lanes& lane = rows_[candidates.rows[move][feature]].lane;
                for (int i = 0; i < LANES; ++i) sum[i] += lane[i];
            }
            const std::span<const float> extras{candidates.extra_inputs[move], EXTRA_INPUTS};
            space.probability[move] = heads_[candidates.stage].score(sum, extras, space.input[move], space.hidden[move]);
        }
        softmax(std::span(space.probability).first(candidates.count));
    }

    void backward(const Workspace& space, int played, const Rates& rates) {
        const Candidates& candidates = space.candidates;
        Head gradient;
        std::array<Lanes, MAX_CANDIDATES> slope;
        for (int move = 0; move < candidates.count; ++move) {
            const float error = space.probability[move] - (move == played ? 1.0f : 0.0f);
            heads_[candidates.stage].back(error, space.input[move], space.hidden[move], gradient, slope[move]);
        }
        for (int move = 0; move < candidates.count; ++move) update_rows(candidates, move, slope[move], rates);
        update_head(candidates.stage, gradient, rates.head);
    }

    void update_rows(const Candidates& candidates, int move, const Lanes& slope, const Rates& rates) {
        float squares = 0;
        for (const float value : slope) squares += value * value;
        squares /= LANES - 1;
        alignas(64) Lanes change;
        for (int lane = 0; lane < LANES; ++lane) change[lane] = rates.rows * slope[lane];
        change[0] = rates.straight * slope[0];
        for (int feature = 0; feature < source_.feature_count(); ++feature) {
            TrainedRow& row = rows_[candidates.rows[move][feature]];
            row.squares() += squares;
            const float step = 1.0f / std::sqrt(row.squares() + DAMPING);
            for (int lane = 0; lane < LANES; ++lane) row.lane[lane] -= step * change[lane];
        }
    }

    void update_head(int stage, const Head& gradient, float rate) {
        const auto slope = floats_of(gradient);
        const auto weights = floats_of(heads_[stage]);
        const auto squares = floats_of(head_squares_[stage]);
        for (std::size_t i = 0; i < HEAD_FLOATS; ++i) {
            squares[i] += slope[i] * slope[i];
            weights[i] -= rate * slope[i] / std::sqrt(squares[i] + HEAD_DAMPING);
        }
    }

    static constexpr float DAMPING = 1e-3f;
    static constexpr float HEAD_DAMPING = 1e-4f;

    CandidateRows source_;
    std::vector<TrainedRow> rows_;
    std::array<Head, STAGES> heads_{};
    std::array<Head, STAGES> head_squares_{};
};

}  // namespace kibitz::othello
