// Learns how likely an expert plays each legal move. A move's score is a sum over wide tables (one number a row, many game
// stages) plus a small network on a sum over deep tables (a short vector a row); a softmax over the legal moves makes them
// probabilities. Trained by stochastic gradient descent with Adagrad, one position at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <thread>
#include <vector>

#include "othello/expert/move_features.hpp"
#include "othello/random_games.hpp"

namespace kibitz {

// A deep row fills whole cache lines: its vector, and in the last place Adagrad's sum of squared gradients.
constexpr int ROW_FLOATS = 32;
constexpr int DEEP_WIDTH = ROW_FLOATS - 1;
constexpr int HIDDEN = 16;
constexpr int EXTRAS = 12;         // numbers handed in for each move
constexpr int EXTRA_TABLES = 6;    // small tables whose rows are handed in for each move
constexpr int EXTRA_ROWS = 4096;   // rows of each of them
constexpr int INPUTS = DEEP_WIDTH + EXTRAS;
constexpr int WIDE_STAGES = 10;
constexpr int DEEP_STAGES = 4;
constexpr int MAX_CANDIDATES = 34;
constexpr int MAX_FEATURES = 160;

struct WideCell {
    float weight;
    float squares;  // Adagrad's sum of squared gradients
};

struct alignas(64) DeepRow {
    std::array<float, ROW_FLOATS> lane;

    float& squares() { return lane[DEEP_WIDTH]; }
};

// One layer from the summed vector and the extras to hidden units, and from those to a score.
struct Dense {
    std::array<std::array<float, INPUTS>, HIDDEN> first{};
    std::array<float, HIDDEN> first_bias{};
    std::array<float, HIDDEN> second{};
    std::array<float, INPUTS> direct{};
};

inline int wide_stage(const Board& board) {
    return std::clamp((std::popcount(board.own | board.opp) - 4) / 6, 0, WIDE_STAGES - 1);
}

inline int deep_stage(const Board& board) {
    return std::clamp((std::popcount(board.own | board.opp) - 4) / 15, 0, DEEP_STAGES - 1);
}

struct Rates {
    float wide;
    float deep;
    float dense;
};

struct Samples {
    std::span<const std::uint64_t> own;
    std::span<const std::uint64_t> opp;
    std::span<const std::int8_t> last;
    std::span<const std::int8_t> before_last;
    std::span<const std::int8_t> played;      // empty when only probabilities are asked for
    // What else is known of the moves, by legal move in ascending order of squares; empty without it.
    std::span<const std::int64_t> move_start;     // where a position's moves begin
    std::span<const float> extra_inputs;          // [moves, EXTRAS]
    std::span<const std::uint16_t> extra_rows;    // [moves, EXTRA_TABLES]

    Situation situation(std::size_t i) const { return {{own[i], opp[i]}, last[i], before_last[i]}; }
};

struct Tally {
    double loss = 0;
    std::int64_t right = 0;
    std::int64_t positions = 0;
};

class MoveRanker {
public:
    MoveRanker(std::span<const std::uint64_t> after_patterns, std::uint64_t seed)
        : features_(after_patterns),
          wide_rows_(features_.row_count() + EXTRA_TABLES * EXTRA_ROWS),
          wide_(static_cast<std::size_t>(wide_rows_) * WIDE_STAGES),
          deep_(static_cast<std::size_t>(features_.deep_row_count()) * DEEP_STAGES) {
        Random random(seed);
        const auto noise = [&random](float scale) {
            return scale * (static_cast<float>(random.next() >> 40) / static_cast<float>(1 << 23) - 1.0f);
        };
        for (DeepRow& row : deep_) {
            for (float& value : row.lane) value = noise(0.02f);
            row.squares() = 0;
        }
        for (Dense& dense : dense_) {
            for (auto& unit : dense.first) {
                for (float& weight : unit) weight = noise(0.4f);
            }
            for (float& weight : dense.second) weight = noise(0.4f);
        }
    }

    std::vector<WideCell>& wide() { return wide_; }
    std::vector<DeepRow>& deep() { return deep_; }
    std::array<Dense, DEEP_STAGES>& dense() { return dense_; }

