// The tree search of one thread: is a position's score above alpha, and what is it exactly? Principal variation search; what
// is done at a position depends on how many squares are empty, from sorting by shallow searches down to bare parity.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>

#include "othello/board.hpp"
#include "othello/solver/thread_team.hpp"
#include "othello/solver/evaluation.hpp"
#include "othello/solver/board_masks.hpp"
#include "othello/solver/hash_table.hpp"
#include "othello/solver/last_moves.hpp"
#include "othello/solver/move_list.hpp"
#include "othello/solver/selectivity.hpp"

namespace kibitz::othello::solver {

// Threads count in their own searches all the time, so two of them must not lie on one cache line or on a pair fetched together.
template <Evaluator Guesser>
class alignas(128) Search {
public:
    Search(const BoardMasks& masks, const Guesser& guesser, HashTable& table, ThreadTeam& team)
        : masks_(masks), guesser_(guesser), table_(table), team_(team), near_table_(NEAR_BYTES), last_(masks.squares) {}

    // How many positions were visited, the last ones of a game included. May be asked by another thread, which then gets a
    // slightly older figure.
    std::uint64_t positions() const { return published_.load(std::memory_order_relaxed); }

    // A bound of the score on the same side of alpha as the score itself; means nothing once the team has stopped.
    int above(const Board& board, int alpha) {
        const std::uint64_t empties = masks_.empties(board);
        return null_window(board, std::popcount(empties), alpha, masks_.legal(board), parity_of(empties));
    }

