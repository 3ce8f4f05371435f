// Games between two players who choose any legal move with equal chance.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "games/random.hpp"
#include "othello/board.hpp"

namespace kibitz::othello {

// The square of the n-th set bit, counted from 0.
inline int nth_square(std::uint64_t mask, int n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(1ULL << n, mask));
#else
    while (n-- > 0) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

// Plays one game to its end, writes its moves without passes into `moves` and NO_MOVE behind them, and returns the final
// board seen by Black.
inline Board random_game(Board board, bool black_to_move, std::uint64_t playable, Random& random, std::span<std::int8_t> moves) {
    std::size_t count = 0;
    while (true) {
        std::uint64_t legal = board.legal(playable);
        if (legal == 0) {
            board = board.passed();
            black_to_move = !black_to_move;
            legal = board.legal(playable);
            if (legal == 0) break;
        }
        const int square = nth_square(legal, random.below(std::popcount(legal)));
        moves[count++] = static_cast<std::int8_t>(square);
        board = board.after(square);
        black_to_move = !black_to_move;
    }
    while (count < moves.size()) moves[count++] = NO_MOVE;
    return black_to_move ? board : board.passed();
}

}  // namespace kibitz::othello
