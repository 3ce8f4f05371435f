// Positions as binary planes for networks: the list of Maddison, Huang, Sutskever and Silver (2015), without rank and final board,
// which are not seen on the board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "go/board.hpp"
#include "go/ladder.hpp"
#include "go/replay.hpp"

namespace kibitz::go {

// Own stones, enemy stones, empty points; liberties of a stone's chain 1, 2, 3, more; liberties of the mover's chain after a move 1
// to 5, more; legal moves; stones put down 1, 2, 3, 4 or more turns ago; stones a move captures 1 to 6, more; moves that begin a
// ladder which catches something. Liberties after the move and captures are given for legal moves only.
class MaddisonPlanes {
public:
    static constexpr std::size_t COLOR = 0;
    static constexpr std::size_t LIBERTIES = 3;
    static constexpr std::size_t LIBERTIES_AFTER = 7;
    static constexpr std::size_t LEGAL = 13;
    static constexpr std::size_t TURNS_SINCE = 14;
    static constexpr std::size_t CAPTURES = 19;
    static constexpr std::size_t LADDER = 26;
    static constexpr std::size_t COUNT = 27;

    // Writes COUNT planes of one number for each point; `planes` must hold zeros.
    template <typename Number>
    void write(const Board& board, Stone mover, const RecentMoves& recent, Number* planes) {
        const int points = board.cells().points();
        const auto mark = [&](std::size_t plane, int point) {
            planes[plane * static_cast<std::size_t>(points) + static_cast<std::size_t>(point)] = 1;
        };
        for (int point = 0; point < points; ++point) {
            const Cell cell = board.cells().of_point(point);
            const Stone stone = board.at(cell);
            mark(COLOR + (stone == Stone::EMPTY ? 2 : stone == mover ? 0 : 1), point);
            if (stone != Stone::EMPTY) {
                mark(LIBERTIES + step_of(liberties_up_to<4>(board, cell), 4), point);
                mark(TURNS_SINCE + RECENT_MOVES - 1, point);
            } else if (cell != board.ko() && !board.is_suicide(cell, mover)) {
                write_move(board, cell, mover, point, mark);
            }
        }
        write_recent(board, recent, planes);
    }

private:
    static constexpr std::size_t MOST_AFTER = 6;

    static std::size_t step_of(int count, int last) { return static_cast<std::size_t>(std::min(count, last) - 1); }

    template <std::size_t limit>
    static int liberties_up_to(const Board& board, Cell cell) {
        std::array<Cell, limit> found;
        return static_cast<int>(board.liberties(cell, found));
    }

    template <typename Mark>
    void write_move(const Board& board, Cell cell, Stone mover, int point, Mark mark) {
        mark(LEGAL, point);
        if (captures_something(board, cell, mover)) {
            Board after = board;
            mark(CAPTURES + step_of(after.play(cell, mover), 7), point);
            mark(LIBERTIES_AFTER + step_of(liberties_up_to<MOST_AFTER>(after, cell), MOST_AFTER), point);
        } else {
            mark(LIBERTIES_AFTER + step_of(joined_liberties(board, cell, mover), MOST_AFTER), point);
        }
        if (ladders_.is_capture(board, cell, mover)) mark(LADDER, point);
    }

    static bool captures_something(const Board& board, Cell cell, Stone mover) {
        return std::any_of(board.steps().begin(), board.steps().end(),
                           [&](int step) { return board.at(cell + step) == other(mover) && board.in_atari(cell + step); });
    }

    // The liberties that a stone which captures nothing will have, with those of the chains it joins, counted up to MOST_AFTER.
    static int joined_liberties(const Board& board, Cell cell, Stone mover) {
        std::array<Cell, MOST_AFTER> found;
        std::size_t count = 0;
        const auto add = [&](Cell liberty) {
            const bool is_new = liberty != cell && std::find(found.begin(), found.begin() + count, liberty) == found.begin() + count;
            if (is_new && count < MOST_AFTER) found[count++] = liberty;
        };
        for (const int step : board.steps()) {
            const Cell near = static_cast<Cell>(cell + step);
            if (board.at(near) == Stone::EMPTY) add(near);
            if (board.at(near) != mover) continue;
            // One more than needed: the cell itself is among them.
            std::array<Cell, MOST_AFTER + 1> of_chain;
            std::for_each_n(of_chain.begin(), board.liberties(near, of_chain), add);
        }
        return static_cast<int>(count);
    }

    // The stones of the last four turns leave the plane of the older ones.
    template <typename Number>
    static void write_recent(const Board& board, const RecentMoves& recent, Number* planes) {
        const auto points = static_cast<std::size_t>(board.cells().points());
        for (std::size_t turn = RECENT_MOVES - 1; turn-- > 0;) {
            if (recent[turn] == NO_CELL || board.at(recent[turn]) == Stone::EMPTY) continue;
            const auto point = static_cast<std::size_t>(board.cells().point_of(recent[turn]));
            for (std::size_t other_turn = 0; other_turn < RECENT_MOVES; ++other_turn) {
                planes[(TURNS_SINCE + other_turn) * points + point] = other_turn == turn;
            }
        }
    }

    LadderReader ladders_;
};

}  // namespace kibitz::go
