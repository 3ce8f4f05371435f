// Playouts that look around the last move before they choose at random: they save and take stones in atari and answer in shapes of
// 3×3 points, as MoGo's did (Gelly, Wang, Munos and Teytaud, 2006).
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>

#include "go/nakade.hpp"
#include "go/playout.hpp"

namespace kibitz::go {

// Whether the eight points around an empty one form a shape that is worth an answer there.
class ShapeTable {
public:
    ShapeTable() {
        for (const std::string_view shape : SHAPES) add_images(shape);
    }

    bool has(const Board& board, Cell cell) const {
        const int stride = board.cells().stride();
        std::uint32_t code = 0;
        for (const int step : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
            code = code << 2 | static_cast<std::uint32_t>(board.at(cell + step));
        }
        return known_[code];
    }

private:
    using Ring = std::array<char, 8>;

    // Rows of three, the middle left out. X and O are stones of different colours, whoever's; . is empty; # is the frame; x is
    // anything but X, o anything but O, ? anything on the board.
    static constexpr std::array<std::string_view, 13> SHAPES{
        "XOX..???",  // a hane that encloses
        "XO...?.?",  // a hane that cuts nothing
        "XO?X.x.?",  // a turn
        ".O.X....",  // a stone diagonally before another
        "XO?Oo?o?",  // a cut that nobody guards
        "XO?OX???",  // a cut that was peeped at
        "?X?OOooo",  // a cut between two stones
        "OX?oO???",  // a cut at a knight's move
        "X.?O?###",  // at the edge: a chase
        "OX?.O###",  // at the edge: a stone that stops a slide
        "?X?xO###",  // at the edge: a block
        "?XOxx###",  // at the edge: a hane below
        "?OXXO###",  // at the edge: a cut
    };

    void add_images(std::string_view shape) {
        Ring ring;
        for (std::size_t i = 0; i < 8; ++i) ring[i] = shape[i];
        for (int turn = 0; turn < 4; ++turn) {
            for (const Ring& image : {ring, mirrored(ring)}) {
                add_codes(image, 0, 0);
                add_codes(swapped(image), 0, 0);
            }
            ring = turned(ring);
        }
    }

    static Ring turned(const Ring& r) { return {r[5], r[3], r[0], r[6], r[1], r[7], r[4], r[2]}; }
    static Ring mirrored(const Ring& r) { return {r[2], r[1], r[0], r[4], r[3], r[7], r[6], r[5]}; }

    static Ring swapped(Ring ring) {
        for (char& sign : ring) {
            switch (sign) {
                case 'X': sign = 'O'; break;
                case 'O': sign = 'X'; break;
                case 'x': sign = 'o'; break;
                case 'o': sign = 'x'; break;
                default: break;
            }
        }
        return ring;
    }

    static bool fits(char sign, Stone stone) {
        switch (sign) {
            case 'X': return stone == Stone::BLACK;
            case 'O': return stone == Stone::WHITE;
            case '.': return stone == Stone::EMPTY;
            case '#': return stone == Stone::FRAME;
            case 'x': return stone != Stone::BLACK && stone != Stone::FRAME;
            case 'o': return stone != Stone::WHITE && stone != Stone::FRAME;
            default: return stone != Stone::FRAME;
        }
    }

    void add_codes(const Ring& ring, std::size_t place, std::uint32_t code) {
        if (place == ring.size()) {
            known_.set(code);
            return;
        }
        for (std::uint32_t stone = 0; stone < 4; ++stone) {
            if (fits(ring[place], static_cast<Stone>(stone))) add_codes(ring, place + 1, code << 2 | stone);
        }
    }

    std::bitset<1 << 16> known_;
};

inline const ShapeTable& shapes() {
    static const ShapeTable table;
    return table;
}

// Chooses answers to the last move.
class Guide {
public:
    // An answer around the last move, or NO_CELL if there is none worth playing without thought.
    Cell answer(const Board& board, Stone mover, Cell last, Random& random) {
        if (last == NO_CELL || board.at(last) != other(mover)) return NO_CELL;
        count_ = 0;
        add_rescues(board, mover, last);
        if (count_ == 0 && board.in_atari(last)) add(board, board.atari_liberty(last), mover);
        if (count_ == 0) add_vital_points(board, mover, last);
        if (count_ == 0) add_shapes(board, mover, last);
        return count_ == 0 ? NO_CELL : found_[static_cast<std::size_t>(random.below(static_cast<int>(count_)))];
    }

