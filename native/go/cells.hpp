// Where the points of a Go board lie in memory: rows of size + 1 cells, the extra one and a row above and below being the frame.
// The frame's column to the right of a row is the one to the left of the next, so that every neighbour is one addition away.
#pragma once

#include <cstdint>

namespace kibitz::go {

constexpr int MIN_SIZE = 5;
constexpr int MAX_SIZE = 25;
constexpr int MAX_POINTS = MAX_SIZE * MAX_SIZE;
constexpr int MAX_CELLS = (MAX_SIZE + 1) * (MAX_SIZE + 2) + 1;

using Cell = std::uint16_t;

// The first cell of the frame: it stands for "nowhere".
constexpr Cell NO_CELL = 0;

// Points are what Python sees, 0 at the top left, row by row; cells are what the board computes with.
class Cells {
public:
    explicit constexpr Cells(int size) : size_(size) {}

    constexpr int size() const { return size_; }
    constexpr int stride() const { return size_ + 1; }
    constexpr int points() const { return size_ * size_; }
    constexpr int count() const { return stride() * (size_ + 2) + 1; }

    constexpr Cell at(int row, int column) const { return static_cast<Cell>((row + 1) * stride() + column + 1); }
    constexpr Cell of_point(int point) const { return at(point / size_, point % size_); }
    constexpr int row(Cell cell) const { return cell / stride() - 1; }
    constexpr int column(Cell cell) const { return cell % stride() - 1; }
    constexpr int point_of(Cell cell) const { return row(cell) * size_ + column(cell); }

private:
    int size_;
};

}  // namespace kibitz::go
