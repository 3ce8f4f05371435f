// The search tree of one game: PUCT after Silver and others, "A general reinforcement learning algorithm" (2018). The tree never
// judges a position itself: it goes down to one that nobody has judged, and is told priors and a value for it later.
//
// Values lie between -1 and 1; Rules say what a game that is over is worth. A pass is a move of its own, so that the turn changes from
// every node to the next. What follows from games that are over is remembered as bounds: moves that cannot be the best any more are
// not tried again, and a position whose bounds meet is settled.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "games/tree.hpp"
#include "othello/board.hpp"

namespace kibitz::othello {

struct Rules {
    std::uint64_t playable;
    bool counts_discs;  // a game that is over is worth its score divided by the squares of the board, else 1, 0 or -1

    // Seen by the side to move.
    float final_value(const Board& board) const {
        const int squares = std::popcount(playable);
        const int own = std::popcount(board.own);
        const int opp = std::popcount(board.opp);
        if (own == opp) return 0;
        if (!counts_discs) return own > opp ? 1 : -1;
        // Empty squares go to the winner.
        return static_cast<float>(own > opp ? squares - 2 * opp : 2 * own - squares) / static_cast<float>(squares);
    }
};

struct Exploration {
    float rate;             // weight of the priors against the values found so far
    float first_play_loss;  // how much worse than its node a move is taken to be that was never tried
};

struct PuctTraits {
    using Move = std::int8_t;  // a square or PASS

    struct Facts {
        std::int32_t waiting = 0;  // simulations under way, whose values are not known yet
        float lower = -1;          // what the move is worth at least and at most, as far as that is certain
        float upper = 1;

        bool is_settled() const { return lower >= upper; }

        // Whether another move, known to be worth `certain`, is at least as good for sure.
        bool is_beaten(float certain) const { return upper < certain || (upper == certain && lower < certain); }
    };

    struct Walk {
        Board board;

        void play(int square) { board = square == PASS ? board.passed() : board.after(square); }
    };

    struct Outlook {
        float bonus;    // for being likely and seldom tried
        float untried;  // the value of a move that was never tried
        float certain;  // what the best move is worth at least
        bool with_settled;
    };
};

class PuctTree : private TreeSearch<PuctTree, PuctTraits> {
    friend class TreeSearch<PuctTree, PuctTraits>;

public:
    using MoveNode = Node;

    PuctTree(const Board& board, const Rules& rules, const Exploration& exploration)
        : board_(board), rules_(rules), exploration_(exploration) {
        arrive(ROOT, {board});
    }

    const Board& board() const { return board_; }
    int visits() const { return static_cast<int>(root().visits); }
    int waiting() const { return static_cast<int>(held_.size()); }

    std::span<MoveNode> moves() { return children_of(root()); }

    // How often a move was tried; moves that another is known to beat count as never tried.
    int tries(const MoveNode& move) const { return move.is_beaten(-root().upper) ? 0 : static_cast<int>(move.visits); }

    static float mean(const MoveNode& node) {
        return node.visits == 0 ? 0 : bounded(node, node.value_sum / static_cast<float>(node.visits));
    }

    // What the position is worth to its mover by all simulations so far.
    float value() const { return 0 - mean(root()); }

    // Simulates until a position has to be judged, until `target` simulations are done or under way, until the root is settled, or
    // until the way leads to a position that is being judged. Returns whether there is a new position to judge, the last of those
    // that wait.
    bool find_leaf(int target) {
        while (!root().is_settled() && visits() + waiting() < target) {
            count_settled_favourite();
            Walk walk{board_};
            descend(walk);
            const Node& last = nodes_[path_.back()];
            if (last.is_settled()) {
                tighten();
                back_up(path_, last.lower);
                continue;
            }
            if (last.is_asked) return false;
            hold(walk);
            return true;
        }
        return false;
    }

    const Board& waiting_board(int number) const { return held_[static_cast<std::size_t>(number)].walk.board; }

