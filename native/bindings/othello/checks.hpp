// What Python may ask Othello's core: wrong arguments are refused here, once a call, so that the loops behind need no checks.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "bindings/arrays.hpp"
#include "othello/board.hpp"

namespace kibitz::bindings {

inline void require_square(int square) {
    if (square < 0 || square > 63) throw std::invalid_argument("a square is a number from 0 to 63");
}

// One number for each game: a square, PASS or NO_MOVE.
inline void require_moves(const Input<std::int8_t>& squares) {
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (squares.data()[i] != othello::PASS && squares.data()[i] != othello::NO_MOVE) require_square(squares.data()[i]);
    }
}

// Boards are of 8×8, 6×6 or 4×4 squares in the middle of the 64.
inline void require_playable(std::uint64_t playable) {
    if (playable != ~0ULL && playable != 0x007e7e7e7e7e7e00ULL && playable != 0x00003c3c3c3c0000ULL) {
        throw std::invalid_argument("the playable squares are those of a board of 8x8, 6x6 or 4x4 squares in the middle");
    }
}

inline void require_board(std::uint64_t own, std::uint64_t opp, std::uint64_t playable) {
    if ((own & opp) != 0) throw std::invalid_argument("a square has a disc of both sides");
    if (((own | opp) & ~playable) != 0) throw std::invalid_argument("a disc is beside the board");
}

inline void require_boards(const Input<std::uint64_t>& own, const Input<std::uint64_t>& opp, std::uint64_t playable) {
    require_same_length(own.size(), opp.size());
    require_playable(playable);
    std::uint64_t twice = 0;
    std::uint64_t discs = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        twice |= own.data()[i] & opp.data()[i];
        discs |= own.data()[i] | opp.data()[i];
    }
    if (twice != 0) throw std::invalid_argument("a square has a disc of both sides");
    if ((discs & ~playable) != 0) throw std::invalid_argument("a disc is beside the board");
}

// A function of a mover, an opponent and a square for Python.
template <auto function>
std::uint64_t at_square(std::uint64_t own, std::uint64_t opp, int square) {
    require_square(square);
    return function(own, opp, square);
}

}  // namespace kibitz::bindings
