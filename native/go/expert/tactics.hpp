// What a candidate move does and where it lies, in small numbers, and the features made of these by twos and threes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "go/board.hpp"
#include "go/expert/neighbourhood.hpp"
#include "go/expert/surroundings.hpp"
#include "go/ladder.hpp"
#include "go/replay.hpp"

namespace kibitz::go {

// Facts of a candidate, each a number below its size.
enum Told : std::size_t {
    STAGE,           // by stones on the board
    LINE,            // the nearest edge, the first line being 0
    PLACE,           // both edges
    TO_LAST,         // ring distance to the last move, 0 for none
    TO_SECOND,       // to the one before
    TO_THIRD,
    COARSE_TO_LAST,
    FROM_LAST,       // the exact offset up to symmetry
    FROM_SECOND,
    CAPTURE,         // stones taken
    ESCAPE,          // of own stones in atari: none, by size and whether a ladder still catches them
    ATARI,           // of enemy stones: none, by size and whether a ladder catches them
    THREAT,          // the liberties left to the weakest other neighbour
    AFTER,           // own liberties after the move; for one liberty, stones at stake
    OWN_LEAST,       // the fewest liberties of own neighbours
    ENEMY_LEAST,
    OWN_CHAINS,
    ENEMY_CHAINS,
    EYE,             // an eye of whom
    TO_OWN,
    TO_ENEMY,
    INFLUENCE,
    LAST_LIBERTIES,  // of the chain of the last move
    IS_LAST_LIBERTY, // whether the move takes one of them
    BESIDE_LAST,     // fewest liberties of the own chains that touch both this point and the last move's chain
    KO,              // whether a ko is being fought
    TOLD_COUNT
};

inline constexpr std::array<std::uint32_t, TOLD_COUNT> TOLD_SIZES{4, 8, 80, 18, 18, 18, 6, 56, 56, 5, 7, 7, 4, 9, 5, 5, 4, 4, 3, 7, 7,
                                                                  9, 5, 2, 5, 2};

// Each feature is a combination of up to three of them.
using Combination = std::array<Told, 3>;
constexpr Told ALONE = TOLD_COUNT;

inline constexpr std::array<Combination, 30> COMBINATIONS{{
    {STAGE, PLACE, ALONE},
    {STAGE, TO_LAST, ALONE},
    {TO_LAST, TO_SECOND, ALONE},
    {TO_LAST, TO_THIRD, ALONE},
    {CAPTURE, ESCAPE, AFTER},
    {ATARI, AFTER, COARSE_TO_LAST},
    {AFTER, OWN_LEAST, ENEMY_LEAST},
    {OWN_CHAINS, ENEMY_CHAINS, EYE},
    {TO_OWN, TO_ENEMY, LINE},
    {INFLUENCE, LINE, STAGE},
    {LAST_LIBERTIES, IS_LAST_LIBERTY, TO_LAST},
    {BESIDE_LAST, AFTER, TO_LAST},
    {CAPTURE, STAGE, TO_LAST},
    {ESCAPE, TO_LAST, ALONE},
    {ATARI, THREAT, OWN_LEAST},
    {LINE, TO_LAST, TO_SECOND},
    {FROM_LAST, LINE, ALONE},
    {FROM_SECOND, COARSE_TO_LAST, ALONE},
    {KO, CAPTURE, ATARI},
    {INFLUENCE, TO_OWN, TO_ENEMY},
    {CAPTURE, ATARI, TO_LAST},
    {FROM_LAST, FROM_SECOND, ALONE},
    {FROM_LAST, AFTER, ENEMY_LEAST},
    {STAGE, OWN_LEAST, ENEMY_LEAST},
    {STAGE, OWN_CHAINS, ENEMY_CHAINS},
    {TO_OWN, TO_ENEMY, STAGE},
    {TO_OWN, TO_ENEMY, TO_LAST},
    {INFLUENCE, TO_LAST, STAGE},
    {KO, ESCAPE, AFTER},
    {PLACE, TO_LAST, ALONE},
}};

constexpr std::uint32_t size_of(const Combination& combination) {
    std::uint32_t size = 1;
    for (const Told told : combination) size *= told == ALONE ? 1 : TOLD_SIZES[told];
    return size;
}

// Where the rows of each feature begin, and at the end how many rows there are.
constexpr std::array<std::uint32_t, COMBINATIONS.size() + 1> make_first_rows() {
    std::array<std::uint32_t, COMBINATIONS.size() + 1> first{};
    for (std::size_t i = 0; i < COMBINATIONS.size(); ++i) first[i + 1] = first[i] + size_of(COMBINATIONS[i]);
    return first;
}
inline constexpr auto FIRST_ROWS = make_first_rows();
constexpr std::uint32_t TACTICAL_ROWS = FIRST_ROWS.back();

constexpr int STAGES = 4;

inline int stage_of(int stones) { return stones < 30 ? 0 : stones < 90 ? 1 : stones < 160 ? 2 : 3; }

class Tactics {
public:
    Tactics(const Board& board, Stone mover, const RecentMoves& recent, int stones)
        : board_(board), mover_(mover), recent_(recent), stage_(stage_of(stones)), surroundings_(board, mover) {
        for (int point = 0; point < board.cells().points(); ++point) {
            const Cell cell = board.cells().of_point(point);
            if (board.at(cell) == Stone::EMPTY || board.chain_of(cell) != cell) continue;
            std::array<Cell, MOST_COUNTED> found;
            liberties_[cell] = static_cast<std::uint8_t>(board.liberties(cell, found));
        }
    }