    // Hands over what was found of a waiting position; `priors` has 64 elements of which those of legal squares are read. The value is
    // seen by the side to move.
    void judge(int number, std::span<const float> priors, float value) {
        const Held& held = held_[static_cast<std::size_t>(number)];
        write_candidates(held.walk.board, priors);
        TreeSearch::judge(held, candidates_, -value);
    }

    void forget_waiting() { held_.clear(); }

    // Makes the position after a move the root, and keeps what is known below it. No position may be waiting.
    void advance(int square) {
        const std::uint32_t child = child_at(static_cast<std::int8_t>(square));
        Walk walk{board_};
        walk.play(square);
        if (child == NONE || nodes_[child].visits == 0) {
            *this = PuctTree(walk.board, rules_, exploration_);
        } else {
            board_ = walk.board;
            make_root(child);
        }
    }

private:
    // Who comes to a position for the first time finds out whether its game is over, or a pass its only move.
    void arrive(std::uint32_t number, const Walk& walk) {
        Node& node = nodes_[number];
        if (node.child_count != 0 || node.visits != 0 || node.is_asked || walk.board.legal(rules_.playable) != 0) return;
        if (walk.board.passed().legal(rules_.playable) == 0) {
            node.lower = node.upper = -rules_.final_value(walk.board);
        } else {
            candidates_.assign(1, {PASS, 1});
            add_children(number, candidates_);
        }
    }

    static bool stops_at(const Node& node, const Walk&) { return node.is_settled(); }

    Outlook outlook_of(const Node& node) const {
        int tried = 0;
        for (const Node& child : children_of(node)) tried += static_cast<int>(child.visits) + child.waiting;
        return {exploration_.rate * std::sqrt(static_cast<float>(tried + 1)), -mean(node) - exploration_.first_play_loss, -node.upper,
                false};
    }

    // Moves that are beaten or have no more to tell are never chosen.
    static float score_of(const Node& child, const Outlook& outlook) {
        if (child.is_beaten(outlook.certain) || (child.is_settled() && !outlook.with_settled)) return -INFINITY;
        const float value = child.visits == 0 ? outlook.untried : mean(child);
        return value + outlook.bonus * child.prior / static_cast<float>(1 + static_cast<int>(child.visits) + child.waiting);
    }

    static float bounded(const Node& node, float value) { return std::clamp(value, node.lower, node.upper); }

    static float turned(float value) { return -value; }

    // A settled move has no more to tell, so simulations go elsewhere. But moves of the root are compared by how often they are
    // tried: a settled one that would be chosen is counted as tried on top.
    void count_settled_favourite() {
        if (root().child_count == 0) return;
        Outlook outlook = outlook_of(root());
        outlook.with_settled = true;
        Node& favourite = nodes_[best_child(root(), outlook)];
        if (!favourite.is_settled()) return;
        ++favourite.visits;
        favourite.value_sum += favourite.lower;
    }

    // Carries the bounds of the path's last node up as far as they change anything.
    void tighten() {
        for (std::size_t depth = path_.size() - 1; depth-- > 0;) {
            Node& node = nodes_[path_[depth]];
            float lower = -1, upper = -1;
            for (const Node& child : children_of(node)) {
                lower = std::max(lower, child.lower);
                upper = std::max(upper, child.upper);
            }
            if (node.lower == -upper && node.upper == -lower) return;
            node.lower = -upper;
            node.upper = -lower;
        }
    }

    // The legal squares, of which there must be one; priors are scaled to a sum of one.
    void write_candidates(const Board& board, std::span<const float> priors) {
        const std::uint64_t legal = board.legal(rules_.playable);
        float sum = 0;
        for (std::uint64_t left = legal; left != 0;) sum += priors[static_cast<std::size_t>(pop_square(left))];
        const float equal = 1 / static_cast<float>(std::popcount(legal));
        candidates_.clear();
        for (std::uint64_t left = legal; left != 0;) {
            const int square = pop_square(left);
            const float prior = sum > 0 ? priors[static_cast<std::size_t>(square)] / sum : equal;
            candidates_.push_back({static_cast<std::int8_t>(square), prior});
        }
    }

    Board board_;
    Rules rules_;
    Exploration exploration_;
    std::vector<Candidate> candidates_;
};

}  // namespace kibitz::othello
