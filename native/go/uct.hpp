// Tree search by playouts: UCT (Kocsis and Szepesvari, 2006), sharpened by what a move was worth whenever it was played later in the
// same playout (RAVE; Gelly and Silver, 2007), and guided by how likely a professional plays each move (PUCT; Rosin, 2011).
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
#include "games/tree.hpp"
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

struct UctTraits {
    using Move = Cell;  // NO_CELL is a pass

    struct Facts {
        float later_wins = 0;
        std::uint32_t later_visits = 0;
    };

    // A game on its way through the tree.
    struct Walk {
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

        bool is_over() const { return passes >= 2; }
    };

    struct Outlook {
        float log_visits;
        float prior_scale;
        float untried_value;
    };
};

// The value of a playout is 1 for the side that wins it, 0 for the other, and a half for both if nobody does.
class Uct : private TreeSearch<Uct, UctTraits> {
    friend class TreeSearch<Uct, UctTraits>;

public:
    // `prior` may be null and must outlive the tree; `adviser` may be empty, and is asked only where there is a prior; `recent` are
    // the last moves before the root.
    Uct(const State& state, float komi, UctSettings settings, std::uint64_t seed, const Scorer* prior, Adviser adviser,
        const RecentMoves& recent)
        : state_(state), recent_(recent), komi_(komi), settings_(settings), prior_(prior), adviser_(std::move(adviser)), random_(seed),
          owners_(static_cast<std::size_t>(state.cells().points())), score_counts_((owners_.size() + 1) * score_row()) {
        nodes_.reserve(1024);
        expand(ROOT, at_root());
    }

    // One more playout through the tree.
    void simulate() {
        Walk walk = at_root();
        descend(walk);
        write_order();
        if (!walk.is_over()) finish(walk);
        update(walk.is_over() ? count_area(walk.board) : count_playout(walk.board));
        ++playouts_;
        ++counted_;
    }

    // Makes a move at the root and keeps what is known of the positions after it; false, with nothing changed, if that move is not there
    // or nothing is known.
    bool advance(std::int16_t point) {
        const std::uint32_t child = child_at_point(point);
        if (child == NONE || nodes_[child].child_count == 0) return false;
        const Cell cell = nodes_[child].move;
        cell == NO_CELL ? state_.pass() : state_.play(cell);
        push_recent(recent_, cell);
        make_root(child);
        drop_repetitions();
        std::ranges::fill(owners_, 0);
        std::ranges::fill(score_counts_, 0);
        counted_ = 0;
        playouts_ = 0;
        for (const Node& move : children_of(root())) playouts_ += move.visits;
        return true;
    }

    // How often the root's moves were tried, whether or not the root was one when they were.
    std::uint64_t playouts() const { return playouts_; }

    // The playouts whose owners were added up.
    std::uint64_t counted() const { return counted_; }

    // How often the adviser was asked.
    std::uint64_t advised() const { return advised_; }

    // By how many visits the most visited move is ahead of the second.
    std::uint32_t lead() const { return visits_ahead(); }

    std::vector<RootMove> root_moves() const {
        std::vector<RootMove> moves;
        for (const Node& move : children_of(root())) moves.push_back({point_of(move.move), move.visits, chance(move), move.prior});
        return moves;
    }

    // The most visited moves one after another, beginning with a root move; none if that move is not there.
    std::vector<std::int16_t> line_from(std::int16_t first_point, std::size_t longest) const {
        std::vector<std::int16_t> line;
        const std::uint32_t first = child_at_point(first_point);
        if (first == NONE) return line;
        for (const Cell cell : most_visited_line(first, longest)) line.push_back(point_of(cell));
        return line;
    }

    // The sum of the owners of each point at the ends of all playouts: 1 Black, -1 White.
    std::span<const std::int64_t> owner_sums() const { return owners_; }

    // How often each score came of the playouts that began with each root move: a row for each point and a last one for a pass, in
    // each row Black's scores before komi, from minus the board's points on.
    std::span<const std::uint32_t> score_counts() const { return score_counts_; }
    float komi() const { return komi_; }
    bool black_moves() const { return state_.to_move() == Stone::BLACK; }
    std::size_t score_row() const { return 2 * owners_.size() + 1; }

private:
    struct Play {
        Cell cell;
        Stone mover;
    };

