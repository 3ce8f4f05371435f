// Stones, chains and captures: what a move does to the board. Who may move where is for state.hpp.
//
// A chain counts its liberties once for every stone that touches them, with the sum of their cells and of the cells' squares. That
// costs a few additions for a stone, and by Cauchy and Schwarz count * squares == sum * sum just when all are one and the same cell.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>

#include "go/cells.hpp"
#include "go/zobrist.hpp"

namespace kibitz::go {

enum class Stone : std::uint8_t { EMPTY = 0, BLACK = 1, WHITE = 2, FRAME = 3 };

constexpr Stone other(Stone stone) { return static_cast<Stone>(3 - static_cast<int>(stone)); }

constexpr std::size_t color_index(Stone stone) { return static_cast<std::size_t>(stone) - 1; }

class Board {
public:
    explicit Board(int size) : cells_(size), steps_{-cells_.stride(), -1, 1, cells_.stride()} {
        stones_.fill(Stone::FRAME);
        for (int point = 0; point < cells_.points(); ++point) {
            const Cell cell = cells_.of_point(point);
            stones_[cell] = Stone::EMPTY;
            add_empty(cell);
        }
        for (int index = 0; index < empty_count_; ++index) {
            for (const int step : steps_) around_[empty(index)] += AROUND[static_cast<std::size_t>(at(empty(index) + step))];
        }
    }

    const Cells& cells() const { return cells_; }
    const std::array<int, 4>& steps() const { return steps_; }
    Stone at(int cell) const { return stones_[static_cast<std::size_t>(cell)]; }
    std::uint64_t hash() const { return hash_; }
    int prisoners_of(Stone taker) const { return prisoners_[color_index(taker)]; }
    int empty_count() const { return empty_count_; }
    Cell empty(int index) const { return empties_[static_cast<std::size_t>(index)]; }

    // Where the simple ko rule forbids the next move, or NO_CELL.
    Cell ko() const { return ko_; }
    void set_ko(Cell cell) { ko_ = cell; }
    void set_prisoners(Stone taker, int count) { prisoners_[color_index(taker)] = count; }

    // The cell that names a chain: one of its own stones, the same for all of them.
    Cell chain_of(int cell) const { return head_[static_cast<std::size_t>(cell)]; }
    Cell next_in_chain(Cell cell) const { return next_[cell]; }
    int chain_size(int cell) const { return chains_[chain_of(cell)].size; }

    bool in_atari(int cell) const {
        const Chain& chain = chains_[chain_of(cell)];
        return static_cast<std::uint64_t>(chain.liberties) * chain.squares == static_cast<std::uint64_t>(chain.sum) * chain.sum;
    }

    // The only liberty of a chain in atari.
    Cell atari_liberty(int cell) const {
        const Chain& chain = chains_[chain_of(cell)];
        return static_cast<Cell>(chain.sum / chain.liberties);
    }

    // How many of the four neighbours of a cell are empty.
    int empties_around(Cell cell) const { return around(cell, Stone::EMPTY); }

    // Whether a stone on an empty cell would have no liberty after what it captures is gone.
    bool is_suicide(Cell cell, Stone mover) const {
        if (around(cell, Stone::EMPTY) > 0) return false;
        for (const int step : steps_) {
            const int near = cell + step;
            const Stone stone = at(near);
            if (stone == Stone::FRAME) continue;
            if ((stone == mover) != in_atari(near)) return false;
        }
        return true;
    }

    // Whether an empty cell touches no stone of the mover: a suicide there would be of one stone.
    bool is_lonely(Cell cell, Stone mover) const {
        return std::none_of(steps_.begin(), steps_.end(), [&](int step) { return at(cell + step) == mover; });
    }

    // Whether an empty cell is an eye of one side that a random player had better leave alone.
    bool is_eye(Cell cell, Stone owner) const {
        if (around(cell, owner) != 4) return false;
        int enemies = 0, outside = 0;
        for (const int step : {-cells_.stride() - 1, -cells_.stride() + 1, cells_.stride() - 1, cells_.stride() + 1}) {
            const Stone stone = at(cell + step);
            enemies += stone == other(owner);
            outside += stone == Stone::FRAME;
        }
        return enemies + (outside > 0) < 2;
    }