    // Whether a move puts its own chain of more than one stone into atari without taking anything: seldom good.
    static bool is_blunder(const Board& board, Cell cell, Stone mover) {
        int liberties = 0, stones = 0;
        for (const int step : board.steps()) {
            const int near = cell + step;
            if (board.at(near) == Stone::EMPTY && ++liberties > 1) return false;
            if (board.at(near) == other(mover) && board.in_atari(near)) return false;
            if (board.at(near) != mover) continue;
            std::array<Cell, 3> found;
            if (board.liberties(near, found) > 2) return false;
            stones += board.chain_size(near);
        }
        return stones > 0 && liberties_after(board, cell, mover) < 2;
    }

private:
    static int liberties_after(const Board& board, Cell cell, Stone mover) {
        std::array<Cell, 2> found;
        std::size_t count = 0;
        const auto add = [&](Cell liberty) {
            if (liberty != cell && count < 2 && (count == 0 || found[0] != liberty)) found[count++] = liberty;
        };
        for (const int step : board.steps()) {
            const Cell near = static_cast<Cell>(cell + step);
            if (board.at(near) == Stone::EMPTY) add(near);
            if (board.at(near) != mover) continue;
            std::array<Cell, 3> of_chain;
            std::for_each_n(of_chain.begin(), board.liberties(near, of_chain), add);
        }
        return static_cast<int>(count);
    }

    void add(const Board& board, Cell cell, Stone mover) {
        if (cell == board.ko() || count_ == found_.size() || board.is_suicide(cell, mover)) return;
        found_[count_++] = cell;
    }

    // Own chains that the last move put into atari: run where that gains liberties, or take a chain in atari beside them.
    void add_rescues(const Board& board, Stone mover, Cell last) {
        for (const int step : board.steps()) {
            const int near = last + step;
            if (board.at(near) != mover || !board.in_atari(near)) continue;
            const Cell liberty = board.atari_liberty(near);
            if (liberties_after(board, liberty, mover) > 1) add(board, liberty, mover);
            board.for_chain(near, [&](Cell stone) {
                for (const int around : board.steps()) {
                    const int enemy = stone + around;
                    if (board.at(enemy) == other(mover) && board.in_atari(enemy)) add(board, board.atari_liberty(enemy), mover);
                }
            });
        }
    }

    // In the rooms whose walls the last move is part of. A stone in the open or of a short chain is not looked at: what it walls off is
    // nearly always too large, and looking takes time.
    void add_vital_points(const Board& board, Stone mover, Cell last) {
        if (board.empties_around(last) > 2 || board.chain_size(last) < SHORTEST_WALL) return;
        for (const int step : board.steps()) {
            const Cell near = static_cast<Cell>(last + step);
            if (board.at(near) != Stone::EMPTY) continue;
            const Cell vital = room_.vital_point(board, near, other(mover));
            if (vital != NO_CELL) add(board, vital, mover);
        }
    }

    void add_shapes(const Board& board, Stone mover, Cell last) {
        const int stride = board.cells().stride();
        for (const int step : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
            const Cell cell = static_cast<Cell>(last + step);
            if (board.at(cell) == Stone::EMPTY && shapes().has(board, cell) && !is_blunder(board, cell, mover)) add(board, cell, mover);
        }
    }

    static constexpr int SHORTEST_WALL = 4;

    SmallRoom room_;
    std::array<Cell, 24> found_{};
    std::size_t count_ = 0;
};

// As random_move(), but a blunder is played only if the draw falls on it twice.
inline Cell careful_move(Board& board, Stone mover, Random& random) {
    const Cell first = random_move(board, mover, random);
    return first != NO_CELL && Guide::is_blunder(board, first, mover) ? random_move(board, mover, random) : first;
}

// As play_out(), with answers around the last move.
template <typename Played>
int play_out_guided(Board& board, Stone mover, Cell last, Random& random, Played played) {
    Guide guide;
    const int limit = LONGEST_PLAYOUT_PER_POINT * board.cells().points();
    int moves = 0;
    for (int passes = 0; passes < 2 && moves < limit; mover = other(mover), ++moves) {
        Cell cell = guide.answer(board, mover, last, random);
        if (cell == NO_CELL) cell = careful_move(board, mover, random);
        last = cell;
        if (cell == NO_CELL) {
            board.pass();
            ++passes;
            continue;
        }
        passes = 0;
        board.play(cell, mover);
        played(cell, mover);
    }
    return moves;
}

}  // namespace kibitz::go
