// Whole positions: the score, the best line and every move's score, by threads that can be stopped at any moment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <thread>
#include <vector>

#include "othello/board.hpp"
#include "othello/solver/search.hpp"

namespace kibitz::othello::solver {

enum class Mode { EXACT, WIN_LOSS_DRAW };

struct Solved {
    int score;       // for the side to move; 1, 0 or -1 in mode WIN_LOSS_DRAW
    bool finished;   // else stopped, and the score is what was proven or guessed before
    std::vector<std::int8_t> line;
};

struct SolvedMove {
    int square;
    Solved solved;  // the score for the side that plays the move; the line begins with it
};

template <Evaluator Guesser>
class Solver {
public:
    // For positions with at most so many empty squares: few need no large table, and fresh memory costs time.
    Solver(std::uint64_t playable, int empties, Guesser guesser, int threads, std::size_t hash_bytes)
        : masks_(playable),
          guesser_(std::move(guesser)),
          table_(std::min(hash_bytes, SMALL_TABLE << std::clamp(empties - SMALL_SEARCH, 0, 32))) {
        for (int thread = 0; thread < std::max(1, threads); ++thread) {
            searches_.emplace_back(masks_, guesser_, table_, team_);
        }
        for (std::size_t helper = 1; helper < searches_.size(); ++helper) {
            Search<Guesser>& search = searches_[helper];
            helpers_.emplace_back([this, &search] { team_.serve([&search](SplitPoint& node) { search.help(node); }); });
        }
    }

    ~Solver() {
        team_.stop();
        team_.dismiss();
        for (std::thread& helper : helpers_) helper.join();
    }

    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // May be called from any thread; what runs returns soon.
    void stop() { team_.stop(); }

    std::uint64_t positions() const {
        std::uint64_t sum = 0;
        for (const Search<Guesser>& search : searches_) sum += search.positions();
        return sum;
    }

    Solved solve(const Board& board, Mode mode) {
        const int score = mode == Mode::EXACT ? exact_score(board) : win_loss_draw(board);
        if (team_.stopped()) return unfinished(board, score);
        return {score, true, line_from(board, score, mode)};
    }

    // Every legal move, best first as far as they are known; a lone PASS has no entry.
    std::vector<SolvedMove> solve_moves(const Board& board) {
        std::vector<SolvedMove> moves;
        std::uint64_t squares = masks_.legal(board);
        while (squares != 0) {
            const int square = pop_square(squares);
            moves.push_back({square, after_move(board, square)});
        }
        std::ranges::stable_sort(moves, std::greater{}, [](const SolvedMove& move) { return move.solved.score; });
        return moves;
    }

private:
    // Bytes that suffice for a search with so many empty squares; each square more takes twice as much.
    static constexpr std::size_t SMALL_TABLE = 1 << 16;
    static constexpr int SMALL_SEARCH = 16;
    // Half the first window around a guess by a shallow search, in discs; later guesses are mostly right.
    static constexpr int ASPIRATION = 7;
    // How often a window may be missed before all scores are let in; skipping can make a pass contradict itself.
    static constexpr int SURPRISES = 4;
    // A guess so shallow is not cut short by a stop.
    static constexpr int UNSTOPPED = 2;
    // From so many empty squares on the quick passes pay.
    static constexpr int SELECTIVE_PASSES_FROM = 18;

    Search<Guesser>& main() { return searches_.front(); }

    int shallow_score(const Board& board, int depth) {
        const int empties = std::popcount(masks_.empties(board));
        const int units = main().guess(board, std::min(depth, empties));
        return std::clamp(units / (2 * UNITS_PER_DISC) * 2, -masks_.squares, masks_.squares);
    }

    Certainty first_certainty(const Board& board) const {
        return std::popcount(masks_.empties(board)) >= SELECTIVE_PASSES_FROM ? Certainty{0} : EXACT;
    }

