// Plays a whole game from its list of moves. Passes may stand in the list or be left out, as archives do.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "othello/board.hpp"

namespace kibitz::othello {

struct Replayed {
    Board board;          // after the last legal move, seen by the side to move
    bool black_to_move;
    bool over;            // neither side can move
    int failed_at;        // index in the list of the first move that is not legal, or -1
};

// Calls visit(board, black_to_move, square) before each disc is placed. Stops at NO_MOVE or at the first illegal move.
template <typename Visit>
Replayed replay(Board board, bool black_to_move, std::span<const std::int8_t> moves, std::uint64_t playable, Visit visit) {
    int failed_at = -1;
    for (std::size_t index = 0; index < moves.size() && moves[index] != NO_MOVE; ++index) {
        const int square = moves[index];
        const std::uint64_t legal = board.legal(playable);
        if (square == PASS) {
            if (legal != 0 || board.passed().legal(playable) == 0) {
                failed_at = static_cast<int>(index);
                break;
            }
            board = board.passed();
            black_to_move = !black_to_move;
            continue;
        }
        const bool on_board = square >= 0 && square < 64;
        if (on_board && legal == 0 && ((board.passed().legal(playable) >> square) & 1)) {
            board = board.passed();
            black_to_move = !black_to_move;
        } else if (!on_board || !((legal >> square) & 1)) {
            failed_at = static_cast<int>(index);
            break;
        }
        visit(board, black_to_move, square);
        board = board.after(square);
        black_to_move = !black_to_move;
    }
    const bool over = board.legal(playable) == 0 && board.passed().legal(playable) == 0;
    return {board, black_to_move, over, failed_at};
}

}  // namespace kibitz::othello