    Walk at_root() const { return {state_.board(), state_.to_move(), recent_}; }

    static float chance(const Node& node) { return node.visits == 0 ? 0.5F : node.value_sum / static_cast<float>(node.visits); }

    std::int16_t point_of(Cell cell) const {
        return cell == NO_CELL ? PASS_POINT : static_cast<std::int16_t>(state_.cells().point_of(cell));
    }

    std::uint32_t child_at_point(std::int16_t point) const {
        if (point == PASS_POINT) return child_at(NO_CELL);
        const bool is_on_board = point >= 0 && point < state_.cells().points();
        return is_on_board ? child_at(state_.cells().of_point(point)) : NONE;
    }

    // Positions that were visited often enough are given their moves, and those visited yet more often the adviser's priors.
    void arrive(std::uint32_t number, const Walk& walk) {
        if (walk.is_over()) return;
        const bool is_ripe = nodes_[number].visits >= settings_.expand_at && nodes_.size() < settings_.most_nodes;
        if (nodes_[number].child_count == 0 && is_ripe) expand(number, walk);
        if (nodes_[number].child_count != 0 && wants_advice(number)) take_advice(number, walk);
    }

    static bool stops_at(const Node&, const Walk& walk) { return walk.is_over(); }

    // All moves that do not fill an own eye, the likeliest first or in random order, then a pass. At the root the whole ko rule holds.
    void expand(std::uint32_t parent, const Walk& walk) {
        write_candidates(walk, parent == ROOT);
        candidates_.push_back({NO_CELL, prior_ == nullptr ? 0 : PASS_PRIOR});
        add_children(parent, candidates_);
    }

    void write_candidates(const Walk& walk, bool is_root) {
        const Board& board = walk.board;
        cells_.clear();
        for (int index = 0; index < board.empty_count(); ++index) {
            const Cell cell = board.empty(index);
            const bool legal = is_root ? state_.is_legal(cell) : cell != board.ko() && !board.is_suicide(cell, walk.mover);
            if (legal && !board.is_eye(cell, walk.mover)) cells_.push_back(cell);
        }
        for (std::size_t last = cells_.size(); last > 1; --last) {
            std::swap(cells_[last - 1], cells_[static_cast<std::size_t>(random_.below(static_cast<int>(last)))]);
        }
        candidates_.clear();
        priors_.assign(cells_.size(), 0.0F);
        if (prior_ != nullptr && !cells_.empty()) priors_ = prior_->predict(board, walk.mover, walk.recent, cells_).probabilities;
        for (std::size_t i = 0; i < cells_.size(); ++i) candidates_.push_back({cells_[i], priors_[i]});
        std::ranges::stable_sort(candidates_, std::greater{}, &Candidate::prior);
    }

    // The root is asked about at once: its moves are the ones that matter.
    bool wants_advice(std::uint32_t number) const {
        if (!adviser_ || prior_ == nullptr || nodes_[number].is_asked) return false;
        return number == ROOT || nodes_[number].visits >= settings_.advise_at;
    }

    // The priors of a position's moves, a pass apart, become what the adviser says. Positions below the root know the simple ko only.
    void take_advice(std::uint32_t parent, const Walk& walk) {
        const State state = parent == ROOT ? state_ : State(walk.board, walk.mover, {KoRule::SIMPLE, false});
        const std::vector<float> advice = adviser_(state, walk.recent);
        nodes_[parent].is_asked = 1;
        ++advised_;
        for (Node& child : children_of(nodes_[parent])) {
            if (child.move != NO_CELL) child.prior = advice[static_cast<std::size_t>(state_.cells().point_of(child.move))];
        }
    }

    // Below the root only the simple ko rule holds; a position that becomes the root loses the moves that the whole one forbids.
    void drop_repetitions() {
        const std::span<Node> moves = children_of(root());
        const auto allowed = [&](const Node& node) { return node.move == NO_CELL || state_.is_legal(node.move); };
        root().child_count = static_cast<std::uint16_t>(std::stable_partition(moves.begin(), moves.end(), allowed) - moves.begin());
    }

