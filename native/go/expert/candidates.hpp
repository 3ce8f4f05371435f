// All legal moves of a position with the rows of the tables that belong to each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "go/expert/patterns.hpp"
#include "go/expert/signs.hpp"
#include "go/expert/tactics.hpp"

namespace kibitz::go {

// How well a candidate's surroundings are known: the largest known pattern of two families at a time.
inline constexpr std::array<std::array<std::size_t, 2>, 3> FAMILIARITY{{{0, 1}, {3, 5}, {2, WHOLE_BOARD}}};
constexpr std::uint32_t FAMILIARITY_STEPS = LEVELS.size() + 1;
constexpr std::uint32_t FAMILIARITY_ROWS = FAMILIARITY_STEPS * FAMILIARITY_STEPS;

// Rows that do not depend on which patterns are known; those of patterns come behind them.
constexpr std::uint32_t FIXED_ROWS = TACTICAL_ROWS + FAMILIARITY.size() * FAMILIARITY_ROWS;
constexpr std::size_t FIXED_FEATURES = COMBINATIONS.size() + FAMILIARITY.size();
constexpr std::size_t MOST_ROWS = FIXED_FEATURES + MOST_PATTERNS;

// The patterns that have rows: the first `vectors` of them rows of many lanes, the rest a single number each.
struct Patterns {
    KeyMap numbers;
    std::uint32_t vectors;
    // Which of them were played just often enough to have a row; empty once nothing is learned any more.
    std::vector<std::uint8_t> barely_known = {};
};

struct CandidateRows {
    std::array<std::uint32_t, MOST_ROWS> rows;
    std::array<std::uint32_t, MOST_PATTERNS> straight;
    std::uint32_t row_count;
    std::uint32_t straight_count;
    std::array<std::uint8_t, FAMILY_COUNT> known;  // levels of each family
};

class Candidates {
public:
    // Looks at a position; `cells` are the legal moves. For the move that was `played` there, patterns are left out that have a row
    // only because it was counted: later games do not have this advantage, so learning must not rely on it.
    void find(const Board& board, Stone mover, const RecentMoves& recent, std::span<const Cell> cells, const Patterns& patterns,
              Cell played = NO_CELL) {
        cells_.assign(cells.begin(), cells.end());
        found_.resize(cells.size());
        const Signs signs(board, mover);
        stage_ = stage_of(signs.stones());
        Tactics tactics(board, mover, recent, signs.stones());
        for (std::size_t i = 0; i < cells.size(); ++i) start(found_[i], cells[i], tactics);
        Sink sink{patterns, found_, cells_, played};
        PatternWalk(board, mover, recent, cells_, signs).visit(sink);
        for (CandidateRows& candidate : found_) add_familiarity(candidate);
    }

    std::size_t count() const { return cells_.size(); }
    Cell cell(std::size_t index) const { return cells_[index]; }
    int stage() const { return stage_; }
    const CandidateRows& operator[](std::size_t index) const { return found_[index]; }

private:
    struct Sink {
        const Patterns& patterns;
        std::vector<CandidateRows>& found;
        const std::vector<Cell>& cells;
        Cell played;

        void expect(std::uint64_t key) const { patterns.numbers.prefetch(key); }

        bool take(std::size_t candidate, std::size_t family, std::size_t level, std::uint64_t key) {
            const std::uint32_t number = patterns.numbers.find(key);
            if (number == NO_NUMBER || (cells[candidate] == played && patterns.barely_known[number])) return false;
            CandidateRows& own = found[candidate];
            if (number < patterns.vectors) {
                own.rows[own.row_count++] = FIXED_ROWS + number;
            } else {
                own.straight[own.straight_count++] = number - patterns.vectors;
            }
            own.known[family] = static_cast<std::uint8_t>(level + 1);
            return true;
        }
    };

    static void start(CandidateRows& candidate, Cell cell, Tactics& tactics) {
        tactics.write(cell, candidate.rows);
        candidate.row_count = FIXED_FEATURES;
        candidate.straight_count = 0;
        candidate.known.fill(0);
    }

    static void add_familiarity(CandidateRows& candidate) {
        for (std::size_t i = 0; i < FAMILIARITY.size(); ++i) {
            const auto [first, second] = FAMILIARITY[i];
            const std::uint32_t both = candidate.known[first] * FAMILIARITY_STEPS + candidate.known[second];
            candidate.rows[COMBINATIONS.size() + i] = TACTICAL_ROWS + static_cast<std::uint32_t>(i) * FAMILIARITY_ROWS + both;
        }
    }

    std::vector<Cell> cells_;
    std::vector<CandidateRows> found_;
    int stage_ = 0;
};

// Where a move may be made by the simple ko rule without suicide, as records are read.
inline std::vector<Cell> legal_cells(const Board& board, Stone mover) {
    std::vector<Cell> cells;
    for (int point = 0; point < board.cells().points(); ++point) {
        const Cell cell = board.cells().of_point(point);
        if (board.at(cell) == Stone::EMPTY && cell != board.ko() && !board.is_suicide(cell, mover)) cells.push_back(cell);
    }
    return cells;
}

}  // namespace kibitz::go