    // Puts a stone on an empty cell, takes away what has no liberty then, and returns how many enemy stones that were.
    int play(Cell cell, Stone mover) {
        ko_ = NO_CELL;
        place(cell, mover);
        const int captured = around(cell, other(mover)) > 0 ? capture_around(cell, mover) : 0;
        const Chain& own = chains_[chain_of(cell)];
        if (own.liberties == 0) prisoners_[color_index(other(mover))] += remove_chain(cell);
        if (captured != 1 || own.size != 1 || own.liberties != 1) ko_ = NO_CELL;
        return captured;
    }

    void pass() { ko_ = NO_CELL; }

    // Sets a stone up without capturing; whoever does so looks after chains without liberties.
    void set_up(Cell cell, Stone stone) { place(cell, stone); }

    bool has_liberty(int cell) const { return chains_[chain_of(cell)].liberties > 0; }

    // Takes a chain off the board and returns its size.
    int remove_chain(int cell) {
        const Cell first = static_cast<Cell>(cell);
        const Stone stone = at(first);
        Cell here = first;
        int removed = 0;
        do {
            stones_[here] = Stone::EMPTY;
            head_[here] = NO_CELL;
            hash_ ^= STONE_KEYS[here][color_index(stone)];
            add_empty(here);
            ++removed;
            here = next_[here];
        } while (here != first);
        do {
            for (const int step : steps_) {
                const int near = here + step;
                chains_[chain_of(near)].gain(here);
                around_[static_cast<std::size_t>(near)] += AROUND[0] - AROUND[static_cast<std::size_t>(stone)];
            }
            here = next_[here];
        } while (here != first);
        return removed;
    }

    // Calls visit(cell) for every stone of a chain.
    template <typename Visit>
    void for_chain(int cell, Visit visit) const {
        const Cell first = static_cast<Cell>(cell);
        Cell here = first;
        do {
            visit(here);
            here = next_[here];
        } while (here != first);
    }

    // The liberties of a chain, each once, at most as many as the list holds; returns how many were found.
    template <std::size_t limit>
    std::size_t liberties(int cell, std::array<Cell, limit>& found) const {
        std::size_t count = 0;
        const Cell first = static_cast<Cell>(cell);
        Cell here = first;
        do {
            for (const int step : steps_) {
                const Cell near = static_cast<Cell>(here + step);
                if (at(near) != Stone::EMPTY) continue;
                if (std::find(found.begin(), found.begin() + count, near) != found.begin() + count) continue;
                found[count++] = near;
                if (count == limit) return count;
            }
            here = next_[here];
        } while (here != first);
        return count;
    }

    // How many liberties a chain has.
    int liberty_count(int cell) const {
        std::bitset<MAX_CELLS> seen;
        int count = 0;
        for_chain(cell, [&](Cell stone) {
            for (const int step : steps_) {
                const int near = stone + step;
                if (at(near) != Stone::EMPTY || seen[static_cast<std::size_t>(near)]) continue;
                seen.set(static_cast<std::size_t>(near));
                ++count;
            }
        });
        return count;
    }

    // The hash of the board after a move that need not be legal.
    std::uint64_t hash_after(Cell cell, Stone mover) const {
        std::uint64_t hash = hash_ ^ STONE_KEYS[cell][color_index(mover)];
        std::array<Cell, 4> taken{};
        std::size_t count = 0;
        const auto take = [&](int near) {
            const Cell chain = chain_of(near);
            if (std::find(taken.begin(), taken.begin() + count, chain) != taken.begin() + count) return;
            taken[count++] = chain;
            const std::size_t color = color_index(at(near));
            for_chain(near, [&](Cell stone) { hash ^= STONE_KEYS[stone][color]; });
        };
        const bool suicide = is_suicide(cell, mover);
        const Stone victim = suicide ? mover : other(mover);
        for (const int step : steps_) {
            if (at(cell + step) == victim && (suicide || in_atari(cell + step))) take(cell + step);
        }
        return suicide ? hash ^ STONE_KEYS[cell][color_index(mover)] : hash;
    }

    // Makes one empty cell the last of the list, so that the others can be drawn from without it.
    void move_empty(int index, int target) {
        const Cell first = empties_[static_cast<std::size_t>(index)];
        const Cell second = empties_[static_cast<std::size_t>(target)];
        set_empty(index, second);
        set_empty(target, first);
    }

private:
    struct Chain {
        std::uint32_t sum;
        std::uint32_t squares;
        std::uint16_t liberties;
        std::uint16_t size;

