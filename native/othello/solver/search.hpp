// The tree search of one thread: is a position's score above alpha, and what is it exactly?
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/solver/hash_table.hpp"
#include "othello/solver/last_moves.hpp"
#include "othello/solver/move_list.hpp"
#include "othello/stability.hpp"

namespace kibitz::solver {

// The board a search is about: its size and what follows from it.
struct Ground {
    explicit Ground(std::uint64_t playable_squares)
        : playable(playable_squares), squares(std::popcount(playable_squares)), stability(playable_squares) {
        const int low = std::countr_zero(playable) & 7;
        const int high = 7 - low;
        for (int row : {low, high}) corners |= 1ULL << (8 * row + low) | 1ULL << (8 * row + high);
    }

    std::uint64_t empties(const Board& board) const { return playable & ~(board.own | board.opp); }

    std::uint64_t playable;
    int squares;
    Stability stability;
    std::uint64_t corners = 0;
};

template <typename Evaluator>
class Search {
 public:
    Search(const Ground& ground, const Evaluator& evaluator, HashTable& table, const std::atomic<bool>& stop)
        : ground_(ground), evaluator_(evaluator), table_(table), near_table_(NEAR_BYTES), stop_(stop), last_(ground.squares) {}

    std::uint64_t positions() const { return positions_ + last_.positions(); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    // A bound of the score on the same side of alpha as the score itself; means nothing once stopped() is true.
    int above(const Board& board, int alpha) {
        const std::uint64_t empties = ground_.empties(board);
        return null_window(board, std::popcount(empties), alpha, board.legal(ground_.playable), parity_of(empties));
    }

    // The score within alpha and beta, else a bound of it.
    int within(const Board& board, int alpha, int beta) {
        ++positions_;
        const std::uint64_t moves = board.legal(ground_.playable);
        if (moves == 0) {
            if (board.passed().legal(ground_.playable) == 0) return final_score(board.own, board.opp, ground_.squares);
            return -within(board.passed(), -beta, -alpha);
        }
        Remembered known{-INFINITE, INFINITE};
        if (table_.find(board, known)) {
            if (known.lower >= beta || known.lower == known.upper) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        MoveList list(board, moves);
        const int empties = std::popcount(ground_.empties(board));
        const unsigned parity = parity_of(ground_.empties(board));
        order(list, board, empties, parity, alpha, known);
        int best = -INFINITE;
        std::int8_t best_square = NO_MOVE;
        const std::uint64_t before = positions();
        for (std::size_t index = 0; index < list.size(); ++index) {
            const Move& move = list.pick(index);
            const int floor = std::max(alpha, best);
            int score;
            if (index == 0) {
                score = -within(move.child, -beta, -floor);
            } else {
                score = -above(move.child, -floor - 1);
                if (score > floor && score < beta) score = -within(move.child, -beta, -score + 1);
            }
            if (stopped()) return best;
            if (score > best) {
                best = score;
                best_square = static_cast<std::int8_t>(move.square);
                if (best >= beta) break;
            }
        }
        remember(table_, board, alpha, beta, best, best_square, before);
        return best;
    }

 private:
    static constexpr int PARITY_ONLY = 6;    // up to here squares are tried by parity alone
    static constexpr int NEAR = 11;          // up to here a small table that stays in the cache remembers
    static constexpr std::size_t NEAR_BYTES = 1 << 20;

    int null_window(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        if (empties <= PARITY_ONLY) return few(board, empties, alpha, moves, parity);
        return many(board, empties, alpha, moves, parity);
    }

    int few(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        if (empties == 4) return last_.four(board.own, board.opp, alpha, ground_.empties(board), parity);
        if (empties < 4) return last(board, empties, alpha, parity);
        ++positions_;
        if (moves == 0) {
            const std::uint64_t replies = board.passed().legal(ground_.playable);
            if (replies == 0) return final_score(board.own, board.opp, ground_.squares);
            return -few(board.passed(), empties, -alpha - 1, replies, parity);
        }
        if (const int limit = stable_limit(board, empties, alpha); limit <= alpha) return limit;
        int best = -INFINITE;
        const std::uint64_t odd = moves & ODD_SQUARES[parity];
        for (std::uint64_t part : {odd, moves ^ odd}) {
            while (part != 0) {
                const int square = pop_square(part);
                const std::uint64_t flips = flips_of(board.own, board.opp, square);
                const Board child{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)};
                const std::uint64_t replies = empties == 5 ? 0 : child.legal(ground_.playable);
                const int score = -few(child, empties - 1, -alpha - 1, replies, parity ^ quadrant_bit(square));
                if (score > best) {
                    best = score;
                    if (best > alpha) return best;
                }
            }
        }
        return best;
    }

    int last(const Board& board, int empties, int alpha, unsigned parity) {
        const std::uint64_t left = ground_.empties(board);
        if (empties == 3) return last_.three(board.own, board.opp, alpha, left, parity);
        if (empties == 2) return last_.two(board.own, board.opp, alpha, std::countr_zero(left), 63 - std::countl_zero(left));
        if (empties == 1) return last_.one(board.own, board.opp, alpha, std::countr_zero(left));
        return final_score(board.own, board.opp, ground_.squares);
    }

    int many(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        ++positions_;
        if (moves == 0) {
            const std::uint64_t replies = board.passed().legal(ground_.playable);
            if (replies == 0) return final_score(board.own, board.opp, ground_.squares);
            return -many(board.passed(), empties, -alpha - 1, replies, parity);
        }
        if (const int limit = stable_limit(board, empties, alpha); limit <= alpha) return limit;
        HashTable& table = empties <= NEAR ? near_table_ : table_;
        Remembered known{-INFINITE, INFINITE};
        if (table.find(board, known)) {
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        if (empties > NEAR && stopped()) return alpha;
        MoveList list(board, moves);
        const std::uint64_t before = positions();
        order(list, board, empties, parity, alpha, known);
        int best = -INFINITE;
        std::int8_t best_square = NO_MOVE;
        for (std::size_t index = 0; index < list.size(); ++index) {
            const Move& move = list.pick(index);
            const int score =
                -null_window(move.child, empties - 1, -alpha - 1, move.replies, parity ^ quadrant_bit(move.square));
            if (score > best) {
                best = score;
                best_square = static_cast<std::int8_t>(move.square);
                if (best > alpha) break;
            }
        }
        if (empties > NEAR && stopped()) return best;
        remember(table, board, alpha, alpha + 1, best, best_square, before);
        return best;
    }

    // The opponent keeps its stable discs, so the mover's score is at most this. Only asked where it may help.
    int stable_limit(const Board& board, int empties, int alpha) const {
        if (alpha < 2 * empties - 12 || ground_.squares - 2 * std::popcount(board.opp) > alpha) return INFINITE;
        return ground_.squares - 2 * ground_.stability.stable_count(board.opp, board.own);
    }

    void order(MoveList& list, const Board&, int, unsigned parity, int, const Remembered& known) {
        for (Move& move : list) {
            move.replies = move.child.legal(ground_.playable);
            if (move.child.own == 0) {
                move.promise = 1 << 24;
            } else if (move.square == known.best) {
                move.promise = 1 << 23;
            } else if (move.square == known.second) {
                move.promise = 1 << 22;
            } else {
                const int mobility = std::popcount(move.replies) + std::popcount(move.replies & ground_.corners);
                move.promise = -16 * mobility + ((quadrant_bit(move.square) & parity) ? 8 : 0) +
                               ((ground_.corners >> move.square) & 1 ? 24 : 0);
            }
        }
    }

    void remember(HashTable& table, const Board& board, int alpha, int beta, int best, std::int8_t square,
                  std::uint64_t before) {
        Remembered fresh{-INFINITE, INFINITE, square, NO_MOVE, 255, effort_since(before)};
        if (best > alpha) fresh.lower = static_cast<std::int8_t>(best);
        if (best < beta) fresh.upper = static_cast<std::int8_t>(best);
        table.store(board, fresh);
    }

    std::uint8_t effort_since(std::uint64_t before) const {
        return static_cast<std::uint8_t>(4 * std::bit_width(positions() - before));
    }

    const Ground& ground_;
    const Evaluator& evaluator_;
    HashTable& table_;
    HashTable near_table_;
    const std::atomic<bool>& stop_;
    LastMoves last_;
    std::uint64_t positions_ = 0;
};

}  // namespace kibitz::solver
