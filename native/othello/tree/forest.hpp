// The trees of many games searched together: each hands over the positions it wants to have judged, and all are judged at once.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/tree/puct.hpp"

namespace kibitz::othello {

class Forest {
public:
    Forest(std::span<const std::uint64_t> own, std::span<const std::uint64_t> opp, const Rules& rules,
           const Exploration& exploration) {
        for (std::size_t i = 0; i < own.size(); ++i) trees_.emplace_back(Board{own[i], opp[i]}, rules, exploration);
    }

    std::vector<PuctTree>& trees() { return trees_; }

    // The positions to judge, at most `at_once` of each tree that has not come to `target` simulations; none if all have.
    // What was collected before has to be judged first.
    std::vector<Board> collect(int target, int at_once) {
        require_judged();
        std::vector<Board> leaves;
        for (PuctTree& tree : trees_) {
            for (int i = 0; i < at_once && tree.find_leaf(target); ++i) {
                leaves.push_back(tree.waiting_board(tree.waiting() - 1));
            }
        }
        return leaves;
    }

    // Judges what collect() returned, in its order: 64 priors and a value for each position.
    void judge(std::span<const float> priors, std::span<const float> values) {
        std::size_t waiting = 0;
        for (const PuctTree& tree : trees_) waiting += static_cast<std::size_t>(tree.waiting());
        if (values.size() != waiting || priors.size() != 64 * waiting) {
            throw std::invalid_argument("priors and values must be those of the positions collected");
        }
        std::size_t row = 0;
        for (PuctTree& tree : trees_) {
            for (int i = 0; i < tree.waiting(); ++i, ++row) tree.judge(i, priors.subspan(64 * row, 64), values[row]);
            tree.forget_waiting();
        }
    }

    // Plays a square or PASS in each game; games with NO_MOVE stay as they are. Whether a move is legal is not checked.
    void advance(std::span<const std::int8_t> squares) {
        require_judged();
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            if (squares[i] != NO_MOVE) trees_[i].advance(squares[i]);
        }
    }

    // Blends the priors of the judged roots with noise: `share` of it, scaled to a sum of one over the legal squares, [games, 64].
    void mix_noise(std::span<const float> noise, float share) {
        for (std::size_t i = 0; i < trees_.size(); ++i) mix_noise(trees_[i], noise.subspan(64 * i, 64), share);
    }

private:
    static void mix_noise(PuctTree& tree, std::span<const float> noise, float share) {
        float sum = 0;
        for (const auto& node : tree.moves()) sum += node.move == PASS ? 0 : noise[static_cast<std::size_t>(node.move)];
        if (sum <= 0) return;
        for (auto& node : tree.moves()) {
            node.prior = (1 - share) * node.prior + share * noise[static_cast<std::size_t>(node.move)] / sum;
        }
    }

    void require_judged() const {
        for (const PuctTree& tree : trees_) {
            if (tree.waiting() != 0) throw std::invalid_argument("some positions wait to be judged");
        }
    }

    std::vector<PuctTree> trees_;
};

}  // namespace kibitz::othello