    Outlook outlook_of(const Node& node) const {
        return {std::log(static_cast<float>(node.visits + 1)),
                prior_ == nullptr ? 0 : settings_.prior_weight * std::sqrt(static_cast<float>(node.visits + 1)),
                prior_ == nullptr ? FIRST_VISIT_VALUE : 1 - chance(node)};
    }

    float score_of(const Node& node, const Outlook& outlook) const {
        const auto visits = static_cast<float>(node.visits);
        float score = mean_of(node, outlook);
        // Each term costs a division for each move of each position on the way, so those without weight are left out.
        if (settings_.exploration != 0) score += settings_.exploration * std::sqrt(outlook.log_visits / std::max(visits, 1.0F));
        if (outlook.prior_scale != 0) score += node.prior * outlook.prior_scale / (visits + 1);
        return score;
    }

    // The share of playouts won, those in which the move came later mixed in while there are few of its own.
    float mean_of(const Node& node, const Outlook& outlook) const {
        const auto visits = static_cast<float>(node.visits), later = static_cast<float>(node.later_visits);
        if (visits + later == 0) return outlook.untried_value;
        const float later_share = later == 0 ? 0 : later / (visits + later + visits * later * settings_.rave_bias);
        const float now = node.visits == 0 ? 0 : node.value_sum / visits;
        const float afterwards = later == 0 ? 0 : node.later_wins / later;
        return (1 - later_share) * now + later_share * afterwards;
    }

    // Nothing is ever certain.
    static float bounded(const Node&, float value) { return value; }

    static float turned(float value) { return 1 - value; }

    // Who moves at the path's node of a depth.
    Stone mover_at(std::size_t depth) const { return depth % 2 == 0 ? state_.to_move() : other(state_.to_move()); }

    // The moves of the walk through the tree.
    void write_order() {
        order_.clear();
        for (std::size_t depth = 1; depth < path_.size(); ++depth) order_.push_back({nodes_[path_[depth]].move, mover_at(depth - 1)});
    }

    // Apart from the code of the tree: compiled into it, playouts take some percent longer.
    [[gnu::noinline]] void finish(Walk& walk) {
        const auto note = [&](Cell cell, Stone player) { order_.push_back({cell, player}); };
        if (settings_.guided) {
            play_out_guided(walk.board, walk.mover, walk.recent[0], random_, note);
        } else {
            play_out(walk.board, walk.mover, random_, note);
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
        // The side whose move led to the last node is the one that does not move there.
        back_up(path_, mover_at(path_.size() - 1) == Stone::BLACK ? 1 - black_wins : black_wins);
        if (settings_.rave_bias > 0) update_later(black_wins);
        if (path_.size() > 1) note_score(static_cast<int>(std::lround(black_score + komi_)));
    }

    void note_score(int score) {
        const Cell first = nodes_[path_[1]].move;
        const std::size_t row = first == NO_CELL ? owners_.size() : static_cast<std::size_t>(state_.cells().point_of(first));
        ++score_counts_[row * score_row() + static_cast<std::size_t>(score + static_cast<int>(owners_.size()))];
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
            const Stone mover = mover_at(depth);
            const float wins = mover == Stone::BLACK ? black_wins : 1 - black_wins;
            for (Node& child : children_of(nodes_[path_[depth]])) {
                if (child.move == NO_CELL || first_player_[child.move] != mover) continue;
                ++child.later_visits;
                child.later_wins += wins;
            }
        }
    }

    // A move nobody has tried is looked at before any that is sure to win.
    static constexpr float FIRST_VISIT_VALUE = 1.1F;

    // Professionals hardly ever pass, so nobody has learned when they would.
    static constexpr float PASS_PRIOR = 0.001F;

    State state_;
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
    std::vector<Play> order_;
    std::vector<std::int64_t> owners_;
    std::vector<std::uint32_t> score_counts_;
    std::array<Stone, MAX_CELLS> first_player_{};
};

}  // namespace kibitz::go
