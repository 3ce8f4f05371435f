// Tree search by playouts: UCT (Kocsis and Szepesvari, 2006), sharpened by what a move was worth whenever it was played later in the
// same playout (RAVE; Gelly and Silver, 2007).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "games/random.hpp"
#include "go/area.hpp"
#include "go/guided_playout.hpp"
#include "go/state.hpp"

namespace kibitz::go {

struct UctSettings {
    float exploration = 0.0F;     // the weight of UCB's term
    float rave_bias = 0.0F;       // how fast later plays lose their weight; none count if it is 0
    bool guided = true;           // playouts that answer the last move
    std::uint32_t expand_at = 4;  // visits before a position's moves are told apart
    std::size_t most_nodes = 4'000'000;
};

struct RootMove {
    std::int16_t point;  // or PASS
    std::uint32_t visits;
    float win_chance;    // for the side to move
};

constexpr std::int16_t PASS_POINT = -1;

class Uct {
public:
    Uct(const State& root, float komi, UctSettings settings, std::uint64_t seed)
        : root_(root), komi_(komi), settings_(settings), random_(seed), owners_(static_cast<std::size_t>(root.cells().points())) {
        nodes_.reserve(1024);
        nodes_.push_back({});
        expand(0, root_.board(), root_.to_move(), true);
    }

    // One more playout through the tree.
    void simulate() {
        path_.assign(1, 0);
        order_.clear();
        Board board = root_.board();
        Stone mover = root_.to_move();
        int passes = 0;
        Cell last = NO_CELL;
        std::uint32_t here = 0;
        while (nodes_[here].child_count > 0 && passes < 2) {
            here = select(here);
            path_.push_back(here);
            last = nodes_[here].cell;
            order_.push_back({last, mover});
            passes = last == NO_CELL ? passes + 1 : 0;
            if (last == NO_CELL) {
                board.pass();
            } else {
                board.play(last, mover);
            }
            mover = other(mover);
            const bool is_ripe = nodes_[here].visits >= settings_.expand_at && nodes_.size() < settings_.most_nodes;
            if (nodes_[here].child_count == 0 && passes < 2 && is_ripe) expand(here, board, mover, false);
        }
        if (passes < 2) finish(board, mover, last);
        update(passes < 2 ? count_playout(board) : count_area(board));
        ++playouts_;
    }

    std::uint64_t playouts() const { return playouts_; }

    std::vector<RootMove> root_moves() const {
        std::vector<RootMove> moves;
        const Node& root = nodes_[0];
        for (std::uint32_t child = root.first_child; child < root.first_child + root.child_count; ++child) {
            moves.push_back({point_of(nodes_[child].cell), nodes_[child].visits, chance(nodes_[child])});
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
        std::uint16_t child_count = 0;
        Cell cell = NO_CELL;  // NO_CELL is a pass
    };

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

    // All moves that do not fill an own eye, in random order, then a pass. At the root the whole ko rule holds.
    void expand(std::uint32_t parent, const Board& board, Stone mover, bool is_root) {
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (int index = 0; index < board.empty_count(); ++index) {
            const Cell cell = board.empty(index);
            const bool legal = is_root ? root_.is_legal(cell) : cell != board.ko() && !board.is_suicide(cell, mover);
            if (!legal || board.is_eye(cell, mover)) continue;
            nodes_.push_back({});
            nodes_.back().cell = cell;
        }
        for (std::size_t last = nodes_.size(); last > first + 1; --last) {
            const int chosen = random_.below(static_cast<int>(last - first));
            std::swap(nodes_[last - 1].cell, nodes_[first + static_cast<std::uint32_t>(chosen)].cell);
        }
        nodes_.push_back({});
        nodes_[parent].first_child = first;
        nodes_[parent].child_count = static_cast<std::uint16_t>(nodes_.size() - first);
    }

    std::uint32_t select(std::uint32_t parent) const {
        const Node& node = nodes_[parent];
        const float log_visits = std::log(static_cast<float>(node.visits + 1));
        std::uint32_t best = node.first_child;
        float best_value = -1;
        for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            const float value = value_of(nodes_[child], log_visits);
            if (value > best_value) {
                best = child;
                best_value = value;
            }
        }
        return best;
    }

    float value_of(const Node& node, float log_visits) const {
        const auto visits = static_cast<float>(node.visits);
        if (settings_.rave_bias <= 0) {
            if (node.visits == 0) return FIRST_VISIT_VALUE;
            return node.wins / visits + settings_.exploration * std::sqrt(log_visits / visits);
        }
        if (node.visits == 0 && node.later_visits == 0) return FIRST_VISIT_VALUE;
        const auto later = static_cast<float>(node.later_visits);
        const float later_share = later / (visits + later + visits * later * settings_.rave_bias);
        const float now = node.visits == 0 ? 0 : node.wins / visits;
        const float afterwards = node.later_visits == 0 ? 0 : node.later_wins / later;
        return (1 - later_share) * now + later_share * afterwards + settings_.exploration * std::sqrt(log_visits / (visits + 1));
    }

    void finish(Board& board, Stone mover, Cell last) {
        const auto note = [&](Cell cell, Stone player) { order_.push_back({cell, player}); };
        if (settings_.guided) {
            play_out_guided(board, mover, last, random_, note);
        } else {
            play_out(board, mover, random_, note);
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

    State root_;
    float komi_;
    UctSettings settings_;
    Random random_;
    std::uint64_t playouts_ = 0;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
    std::vector<Play> order_;
    std::vector<std::int64_t> owners_;
    std::array<Stone, MAX_CELLS> first_player_{};
};

}  // namespace kibitz::go