    // The score if it is within alpha and beta, else a bound of it. Once the team has stopped it means nothing, but what was
    // proven before is remembered.
    int within(const Board& board, int alpha, int beta) {
        ++positions_;
        const std::uint64_t moves = masks_.legal(board);
        if (moves == 0) {
            if (masks_.legal(board.passed()) == 0) return final_score(board.own, board.opp, masks_.squares);
            return -within(board.passed(), -beta, -alpha);
        }
        Remembered known;
        if (table_.find(board, known) && known.certainty >= certainty_) {
            if (known.lower >= beta || known.lower == known.upper) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        const std::uint64_t before = count();
        published_.store(before, std::memory_order_relaxed);
        MoveList list(board, moves);
        drop_twins(list, board);
        const std::uint64_t empties = masks_.empties(board);
        SplitPoint node{current_,    list,  0,    std::popcount(empties), parity_of(empties),
                        certainty_, alpha, beta, -INFINITE,              NO_MOVE};
        order(list, board, node.empties, node.parity, known);
        try_moves(node);
        published_.store(count(), std::memory_order_relaxed);
        // What is proven when the search is stopped is only that the best move so far reaches its score.
        if (!aborted()) {
            remember(table_, certainty_, board, alpha, beta, node.best, node.best_square, before);
        } else if (node.best > alpha) {
            remember(table_, certainty_, board, alpha, -INFINITE, node.best, node.best_square, before);
        }
        return node.best;
    }

    // Moves of a position shared by several threads, until none is left.
    void help(SplitPoint& node) {
        SplitPoint* const outer = std::exchange(current_, &node);
        const Certainty outer_certainty = std::exchange(certainty_, node.certainty);
        Task task;
        while (team_.take(node, task)) {
            const int score = score_of(task.move, node, task.floor);
            if (aborted()) break;
            team_.report(node, task.move.square, score);
        }
        published_.store(count(), std::memory_order_relaxed);
        current_ = outer;
        certainty_ = outer_certainty;
    }

    // How sure the scores found from now on are.
    void set_certainty(Certainty certainty) { certainty_ = certainty; }

    // A guess from a search to a small depth, in units of the evaluation.
    int guess(const Board& board, int depth, int alpha = -FAR, int beta = FAR) {
        return guess(board, guesser_.view(board), depth, alpha, beta);
    }

private:
    // Which method is used up to or from how many empty squares; chosen by the time the suites took.
    static constexpr int PARITY_ONLY = 6;       // up to here squares are tried by parity alone
    static constexpr int NEAR = 11;             // up to here a small table that stays in the cache remembers
    static constexpr int ASK_CHILDREN = 10;     // from here on a remembered child may save the search
    static constexpr int GUESS_0 = 12;          // from here on moves are sorted by the evaluation at once, ...
    static constexpr int GUESS_1 = 14;          // ... one ply deeper, ...
    static constexpr int GUESS_2 = 18;          // ... two ...
    static constexpr int GUESS_3 = 22;          // ... and three
    static constexpr int SPLIT = 14;            // from here on moves are shared with idle threads
    static constexpr int OFTEN_SYMMETRIC = 10;  // up to so many discs mirror images of a move are not searched twice
    static constexpr int STABLE_LAST = 6;       // with four empty squares stable discs are counted from this alpha on
    static constexpr std::size_t NEAR_BYTES = 1 << 19;

    static constexpr int NOT_CLEAR = -2 * INFINITE;
    static constexpr int FAR = 1 << 16;
    static constexpr int GUESS_MARGIN = 6 * UNITS_PER_DISC;
    // Nearly every move tried first is good enough already, so what counts is which one leaves the least to search. Replies that
    // the opponent has now weigh most, those it may get later a quarter of that; parity little.
    static constexpr int FREEDOM_COST = 11 * UNITS_PER_DISC / 4;
    static constexpr int FRONTIER_COST = UNITS_PER_DISC / 2;
    static constexpr int PARITY_GAIN = UNITS_PER_DISC / 2;
    // The same where no evaluation is asked, in eighths of a reply.
    static constexpr int NEAR_FREEDOM_COST = 8;
    static constexpr int NEAR_FRONTIER_COST = 2;
    static constexpr int NEAR_PARITY_GAIN = 3;
    static constexpr int NEAR_CORNER_GAIN = 6;
    static constexpr int FIRST = 1 << 24;  // ordering score of a move that must come first

    using View = typename Guesser::View;

    int guess(const Board& board, const View& view, int depth, int alpha, int beta) {
        ++positions_;
        if (depth == 0) return guesser_.value(board, view, masks_);
        if (depth > 2 && aborted()) return alpha;
        const std::uint64_t moves = masks_.legal(board);
        if (moves == 0) {
            if (masks_.legal(board.passed()) != 0) return -guess(board.passed(), guesser_.passed(view), depth, -beta, -alpha);
            return UNITS_PER_DISC * final_score(board.own, board.opp, masks_.squares);
        }
        MoveList list(board, moves);
        if (depth > 1) order_by_mobility(list, parity_of(masks_.empties(board)));
        int best = -FAR;
        for (std::size_t index = 0; index < list.size() && best < beta; ++index) {
            const Move& move = depth > 1 ? list.pick(index) : list[index];
            best = std::max(best, -guess(move.child, view_after(board, view, move), depth - 1, -beta, -std::max(alpha, best)));
        }
        return best;
    }

    View view_after(const Board& board, const View& view, const Move& move) const {
        return guesser_.after(view, move.square, move.child.own ^ board.opp);
    }

    std::uint64_t count() const { return positions_ + last_.positions(); }

    bool aborted() const {
        for (const SplitPoint* point = current_; point != nullptr; point = point->parent) {
            if (point->cut.load(std::memory_order_relaxed)) return true;
        }
        return team_.stopped();
    }

    int null_window(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        if (empties <= PARITY_ONLY) return few(board, empties, alpha, moves, parity);
        if (empties <= NEAR) return several(board, empties, alpha, moves, parity);
        return many(board, empties, alpha, moves, parity);
    }

    int last(const Board& board, int empties, int alpha, unsigned parity) {
        const std::uint64_t left = masks_.empties(board);
        switch (empties) {
            case 4: return last_.four(board.own, board.opp, alpha, left, parity);
            case 3: return last_.three(board.own, board.opp, alpha, left, parity);
            case 2: return last_.two(board.own, board.opp, alpha, std::countr_zero(left), 63 - std::countl_zero(left));
            case 1: return last_.one(board.own, board.opp, alpha, std::countr_zero(left));
            default: return final_score(board.own, board.opp, masks_.squares);
        }
    }

    // Up to PARITY_ONLY empty squares. `moves` is not read below five.
    int few(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        if (empties < 4 || (empties == 4 && alpha < STABLE_LAST)) return last(board, empties, alpha, parity);
        if (empties == 4) {
            const int limit = stable_limit(board, empties, alpha);
            if (limit > alpha) return last(board, empties, alpha, parity);
            ++positions_;
            return limit;
        }
        ++positions_;
        if (moves == 0) return no_moves(board, empties, alpha, parity);
        if (const int limit = stable_limit(board, empties, alpha); limit <= alpha) return limit;
        int best = -INFINITE;
        const std::uint64_t odd = moves & ODD_SQUARES[parity];
        for (std::uint64_t part : {odd, moves ^ odd}) {
            while (part != 0) {
                const int square = pop_square(part);
                const std::uint64_t flips = flips_of(board.own, board.opp, square);
                const Board child{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)};
                const std::uint64_t replies = empties == 5 ? 0 : masks_.legal(child);
                const int score = -few(child, empties - 1, -alpha - 1, replies, parity ^ quadrant_bit(square));
                best = std::max(best, score);
                if (best > alpha) return best;
            }
        }
        return best;
    }

    // The mover passes, or the game is over.
    int no_moves(const Board& board, int empties, int alpha, unsigned parity) {
        const std::uint64_t replies = masks_.legal(board.passed());
        if (replies == 0) return final_score(board.own, board.opp, masks_.squares);
        return -null_window(board.passed(), empties, -alpha - 1, replies, parity);
    }

