// Games played to their end by two movers who choose any legal move with equal chance, except into their own eyes.
#pragma once

#include "games/random.hpp"
#include "go/board.hpp"

namespace kibitz::go {

// Random games hardly ever come near it; a triple ko could go on for ever.
constexpr int LONGEST_PLAYOUT_PER_POINT = 3;

// A move of equal chance among those that are legal by the simple ko rule, no suicide and no own eye, or NO_CELL for a pass.
inline Cell random_move(Board& board, Stone mover, Random& random) {
    for (int left = board.empty_count(); left > 0; --left) {
        const int index = random.below(left);
        const Cell cell = board.empty(index);
        if (cell != board.ko() && !board.is_suicide(cell, mover) && !board.is_eye(cell, mover)) return cell;
        board.move_empty(index, left - 1);
    }
    return NO_CELL;
}

// Plays on until both sides pass and calls played(cell, mover) for every stone; returns the number of moves.
template <typename Played>
int play_out(Board& board, Stone mover, Random& random, Played played) {
    const int limit = LONGEST_PLAYOUT_PER_POINT * board.cells().points();
    int moves = 0;
    for (int passes = 0; passes < 2 && moves < limit; mover = other(mover), ++moves) {
        const Cell cell = random_move(board, mover, random);
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

// Who owns a cell of a board that was played out: 1 Black, -1 White, 0 nobody. An empty cell belongs to its only neighbours.
inline int playout_owner(const Board& board, Cell cell) {
    bool black = board.at(cell) == Stone::BLACK, white = board.at(cell) == Stone::WHITE;
    if (!black && !white) {
        for (const int step : board.steps()) {
            black |= board.at(cell + step) == Stone::BLACK;
            white |= board.at(cell + step) == Stone::WHITE;
        }
    }
    return black - white;
}

// Black's area minus White's on a board that was played out.
inline int playout_score(const Board& board) {
    int score = 0;
    for (int point = 0; point < board.cells().points(); ++point) score += playout_owner(board, board.cells().of_point(point));
    return score;
}

}  // namespace kibitz::go
