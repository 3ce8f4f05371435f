// The moves of one position with the boards they lead to, tried by ordering score.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "othello/board.hpp"
#include "othello/solver/flips.hpp"
#include "othello/canonical.hpp"

namespace kibitz::othello::solver {

struct Move {
    Board child;
    std::uint64_t replies;  // where the opponent may play then
    int square;
    int ordering_score;
};

class MoveList {
public:
    // `replies` and `ordering_score` are left for the caller to fill in.
    MoveList(const Board& board, std::uint64_t squares) {
        while (squares != 0) {
            const int square = pop_square(squares);
            const std::uint64_t flips = flips_of(board.own, board.opp, square);
            moves_[count_++] = {{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)}, 0, square, 0};
        }
    }

    std::size_t size() const { return count_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + count_; }
    const Move& operator[](std::size_t index) const { return moves_[index]; }

    // Leaves one of the moves that lead to mirror images of one board.
    void drop_twins() {
        std::array<Board, CAPACITY> images;
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index) {
            const Board image = canonical(moves_[index].child).board;
            if (std::find(images.begin(), images.begin() + kept, image) != images.begin() + kept) continue;
            images[kept] = image;
            moves_[kept++] = moves_[index];
        }
        count_ = kept;
    }

    // Brings the most promising of the moves from `index` on to that place. A cut-off often spares sorting the rest.
    const Move& pick(std::size_t index) {
        std::size_t best = index;
        for (std::size_t other = index + 1; other < count_; ++other) {
            if (moves_[other].ordering_score > moves_[best].ordering_score) best = other;
        }
        std::swap(moves_[index], moves_[best]);
        return moves_[index];
    }

private:
    // No position has more legal moves.
    static constexpr std::size_t CAPACITY = 34;

    std::array<Move, CAPACITY> moves_;
    std::size_t count_ = 0;
};

}  // namespace kibitz::othello::solver
