// Tree search by playouts: UCT (Kocsis and Szepesvari, 2006), sharpened by what a move was worth whenever it was played later in the
// same playout (RAVE; Gelly and Silver, 2007), and led by how likely a professional plays each move (PUCT; Rosin, 2011).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "games/random.hpp"
#include "go/area.hpp"
#include "go/expert/scorer.hpp"
#include "go/guided_playout.hpp"
#include "go/state.hpp"

namespace kibitz::go {

struct UctSettings {
    float exploration = 0.0F;     // the weight of UCB's term
    float rave_bias = 0.0F;       // how fast later plays lose their weight; none count if it is 0
    bool guided = true;           // playouts that answer the last move
    std::uint32_t expand_at = 4;  // visits before a position's moves are told apart
    float prior_weight = 0.0F;    // the weight of PUCT's term, where a prior is given
    std::uint32_t advise_at = 0;  // visits before an adviser, where there is one, is asked about a position
    std::size_t most_nodes = 4'000'000;
};

struct RootMove {
    std::int16_t point;  // or PASS
    std::uint32_t visits;
    float win_chance;    // for the side to move
    float prior;         // 0 if nobody was asked
};

constexpr std::int16_t PASS_POINT = -1;

// Tells better but more slowly than a prior how likely each point is in a position, given its last moves.
using Adviser = std::function<std::vector<float>(const State&, const RecentMoves&)>;

class Uct {
public:
    // `prior` may be null and must outlive the tree; `adviser` may be empty, and is asked only where there is a prior; `recent` are
    // the last moves before the root.
    Uct(const State& root, float komi, UctSettings settings, std::uint64_t seed, const Scorer* prior, Adviser adviser,
        const RecentMoves& recent)
        : root_(root), recent_(recent), komi_(komi), settings_(settings), prior_(prior), adviser_(std::move(adviser)), random_(seed),
          owners_(static_cast<std::size_t>(root.cells().points())) {
        nodes_.reserve(1024);
        nodes_.push_back({});
        expand(0, at_root(), true);
    }

    // One more playout through the tree.
    void simulate() {
        path_.assign(1, 0);
        order_.clear();
        Descent descent = at_root();
        std::uint32_t here = 0;
        while (nodes_[here].child_count > 0 && descent.passes < 2) {
            if (wants_advice(here)) take_advice(here, descent);
            here = select(here);
            path_.push_back(here);
            order_.push_back({nodes_[here].cell, descent.mover});
            descent.play(nodes_[here].cell);
            const bool is_ripe = nodes_[here].visits >= settings_.expand_at && nodes_.size() < settings_.most_nodes;
            if (nodes_[here].child_count == 0 && descent.passes < 2 && is_ripe) expand(here, descent, false);
        }
        if (descent.passes < 2) finish(descent);
        update(descent.passes < 2 ? count_playout(descent.board) : count_area(descent.board));
        ++playouts_;
        ++counted_;
    }

    // Makes a move at the root and keeps what is known of the positions after it; false, with nothing changed, if that move is not there.
    bool advance(std::int16_t point) {
        const std::uint32_t child = child_at(point);
        if (point_of(nodes_[child].cell) != point || nodes_[child].child_count == 0) return false;
        const Cell cell = nodes_[child].cell;
        cell == NO_CELL ? root_.pass() : root_.play(cell);
        push_recent(recent_, cell);
        nodes_ = subtree(child);
        drop_repetitions();
        std::ranges::fill(owners_, 0);
        counted_ = 0;
        playouts_ = 0;
        for (std::uint32_t i = 1; i <= nodes_[0].child_count; ++i) playouts_ += nodes_[i].visits;
        return true;
    }

    // How often the root's moves were tried, whether or not the root was one when they were.
    std::uint64_t playouts() const { return playouts_; }

    // The playouts whose owners were added up.
    std::uint64_t counted() const { return counted_; }

    // How often the adviser was asked.
    std::uint64_t advised() const { return advised_; }

