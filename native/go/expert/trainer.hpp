// Learns how likely a player makes each legal move: a softmax over the scores of the moves, a score being a small network on the sum
// of table rows, and numbers of rarer patterns added to it. Stochastic gradient descent with Adagrad, one position at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "games/huge_pages.hpp"
#include "games/random.hpp"
#include "go/expert/candidates.hpp"
#include "go/expert/head.hpp"

namespace kibitz::go {

struct alignas(64) TrainedRow {
    Lanes lane;

    // Adagrad's sum of squared gradients.
    float& squares() { return lane[LANES - 1]; }
};

struct StraightRow {
    float weight;
    float squares;
};

struct Rates {
    float rows;
    float straight;  // of lane 0 and of the rows that have nothing else
    float head;
};

struct Tally {
    double loss = 0;
    std::int64_t right = 0;
    std::int64_t positions = 0;
};

class Trainer {
public:
    // `keys` are those of the patterns, of which the first `vectors` get rows of many lanes; `barely_known` says for each whether it
    // was played just often enough to be among them.
    Trainer(std::span<const std::uint64_t> keys, std::uint32_t vectors, std::span<const std::uint8_t> barely_known, std::uint64_t seed)
        : patterns_{KeyMap::numbering(keys), vectors, {barely_known.begin(), barely_known.end()}} {
        make_table(rows_, FIXED_ROWS + vectors);
        make_table(straight_, keys.size() - vectors);
        Random random(seed);
        const auto noise = [&random](float scale) {
            return scale * (static_cast<float>(random.next() >> 40) / static_cast<float>(1 << 23) - 1.0F);
        };
        for (TrainedRow& row : rows_) {
            for (float& value : row.lane) value = noise(0.01F);
            row.lane[0] = 0;
            row.squares() = 0;
        }
        for (Head& head : heads_) {
            for (auto& input : head.to_hidden) {
                for (float& weight : input) weight = noise(0.4F);
            }
            for (float& weight : head.from_hidden) weight = noise(0.4F);
        }
    }

    std::span<TrainedRow> rows() { return rows_; }
    std::span<StraightRow> straight_rows() { return straight_; }
    std::array<Head, STAGES>& heads() { return heads_; }
    std::array<Head, STAGES>& head_squares() { return head_squares_; }