    // Up to NEAR empty squares.
    int several(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        ++positions_;
        if (moves == 0) return no_moves(board, empties, alpha, parity);
        if (const int limit = stable_limit(board, empties, alpha); limit <= alpha) return limit;
        Remembered known;
        if (near_table_.find(board, known)) {
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        const std::uint64_t before = count();
        MoveList list(board, moves);
        if (empties >= ASK_CHILDREN) {
            if (const int score = transposition_cutoff(board, list, near_table_, near_table_, alpha); score > alpha) return score;
        }
        order_by_mobility(list, parity, known);
        int best = -INFINITE;
        int best_square = NO_MOVE;
        for (std::size_t index = 0; index < list.size() && best <= alpha; ++index) {
            const Move& move = list.pick(index);
            const unsigned left_parity = parity ^ quadrant_bit(move.square);
            const int score = -null_window(move.child, empties - 1, -alpha - 1, move.replies, left_parity);
            if (score > best) {
                best = score;
                best_square = move.square;
            }
        }
        remember(near_table_, EXACT, board, alpha, alpha + 1, best, best_square, before);
        return best;
    }

    // More than NEAR empty squares.
    int many(const Board& board, int empties, int alpha, std::uint64_t moves, unsigned parity) {
        ++positions_;
        if (moves == 0) return no_moves(board, empties, alpha, parity);
        if (const int limit = stable_limit(board, empties, alpha); limit <= alpha) return limit;
        Remembered known;
        if (table_.find(board, known) && known.certainty >= certainty_) {
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        if (aborted()) return alpha;
        if (certainty_ < EXACT && empties >= SELECTIVE_FROM) {
            if (const int score = likely_score(board, empties, alpha); score != NOT_CLEAR) return score;
        }
        const std::uint64_t before = count();
        published_.store(before, std::memory_order_relaxed);
        MoveList list(board, moves);
        drop_twins(list, board);
        HashTable& children = empties - 1 > NEAR ? table_ : near_table_;
        for (const Move& move : list) children.prefetch(move.child);
        if (const int score = transposition_cutoff(board, list, table_, children, alpha); score > alpha) return score;
        SplitPoint node{current_, list, 0, empties, parity, certainty_, alpha, alpha + 1, -INFINITE, NO_MOVE};
        order(list, board, empties, parity, known);
        try_moves(node);
        if (aborted()) return node.best;
        // Below the first position that may be skipped every pass is exact.
        const Certainty certainty = empties < SELECTIVE_FROM ? EXACT : certainty_;
        remember(table_, certainty, board, alpha, alpha + 1, node.best, node.best_square, before);
        return node.best;
    }

    // Only boards with few discs are their own mirror images often enough.
    static void drop_twins(MoveList& list, const Board& board) {
        if (std::popcount(board.own | board.opp) <= OFTEN_SYMMETRIC) list.drop_twins();
    }

    // Tries the moves of a position in turn, with the help of idle threads after the first.
    void try_moves(SplitPoint& node) {
        while (node.next < node.list.size() && node.best < node.beta) {
            const bool worth_sharing = node.next > 0 && node.empties >= SPLIT && node.list.size() - node.next > 1;
            if (worth_sharing && team_.has_idle()) {
                team_.open(node);
                help(node);
                team_.close(node, [this](SplitPoint& below) { help(below); });
                return;
            }
            const bool is_first = node.next == 0;
            const Move& move = node.list.pick(node.next++);
            const int floor = std::max(node.alpha, node.best);
            const bool open_window = is_first && node.beta > node.alpha + 1;
            const int score = open_window ? -within(move.child, -node.beta, -floor) : score_of(move, node, floor);
            if (node.empties > NEAR && aborted()) return;
            if (score > node.best) {
                node.best = score;
                node.best_square = move.square;
            }
        }
    }

    // A move that is not the first of its position: exact only if it lies between floor and beta.
    int score_of(const Move& move, const SplitPoint& node, int floor) {
        const unsigned parity = node.parity ^ quadrant_bit(move.square);
        const int score = -null_window(move.child, node.empties - 1, -floor - 1, move.replies, parity);
        return score > floor && score < node.beta ? -within(move.child, -node.beta, -score + 1) : score;
    }

    // What a shallow search makes likely: alpha, or just above it, or NOT_CLEAR if it lies too near.
    int likely_score(const Board& board, int empties, int alpha) {
        const int high = (alpha + 1) * UNITS_PER_DISC + selective_margin(certainty_);
        const int low = alpha * UNITS_PER_DISC - selective_margin(certainty_);
        const View view = guesser_.view(board);
        const bool seems_high = guesser_.value(board, view, masks_) >= (high + low) / 2;
        if (seems_high) return guess(board, view, shallow_depth(empties), high - 1, high) >= high ? alpha + 1 : NOT_CLEAR;
        return guess(board, view, shallow_depth(empties), low, low + 1) <= low ? alpha : NOT_CLEAR;
    }

    // The opponent keeps its stable discs, so the mover's score is at most this. Only asked where it may help.
    int stable_limit(const Board& board, int empties, int alpha) const {
        if (alpha < 2 * empties - 4 || masks_.squares - 2 * std::popcount(board.opp) > alpha) return INFINITE;
        return masks_.squares - 2 * masks_.stability.stable_count(board.opp, board.own);
    }

    // Enhanced transposition cutoff (ETC): the score above alpha of a move to a position in the table, or -INFINITE.
    int transposition_cutoff(const Board& board, MoveList& list, HashTable& table, const HashTable& children, int alpha) {
        for (const Move& move : list) {
            Remembered known;
            if (!children.find(move.child, known) || known.certainty < certainty_ || -known.upper <= alpha) continue;
            remember(table, known.certainty, board, alpha, alpha + 1, -known.upper, move.square, count());
            return -known.upper;
        }
        return -INFINITE;
    }

    void order(MoveList& list, const Board& board, int empties, unsigned parity, const Remembered& known) {
        const int depth = empties >= GUESS_3 ? 3 : empties >= GUESS_2 ? 2 : empties >= GUESS_1 ? 1 : 0;
        if (empties < GUESS_0) {
            order_by_mobility(list, parity, known);
        } else {
            order_by_guess(list, board, parity, known, depth);
        }
    }

    // Leaves the opponent few moves; prefers corners and regions with an odd number of squares.
    void order_by_mobility(MoveList& list, unsigned parity, const Remembered& known = {}) const {
        for (Move& move : list) {
            move.replies = masks_.legal(move.child);
            move.ordering_score = ordering_at_once(move, known);
            if (move.ordering_score != 0) continue;
            const int is_corner = (masks_.corners >> move.square) & 1;
            move.ordering_score = (is_odd(move, parity) ? NEAR_PARITY_GAIN : 0) + NEAR_CORNER_GAIN * is_corner -
                                  NEAR_FREEDOM_COST * freedom(move) - NEAR_FRONTIER_COST * frontier(move);
        }
    }

    void order_by_guess(MoveList& list, const Board& board, unsigned parity, const Remembered& known, int depth) {
        if (list.size() == 1) {
            Move& only = *list.begin();
            only.replies = masks_.legal(only.child);
            return;
        }
        const View view = guesser_.view(board);
        int top = -FAR;
        for (Move& move : list) {
            move.replies = masks_.legal(move.child);
            move.ordering_score = ordering_at_once(move, known);
            if (move.ordering_score != 0) continue;
            // A move far below the best one needs no exact guess.
            const int score = -guess(move.child, view_after(board, view, move), depth, -FAR, -(top - GUESS_MARGIN));
            top = std::max(top, score);
            move.ordering_score = score - FREEDOM_COST * freedom(move) - FRONTIER_COST * frontier(move) +
                                  (is_odd(move, parity) ? PARITY_GAIN : 0);
        }
    }

    // Not 0 for a move that is tried first without further thought: one that wins all discs, or was best before.
    static int ordering_at_once(const Move& move, const Remembered& known) {
        if (move.child.own == 0) return 4 * FIRST;
        if (move.square == known.best) return 2 * FIRST;
        return move.square == known.second ? FIRST : 0;
    }

    int freedom(const Move& move) const {
        return std::popcount(move.replies) + std::popcount(move.replies & masks_.corners);
    }

    // How many empty squares touch the mover's discs: where the opponent may come to have a move.
    int frontier(const Move& move) const { return std::popcount(with_neighbours(move.child.opp) & masks_.empties(move.child)); }

    static bool is_odd(const Move& move, unsigned parity) { return (quadrant_bit(move.square) & parity) != 0; }

    void remember(HashTable& table, Certainty certainty, const Board& board, int alpha, int beta, int best, int square,
                  std::uint64_t before) const {
        Remembered fresh;
        if (best > alpha) fresh.lower = static_cast<std::int8_t>(best);
        if (best < beta) fresh.upper = static_cast<std::int8_t>(best);
        fresh.best = static_cast<std::int8_t>(square);
        fresh.certainty = certainty;
        fresh.effort = static_cast<std::uint8_t>(std::bit_width(count() - before));
        table.store(board, fresh);
    }

    const BoardMasks& masks_;
    const Guesser& guesser_;
    HashTable& table_;
    ThreadTeam& team_;
    HashTable near_table_;
    LastMoves last_;
    SplitPoint* current_ = nullptr;
    Certainty certainty_ = EXACT;
    std::uint64_t positions_ = 0;
    std::atomic<std::uint64_t> published_ = 0;
};

}  // namespace kibitz::othello::solver
