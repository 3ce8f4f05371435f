// Two moves ahead by a network that values positions, and games it plays against itself to learn from. After Leouski and Utgoff
// (1996): a better child that comes up during the search takes the place of the best so far only with a given chance, so that a
// game without dice is explored; near its end a game is solved exactly.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "othello/sigma_net.hpp"
#include "othello/board.hpp"
#include "othello/random_games.hpp"
#include "othello/solver/every_move.hpp"

namespace kibitz::othello {

constexpr float DISCS_PER_REWARD = 10;

// The value of a finished game of so many discs more, on the scale of the network.
inline float reward(int disc_difference) { return sigma(static_cast<float>(disc_difference) / DISCS_PER_REWARD); }

// Keeps a better child with a chance, drawn from random numbers of its own.
class Keeper {
public:
    Keeper(double chance, std::uint64_t seed)
        : random_(seed), limit_(static_cast<std::uint64_t>(chance * static_cast<double>(1ULL << 32))) {}

    bool operator()() { return (random_.next() >> 32) < limit_; }

private:
    Random random_;
    std::uint64_t limit_;
};

struct AlwaysKeep {
    bool operator()() const { return true; }
};

struct Choice {
    int square = NO_MOVE;
    float value = -std::numeric_limits<float>::infinity();

    template <typename Keep>
    void offer(int other, float other_value, Keep& keep) {
        if (square == NO_MOVE || (other_value > value && keep())) *this = {other, other_value};
    }
};

class TwoPly {
public:
    explicit TwoPly(const SigmaNet& net) : net_(net) {}

    // The best move and its value for the mover after the opponent's best reply; a forced pass is a reply. There must be a move.
    template <typename Keep>
    Choice choose(const Board& board, Keep& keep) {
        net_.look(board, before_);
        Choice best;
        std::uint64_t moves = legal_mask(board.own, board.opp);
        while (moves != 0) {
            const int square = pop_square(moves);
            const std::uint64_t flips = flip_mask(board.own, board.opp, square);
            net_.look_after(before_, square, flips, 1, after_move_);
            best.offer(square, answered({board.opp ^ flips, board.own ^ flips ^ (1ULL << square)}, keep), keep);
        }
        return best;
    }

private:
    // What a board is worth to the side that moved there, after the best reply; after_move_ is its state.
    template <typename Keep>
    float answered(const Board& board, Keep& keep) {
        std::uint64_t replies = legal_mask(board.own, board.opp);
        if (replies == 0) return leaf(board.passed(), after_move_);
        Choice best;
        while (replies != 0) {
            const int square = pop_square(replies);
            const std::uint64_t flips = flip_mask(board.own, board.opp, square);
            net_.look_after(after_move_, square, flips, -1, after_reply_);
            best.offer(square, -leaf({board.opp ^ flips, board.own ^ flips ^ (1ULL << square)}, after_reply_), keep);
        }
        return -best.value;
    }

    float leaf(const Board& board, const SigmaNet::State& state) const {
        if (legal_mask(board.own, board.opp) == 0 && legal_mask(board.opp, board.own) == 0) {
            return reward(solver::final_score(board.own, board.opp, BOARD_SQUARES));
        }
        return net_.value(state, std::popcount(board.own | board.opp));
    }

    const SigmaNet& net_;
    SigmaNet::State before_;
    SigmaNet::State after_move_;
    SigmaNet::State after_reply_;
};

// Games of a network against itself; keeps the solver's memory from game to game, which changes no score.
class SelfPlay {
public:
    SelfPlay(double keep_chance, int solved_empties) : keep_chance_(keep_chance), solved_empties_(solved_empties) {}

    // Calls met(board, is Black's turn, value of the move played for the mover) for each position where there is a move, up to the
    // first that is solved: that ends the game.
    template <typename Met>
    void play(const SigmaNet& net, std::uint64_t seed, Met met) {
        TwoPly search(net);
        Keeper keep(keep_chance_, seed);
        Board board{START_BLACK, START_WHITE};
        for (bool black = true;; black = !black) {
            if (legal_mask(board.own, board.opp) == 0) {
                if (legal_mask(board.opp, board.own) == 0) return;
                board = board.passed();
                continue;
            }
            const bool solved = std::popcount(~(board.own | board.opp)) <= solved_empties_;
            const Choice choice = solved ? exact(board, keep) : search.choose(board, keep);
            met(board, black, choice.value);
            if (solved) return;
            board = board.after(choice.square);
        }
    }

private:
    Choice exact(const Board& board, Keeper& keep) {
        Choice best;
        solver_(board, [&](int square, int score) { best.offer(square, reward(score), keep); });
        return best;
    }

    double keep_chance_;
    int solved_empties_;
    solver::EveryMove<solver::PlainEvaluation> solver_{~0ULL};
};

}  // namespace kibitz::othello
