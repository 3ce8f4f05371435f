// The midgame search: principal variation search with a table, moves ordered by the evaluation, and ProbCut if wanted.
// Depth counts discs placed; a forced pass costs none, so a position has the same depth wherever it is met in a search.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"
#include "othello/search/node.hpp"
#include "othello/search/probable_cuts.hpp"
#include "othello/search/table.hpp"

namespace kibitz::othello::search {

using Line = std::vector<std::int8_t>;

// Thrown out of a search that was told to stop or has run out of time.
struct Stopped {};

// When a search must end. `look` is called now and then and may throw.
struct Limits {
    const std::atomic<bool>& stop;
    std::chrono::steady_clock::time_point end;
    std::function<void()> look;
};

struct RootMove {
    std::int8_t square;
    int value;
    Line line;  // begins with the move itself
};

class MidgameSearch {
public:
    MidgameSearch(const Evaluation& evaluation, Table& table, const ProbableCuts& cuts, const Limits& limits)
        : evaluation_(evaluation), table_(table), cuts_(cuts), limits_(limits) {}

    std::uint64_t nodes() const { return nodes_; }

    // The moves of a position that has some, in any order.
    std::vector<RootMove> moves_of(const Board& board) const {
        std::vector<RootMove> moves;
        for (std::uint64_t legal = board.legal(~0ULL); legal != 0;) {
            const int square = pop_square(legal);
            moves.push_back({static_cast<std::int8_t>(square), mobility_ordering(board.after(square)), {}});
        }
        sort_by_value(moves);
        return moves;
    }

    // Puts the best of the moves first, with its value and line; those of the others are not changed.
    void find_best(const Board& board, int depth, std::vector<RootMove>& moves) {
        const Node node = Node::of(board, evaluation_);
        int alpha = -MAX_VALUE;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Node child = node.after(moves[i].square, evaluation_);
            if (i > 0 && -null_window(child, depth - 1, -alpha) <= alpha) continue;
            value_move(child, depth, alpha, moves[i]);
            if (i > 0 && moves[i].value <= alpha) continue;
            alpha = moves[i].value;
            const auto better = moves.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(moves.begin(), better, better + 1);
        }
        table_.store(board, depth, cuts_.is_off(), -MAX_VALUE, MAX_VALUE, alpha, moves.front().square);
    }

    // Finds the value and line of every move and puts the best first.
    void value_all(const Board& board, int depth, std::vector<RootMove>& moves) {
        const Node node = Node::of(board, evaluation_);
        for (RootMove& move : moves) value_move(node.after(move.square, evaluation_), depth, -MAX_VALUE, move);
        sort_by_value(moves);
    }

    // As value_all(), but a move that is worse than the best by `margin` or more has the value of the best less the margin.
    void value_all_within(const Board& board, int depth, int margin, std::vector<RootMove>& moves) {
        const Node node = Node::of(board, evaluation_);
        int best = -MAX_VALUE - 1;
        for (RootMove& move : moves) {
            const Node child = node.after(move.square, evaluation_);
            const int alpha = std::max(best - margin, -MAX_VALUE);
            if (best > -MAX_VALUE && -null_window(child, depth - 1, -alpha) <= alpha) {
                move.value = alpha;
                continue;
            }
            value_move(child, depth, alpha, move);
            best = std::max(best, move.value);
        }
        sort_by_value(moves);
        for (RootMove& move : moves) move.value = std::max(move.value, best - margin);
    }

    // The value of a position for its mover.
    int value_of(const Board& board, int depth) {
        Line line;
        return principal(Node::of(board, evaluation_), depth, -MAX_VALUE, MAX_VALUE, line);
    }

private:
    static constexpr int TABLE_DEPTH = 3;
    static constexpr std::uint64_t NODES_A_LOOK = 2048;

    static void sort_by_value(std::vector<RootMove>& moves) {
        std::ranges::stable_sort(moves, std::greater{}, &RootMove::value);
    }

    void value_move(const Node& child, int depth, int alpha, RootMove& move) {
        Line line;
        move.value = -principal(child, depth - 1, -MAX_VALUE, -alpha, line);
        move.line.assign(1, move.square);
        move.line.insert(move.line.end(), line.begin(), line.end());
    }

