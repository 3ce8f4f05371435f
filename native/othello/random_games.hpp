// Games between two players who choose any legal move with equal chance.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "othello/board.hpp"

namespace kibitz {

// xoshiro256**, seeded by splitmix64 (Blackman and Vigna, 2018): small, fast, and the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
            word = mixed ^ (mixed >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A number from 0 to bound - 1. The bias of multiply-and-shift is below bound / 2^32.
    int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

private:
    std::uint64_t state_[4];
};

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

}  // namespace kibitz
