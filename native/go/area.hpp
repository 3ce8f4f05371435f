// Who owns which point when a game is counted.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>

#include "go/board.hpp"

namespace kibitz::go {

// Writes the owner of every point: 1 Black, -1 White, 0 nobody. A stone owns its own point; an empty region belongs to the side whose
// stones alone touch it. Dead stones must have been taken off before.
inline void write_owners(const Board& board, std::span<std::int8_t> owners) {
    const Cells& cells = board.cells();
    std::bitset<MAX_CELLS> seen;
    std::array<Cell, MAX_POINTS> region;
    for (int point = 0; point < cells.points(); ++point) {
        const Cell first = cells.of_point(point);
        if (board.at(first) != Stone::EMPTY) owners[static_cast<std::size_t>(point)] = board.at(first) == Stone::BLACK ? 1 : -1;
        if (board.at(first) != Stone::EMPTY || seen[first]) continue;
        std::size_t count = 0;
        bool black = false, white = false;
        region[count++] = first;
        seen.set(first);
        for (std::size_t done = 0; done < count; ++done) {
            for (const int step : board.steps()) {
                const Cell near = static_cast<Cell>(region[done] + step);
                black |= board.at(near) == Stone::BLACK;
                white |= board.at(near) == Stone::WHITE;
                if (board.at(near) != Stone::EMPTY || seen[near]) continue;
                seen.set(near);
                region[count++] = near;
            }
        }
        const auto owner = static_cast<std::int8_t>(black == white ? 0 : black ? 1 : -1);
        for (std::size_t i = 0; i < count; ++i) owners[static_cast<std::size_t>(cells.point_of(region[i]))] = owner;
    }
}

}  // namespace kibitz::go