    // The rows of a candidate, one for each combination.
    void write(Cell cell, std::span<std::uint32_t> rows) {
        std::array<std::uint32_t, TOLD_COUNT> told{};
        tell_place(cell, told);
        tell_chains(cell, told);
        tell_last(cell, told);
        for (std::size_t i = 0; i < COMBINATIONS.size(); ++i) {
            std::uint32_t row = 0;
            for (const Told part : COMBINATIONS[i]) {
                if (part != ALONE) row = row * TOLD_SIZES[part] + told[part];
            }
            rows[i] = FIRST_ROWS[i] + row;
        }
    }

private:
    using ToldNumbers = std::array<std::uint32_t, TOLD_COUNT>;
    static constexpr std::size_t MOST_COUNTED = 7;

    static std::uint32_t up_to(int number, int most) { return static_cast<std::uint32_t>(std::clamp(number, 0, most)); }

    int liberties_of(int cell) const { return liberties_[board_.chain_of(cell)]; }

    void tell_place(Cell cell, ToldNumbers& told) const {
        const Cells& cells = board_.cells();
        const auto to_edge = [&](int line) { return std::min(line, cells.size() - 1 - line); };
        const int row = to_edge(cells.row(cell)), column = to_edge(cells.column(cell));
        told[STAGE] = static_cast<std::uint32_t>(stage_);
        told[LINE] = up_to(std::min(row, column), 7);
        told[PLACE] = told[LINE] * 10 + up_to(std::max(row, column), 9);
        told[TO_LAST] = distance_to(cell, recent_[0]);
        told[TO_SECOND] = distance_to(cell, recent_[1]);
        told[TO_THIRD] = distance_to(cell, recent_[2]);
        told[COARSE_TO_LAST] = coarse(told[TO_LAST]);
        told[FROM_LAST] = offset_from(cell, recent_[0]);
        told[FROM_SECOND] = offset_from(cell, recent_[1]);
        told[TO_OWN] = static_cast<std::uint32_t>(surroundings_.to_own(cell));
        told[TO_ENEMY] = static_cast<std::uint32_t>(surroundings_.to_enemy(cell));
        told[INFLUENCE] = static_cast<std::uint32_t>(surroundings_.influence(cell));
        told[KO] = board_.ko() != NO_CELL;
    }

    // 0 without such a move, then 1 for the point itself (it was captured there) up to 17 for far away.
    std::uint32_t distance_to(Cell cell, Cell move) const {
        if (move == NO_CELL) return 0;
        const Cells& cells = board_.cells();
        return up_to(ring_distance(cells.row(cell) - cells.row(move), cells.column(cell) - cells.column(move)), 17) + (move == cell);
    }

    static std::uint32_t coarse(std::uint32_t distance) {
        return distance == 0 ? 0 : distance <= 3 ? 1 : distance <= 5 ? 2 : distance <= 8 ? 3 : distance <= 13 ? 4 : 5;
    }

    // The offset's larger and smaller part below 10; 55 for farther ones and without a move.
    std::uint32_t offset_from(Cell cell, Cell move) const {
        if (move == NO_CELL) return 55;
        const Cells& cells = board_.cells();
        const int rows = std::abs(cells.row(cell) - cells.row(move)), columns = std::abs(cells.column(cell) - cells.column(move));
        const int large = std::max(rows, columns), small = std::min(rows, columns);
        return large > 9 ? 55U : static_cast<std::uint32_t>(large * (large + 1) / 2 + small);
    }

    void tell_chains(Cell cell, ToldNumbers& told) {
        std::array<Cell, 4> own{}, enemy{};
        std::size_t owns = 0, enemies = 0;
        for (const int step : board_.steps()) {
            const Stone stone = board_.at(cell + step);
            if (stone == mover_) add_chain(cell + step, own, owns);
            if (stone == other(mover_)) add_chain(cell + step, enemy, enemies);
        }
        const std::span<const Cell> own_chains(own.data(), owns), enemy_chains(enemy.data(), enemies);
        told[OWN_CHAINS] = up_to(static_cast<int>(owns), 3);
        told[ENEMY_CHAINS] = up_to(static_cast<int>(enemies), 3);
        told[OWN_LEAST] = least_liberties(own_chains);
        told[ENEMY_LEAST] = least_liberties(enemy_chains);
        tell_attack(cell, enemy_chains, told);
        tell_defence(cell, own_chains, told);
        told[EYE] = board_.is_eye(cell, mover_) ? 1 : board_.is_eye(cell, other(mover_)) ? 2 : 0;
    }

