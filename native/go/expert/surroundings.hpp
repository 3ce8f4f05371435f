// What lies how far from each point, and who rules there: two maps of a whole board.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.hpp"

namespace kibitz::go {

constexpr int FAR_AWAY = 6;
constexpr int INFLUENCE_STEPS = 9;

class Surroundings {
public:
    Surroundings(const Board& board, Stone mover) : influence_(MAX_CELLS, 0) {
        own_.fill(FAR_AWAY);
        enemy_.fill(FAR_AWAY);
        spread_distance(board, mover, own_);
        spread_distance(board, other(mover), enemy_);
        spread_influence(board, mover);
    }

    // Steps along lines to the nearest stone of each side, 0 for the next point, at most FAR_AWAY.
    int to_own(Cell cell) const { return own_[cell]; }
    int to_enemy(Cell cell) const { return enemy_[cell]; }

    // How much a point is the mover's, from 0, the enemy's for sure, to INFLUENCE_STEPS - 1.
    int influence(Cell cell) const {
        constexpr std::array<int, INFLUENCE_STEPS - 1> EDGES{-3124, -1406, -546, -124, 124, 546, 1406, 3124};
        int step = 0;
        while (step < INFLUENCE_STEPS - 1 && influence_[cell] > EDGES[static_cast<std::size_t>(step)]) ++step;
        return step;
    }

private:
    using Distances = std::array<std::uint8_t, MAX_CELLS>;

    static void spread_distance(const Board& board, Stone side, Distances& distances) {
        std::vector<Cell> reached;
        for (int point = 0; point < board.cells().points(); ++point) {
            const Cell cell = board.cells().of_point(point);
            if (board.at(cell) == side) reached.push_back(cell);
        }
        std::vector<Cell> next;
        for (std::uint8_t distance = 0; distance < FAR_AWAY; ++distance) {
            next.clear();
            for (const Cell cell : reached) {
                for (const int step : board.steps()) {
                    const auto near = static_cast<Cell>(cell + step);
                    if (board.at(near) != Stone::EMPTY || distances[near] < FAR_AWAY) continue;
                    distances[near] = distance;
                    if (distance == FAR_AWAY - 1) continue;
                    next.push_back(near);
                }
            }
            std::swap(reached, next);
        }
    }

    // Every stone is one or minus one; then each point becomes the sum of itself and its neighbours, again and again. Outside is 0.
    // Whole numbers, as images of a board must not differ by the order of additions.
    void spread_influence(const Board& board, Stone mover) {
        const Cells& cells = board.cells();
        std::vector<int> before(MAX_CELLS, 0);
        for (int point = 0; point < cells.points(); ++point) {
            const Cell cell = cells.of_point(point);
            if (board.at(cell) != Stone::EMPTY) influence_[cell] = board.at(cell) == mover ? 1 : -1;
        }
        for (int round = 0; round < ROUNDS; ++round) {
            std::swap(before, influence_);
            for (int row = 0; row < cells.size(); ++row) {
                const Cell first = cells.at(row, 0);
                for (int cell = first; cell < first + cells.size(); ++cell) {
                    const auto at = static_cast<std::size_t>(cell), stride = static_cast<std::size_t>(cells.stride());
                    influence_[at] = before[at] + before[at - 1] + before[at + 1] + before[at - stride] + before[at + stride];
                }
            }
        }
    }

    static constexpr int ROUNDS = 6;

    Distances own_;
    Distances enemy_;
    std::vector<int> influence_;
};

}  // namespace kibitz::go