    // One pass over the samples in the given order; forced moves are skipped.
    Tally train(const Samples& samples, std::span<const std::int64_t> order, const Rates& rates, int threads) {
        std::vector<Tally> tallies(threads);
        const auto work = [&](int worker) {
            const std::size_t begin = order.size() * worker / threads;
            const std::size_t end = order.size() * (worker + 1) / threads;
            tallies[worker] = train_range(samples, order.subspan(begin, end - begin), rates);
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
    int predict(const Samples& samples, std::size_t index, std::span<float> probabilities) const {
        Workspace space;
        prepare(samples, index, space);
        forward(space);
        for (int move = 0; move < space.count; ++move) probabilities[move] = space.probability[move];
        return space.count;
    }

private:
    struct Workspace {
        int count = 0;
        int played = -1;
        int feature_count = 0;
        std::size_t wide_base = 0;
        std::size_t deep_base = 0;
        int stage = 0;
        std::array<std::array<std::uint32_t, MAX_FEATURES>, MAX_CANDIDATES> rows;
        std::array<std::array<float, INPUTS>, MAX_CANDIDATES> input;
        std::array<std::array<float, HIDDEN>, MAX_CANDIDATES> hidden;
        std::array<float, MAX_CANDIDATES> probability;
    };

    Tally train_range(const Samples& samples, std::span<const std::int64_t> order, const Rates& rates) {
        Tally tally;
        // Two workspaces: while one position is learned, the rows of the next are on their way from memory.
        std::array<Workspace, 2> spaces;
        if (!order.empty()) prepare(samples, order[0], spaces[0]);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i + 1 < order.size()) prepare(samples, order[i + 1], spaces[(i + 1) % 2]);
            Workspace& space = spaces[i % 2];
            if (space.count < 2 || space.played < 0) continue;
            forward(space);
            const auto begin = space.probability.begin();
            tally.right += std::max_element(begin, begin + space.count) - begin == space.played;
            tally.loss -= std::log(std::max(space.probability[space.played], 1e-30f));
            ++tally.positions;
            backward(space, rates);
        }
        return tally;
    }

    void prepare(const Samples& samples, std::size_t index, Workspace& space) const {
        const Situation situation = samples.situation(index);
        const Board& board = situation.board;
        const std::uint64_t legal = legal_mask(board.own, board.opp);
        const std::uint64_t opp_legal = legal_mask(board.opp, board.own);
        const int played = samples.played.empty() ? -1 : samples.played[index];
        space.count = 0;
        space.played = -1;
        space.feature_count = features_.feature_count();
        space.wide_base = static_cast<std::size_t>(wide_stage(board)) * wide_rows_;
        space.stage = deep_stage(board);
        space.deep_base = static_cast<std::size_t>(space.stage) * features_.deep_row_count();
        for (std::uint64_t left = legal; left != 0 && space.count < MAX_CANDIDATES; ++space.count) {
            const int square = pop_square(left);
            if (square == played) space.played = space.count;
            features_.rows_of(situation, square, legal, opp_legal, space.rows[space.count]);
            prefetch(space, space.count);
        }
        add_extras(samples, index, space);
    }

    void prefetch(const Workspace& space, int move) const {
        const auto& rows = space.rows[move];
        for (int i = 0; i < space.feature_count; ++i) __builtin_prefetch(&wide_[space.wide_base + rows[i]]);
        for (int i = 0; i < features_.deep_feature_count(); ++i) __builtin_prefetch(&deep_[space.deep_base + rows[i]]);
    }

    void add_extras(const Samples& samples, std::size_t index, Workspace& space) const {
        for (int move = 0; move < space.count; ++move) {
            auto& input = space.input[move];
            if (samples.move_start.empty()) {
                std::fill(input.begin() + DEEP_WIDTH, input.end(), 0.0f);
                continue;
            }
            const std::size_t at = static_cast<std::size_t>(samples.move_start[index]) + move;
            std::copy_n(samples.extra_inputs.begin() + at * EXTRAS, EXTRAS, input.begin() + DEEP_WIDTH);
            for (int table = 0; table < EXTRA_TABLES; ++table) {
                const std::uint32_t row = table * EXTRA_ROWS + samples.extra_rows[at * EXTRA_TABLES + table];
                space.rows[move][space.feature_count + table] = features_.row_count() + row;
            }
        }
        if (!samples.move_start.empty()) space.feature_count += EXTRA_TABLES;
    }

    void forward(Workspace& space) const {
        std::array<float, MAX_CANDIDATES> score;
        float highest = -std::numeric_limits<float>::infinity();
        for (int move = 0; move < space.count; ++move) {
            score[move] = wide_score(space, move) + deep_score(space, move);
            highest = std::max(highest, score[move]);
        }
        float sum = 0;
        for (int move = 0; move < space.count; ++move) sum += space.probability[move] = std::exp(score[move] - highest);
        for (int move = 0; move < space.count; ++move) space.probability[move] /= sum;
    }

    float wide_score(const Workspace& space, int move) const {
        float sum = 0;
        for (int i = 0; i < space.feature_count; ++i) sum += wide_[space.wide_base + space.rows[move][i]].weight;
        return sum;
    }

