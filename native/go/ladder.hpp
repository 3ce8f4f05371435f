// Ladders: chains that are chased from atari to atari, read to the end.
#pragma once

#include <array>

#include "go/board.hpp"

namespace kibitz::go {

// Reads whether a chain can be captured by keeping it in atari. The defender runs or captures a chaser in atari; the chaser tries both
// liberties. Whoever has three liberties has escaped, and so has one of whom the reader has had enough. Every line is read to its end, though one
// that settles it may come first: so the number of moves read, and with it the answer, is the same for all images of a position.
class LadderReader {
public:
    // Whether the attacker captures a chain of two liberties that touches the cell by beginning there.
    bool is_capture(const Board& board, Cell cell, Stone attacker) {
        if (!is_playable(board, cell, attacker)) return false;
        for (const int step : board.steps()) {
            const int prey = cell + step;
            std::array<Cell, 3> liberties;
            if (board.at(prey) != other(attacker) || board.liberties(prey, liberties) != 2) continue;
            left_ = MOST_MOVES;
            if (is_caught_by(board, cell, static_cast<Cell>(prey)) && left_ >= 0) return true;
        }
        return false;
    }

    // Whether the defender saves a chain in atari from a ladder by playing on the cell.
    bool is_escape(const Board& board, Cell cell, Stone defender) {
        if (!is_playable(board, cell, defender)) return false;
        for (const int step : board.steps()) {
            const int near = cell + step;
            if (board.at(near) == defender && board.in_atari(near) && saves(board, cell, static_cast<Cell>(near))) return true;
            if (board.at(near) == other(defender) && board.in_atari(near) && saves_by_capture(board, cell, near)) return true;
        }
        return false;
    }

private:
    // Far more than a ladder across the largest board takes.
    static constexpr int MOST_MOVES = 400;
    static constexpr std::size_t MOST_CHASERS = 16;

    static bool is_playable(const Board& board, Cell cell, Stone mover) {
        return board.at(cell) == Stone::EMPTY && cell != board.ko() && !board.is_suicide(cell, mover);
    }

    bool saves(const Board& board, Cell cell, Cell prey) {
        left_ = MOST_MOVES;
        return !is_caught_after(board, cell, prey) || left_ < 0;
    }

    // The chains in atari around the one that is captured on the cell.
    bool saves_by_capture(const Board& board, Cell cell, int captured) {
        bool saved = false;
        board.for_chain(captured, [&](Cell stone) {
            for (const int step : board.steps()) {
                const int near = stone + step;
                if (saved || board.at(near) != other(board.at(captured)) || !board.in_atari(near)) continue;
                saved = saves(board, cell, static_cast<Cell>(near));
            }
        });
        return saved;
    }

    // The attacker has put the prey in atari with a stone on the cell.
    bool is_caught_by(const Board& before, Cell cell, Cell prey) {
        if (--left_ < 0) return false;
        Board board = before;
        board.play(cell, other(board.at(prey)));
        return is_caught(board, prey);
    }

    // The prey is in atari and its side to move.
    bool is_caught(const Board& board, Cell prey) {
        std::array<Cell, MOST_CHASERS> answers;
        const std::size_t count = write_answers(board, prey, answers);
        bool is_caught = true;
        for (std::size_t i = 0; i < count; ++i) {
            if (is_playable(board, answers[i], board.at(prey)) && !is_caught_after(board, answers[i], prey)) is_caught = false;
        }
        return is_caught;
    }

    // The prey's own liberty, and those of chasers in atari.
    static std::size_t write_answers(const Board& board, Cell prey, std::array<Cell, MOST_CHASERS>& answers) {
        std::size_t count = 0;
        answers[count++] = board.atari_liberty(prey);
        board.for_chain(prey, [&](Cell stone) {
            for (const int step : board.steps()) {
                const int near = stone + step;
                if (board.at(near) != other(board.at(prey)) || !board.in_atari(near) || count == MOST_CHASERS) continue;
                const Cell liberty = board.atari_liberty(near);
                if (std::find(answers.begin(), answers.begin() + count, liberty) == answers.begin() + count) answers[count++] = liberty;
            }
        });
        return count;
    }

    // The defender answers on the cell, then the attacker chases on.
    bool is_caught_after(const Board& before, Cell cell, Cell prey) {
        if (--left_ < 0) return false;
        Board board = before;
        const Stone defender = board.at(prey);
        board.play(cell, defender);
        std::array<Cell, 3> liberties;
        const std::size_t count = board.liberties(prey, liberties);
        if (count == 1) return is_playable(board, liberties[0], other(defender));
        if (count == 3) return false;
        bool is_caught = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (is_playable(board, liberties[i], other(defender)) && is_caught_by(board, liberties[i], prey)) is_caught = true;
        }
        return is_caught;
    }

    int left_ = 0;
};

}  // namespace kibitz::go
