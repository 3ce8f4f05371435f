// The search tree of one game: PUCT after Silver and others, "A general reinforcement learning algorithm" (2018). The tree never
// judges a position itself: it goes down to one that nobody has judged, and is told priors and a value for it later.
//
// Values lie between -1 and 1 and are seen by the side to move; Rules say what a game that is over is worth. A pass is a move of
// its own, so that the turn changes from every node to the next. What follows from games that are over is remembered as bounds:
// moves that cannot be the best any more are not tried again, and a position whose bounds meet is settled.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"

namespace kibitz::tree {

struct Rules {
    std::uint64_t playable;
    bool counts_discs;  // a game that is over is worth its score divided by the squares of the board, else 1, 0 or -1

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

// A move of a node. Its values are seen by the side that plays it.
struct Edge {
    std::uint32_t child;
    std::int32_t visits = 0;
    std::int32_t waiting = 0;  // simulations under way, whose values are not known yet
    float value_sum = 0;
    float prior;
    float lower = -1;  // what the move is worth at least and at most, as far as that is certain
    float upper = 1;
    std::int8_t square;

    float mean() const { return std::clamp(value_sum / static_cast<float>(visits), lower, upper); }

    bool is_settled() const { return lower >= upper; }

    // Whether another move, known to be worth `certain`, is at least as good for sure.
    bool is_beaten(float certain) const { return upper < certain || (upper == certain && lower < certain); }
};

class Tree {
public:
    Tree(const Board& root, const Rules& rules) : rules_(rules) { add_node(root); }

    const Board& root() const { return nodes_.front().board; }
    int visits() const { return nodes_.front().visits; }
    int waiting() const { return static_cast<int>(paths_.size()); }

    std::span<Edge> root_edges() { return edges_of(nodes_.front()); }

    // How often a move of the root was tried; moves that another is known to beat count as never tried.
    int tries(const Edge& edge) const { return edge.is_beaten(nodes_.front().lower) ? 0 : edge.visits; }

    // What the root is worth to its mover by all simulations so far.
    float value() const { return nodes_.front().mean(); }

    // Simulates until a position has to be judged, until `target` simulations are done or under way, until the root is settled, or
    // until the way leads to a position that is being judged. Returns whether there is a new position to judge, the last of those
    // that wait.
    bool find_leaf(int target, const Exploration& exploration) {
        while (!nodes_.front().is_settled() && visits() + waiting() < target) {
            Path path = descend(exploration);
            const Node& last = nodes_[path.nodes.back()];
            if (last.is_settled()) {
                tighten(path);
                back_up(path, last.lower);
                continue;
            }
            if (last.is_waiting) return false;
            hold(std::move(path));
            return true;
        }
        return false;
    }

    const Board& waiting_board(int number) const { return nodes_[paths_[static_cast<std::size_t>(number)].nodes.back()].board; }

    // Hands over what was found of a waiting position; `priors` has 64 elements of which those of legal squares are read.
    void judge(int number, std::span<const float> priors, float value) {
        const Path& path = paths_[static_cast<std::size_t>(number)];
        const std::uint32_t leaf = path.nodes.back();
        nodes_[leaf].is_waiting = false;
        add_edges(leaf, priors);
        for (const std::uint32_t edge : path.edges) --edges_[edge].waiting;
        back_up(path, value);
    }

    void forget_waiting() { paths_.clear(); }

    // Makes the position after a move the root, and keeps what is known below it. No position may be waiting.
    void advance(int square) {
        std::uint32_t known = NONE;
        for (const Edge& edge : root_edges()) {
            if (edge.square == square) known = edge.child;
        }
        *this = known == NONE ? Tree(after(root(), square), rules_) : subtree(known);
    }

private:
    static constexpr std::uint32_t NONE = ~0U;

    struct Node {
        Board board;
        std::uint32_t first_edge = 0;
        std::uint32_t edge_count = 0;
        std::int32_t visits = 0;
        float value_sum = 0;
        float lower = -1;
        float upper = 1;
        bool is_waiting = false;

        bool is_settled() const { return lower >= upper; }
        float mean() const { return visits == 0 ? 0 : std::clamp(value_sum / static_cast<float>(visits), lower, upper); }
    };

    struct Path {
        std::vector<std::uint32_t> nodes;
        std::vector<std::uint32_t> edges;  // one less than nodes
    };

    std::span<Edge> edges_of(const Node& node) { return {edges_.data() + node.first_edge, node.edge_count}; }

    static Board after(const Board& board, int square) { return square == PASS ? board.passed() : board.after(square); }

    std::uint32_t add_node(const Board& board) {
        const auto number = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({.board = board});
        if (board.legal(rules_.playable) != 0) return number;
        if (board.passed().legal(rules_.playable) == 0) {
            nodes_[number].lower = nodes_[number].upper = rules_.final_value(board);
        } else {
            add_edges(number, {});
        }
        return number;
    }

    // From the root to a node that is settled, new or waiting.
    Path descend(const Exploration& exploration) {
        count_settled_favourite(exploration);
        Path path{{0}, {}};
        while (nodes_[path.nodes.back()].edge_count != 0 && !nodes_[path.nodes.back()].is_settled()) {
            const std::uint32_t edge = choose(nodes_[path.nodes.back()], exploration, false);
            if (edges_[edge].child == NONE) {
                const std::uint32_t child = add_node(after(nodes_[path.nodes.back()].board, edges_[edge].square));
                edges_[edge].child = child;
            }
            path.edges.push_back(edge);
            path.nodes.push_back(edges_[edge].child);
        }
        return path;
    }

