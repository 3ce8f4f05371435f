// A game in progress: a board, whose turn it is, and as much of the past as the ko rule asks about.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "go/board.hpp"

namespace kibitz::go {

enum class KoRule : std::uint8_t { SIMPLE = 0, POSITIONAL = 1, SITUATIONAL = 2 };

// What decides whether a move is legal. Suicide is of two stones or more: that of one would be a pass.
struct RuleSet {
    KoRule ko;
    bool suicide;
};

class State {
public:
    State(int size, RuleSet rules) : board_(size), rules_(rules) { remember(); }

    // A game that goes on from a board; nothing is known of its past but the board's own ko.
    State(const Board& board, Stone to_move, RuleSet rules) : board_(board), rules_(rules), to_move_(to_move) { remember(); }

    // A position from outside: stones by point (0 empty, 1 black, 2 white). `forbidden` are the points that the ko rule forbids for
    // the next move, as the past is not known. Throws std::invalid_argument if a chain has no liberty.
    State(int size, RuleSet rules, std::span<const std::int8_t> stones, Stone to_move, std::span<const std::int16_t> forbidden)
        : board_(size), rules_(rules), to_move_(to_move) {
        for (int point = 0; point < cells().points(); ++point) {
            const int stone = stones[static_cast<std::size_t>(point)];
            if (stone != 0) board_.set_up(cells().of_point(point), static_cast<Stone>(stone));
        }
        for (int point = 0; point < cells().points(); ++point) {
            const Cell cell = cells().of_point(point);
            if (board_.at(cell) != Stone::EMPTY && !board_.has_liberty(cell)) throw std::invalid_argument("stones without a liberty");
        }
        for (const int point : forbidden) barred_.push_back(cells().of_point(point));
        remember();
    }

    const Board& board() const { return board_; }
    Board& board() { return board_; }
    const Cells& cells() const { return board_.cells(); }
    Stone to_move() const { return to_move_; }

    // Whether the ko rule forbids a move for which there is room.
    bool repeats(Cell cell) const {
        if (std::find(barred_.begin(), barred_.end(), cell) != barred_.end()) return true;
        if (rules_.ko == KoRule::SIMPLE) return cell == board_.ko();
        return was_there(situation(board_.hash_after(cell, to_move_), other(to_move_)));
    }

    // Whether a stone may be put there as far as ko is not concerned.
    bool has_room(Cell cell) const {
        if (board_.at(cell) != Stone::EMPTY) return false;
        return !board_.is_suicide(cell, to_move_) || (rules_.suicide && !board_.is_lonely(cell, to_move_));
    }

    bool is_legal(Cell cell) const { return has_room(cell) && !repeats(cell); }

    // The cell must be legal.
    void play(Cell cell) {
        board_.play(cell, to_move_);
        hand_over();
    }

    void pass() {
        board_.pass();
        hand_over();
    }

private:
    std::uint64_t situation(std::uint64_t hash, Stone next) const {
        return rules_.ko == KoRule::SITUATIONAL && next == Stone::WHITE ? hash ^ WHITE_TO_MOVE_KEY : hash;
    }

    bool was_there(std::uint64_t situation) const { return std::find(past_.begin(), past_.end(), situation) != past_.end(); }

    void remember() {
        if (rules_.ko != KoRule::SIMPLE) past_.push_back(situation(board_.hash(), to_move_));
    }

    void hand_over() {
        barred_.clear();
        to_move_ = other(to_move_);
        remember();
    }

    Board board_;
    RuleSet rules_;
    Stone to_move_ = Stone::BLACK;
    std::vector<std::uint64_t> past_;
    std::vector<Cell> barred_;
};

}  // namespace kibitz::go
