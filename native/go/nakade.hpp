// Vital points: where one stone decides whether a small enclosed room becomes two eyes or one.
#pragma once

#include <algorithm>
#include <array>

#include "go/board.hpp"

namespace kibitz::go {

// An empty room with walls of one colour, of at most as many cells as one move can decide about.
class SmallRoom {
public:
    // The vital point of the room around an empty cell, or NO_CELL if it is larger, has other walls too or no such point.
    Cell vital_point(const Board& board, Cell first, Stone wall) {
        if (!walk(board, first, other(wall))) return NO_CELL;
        int links = 0, most = 0;
        Cell centre = NO_CELL;
        for (std::size_t i = 0; i < count_; ++i) {
            const int near = links_of(board, cells_[i]);
            links += near;
            if (near > most) centre = cells_[i];
            most = std::max(most, near);
        }
        return is_decided_at_centre(most, links) ? centre : NO_CELL;
    }

private:
    static constexpr std::size_t MOST_CELLS = 6;

    // Bent and straight three, the pyramid of four, bulky and crossed five, rabbity six; `links` counts neighbours twice.
    bool is_decided_at_centre(int most, int links) const {
        switch (count_) {
            case 3: return true;
            case 4: return most == 3;
            case 5: return most == 4 || (most == 3 && links == 10);
            case 6: return most == 4 && links == 12;
            default: return false;
        }
    }

    // Goes through the room; false as soon as it is too large or touches an intruder.
    bool walk(const Board& board, Cell first, Stone intruder) {
        cells_[0] = first;
        count_ = 1;
        for (std::size_t done = 0; done < count_; ++done) {
            for (const int step : board.steps()) {
                const Cell near = static_cast<Cell>(cells_[done] + step);
                if (board.at(near) == intruder) return false;
                if (board.at(near) != Stone::EMPTY || is_inside(near)) continue;
                if (count_ == MOST_CELLS) return false;
                cells_[count_++] = near;
            }
        }
        return true;
    }

    bool is_inside(Cell cell) const { return std::find(cells_.begin(), cells_.begin() + count_, cell) != cells_.begin() + count_; }

    static int links_of(const Board& board, Cell cell) {
        return static_cast<int>(std::ranges::count_if(board.steps(), [&](int step) { return board.at(cell + step) == Stone::EMPTY; }));
    }

    std::array<Cell, MOST_CELLS> cells_{};
    std::size_t count_ = 0;
};

}  // namespace kibitz::go