    void add_chain(int cell, std::array<Cell, 4>& chains, std::size_t& count) const {
        const Cell chain = board_.chain_of(cell);
        if (std::find(chains.begin(), chains.begin() + count, chain) == chains.begin() + count) chains[count++] = chain;
    }

    // 0 for no chain, else 1 to 4 for one, two, three, more liberties.
    std::uint32_t least_liberties(std::span<const Cell> chains) const {
        int least = 0;
        for (const Cell chain : chains) least = least == 0 ? liberties_[chain] : std::min<int>(least, liberties_[chain]);
        return up_to(least, 4);
    }

    static std::uint32_t size_step(int stones) { return stones == 1 ? 0 : stones <= 3 ? 1 : 2; }

    void tell_attack(Cell cell, std::span<const Cell> enemies, ToldNumbers& told) {
        int taken = 0, pressed = 0, weakest = 0;
        for (const Cell chain : enemies) {
            const int liberties = liberties_[chain];
            if (liberties == 1) taken += board_.chain_size(chain);
            if (liberties == 2) pressed += board_.chain_size(chain);
            if (liberties > 2) weakest = weakest == 0 ? liberties - 1 : std::min(weakest, liberties - 1);
        }
        told[CAPTURE] = taken <= 2 ? up_to(taken, 2) : taken <= 4 ? 3 : 4;
        told[THREAT] = weakest == 0 ? 0 : up_to(weakest - 1, 3);
        if (pressed == 0) return;
        told[ATARI] = 1 + 2 * size_step(pressed) + (ladders_.is_capture(board_, cell, mover_) ? 1 : 0);
    }

    void tell_defence(Cell cell, std::span<const Cell> owns, ToldNumbers& told) {
        int saved = 0, stones = 1;
        for (const Cell chain : owns) {
            stones += board_.chain_size(chain);
            if (liberties_[chain] == 1) saved += board_.chain_size(chain);
        }
        const int after = liberties_after(cell, told[CAPTURE] > 0);
        told[AFTER] = after <= 1 ? (stones <= 2 ? up_to(stones - 1, 1) : stones <= 5 ? 2 : 3) : 2 + up_to(after, 6);
        if (saved > 0) told[ESCAPE] = 1 + 2 * size_step(saved) + (ladders_.is_escape(board_, cell, mover_) ? 1 : 0);
    }

    int liberties_after(Cell cell, bool captures) const {
        if (captures) {
            Board after = board_;
            after.play(cell, mover_);
            std::array<Cell, 6> found;
            return static_cast<int>(after.liberties(cell, found));
        }
        std::array<Cell, 6> found;
        std::size_t count = 0;
        const auto add = [&](Cell liberty) {
            const bool is_new = liberty != cell && std::find(found.begin(), found.begin() + count, liberty) == found.begin() + count;
            if (is_new && count < found.size()) found[count++] = liberty;
        };
        for (const int step : board_.steps()) {
            const Cell near = static_cast<Cell>(cell + step);
            if (board_.at(near) == Stone::EMPTY) add(near);
            if (board_.at(near) != mover_) continue;
            std::array<Cell, 7> of_chain;
            std::for_each_n(of_chain.begin(), board_.liberties(near, of_chain), add);
        }
        return static_cast<int>(count);
    }

    void tell_last(Cell cell, ToldNumbers& told) const {
        const Cell last = recent_[0];
        if (last == NO_CELL || board_.at(last) != other(mover_)) return;
        const Cell chain = board_.chain_of(last);
        told[LAST_LIBERTIES] = up_to(liberties_[chain], 4);
        for (const int step : board_.steps()) {
            const int near = cell + step;
            if (board_.at(near) == other(mover_) && board_.chain_of(near) == chain) told[IS_LAST_LIBERTY] = 1;
            if (board_.at(near) != mover_ || !touches(near, last)) continue;
            const std::uint32_t liberties = up_to(liberties_of(near), 4);
            told[BESIDE_LAST] = told[BESIDE_LAST] == 0 ? liberties : std::min(told[BESIDE_LAST], liberties);
        }
    }

    // Whether the chain of a stone touches the stone of the last move.
    bool touches(int near, Cell last) const {
        return std::any_of(board_.steps().begin(), board_.steps().end(), [&](int step) {
            return board_.at(last + step) == mover_ && board_.chain_of(last + step) == board_.chain_of(near);
        });
    }

    const Board& board_;
    Stone mover_;
    const RecentMoves& recent_;
    int stage_;
    Surroundings surroundings_;
    LadderReader ladders_;
    std::array<std::uint8_t, MAX_CELLS> liberties_{};
};

}  // namespace kibitz::go
