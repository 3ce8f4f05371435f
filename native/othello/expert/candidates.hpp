// The legal moves of one position with everything a move model reads of them: rows of its table and numbers beside them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "othello/expert/move_features.hpp"

namespace kibitz::othello {

constexpr int EXTRA_INPUTS = 12;    // numbers handed in for each move
constexpr int EXTRA_TABLES = 6;     // small tables whose rows are handed in for each move
constexpr int EXTRA_ROWS = 4096;    // rows of each of them
constexpr int MAX_CANDIDATES = 34;  // more legal moves than any position has
constexpr int MAX_FEATURES = 128;
constexpr int STAGES = 5;

inline int stage_of(const Board& board) {
    return std::clamp((std::popcount(board.own | board.opp) - 4) / 12, 0, STAGES - 1);
}

// Many positions as arrays, all of one length but the last three.
struct Positions {
    std::span<const std::uint64_t> own;
    std::span<const std::uint64_t> opp;
    std::span<const std::int8_t> last;
    std::span<const std::int8_t> before_last;
    // What else is known of the moves, position by position, in ascending order of squares.
    std::span<const std::int64_t> first_move;   // where a position's moves begin, and the end of the last one's
    std::span<const float> extra_inputs;        // [moves, EXTRA_INPUTS]
    std::span<const std::uint16_t> extra_rows;  // [moves, EXTRA_TABLES]

    std::size_t size() const { return own.size(); }
    Situation situation(std::size_t i) const { return {{own[i], opp[i]}, last[i], before_last[i]}; }
};

// The rows all move models share: those of the features and behind them those of the extra tables, once for each stage.
class CandidateRows {
public:
    explicit CandidateRows(std::span<const std::uint64_t> after_patterns) : features_(after_patterns) {}

    std::size_t row_count() const { return STAGES * static_cast<std::size_t>(rows_per_stage()); }
    int feature_count() const { return features_.feature_count() + EXTRA_TABLES; }

    struct Candidates {
        int count = 0;
        int stage = 0;
        std::array<std::int8_t, MAX_CANDIDATES> square;
        std::array<std::array<std::uint32_t, MAX_FEATURES>, MAX_CANDIDATES> rows;
        std::array<const float*, MAX_CANDIDATES> extra_inputs;
    };

    void find(const Positions& positions, std::size_t index, Candidates& found) const {
        const Situation situation = positions.situation(index);
        const Board& board = situation.board;
        const std::uint64_t legal = legal_mask(board.own, board.opp);
        const std::uint64_t opp_legal = legal_mask(board.opp, board.own);
        found.stage = stage_of(board);
        found.count = 0;
        for (std::uint64_t left = legal; left != 0; ++found.count) {
            const int square = pop_square(left);
            auto& rows = found.rows[found.count];
            found.square[found.count] = static_cast<std::int8_t>(square);
            features_.rows_of(situation, square, legal, opp_legal, rows);
            add_extras(positions, static_cast<std::size_t>(positions.first_move[index]) + found.count, found);
            const std::uint32_t stage_start = found.stage * rows_per_stage();
            for (int feature = 0; feature < feature_count(); ++feature) rows[feature] += stage_start;
        }
    }

private:
    std::uint32_t rows_per_stage() const { return features_.row_count() + EXTRA_TABLES * EXTRA_ROWS; }

    void add_extras(const Positions& positions, std::size_t move, Candidates& found) const {
        found.extra_inputs[found.count] = &positions.extra_inputs[move * EXTRA_INPUTS];
        for (int table = 0; table < EXTRA_TABLES; ++table) {
            const std::uint32_t row = table * EXTRA_ROWS + positions.extra_rows[move * EXTRA_TABLES + table] % EXTRA_ROWS;
            found.rows[found.count][features_.feature_count() + table] = features_.row_count() + row;
        }
    }

    MoveFeatures features_;
};

using Candidates = CandidateRows::Candidates;

}  // namespace kibitz::othello
