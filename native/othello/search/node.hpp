// A position on its way through a search, with what the evaluation reads from it, and its moves in the order they are tried.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"

namespace kibitz::othello::search {

struct Node {
    Board board;
    Contents contents;

    static Node of(const Board& board, const Evaluation& evaluation) { return {board, evaluation.reader().read(board)}; }

    Node after(int square, const Evaluation& evaluation) const {
        const std::uint64_t flips = flip_mask(board.own, board.opp, square);
        return {{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)}, evaluation.reader().after(contents, square, flips)};
    }

    Node passed() const { return {board.passed(), ContentsReader::passed(contents)}; }
};

constexpr std::size_t MAX_MOVES = 34;
constexpr std::uint64_t CORNERS = 0x8100000000000081ULL;

// The moves of one position, best guess first.
class MoveList {
public:
    struct Move {
        std::int8_t square;
        std::int32_t ordering_score;
    };

    void add(int square, int ordering_score) { moves_[count_++] = {static_cast<std::int8_t>(square), ordering_score}; }

    void sort() {
        // Insertion sort: lists are short, and equal scores keep the order of squares on every machine.
        for (std::size_t i = 1; i < count_; ++i) {
            const Move move = moves_[i];
            std::size_t place = i;
            for (; place > 0 && moves_[place - 1].ordering_score < move.ordering_score; --place) moves_[place] = moves_[place - 1];
            moves_[place] = move;
        }
    }

    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + count_; }
    std::size_t size() const { return count_; }

private:
    std::array<Move, MAX_MOVES> moves_;
    std::size_t count_ = 0;
};

// A cheap guess: leave the opponent few moves, corners counted double.
inline int mobility_ordering(const Board& child) {
    const std::uint64_t replies = legal_mask(child.own, child.opp);
    return -std::popcount(replies) - std::popcount(replies & CORNERS);
}

}  // namespace kibitz::othello::search
