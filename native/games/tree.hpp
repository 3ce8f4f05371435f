// Monte Carlo tree search for any game of two sides that move in turn. Here is what is the same however positions are evaluated:
// the nodes, the way down by the best score, the way up with a value, positions that wait for an evaluation, and the next root.
//
// A node is a move together with what is known of the position after it. Its numbers are seen by the side that made the move; those
// of the root by the side that does not move there. Positions are not kept: a walk plays the moves again from the root.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace kibitz {

// `Facts` are further numbers that a game keeps of each node.
template <typename MoveType, typename Facts>
struct TreeNode : Facts {
    float value_sum = 0;
    float prior = 0;
    std::uint32_t visits = 0;
    std::uint32_t first_child = 0;  // children lie side by side
    std::uint16_t child_count : 15 = 0;
    std::uint16_t is_asked : 1 = 0;  // whether an evaluator outside the tree was asked about the position
    MoveType move{};
};

// The base of a game's tree (CRTP). `Traits` name the types Move, Facts, Walk (a position that can play(move)) and Outlook (what the
// scores of all moves of one position have in common). `Game` has, for its base alone:
//   arrive(node, walk)         a walk has come to a node: it may be given children
//   stops_at(node, walk)       whether a walk ends at a node although it has children
//   outlook_of(node)           the Outlook of a node's children
//   score_of(child, outlook)   the child with the highest is chosen, the first among equals
//   bounded(node, value)       the value as far as it agrees with what is certain of the node
//   turned(value)              the same value seen by the other side
template <typename Game, typename Traits>
class TreeSearch {
protected:
    using Move = typename Traits::Move;
    using Walk = typename Traits::Walk;
    using Outlook = typename Traits::Outlook;
    using Node = TreeNode<Move, typename Traits::Facts>;
    using Path = std::vector<std::uint32_t>;  // node numbers, the root's first

    static constexpr std::uint32_t ROOT = 0;
    static constexpr std::uint32_t NONE = ~0U;

    struct Candidate {
        Move move;
        float prior;
    };

    // A walk that ended at a position whose value is not known yet.
    struct Held {
        Path path;
        Walk walk;
    };

    TreeSearch() : nodes_(1) {}

    Node& root() { return nodes_[ROOT]; }
    const Node& root() const { return nodes_[ROOT]; }

    std::span<Node> children_of(const Node& node) { return {nodes_.data() + node.first_child, node.child_count}; }
    std::span<const Node> children_of(const Node& node) const { return {nodes_.data() + node.first_child, node.child_count}; }

    // The number of the root's child that a move leads to, or NONE.
    std::uint32_t child_at(Move move) const {
        const auto children = children_of(root());
        const auto found = std::ranges::find(children, move, &Node::move);
        return found == children.end() ? NONE : root().first_child + static_cast<std::uint32_t>(found - children.begin());
    }

    // The node must have children.
    std::uint32_t most_visited(std::uint32_t number) const {
        const auto children = children_of(nodes_[number]);
        const auto found = std::ranges::max_element(children, {}, &Node::visits);
        return nodes_[number].first_child + static_cast<std::uint32_t>(found - children.begin());
    }

    // By how many visits the root's most visited child is ahead of the second.
    std::uint32_t visits_ahead() const {
        std::uint32_t first = 0, second = 0;
        for (const Node& child : children_of(root())) {
            second = std::max(second, std::min(first, child.visits));
            first = std::max(first, child.visits);
        }
        return first - second;
    }

    // The most visited moves one after another, beginning with a child of the root.
    std::vector<Move> most_visited_line(std::uint32_t first, std::size_t longest) const {
        std::vector<Move> line;
        for (std::uint32_t here = first; line.size() < longest && nodes_[here].visits != 0; here = most_visited(here)) {
            line.push_back(nodes_[here].move);
            if (nodes_[here].child_count == 0) break;
        }
        return line;
    }

    void add_children(std::uint32_t parent, std::span<const Candidate> candidates) {
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const Candidate& candidate : candidates) {
            Node& child = nodes_.emplace_back();
            child.move = candidate.move;
            child.prior = candidate.prior;
        }
        nodes_[parent].first_child = first;
        nodes_[parent].child_count = static_cast<std::uint16_t>(candidates.size());
    }

    std::uint32_t best_child(const Node& node, const Outlook& outlook) const {
        std::uint32_t best = node.first_child;
        float best_score = -INFINITY;
        for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            const float score = game().score_of(nodes_[child], outlook);
            if (score > best_score) {
                best = child;
                best_score = score;
            }
        }
        return best;
    }

    // From the root to a node without children, or to one where the game stops; `path_` says which way.
    void descend(Walk& walk) {
        path_.assign(1, ROOT);
        game().arrive(ROOT, walk);
        for (std::uint32_t here = ROOT; nodes_[here].child_count != 0 && !game().stops_at(nodes_[here], walk);) {
            here = best_child(nodes_[here], game().outlook_of(nodes_[here]));
            path_.push_back(here);
            walk.play(nodes_[here].move);
            game().arrive(here, walk);
        }
    }

    // Counts a value, seen as the numbers of the path's last node are.
    void back_up(const Path& path, float value) {
        for (std::size_t depth = path.size(); depth-- > 0; value = Game::turned(value)) {
            Node& node = nodes_[path[depth]];
            value = Game::bounded(node, value);
            ++node.visits;
            node.value_sum += value;
        }
    }

    // Leaves the last walk's end to an evaluator. Until judge() its nodes count as visited once more without a value. Facts have a
    // number `waiting` for it.
    void hold(const Walk& walk) {
        nodes_[path_.back()].is_asked = 1;
        for (const std::uint32_t number : path_) ++nodes_[number].waiting;
        held_.push_back({path_, walk});
    }

    // Gives a held position its children and its value, seen as the numbers of its node are.
    void judge(const Held& held, std::span<const Candidate> candidates, float value) {
        for (const std::uint32_t number : held.path) --nodes_[number].waiting;
        add_children(held.path.back(), candidates);
        back_up(held.path, value);
    }

    // Makes a node the root and keeps what hangs below it alone.
    void make_root(std::uint32_t top) {
        std::vector<Node> kept{nodes_[top]};
        for (std::size_t here = 0; here < kept.size(); ++here) {
            if (kept[here].child_count == 0) continue;
            const auto children = children_of(kept[here]);
            kept[here].first_child = static_cast<std::uint32_t>(kept.size());
            kept.insert(kept.end(), children.begin(), children.end());
        }
        nodes_ = std::move(kept);
    }

    std::vector<Node> nodes_;
    Path path_;               // of the last walk
    std::vector<Held> held_;  // in the order in which they were found

private:
    Game& game() { return static_cast<Game&>(*this); }
    const Game& game() const { return static_cast<const Game&>(*this); }
};

}  // namespace kibitz
