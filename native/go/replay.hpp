// Many recorded games played through, without an object for each move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "go/board.hpp"

namespace kibitz::go {

constexpr std::int16_t PASS = -1;

// What is wrong with a move of a record; 0 if nothing is.
enum class Slip : std::int8_t { NONE = 0, OFF_BOARD = 1, OCCUPIED = 2, KO = 3, SUICIDE = 4, SET_UP = 5 };

// Games of one board size in a row. Stones first_setup[g] to first_setup[g + 1] stand on game g's board at the beginning, moves
// first[g] to first[g + 1] are its moves, each with its colour: records need not alternate.
struct GameTable {
    int size;
    std::span<const std::int16_t> points;
    std::span<const std::uint8_t> is_black;
    std::span<const std::int64_t> first;
    std::span<const std::int16_t> setup_points;
    std::span<const std::uint8_t> setup_is_black;
    std::span<const std::int64_t> first_setup;

    std::size_t games() const { return first.size() - 1; }
};

// The last moves, the latest first; NO_CELL for passes and before the beginning.
constexpr std::size_t RECENT_MOVES = 5;
using RecentMoves = std::array<Cell, RECENT_MOVES>;

inline void push_recent(RecentMoves& recent, Cell cell) {
    std::copy_backward(recent.begin(), recent.end() - 1, recent.end());
    recent[0] = cell;
}

struct Replayed {
    Board board;
    Slip slip;
    std::int64_t failed_at;  // index in the game of the first move that is not legal, or -1
};

inline Stone stone_of(std::uint8_t is_black) { return is_black ? Stone::BLACK : Stone::WHITE; }

inline Slip slip_of(const Board& board, int point, Stone mover) {
    if (point < 0 || point >= board.cells().points()) return Slip::OFF_BOARD;
    const Cell cell = board.cells().of_point(point);
    if (board.at(cell) != Stone::EMPTY) return Slip::OCCUPIED;
    if (cell == board.ko()) return Slip::KO;
    return board.is_suicide(cell, mover) ? Slip::SUICIDE : Slip::NONE;
}

// Puts the game's first stones on the board; false if two share a point, one lies off the board or one has no liberty.
inline bool set_up(const GameTable& table, std::size_t game, Board& board) {
    for (std::int64_t i = table.first_setup[game]; i < table.first_setup[game + 1]; ++i) {
        const int point = table.setup_points[static_cast<std::size_t>(i)];
        if (point < 0 || point >= board.cells().points()) return false;
        const Cell cell = board.cells().of_point(point);
        if (board.at(cell) != Stone::EMPTY) return false;
        board.set_up(cell, stone_of(table.setup_is_black[static_cast<std::size_t>(i)]));
    }
    for (std::int64_t i = table.first_setup[game]; i < table.first_setup[game + 1]; ++i) {
        if (!board.has_liberty(board.cells().of_point(table.setup_points[static_cast<std::size_t>(i)]))) return false;
    }
    return true;
}

// Plays one game by the simple ko rule without suicide, up to its end or the first move that is not legal. Calls visit(board,
// mover, index, recent) before each move.
template <typename Visit>
Replayed replay(const GameTable& table, std::size_t game, Visit visit) {
    Replayed end{Board(table.size), Slip::NONE, -1};
    if (!set_up(table, game, end.board)) {
        end.slip = Slip::SET_UP;
        end.failed_at = 0;
        return end;
    }
    RecentMoves recent{};
    const std::int64_t moves = table.first[game + 1] - table.first[game];
    for (std::int64_t index = 0; index < moves; ++index) {
        const auto row = static_cast<std::size_t>(table.first[game] + index);
        const int point = table.points[row];
        const Stone mover = stone_of(table.is_black[row]);
        if (point != PASS) end.slip = slip_of(end.board, point, mover);
        if (end.slip != Slip::NONE) {
            end.failed_at = index;
            return end;
        }
        visit(end.board, mover, index, recent);
        const Cell cell = point == PASS ? NO_CELL : end.board.cells().of_point(point);
        if (cell == NO_CELL) {
            end.board.pass();
        } else {
            end.board.play(cell, mover);
        }
        push_recent(recent, cell);
    }
    return end;
}

}  // namespace kibitz::go
