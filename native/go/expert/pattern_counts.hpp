// How often the patterns of played moves were played: the first look at the games, which decides which patterns get rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "go/expert/patterns.hpp"
#include "go/replay.hpp"

namespace kibitz::go {

// A larger pattern is counted only once the next smaller one was played `least` times, which keeps the many that are met once out.
class PatternCounts {
public:
    explicit PatternCounts(std::uint32_t least) : least_(least) {}

    void add_game(const GameTable& table, std::size_t game) {
        replay(table, game, [&](const Board& board, Stone mover, std::int64_t index, const RecentMoves& recent) {
            const int point = table.points[static_cast<std::size_t>(table.first[game] + index)];
            if (point == PASS) return;
            const Cell played = board.cells().of_point(point);
            const Signs signs(board, mover);
            Sink sink{counts_, least_};
            PatternWalk(board, mover, recent, {&played, 1}, signs).visit(sink);
        });
    }

    const KeyMap& counts() const { return counts_; }

private:
    struct Sink {
        KeyMap& counts;
        std::uint32_t least;

        void expect(std::uint64_t key) const { counts.prefetch(key); }
        bool take(std::size_t, std::size_t, std::size_t, std::uint64_t key) { return counts.count(key) >= least; }
    };

    KeyMap counts_;
    std::uint32_t least_;
};

}  // namespace kibitz::go
