// A random number for each stone on each cell: the exclusive or of a board's stones tells whether a board was there before.
#pragma once

#include <array>
#include <cstdint>

#include "games/random.hpp"
#include "go/cells.hpp"

namespace kibitz::go {

constexpr std::array<std::array<std::uint64_t, 2>, MAX_CELLS> make_stone_keys() {
    std::array<std::array<std::uint64_t, 2>, MAX_CELLS> keys{};
    Random random(0x60);
    for (auto& pair : keys) {
        for (std::uint64_t& key : pair) key = random.next();
    }
    return keys;
}

inline constexpr std::array<std::array<std::uint64_t, 2>, MAX_CELLS> STONE_KEYS = make_stone_keys();

// Told apart in situational superko: the same board with the other side to move.
constexpr std::uint64_t WHITE_TO_MOVE_KEY = 0x9e3779b97f4a7c15ULL;

}  // namespace kibitz::go
