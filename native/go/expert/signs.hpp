// A position as the move predictor reads it: signs with a broad frame around them, and what every point knows of the whole board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "go/expert/neighbourhood.hpp"
#include "go/replay.hpp"

namespace kibitz::go {

// The stones seen by the mover, once without and once with their liberties, on a board so framed that no neighbour needs a check.
class Signs {
public:
    Signs(const Board& board, Stone mover) : stride_(board.cells().size() + 2 * REACH) {
        plain_.assign(static_cast<std::size_t>(stride_ * stride_), OUTSIDE);
        marked_ = plain_;
        const Cells& cells = board.cells();
        for (int point = 0; point < cells.points(); ++point) {
            const Cell cell = cells.of_point(point);
            const std::size_t place = place_of(cells.row(cell), cells.column(cell));
            const Stone stone = board.at(cell);
            plain_[place] = marked_[place] = NOTHING;
            if (stone == Stone::EMPTY) continue;
            ++stones_;
            plain_[place] = stone == mover ? OWN : ENEMY;
            std::array<Cell, 3> found;
            marked_[place] = static_cast<std::uint8_t>(plain_[place] + board.liberties(cell, found) - 1);
        }
    }

    std::size_t place_of(int row, int column) const {
        return static_cast<std::size_t>((row + REACH) * stride_ + column + REACH);
    }
    int stride() const { return stride_; }
    int stones() const { return stones_; }
    const std::vector<std::uint8_t>& plain() const { return plain_; }
    const std::vector<std::uint8_t>& with_liberties() const { return marked_; }

private:
    int stride_;
    int stones_ = 0;
    std::vector<std::uint8_t> plain_;
    std::vector<std::uint8_t> marked_;
};

}  // namespace kibitz::go
