// The patterns of a candidate move: what lies around it, and around the last move, in neighbourhoods of growing size.
//
// There are several families of them. Within a family a larger pattern is looked up only where the next smaller one is known, as
// one that was played often has smaller ones that were.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "go/expert/key_map.hpp"
#include "go/expert/neighbourhood.hpp"
#include "go/expert/signs.hpp"

namespace kibitz::go {

enum class Centre : std::uint8_t { CANDIDATE, LAST_MOVE };

struct Family {
    Centre centre;
    bool liberties;          // stones are told apart by them
    bool needs_last;         // only for candidates near the last move, which is marked
    bool needs_second_last;  // and near the one before, which is marked as well
    std::size_t levels;
};

inline constexpr std::array<Family, 6> FAMILIES{{
    {Centre::CANDIDATE, false, false, false, LEVELS.size()},
    {Centre::CANDIDATE, false, true, false, LEVELS.size()},
    {Centre::CANDIDATE, true, false, false, 8},
    {Centre::CANDIDATE, true, true, false, 8},
    {Centre::CANDIDATE, false, true, true, 10},
    {Centre::LAST_MOVE, true, true, false, 9},
}};

// The whole board counts as a family of one level while it holds few stones.
constexpr std::size_t WHOLE_BOARD = FAMILIES.size();
constexpr std::size_t FAMILY_COUNT = FAMILIES.size() + 1;
constexpr int MOST_STONES_OF_OPENING = 40;
constexpr std::size_t MOST_PATTERNS = 60;

constexpr std::uint64_t pattern_key(const Lanes8& lanes, std::size_t family, std::size_t level) {
    return mixed(canonical(lanes) + (family * 16 + level + 1) * 0x9e3779b97f4a7c15ULL) & KEY_MASK;
}

// Finds the patterns of some candidates of one position. A sink hears of keys that will be asked for, expect(key), and then is asked
// take(candidate, family, level, key) whether the pattern is known.
class PatternWalk {
public:
    PatternWalk(const Board& board, Stone mover, const RecentMoves& recent, std::span<const Cell> candidates, const Signs& signs)
        : board_(board), mover_(mover), recent_(recent), candidates_(candidates), signs_(signs) {}

    template <typename Sink>
    void visit(Sink& sink) {
        for (std::size_t family = 0; family < FAMILIES.size(); ++family) visit_family(family, sink);
        if (signs_.stones() <= MOST_STONES_OF_OPENING) visit_whole_board(sink);
    }

private:
    struct Walker {
        std::size_t candidate;
        std::size_t place;
        Lanes8 lanes;
        std::uint64_t key;
    };

    template <typename Sink>
    void visit_family(std::size_t family, Sink& sink) {
        start_walkers(FAMILIES[family]);
        const auto& signs = FAMILIES[family].liberties ? signs_.with_liberties() : signs_.plain();
        for (std::size_t level = 0; level < FAMILIES[family].levels && !walkers_.empty(); ++level) {
            for (Walker& walker : walkers_) {
                join_ring(walker.lanes, signs, walker.place, level);
                walker.key = pattern_key(walker.lanes, family, level);
                sink.expect(walker.key);
            }
            std::erase_if(walkers_, [&](const Walker& walker) { return !sink.take(walker.candidate, family, level, walker.key); });
        }
    }

    void start_walkers(const Family& family) {
        walkers_.clear();
        if (family.needs_last && recent_[0] == NO_CELL) return;
        if (family.needs_second_last && recent_[1] == NO_CELL) return;
        for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate) {
            Walker walker{candidate, place_of(candidates_[candidate]), {}, 0};
            if (family.centre == Centre::LAST_MOVE) {
                walker.place = place_of(recent_[0]);
                if (!mark(walker.lanes, recent_[0], candidates_[candidate], 2)) continue;
            } else {
                if (family.needs_last && !mark(walker.lanes, candidates_[candidate], recent_[0], 0)) continue;
                if (family.needs_second_last && !mark(walker.lanes, candidates_[candidate], recent_[1], 1)) continue;
            }
            walkers_.push_back(walker);
        }
    }

    // Marks a cell in the neighbourhood of another; false if it is too far.
    bool mark(Lanes8& lanes, Cell centre, Cell marked, std::size_t kind) const {
        const Cells& cells = board_.cells();
        const Offset offset{cells.row(marked) - cells.row(centre), cells.column(marked) - cells.column(centre)};
        if (ring_distance(offset.rows, offset.columns) > FARTHEST) return false;
        join(lanes, neighbourhood_.mark(offset, kind));
        return true;
    }

    void join_ring(Lanes8& lanes, const std::vector<std::uint8_t>& signs, std::size_t place, std::size_t level) const {
        for (std::size_t index = neighbourhood_.ring_begin(level); index < neighbourhood_.ring_end(level); ++index) {
            const Offset& offset = neighbourhood_.offset(index);
            const auto near = static_cast<std::size_t>(static_cast<int>(place) + offset.rows * signs_.stride() + offset.columns);
            join(lanes, neighbourhood_.sign(index, signs[near]));
        }
    }

    template <typename Sink>
    void visit_whole_board(Sink& sink) {
        Lanes8 lanes{};
        for (int point = 0; point < board_.cells().points(); ++point) {
            const Stone stone = board_.at(board_.cells().of_point(point));
            if (stone != Stone::EMPTY) join(lanes, images_of(point, stone == mover_ ? 1 : 2));
        }
        for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate) {
            Lanes8 own = lanes;
            join(own, images_of(board_.cells().point_of(candidates_[candidate]), 3));
            const std::uint64_t key = pattern_key(own, WHOLE_BOARD, 0);
            sink.expect(key);
            sink.take(candidate, WHOLE_BOARD, 0, key);
        }
    }

    // Hashes of a point's images on this board, for one of a few things on it.
    Lanes8 images_of(int point, std::uint64_t thing) const {
        const int size = board_.cells().size(), row = point / size, column = point % size;
        Lanes8 lanes;
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            // Twice the distance from the middle keeps even sizes whole.
            const Offset image = image_of({2 * row - size + 1, 2 * column - size + 1}, symmetry);
            const auto number = static_cast<std::uint64_t>((image.rows + MAX_SIZE) * 64 + image.columns + MAX_SIZE);
            lanes[static_cast<std::size_t>(symmetry)] = mixed((number * 4 + thing) * 0x9e3779b97f4a7c15ULL);
        }
        return lanes;
    }

    std::size_t place_of(Cell cell) const { return signs_.place_of(board_.cells().row(cell), board_.cells().column(cell)); }

    const Neighbourhood& neighbourhood_ = Neighbourhood::shared();
    const Board& board_;
    Stone mover_;
    const RecentMoves& recent_;
    std::span<const Cell> candidates_;
    const Signs& signs_;
    std::vector<Walker> walkers_;
};

}  // namespace kibitz::go