    // By how many visits the most visited move is ahead of the second.
    std::uint32_t lead() const {
        std::uint32_t first = 0, second = 0;
        const Node& root = nodes_[0];
        for (std::uint32_t child = root.first_child; child < root.first_child + root.child_count; ++child) {
            second = std::max(second, std::min(first, nodes_[child].visits));
            first = std::max(first, nodes_[child].visits);
        }
        return first - second;
    }

    std::vector<RootMove> root_moves() const {
        std::vector<RootMove> moves;
        const Node& root = nodes_[0];
        for (std::uint32_t child = root.first_child; child < root.first_child + root.child_count; ++child) {
            moves.push_back({point_of(nodes_[child].cell), nodes_[child].visits, chance(nodes_[child]), nodes_[child].prior});
        }
        return moves;
    }

    // The most visited moves one after another, beginning with a root move.
    std::vector<std::int16_t> line_from(std::int16_t first_point, std::size_t longest) const {
        std::vector<std::int16_t> line;
        std::uint32_t here = 0;
        while (nodes_[here].child_count > 0 && line.size() < longest) {
            here = line.empty() ? child_at(first_point) : most_visited(here);
            if (nodes_[here].visits == 0) break;
            line.push_back(point_of(nodes_[here].cell));
        }
        return line;
    }

    // The sum of the owners of each point at the ends of all playouts: 1 Black, -1 White.
    std::span<const std::int64_t> owner_sums() const { return owners_; }

private:
    struct Node {
        float wins = 0;  // for the side whose move led here
        float later_wins = 0;
        std::uint32_t visits = 0;
        std::uint32_t later_visits = 0;
        std::uint32_t first_child = 0;
        float prior = 0;
        std::uint16_t child_count : 15 = 0;
        std::uint16_t is_advised : 1 = 0;
        Cell cell = NO_CELL;  // NO_CELL is a pass
    };

    // A game on its way through the tree.
    struct Descent {
        Board board;
        Stone mover;
        RecentMoves recent;
        int passes = 0;

        void play(Cell cell) {
            passes = cell == NO_CELL ? passes + 1 : 0;
            if (cell == NO_CELL) {
                board.pass();
            } else {
                board.play(cell, mover);
            }
            mover = other(mover);
            push_recent(recent, cell);
        }
    };

    Descent at_root() const { return {root_.board(), root_.to_move(), recent_}; }

    struct Play {
        Cell cell;
        Stone mover;
    };

    static float chance(const Node& node) { return node.visits == 0 ? 0.5F : node.wins / static_cast<float>(node.visits); }

    std::int16_t point_of(Cell cell) const {
        return cell == NO_CELL ? PASS_POINT : static_cast<std::int16_t>(root_.cells().point_of(cell));
    }

    std::uint32_t child_at(std::int16_t point) const {
        const Node& root = nodes_[0];
        std::uint32_t child = root.first_child;
        while (child + 1 < root.first_child + root.child_count && point_of(nodes_[child].cell) != point) ++child;
        return child;
    }

    std::uint32_t most_visited(std::uint32_t parent) const {
        const Node& node = nodes_[parent];
        std::uint32_t best = node.first_child;
        for (std::uint32_t child = best; child < node.first_child + node.child_count; ++child) {
            if (nodes_[child].visits > nodes_[best].visits) best = child;
        }
        return best;
    }

    // All moves that do not fill an own eye, the likeliest first or in random order, then a pass. At the root the whole ko rule holds.
    void expand(std::uint32_t parent, const Descent& descent, bool is_root) {
        write_candidates(descent, is_root);
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const Candidate& candidate : candidates_) {
            nodes_.push_back({});
            nodes_.back().cell = candidate.cell;
            nodes_.back().prior = candidate.prior;
        }
        nodes_.push_back({});
        nodes_.back().prior = prior_ == nullptr ? 0 : PASS_PRIOR;
        nodes_[parent].first_child = first;
        nodes_[parent].child_count = static_cast<std::uint16_t>(nodes_.size() - first);
    }