        void gain(Cell cell) {
            ++liberties;
            sum += cell;
            squares += static_cast<std::uint32_t>(cell) * cell;
        }
        void lose(Cell cell) {
            --liberties;
            sum -= cell;
            squares -= static_cast<std::uint32_t>(cell) * cell;
        }
        void join(const Chain& chain) {
            sum += chain.sum;
            squares += chain.squares;
            liberties = static_cast<std::uint16_t>(liberties + chain.liberties);
            size = static_cast<std::uint16_t>(size + chain.size);
        }
    };

    // What a neighbour adds to the counts around a cell, by what it is: four bits for each of empty, black and white.
    static constexpr std::array<std::uint16_t, 4> AROUND{0x001, 0x010, 0x100, 0x110};
    static constexpr std::array<int, 3> SHIFT{0, 4, 8};

    // Stones of a colour next to a cell; the frame counts for both colours.
    int around(Cell cell, Stone stone) const { return around_[cell] >> SHIFT[static_cast<std::size_t>(stone)] & 15; }

    // Every step is taken whatever lies there, as random stones make every branch a guess: cells without a stone share the chain
    // of NO_CELL, whose numbers mean nothing.
    void place(Cell cell, Stone mover) {
        const int friends = around(cell, mover);
        stones_[cell] = mover;
        hash_ ^= STONE_KEYS[cell][color_index(mover)];
        drop_empty(cell);
        head_[cell] = next_[cell] = cell;
        Chain alone{0, 0, 0, 1};
        for (const int step : steps_) {
            const int near = cell + step;
            if (at(near) == Stone::EMPTY) alone.gain(static_cast<Cell>(near));
            chains_[chain_of(near)].lose(cell);
            around_[static_cast<std::size_t>(near)] += AROUND[static_cast<std::size_t>(mover)] - AROUND[0];
        }
        chains_[cell] = alone;
        if (friends > 0) merge_around(cell, mover);
    }

    void merge_around(Cell cell, Stone mover) {
        for (const int step : steps_) {
            const int near = cell + step;
            if (at(near) == mover && chain_of(near) != head_[cell]) merge(chain_of(near), head_[cell]);
        }
    }

    // Takes the enemy chains that lost their last liberty to a stone, and leaves the last one's cell as the place of a ko.
    int capture_around(Cell cell, Stone mover) {
        int captured = 0;
        for (const int step : steps_) {
            const int near = cell + step;
            if (at(near) == other(mover) && chains_[chain_of(near)].liberties == 0) {
                ko_ = static_cast<Cell>(near);
                captured += remove_chain(near);
            }
        }
        prisoners_[color_index(mover)] += captured;
        return captured;
    }

    void merge(Cell first, Cell second) {
        if (chains_[first].size < chains_[second].size) std::swap(first, second);
        chains_[first].join(chains_[second]);
        Cell here = second;
        do {
            head_[here] = first;
            here = next_[here];
        } while (here != second);
        std::swap(next_[first], next_[second]);
    }

    void set_empty(int index, Cell cell) {
        empties_[static_cast<std::size_t>(index)] = cell;
        empty_index_[cell] = static_cast<std::uint16_t>(index);
    }

    void add_empty(Cell cell) { set_empty(empty_count_++, cell); }

    void drop_empty(Cell cell) { set_empty(empty_index_[cell], empties_[static_cast<std::size_t>(--empty_count_)]); }

    Cells cells_;
    std::array<int, 4> steps_;
    int empty_count_ = 0;
    std::array<int, 2> prisoners_{};
    std::uint64_t hash_ = 0;
    Cell ko_ = NO_CELL;
    std::array<Stone, MAX_CELLS> stones_;
    std::array<std::uint16_t, MAX_CELLS> around_{};
    std::array<Cell, MAX_CELLS> head_{};
    std::array<Cell, MAX_CELLS> next_{};
    std::array<Chain, MAX_CELLS> chains_{};
    std::array<std::uint16_t, MAX_CELLS> empty_index_{};
    std::array<Cell, MAX_POINTS> empties_{};
};

}  // namespace kibitz::go