    // Each pass begins with a narrow window around the score of the one before. The last one's score if stopped.
    int exact_score(const Board& board) {
        int likely = shallow_score(board, 6);
        int reach = ASPIRATION;
        for (Certainty certainty = first_certainty(board); certainty <= EXACT; ++certainty) {
            main().set_certainty(certainty);
            const int score = score_around(board, likely, reach);
            if (team_.stopped()) break;
            likely = score;
            reach = 1;
        }
        main().set_certainty(EXACT);
        return likely;
    }

    // The score, looked for first within `reach` discs of the guess.
    int score_around(const Board& board, int guess, int reach) {
        const int least = -masks_.squares - 1;
        const int most = masks_.squares + 1;
        int alpha = std::max(least, guess - reach);
        int beta = std::min(most, guess + reach);
        for (int misses = 0;; ++misses) {
            const int score = main().within(board, alpha, beta);
            if (team_.stopped() || (score > alpha && score < beta)) return score;
            reach *= 3;
            const bool is_low = score <= alpha;
            alpha = misses >= SURPRISES ? least : is_low ? std::max(least, score - reach) : score - 1;
            beta = misses >= SURPRISES ? most : is_low ? score + 1 : std::min(most, score + reach);
        }
    }

    int win_loss_draw(const Board& board) {
        int score = 0;
        for (Certainty certainty = first_certainty(board); certainty <= EXACT && !team_.stopped(); ++certainty) {
            main().set_certainty(certainty);
            score = main().within(board, -1, 1);
        }
        main().set_certainty(EXACT);
        return (score > 0) - (score < 0);
    }

    Solved after_move(const Board& board, int square) {
        const Board child = board.after(square);
        Solved solved = team_.stopped() ? unfinished(child, shallow_score(child, UNSTOPPED)) : solve(child, Mode::EXACT);
        solved.score = -solved.score;
        solved.line.insert(solved.line.begin(), static_cast<std::int8_t>(square));
        return solved;
    }

    // What is known when the search was stopped: a score that is proven to be reached, or else a likely one.
    Solved unfinished(const Board& board, int likely) const {
        Remembered known;
        if (!table_.find(board, known) || known.best == NO_MOVE) return {likely, false, {}};
        const bool is_proven = known.certainty == EXACT && known.lower > -INFINITE;
        return {is_proven ? known.lower : likely, false, {known.best}};
    }

    // A line on which both sides keep the score; in mode WIN_LOSS_DRAW the loser plays anything.
    std::vector<std::int8_t> line_from(Board board, int score, Mode mode) {
        std::vector<std::int8_t> line;
        const bool all_moves_lose = mode == Mode::WIN_LOSS_DRAW && score < 0;
        int goal = all_moves_lose ? -masks_.squares : score;
        int other_goal = mode == Mode::WIN_LOSS_DRAW && score > 0 ? -masks_.squares : all_moves_lose ? 1 : -score;
        for (;;) {
            const int move = move_reaching(board, goal);
            if (move == NO_MOVE) return line;
            line.push_back(static_cast<std::int8_t>(move));
            board = move == PASS ? board.passed() : board.after(move);
            std::swap(goal, other_goal);
        }
    }

    // A move that scores at least `goal`, PASS if none is legal, NO_MOVE once the game is over or the search stopped.
    int move_reaching(const Board& board, int goal) {
        std::uint64_t moves = masks_.legal(board);
        if (moves == 0) return masks_.legal(board.passed()) == 0 ? NO_MOVE : PASS;
        Remembered known;
        if (table_.find(board, known) && known.best >= 0 && main().above(board.after(known.best), -goal) <= -goal) {
            return team_.stopped() ? NO_MOVE : known.best;
        }
        while (moves != 0) {
            const int square = pop_square(moves);
            if (main().above(board.after(square), -goal) <= -goal) return team_.stopped() ? NO_MOVE : square;
        }
        return NO_MOVE;
    }

    BoardMasks masks_;
    Guesser guesser_;
    HashTable table_;
    ThreadTeam team_;
    std::deque<Search<Guesser>> searches_;
    std::vector<std::thread> helpers_;
};

}  // namespace kibitz::othello::solver