    // The value if it lies inside the window, else a bound on its side; `line` gets the best moves, passes written out.
    int principal(const Node& node, int depth, int alpha, int beta, Line& line) {
        line.clear();
        if (depth == 0) return leaf(node);
        const std::uint64_t legal = node.board.legal(~0ULL);
        if (legal == 0) return principal_pass(node, depth, alpha, beta, line);
        count_node();
        const int first_alpha = alpha;
        int best = -MAX_VALUE - 1;
        int best_square = NO_MOVE;
        for (const auto& move : ordered(node, legal, depth, remembered_move(node.board, depth))) {
            const Node child = node.after(move.square, evaluation_);
            Line child_line;
            int score = best_square == NO_MOVE ? beta : -null_window(child, depth - 1, -alpha);
            const bool needs_value = best_square == NO_MOVE || (score > alpha && score < beta);
            if (needs_value) score = -principal(child, depth - 1, -beta, -alpha, child_line);
            if (score <= best) continue;
            best = score;
            best_square = move.square;
            line.assign(1, move.square);
            line.insert(line.end(), child_line.begin(), child_line.end());
            alpha = std::max(alpha, best);
            if (alpha >= beta) break;
        }
        if (depth >= TABLE_DEPTH) table_.store(node.board, depth, cuts_.is_off(), first_alpha, beta, best, best_square);
        return best;
    }

    int principal_pass(const Node& node, int depth, int alpha, int beta, Line& line) {
        const Node passed = node.passed();
        if (passed.board.legal(~0ULL) == 0) return leaf(node);
        const int value = -principal(passed, depth, -beta, -alpha, line);
        line.insert(line.begin(), PASS);
        return value;
    }

    // A bound on the value that tells whether it is at least beta.
    int null_window(const Node& node, int depth, int beta) {
        if (depth == 0) return leaf(node);
        const std::uint64_t legal = node.board.legal(~0ULL);
        if (legal == 0) {
            const Node passed = node.passed();
            return passed.board.legal(~0ULL) == 0 ? leaf(node) : -null_window(passed, depth, 1 - beta);
        }
        count_node();
        if (depth == 1) return best_leaf(node, legal, beta);
        if (depth < TABLE_DEPTH) return best_child(node, ordered(node, legal, depth, NO_MOVE), depth, beta).value;
        return remembered_null_window(node, legal, depth, beta);
    }

    int remembered_null_window(const Node& node, std::uint64_t legal, int depth, int beta) {
        int first = NO_MOVE;
        if (const Remembered* known = table_.find(node.board)) {
            const bool answers = known->depth >= depth && known->is_exact >= cuts_.is_off();
            if (answers && known->lower >= beta) return known->lower;
            if (answers && known->upper < beta) return known->upper;
            first = known->best;
        }
        if (const auto cut = cuts_.at(node.board, depth)) {
            const int needed = cut->needed_for(beta);
            if (needed <= MAX_VALUE && null_window(node, cut->depth, needed) >= needed) return beta;
            const int allowed = cut->allowed_for(beta - 1);
            if (allowed >= -MAX_VALUE && null_window(node, cut->depth, allowed + 1) <= allowed) return beta - 1;
        }
        const Best best = best_child(node, ordered(node, legal, depth, first), depth, beta);
        table_.store(node.board, depth, cuts_.is_off(), beta - 1, beta, best.value, best.square);
        return best.value;
    }

    struct Best {
        int value = -MAX_VALUE - 1;
        int square = NO_MOVE;
    };

    Best best_child(const Node& node, const MoveList& moves, int depth, int beta) {
        Best best;
        for (const auto& move : moves) {
            const int score = -null_window(node.after(move.square, evaluation_), depth - 1, 1 - beta);
            if (score > best.value) best = {score, move.square};
            if (score >= beta) break;
        }
        return best;
    }

    int best_leaf(const Node& node, std::uint64_t legal, int beta) {
        int best = -MAX_VALUE;
        while (legal != 0 && best < beta) best = std::max(best, -leaf(node.after(pop_square(legal), evaluation_)));
        return best;
    }

    int leaf(const Node& node) {
        ++nodes_;
        return evaluation_.value(node.board, node.contents);
    }

    int remembered_move(const Board& board, int depth) const {
        if (depth < TABLE_DEPTH) return NO_MOVE;
        const Remembered* known = table_.find(board);
        return known == nullptr ? NO_MOVE : known->best;
    }

    MoveList ordered(const Node& node, std::uint64_t legal, int depth, int first) {
        MoveList moves;
        while (legal != 0) {
            const int square = pop_square(legal);
            moves.add(square, square == first ? 2 * MAX_VALUE : ordering_score(node, square, depth));
        }
        moves.sort();
        return moves;
    }

    int ordering_score(const Node& node, int square, int depth) {
        if (depth < TABLE_DEPTH) return mobility_ordering(node.board.after(square));
        return -leaf(node.after(square, evaluation_));
    }

    void count_node() {
        if (++nodes_ < next_look_) return;
        next_look_ = nodes_ + NODES_A_LOOK;
        if (limits_.look) limits_.look();
        if (limits_.stop.load(std::memory_order_relaxed) || std::chrono::steady_clock::now() >= limits_.end) throw Stopped{};
    }

    const Evaluation& evaluation_;
    Table& table_;
    const ProbableCuts& cuts_;
    const Limits& limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = NODES_A_LOOK;
};

}  // namespace kibitz::othello::search