    void write_candidates(const Descent& descent, bool is_root) {
        const Board& board = descent.board;
        cells_.clear();
        for (int index = 0; index < board.empty_count(); ++index) {
            const Cell cell = board.empty(index);
            const bool legal = is_root ? root_.is_legal(cell) : cell != board.ko() && !board.is_suicide(cell, descent.mover);
            if (legal && !board.is_eye(cell, descent.mover)) cells_.push_back(cell);
        }
        for (std::size_t last = cells_.size(); last > 1; --last) {
            std::swap(cells_[last - 1], cells_[static_cast<std::size_t>(random_.below(static_cast<int>(last)))]);
        }
        candidates_.clear();
        priors_.assign(cells_.size(), 0.0F);
        if (prior_ != nullptr && !cells_.empty()) priors_ = prior_->predict(board, descent.mover, descent.recent, cells_).probabilities;
        for (std::size_t i = 0; i < cells_.size(); ++i) candidates_.push_back({cells_[i], priors_[i]});
        std::ranges::stable_sort(candidates_, std::greater{}, &Candidate::prior);
    }

    // The root is asked about at once: its moves are the ones that matter.
    bool wants_advice(std::uint32_t node) const {
        return adviser_ && prior_ != nullptr && !nodes_[node].is_advised && (node == 0 || nodes_[node].visits >= settings_.advise_at);
    }