    // A settled move has no more to tell, so simulations go elsewhere. But moves of the root are compared by how often they are
    // tried: a settled one that would be chosen is counted as tried on top.
    void count_settled_favourite(const Exploration& exploration) {
        if (nodes_.front().edge_count == 0) return;
        Edge& favourite = edges_[choose(nodes_.front(), exploration, true)];
        if (!favourite.is_settled()) return;
        ++favourite.visits;
        favourite.value_sum += favourite.lower;
    }

    // The edge of the highest value with its bonus for being likely and seldom tried; the first among equals.
    std::uint32_t choose(const Node& node, const Exploration& exploration, bool with_settled) const {
        int tried = 0;
        for (std::uint32_t i = 0; i < node.edge_count; ++i) {
            tried += edges_[node.first_edge + i].visits + edges_[node.first_edge + i].waiting;
        }
        const float bonus = exploration.rate * std::sqrt(static_cast<float>(tried + 1));
        const float untried = node.mean() - exploration.first_play_loss;
        std::uint32_t best = node.first_edge;
        float best_score = -INFINITY;
        for (std::uint32_t i = 0; i < node.edge_count; ++i) {
            const Edge& edge = edges_[node.first_edge + i];
            if (edge.is_beaten(node.lower) || (edge.is_settled() && !with_settled)) continue;
            const float value = edge.visits == 0 ? untried : edge.mean();
            const float score = value + bonus * edge.prior / static_cast<float>(1 + edge.visits + edge.waiting);
            if (score > best_score) {
                best = node.first_edge + i;
                best_score = score;
            }
        }
        return best;
    }

    void hold(Path&& path) {
        nodes_[path.nodes.back()].is_waiting = true;
        for (const std::uint32_t edge : path.edges) ++edges_[edge].waiting;
        paths_.push_back(std::move(path));
    }

    // Carries the bounds of the last node up as far as they change anything.
    void tighten(const Path& path) {
        for (std::size_t depth = path.edges.size(); depth-- > 0;) {
            const Node& child = nodes_[path.nodes[depth + 1]];
            Edge& edge = edges_[path.edges[depth]];
            if (edge.lower == -child.upper && edge.upper == -child.lower) return;
            edge.lower = -child.upper;
            edge.upper = -child.lower;
            Node& node = nodes_[path.nodes[depth]];
            node.lower = node.upper = -1;
            for (const Edge& other : edges_of(node)) {
                node.lower = std::max(node.lower, other.lower);
                node.upper = std::max(node.upper, other.upper);
            }
        }
    }

    void back_up(const Path& path, float value) {
        for (std::size_t depth = path.nodes.size(); depth-- > 0; value = -value) {
            Node& node = nodes_[path.nodes[depth]];
            value = std::clamp(value, node.lower, node.upper);
            ++node.visits;
            node.value_sum += value;
            if (depth == 0) break;
            Edge& edge = edges_[path.edges[depth - 1]];
            ++edge.visits;
            edge.value_sum -= value;
        }
    }

    // One edge for each legal move, or for the pass where there is none; priors are scaled to a sum of one.
    void add_edges(std::uint32_t number, std::span<const float> priors) {
        std::uint64_t legal = nodes_[number].board.legal(rules_.playable);
        nodes_[number].first_edge = static_cast<std::uint32_t>(edges_.size());
        if (legal == 0) edges_.push_back({.child = NONE, .prior = 1, .square = PASS});
        float sum = 0;
        for (std::uint64_t left = legal; left != 0;) sum += priors[static_cast<std::size_t>(pop_square(left))];
        const float equal = 1 / static_cast<float>(std::popcount(legal));
        while (legal != 0) {
            const int square = pop_square(legal);
            const float prior = sum > 0 ? priors[static_cast<std::size_t>(square)] / sum : equal;
            edges_.push_back({.child = NONE, .prior = prior, .square = static_cast<std::int8_t>(square)});
        }
        nodes_[number].edge_count = static_cast<std::uint32_t>(edges_.size()) - nodes_[number].first_edge;
    }

    // A copy of what hangs below a node.
    Tree subtree(std::uint32_t top) const {
        Tree copy(rules_);
        copy.nodes_.push_back(nodes_[top]);
        for (std::size_t i = 0; i < copy.nodes_.size(); ++i) copy.copy_edges(i, *this);
        return copy;
    }

    explicit Tree(const Rules& rules) : rules_(rules) {}

    void copy_edges(std::size_t number, const Tree& source) {
        const std::uint32_t first = nodes_[number].first_edge;
        nodes_[number].first_edge = static_cast<std::uint32_t>(edges_.size());
        for (std::uint32_t i = 0; i < nodes_[number].edge_count; ++i) {
            Edge edge = source.edges_[first + i];
            if (edge.child != NONE) {
                nodes_.push_back(source.nodes_[edge.child]);
                edge.child = static_cast<std::uint32_t>(nodes_.size() - 1);
            }
            edges_.push_back(edge);
        }
    }

    Rules rules_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Path> paths_;  // to the positions that wait to be judged
};

}  // namespace kibitz::tree
