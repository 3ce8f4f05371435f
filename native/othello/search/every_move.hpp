// The value of every legal move at a small fixed depth, or just the best one, for learning from many positions: plain
// alpha-beta, without a table.
// Depth counts discs placed; a forced pass costs none, so all leaves of a search have the same number of discs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"
#include "othello/search/node.hpp"

namespace kibitz::othello::search {

class EveryMove {
public:
    explicit EveryMove(const Evaluation& evaluation) : evaluation_(evaluation) {}

    // Calls found(square, value for the mover) for each legal move in ascending order of squares. A value is exact for its depth:
    // that of depth 1 is the evaluation after the move.
    template <typename Found>
    void operator()(const Board& board, int depth, Found found) const {
        const Node node = Node::of(board, evaluation_);
        std::uint64_t moves = board.legal(~0ULL);
        while (moves != 0) {
            const int square = pop_square(moves);
            found(square, -value(node.after(square, evaluation_), depth - 1, -MAX_VALUE, MAX_VALUE));
        }
    }

    struct Best {
        int square;
        int value;
    };

    // The best move of a position that has one, found with less work than the values of all.
    Best best(const Board& board, int depth) const {
        const Node node = Node::of(board, evaluation_);
        Best best{NO_MOVE, -MAX_VALUE - 1};
        for (const auto& move : ordered(node, board.legal(~0ULL), depth)) {
            const int alpha = std::max(best.value, -MAX_VALUE);
            const int score = -value(node.after(move.square, evaluation_), depth - 1, -MAX_VALUE, -alpha);
            if (score > best.value) best = {move.square, score};
        }
        return best;
    }

    // The value for the mover if it lies inside the window, else a bound on its side.
    int value(const Node& node, int depth, int alpha, int beta) const {
        if (depth == 0) return evaluation_.value(node.board, node.contents);
        const std::uint64_t legal = node.board.legal(~0ULL);
        if (legal == 0) {
            const Node passed = node.passed();
            if (passed.board.legal(~0ULL) == 0) return final_value(node.board);
            return -value(passed, depth, -beta, -alpha);
        }
        return depth == 1 ? best_of_leaves(node, legal, beta) : best_of(node, legal, depth, alpha, beta);
    }

private:
    int best_of_leaves(const Node& node, std::uint64_t legal, int beta) const {
        int best = -MAX_VALUE;
        while (legal != 0 && best < beta) {
            const Node child = node.after(pop_square(legal), evaluation_);
            best = std::max(best, -evaluation_.value(child.board, child.contents));
        }
        return best;
    }

    int best_of(const Node& node, std::uint64_t legal, int depth, int alpha, int beta) const {
        const MoveList moves = ordered(node, legal, depth);
        int best = -value(node.after(moves.begin()->square, evaluation_), depth - 1, -beta, -alpha);
        for (auto move = moves.begin() + 1; move != moves.end() && best < beta; ++move) {
            alpha = std::max(alpha, best);
            const Node child = node.after(move->square, evaluation_);
            int score = -value(child, depth - 1, -alpha - 1, -alpha);
            if (score > alpha && score < beta) score = -value(child, depth - 1, -beta, -alpha);
            best = std::max(best, score);
        }
        return best;
    }

    MoveList ordered(const Node& node, std::uint64_t legal, int depth) const {
        MoveList moves;
        while (legal != 0) {
            const int square = pop_square(legal);
            moves.add(square, depth > 2 ? -evaluated(node.after(square, evaluation_)) : mobility_ordering(node.board.after(square)));
        }
        moves.sort();
        return moves;
    }

    int evaluated(const Node& node) const { return evaluation_.value(node.board, node.contents); }

    const Evaluation& evaluation_;
};

}  // namespace kibitz::othello::search