    float deep_score(Workspace& space, int move) const {
        alignas(64) std::array<float, ROW_FLOATS> sum{};
        for (int i = 0; i < features_.deep_feature_count(); ++i) {
            const DeepRow& row = deep_[space.deep_base + space.rows[move][i]];
            for (int lane = 0; lane < ROW_FLOATS; ++lane) sum[lane] += row.lane[lane];
        }
        auto& input = space.input[move];
        for (int j = 0; j < DEEP_WIDTH; ++j) input[j] = std::max(sum[j], 0.0f);
        const Dense& dense = dense_[space.stage];
        float score = 0;
        for (int j = 0; j < INPUTS; ++j) score += dense.direct[j] * input[j];
        for (int unit = 0; unit < HIDDEN; ++unit) {
            float activation = dense.first_bias[unit];
            for (int j = 0; j < INPUTS; ++j) activation += dense.first[unit][j] * input[j];
            space.hidden[move][unit] = std::max(activation, 0.0f);
            score += dense.second[unit] * space.hidden[move][unit];
        }
        return score;
    }

    void backward(const Workspace& space, const Rates& rates) {
        Dense gradient;
        std::array<std::array<float, ROW_FLOATS>, MAX_CANDIDATES> back;
        for (int move = 0; move < space.count; ++move) {
            const float error = space.probability[move] - (move == space.played ? 1.0f : 0.0f);
            back_through_dense(space, move, error, gradient, back[move]);
            update_wide(space, move, error, rates.wide);
        }
        for (int move = 0; move < space.count; ++move) update_deep(space, move, back[move], rates.deep);
        update_dense(space.stage, gradient, rates.dense);
    }

    void back_through_dense(const Workspace& space, int move, float error, Dense& gradient,
                            std::array<float, ROW_FLOATS>& back) const {
        const Dense& dense = dense_[space.stage];
        const auto& input = space.input[move];
        std::array<float, INPUTS> to_input;
        for (int j = 0; j < INPUTS; ++j) {
            to_input[j] = error * dense.direct[j];
            gradient.direct[j] += error * input[j];
        }
        for (int unit = 0; unit < HIDDEN; ++unit) {
            const float activation = space.hidden[move][unit];
            gradient.second[unit] += error * activation;
            if (activation <= 0) continue;
            const float delta = error * dense.second[unit];
            gradient.first_bias[unit] += delta;
            for (int j = 0; j < INPUTS; ++j) {
                gradient.first[unit][j] += delta * input[j];
                to_input[j] += delta * dense.first[unit][j];
            }
        }
        for (int j = 0; j < DEEP_WIDTH; ++j) back[j] = input[j] > 0 ? to_input[j] : 0.0f;
        back[DEEP_WIDTH] = 0;
    }

    void update_wide(const Workspace& space, int move, float error, float rate) {
        for (int i = 0; i < space.feature_count; ++i) {
            WideCell& cell = wide_[space.wide_base + space.rows[move][i]];
            cell.squares += error * error;
            cell.weight -= rate * error / std::sqrt(cell.squares + WIDE_DAMPING);
        }
    }

    void update_deep(const Workspace& space, int move, const std::array<float, ROW_FLOATS>& back, float rate) {
        float squares = 0;
        for (const float value : back) squares += value * value;
        if (squares == 0) return;
        squares /= DEEP_WIDTH;
        for (int i = 0; i < features_.deep_feature_count(); ++i) {
            DeepRow& row = deep_[space.deep_base + space.rows[move][i]];
            row.squares() += squares;
            const float step = rate / std::sqrt(row.squares() + DEEP_DAMPING);
            for (int lane = 0; lane < ROW_FLOATS; ++lane) row.lane[lane] -= step * back[lane];
        }
    }

    void update_dense(int stage, const Dense& gradient, float rate) {
        // Dense holds nothing but floats, so its weights, gradients and sums of squares line up.
        constexpr std::size_t count = sizeof(Dense) / sizeof(float);
        float* weights = reinterpret_cast<float*>(&dense_[stage]);
        float* squares = reinterpret_cast<float*>(&dense_squares_[stage]);
        const float* slope = reinterpret_cast<const float*>(&gradient);
        for (std::size_t i = 0; i < count; ++i) {
            squares[i] += slope[i] * slope[i];
            weights[i] -= rate * slope[i] / std::sqrt(squares[i] + 1e-4f);
        }
    }

    static constexpr float WIDE_DAMPING = 1.0f;
    static constexpr float DEEP_DAMPING = 1e-3f;

    MoveFeatures features_;
    std::uint32_t wide_rows_;
    std::vector<WideCell> wide_;
    std::vector<DeepRow> deep_;
    std::array<Dense, DEEP_STAGES> dense_{};
    std::array<Dense, DEEP_STAGES> dense_squares_{};
};

}  // namespace kibitz