    // Learns some games in the given order: of each the moves whose index leaves `remainder[i]` when divided by `stride`. Passes
    // teach nothing. With more than one thread the result depends on their timing.
    Tally train(const GameTable& table, std::span<const std::int64_t> games, std::span<const std::int64_t> remainder, int stride,
                const Rates& rates, int threads) {
        std::vector<Tally> tallies(static_cast<std::size_t>(threads));
        const auto work = [&](std::size_t worker) {
            Workspace space;
            for (std::size_t i = worker; i < games.size(); i += tallies.size()) {
                train_game(table, static_cast<std::size_t>(games[i]), remainder[i], stride, rates, space, tallies[worker]);
            }
        };
        std::vector<std::thread> others;
        for (std::size_t worker = 1; worker < tallies.size(); ++worker) others.emplace_back(work, worker);
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

private:
    template <typename Row>
    static void make_table(std::vector<Row>& table, std::size_t count) {
        table.reserve(count);
        prefer_huge_pages(table.data(), count * sizeof(Row));
        table.resize(count);
    }

    struct Workspace {
        Candidates candidates;
        std::vector<Lanes> sum;
        std::vector<HeadUnits> hidden;
        std::vector<float> probability;
    };

    void train_game(const GameTable& table, std::size_t game, std::int64_t remainder, int stride, const Rates& rates, Workspace& space,
                    Tally& tally) {
        replay(table, game, [&](const Board& board, Stone mover, std::int64_t index, const RecentMoves& recent) {
            const int point = table.points[static_cast<std::size_t>(table.first[game] + index)];
            if (point == PASS || index % stride != remainder) return;
            const Cell played = board.cells().of_point(point);
            space.candidates.find(board, mover, recent, legal_cells(board, mover), patterns_, played);
            learn(space, played, rates, tally);
        });
    }

    void learn(Workspace& space, Cell played, const Rates& rates, Tally& tally) {
        const std::size_t count = space.candidates.count();
        std::size_t choice = 0;
        while (choice < count && space.candidates.cell(choice) != played) ++choice;
        if (count < 2 || choice == count) return;
        forward(space);
        const std::span<const float> probabilities = space.probability;
        tally.right += static_cast<std::size_t>(std::ranges::max_element(probabilities) - probabilities.begin()) == choice;
        tally.loss -= std::log(std::max(probabilities[choice], 1e-30F));
        ++tally.positions;
        backward(space, choice, rates);
    }

    void forward(Workspace& space) const {
        const Candidates& candidates = space.candidates;
        space.sum.resize(candidates.count());
        space.hidden.resize(candidates.count());
        space.probability.resize(candidates.count());
        for (std::size_t move = 0; move < candidates.count(); ++move) {
            if (move + 1 < candidates.count()) fetch_ahead(candidates[move + 1]);
            space.sum[move] = sum_of(candidates[move]);
            space.probability[move] = heads_[static_cast<std::size_t>(candidates.stage())].score(space.sum[move], space.hidden[move]);
        }
        softmax(space.probability);
    }

    // Most rows are far away in memory.
    void fetch_ahead(const CandidateRows& found) const {
        for (std::size_t i = 0; i < found.row_count; ++i) __builtin_prefetch(&rows_[found.rows[i]]);
        for (std::size_t i = 0; i < found.straight_count; ++i) __builtin_prefetch(&straight_[found.straight[i]]);
    }

    Lanes sum_of(const CandidateRows& found) const {
        alignas(64) Lanes sum{};
        for (std::size_t i = 0; i < found.row_count; ++i) {
            const Lanes& lane = rows_[found.rows[i]].lane;
            for (std::size_t at = 0; at < LANES; ++at) sum[at] += lane[at];
        }
        for (std::size_t i = 0; i < found.straight_count; ++i) sum[0] += straight_[found.straight[i]].weight;
        return sum;
    }

    void backward(const Workspace& space, std::size_t played, const Rates& rates) {
        const auto stage = static_cast<std::size_t>(space.candidates.stage());
        Head gradient;
        alignas(64) Lanes slope;
        const Head head = heads_[stage];
        for (std::size_t move = 0; move < space.candidates.count(); ++move) {
            const float error = space.probability[move] - (move == played ? 1.0F : 0.0F);
            if (std::abs(error) < NEGLIGIBLE) continue;
            head.back(error, space.sum[move], space.hidden[move], gradient, slope);
            update_rows(space.candidates[move], slope, rates);
        }
        update_head(stage, gradient, rates.head);
    }

    void update_rows(const CandidateRows& found, const Lanes& slope, const Rates& rates) {
        float squares = 0;
        for (const float value : slope) squares += value * value;
        squares /= LANES - 1;
        alignas(64) Lanes change;
        for (std::size_t lane = 0; lane < LANES; ++lane) change[lane] = rates.rows * slope[lane];
        change[0] = rates.straight * slope[0];
        for (std::size_t i = 0; i < found.row_count; ++i) {
            TrainedRow& row = rows_[found.rows[i]];
            row.squares() += squares;
            const float step = 1.0F / std::sqrt(row.squares() + DAMPING);
            for (std::size_t lane = 0; lane < LANES; ++lane) row.lane[lane] -= step * change[lane];
        }
        for (std::size_t i = 0; i < found.straight_count; ++i) {
            StraightRow& row = straight_[found.straight[i]];
            row.squares += slope[0] * slope[0];
            row.weight -= change[0] / std::sqrt(row.squares + DAMPING);
        }
    }

    void update_head(std::size_t stage, const Head& gradient, float rate) {
        const auto slope = floats_of(gradient);
        const auto weights = floats_of(heads_[stage]);
        const auto squares = floats_of(head_squares_[stage]);
        for (std::size_t i = 0; i < HEAD_FLOATS; ++i) {
            squares[i] += slope[i] * slope[i];
            weights[i] -= rate * slope[i] / std::sqrt(squares[i] + DAMPING);
        }
    }

    static constexpr float DAMPING = 1e-3F;
    // Most moves of a position are out of the question; what they would teach is not worth the way to their rows.
    static constexpr float NEGLIGIBLE = 1e-4F;

    Patterns patterns_;
    std::vector<TrainedRow> rows_;
    std::vector<StraightRow> straight_;
    std::array<Head, STAGES> heads_{};
    std::array<Head, STAGES> head_squares_{};
};

}  // namespace kibitz::go
