// Random numbers for playouts and random games of every kind.
#pragma once

#include <bit>
#include <cstdint>

namespace kibitz {

// xoshiro256**, seeded by splitmix64 (Blackman and Vigna, 2018): small, fast, and the same on every machine.
class Random {
public:
    explicit constexpr Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
            word = mixed ^ (mixed >> 31);
        }
    }

    constexpr std::uint64_t next() {
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
    constexpr int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

private:
    std::uint64_t state_[4]{};
};

}  // namespace kibitz