    // The priors of a position's moves, a pass apart, become what the adviser says. Positions below the root know the simple ko only.
    void take_advice(std::uint32_t parent, const Descent& descent) {
        const State state = parent == 0 ? root_ : State(descent.board, descent.mover, {KoRule::SIMPLE, false});
        const std::vector<float> advice = adviser_(state, descent.recent);
        Node& node = nodes_[parent];
        node.is_advised = 1;
        ++advised_;
        for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            const Cell cell = nodes_[child].cell;
            if (cell != NO_CELL) nodes_[child].prior = advice[static_cast<std::size_t>(root_.cells().point_of(cell))];
        }
    }

    // The nodes from one on, in an order in which children still lie side by side.
    std::vector<Node> subtree(std::uint32_t top) const {
        std::vector<Node> kept{nodes_[top]};
        for (std::size_t here = 0; here < kept.size(); ++here) {
            const std::uint32_t first = kept[here].first_child;
            if (kept[here].child_count == 0) continue;
            kept[here].first_child = static_cast<std::uint32_t>(kept.size());
            kept.insert(kept.end(), nodes_.begin() + first, nodes_.begin() + first + kept[here].child_count);
        }
        return kept;
    }

    // Below the root only the simple ko rule holds; a position that becomes the root loses the moves that the whole one forbids.
    void drop_repetitions() {
        Node& root = nodes_[0];
        const auto first = nodes_.begin() + root.first_child;
        const auto allowed = [&](const Node& node) { return node.cell == NO_CELL || root_.is_legal(node.cell); };
        root.child_count = static_cast<std::uint16_t>(std::stable_partition(first, first + root.child_count, allowed) - first);
    }

    std::uint32_t select(std::uint32_t parent) const {
        const Node& node = nodes_[parent];
        const Curiosity curiosity{std::log(static_cast<float>(node.visits + 1)),
                                  prior_ == nullptr ? 0 : settings_.prior_weight * std::sqrt(static_cast<float>(node.visits + 1)),
                                  prior_ == nullptr ? FIRST_VISIT_VALUE : 1 - chance(node)};
        std::uint32_t best = node.first_child;
        float best_value = -1;
        for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            const float value = value_of(nodes_[child], curiosity);
            if (value > best_value) {
                best = child;
                best_value = value;
            }
        }
        return best;
    }

    // What is the same for all moves of a position.
    struct Curiosity {
        float log_visits;
        float prior_scale;
        float untried_value;
    };

    float value_of(const Node& node, const Curiosity& curiosity) const {
        const auto visits = static_cast<float>(node.visits);
        const float prior = node.prior * curiosity.prior_scale / (visits + 1);
        return mean_of(node, curiosity) + settings_.exploration * std::sqrt(curiosity.log_visits / std::max(visits, 1.0F)) + prior;
    }

    // The share of playouts won, those in which the move came later mixed in while there are few of its own.
    float mean_of(const Node& node, const Curiosity& curiosity) const {
        const auto visits = static_cast<float>(node.visits), later = static_cast<float>(node.later_visits);
        if (visits + later == 0) return curiosity.untried_value;
        const float later_share = later == 0 ? 0 : later / (visits + later + visits * later * settings_.rave_bias);
        const float now = node.visits == 0 ? 0 : node.wins / visits;
        const float afterwards = later == 0 ? 0 : node.later_wins / later;
        return (1 - later_share) * now + later_share * afterwards;
    }

    void finish(Descent& descent) {
        const auto note = [&](Cell cell, Stone player) { order_.push_back({cell, player}); };
        if (settings_.guided) {
            play_out_guided(descent.board, descent.mover, descent.recent[0], random_, note);
        } else {
            play_out(descent.board, descent.mover, random_, note);
        }
    }

    // Black's score with komi of a board that was played out; its owners are added up.
    float count_playout(const Board& board) {
        int score = 0;
        for (std::size_t point = 0; point < owners_.size(); ++point) {
            const int owner = playout_owner(board, board.cells().of_point(static_cast<int>(point)));
            owners_[point] += owner;
            score += owner;
        }
        return static_cast<float>(score) - komi_;
    }

    // The same of a board on which both sides passed, counted as it stands.
    float count_area(const Board& board) {
        std::array<std::int8_t, MAX_POINTS> owners;
        write_owners(board, owners);
        int score = 0;
        for (std::size_t point = 0; point < owners_.size(); ++point) {
            owners_[point] += owners[point];
            score += owners[point];
        }
        return static_cast<float>(score) - komi_;
    }

    void update(float black_score) {
        const float black_wins = black_score > 0 ? 1.0F : black_score < 0 ? 0.0F : 0.5F;
        Stone mover = root_.to_move();
        for (std::size_t depth = 0; depth < path_.size(); ++depth) {
            Node& node = nodes_[path_[depth]];
            ++node.visits;
            // The side whose move led to the root is the one that does not move there.
            node.wins += mover == Stone::BLACK ? 1 - black_wins : black_wins;
            mover = other(mover);
        }
        if (settings_.rave_bias > 0) update_later(black_wins);
    }

    // A move that a side made later, before the other played there, counts for the same move of every position on the way.
    void update_later(float black_wins) {
        first_player_.fill(Stone::EMPTY);
        std::size_t play = order_.size();
        for (std::size_t depth = path_.size(); depth-- > 0;) {
            while (play > depth) {
                --play;
                first_player_[order_[play].cell] = order_[play].mover;
            }
            const Stone mover = depth % 2 == 0 ? root_.to_move() : other(root_.to_move());
            const float wins = mover == Stone::BLACK ? black_wins : 1 - black_wins;
            const Node& node = nodes_[path_[depth]];
            for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
                const Cell cell = nodes_[child].cell;
                if (cell == NO_CELL || first_player_[cell] != mover) continue;
                ++nodes_[child].later_visits;
                nodes_[child].later_wins += wins;
            }
        }
    }

    // A move nobody has tried is looked at before any that is sure to win.
    static constexpr float FIRST_VISIT_VALUE = 1.1F;

    // Professionals hardly ever pass, so nobody has learned when they would.
    static constexpr float PASS_PRIOR = 0.001F;

    struct Candidate {
        Cell cell;
        float prior;
    };

    State root_;
    RecentMoves recent_;
    float komi_;
    UctSettings settings_;
    const Scorer* prior_;
    Adviser adviser_;
    Random random_;
    std::uint64_t playouts_ = 0;
    std::uint64_t advised_ = 0;
    std::uint64_t counted_ = 0;
    std::vector<Cell> cells_;
    std::vector<float> priors_;
    std::vector<Candidate> candidates_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
    std::vector<Play> order_;
    std::vector<std::int64_t> owners_;
    std::array<Stone, MAX_CELLS> first_player_{};
};

}  // namespace kibitz::go
