// Nested neighbourhoods of a point: rings of growing distance, hashed under the 8 symmetries at once.
//
// The distance is that of Stern, Herbrich and Graepel, "Bayesian pattern ranking for move prediction in the game of Go" (ICML 2006):
// dx + dy + max(dx, dy), whose rings are nearly round.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "games/random.hpp"
#include "go/cells.hpp"

namespace kibitz::go {

constexpr int SYMMETRIES = 8;

// One hash for each image of a neighbourhood; the least of them stands for all.
using Lanes8 = std::array<std::uint64_t, SYMMETRIES>;

// What a neighbour may be: empty, a stone of either side with one, two or more liberties, or outside of the board.
constexpr int SIGNS = 8;
enum Sign : std::uint8_t { NOTHING = 0, OWN = 1, ENEMY = 4, OUTSIDE = 7 };

// The distances at which a neighbourhood is looked up, and the farthest of them.
inline constexpr std::array<int, 12> LEVELS{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17};
constexpr int FARTHEST = LEVELS.back();
constexpr int REACH = FARTHEST / 2;
constexpr int WINDOW = 2 * REACH + 1;

constexpr int ring_distance(int rows, int columns) {
    const int down = rows < 0 ? -rows : rows, right = columns < 0 ? -columns : columns;
    return down + right + std::max(down, right);
}

constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
}

constexpr std::uint64_t canonical(const Lanes8& lanes) { return *std::min_element(lanes.begin(), lanes.end()); }

inline void join(Lanes8& lanes, const Lanes8& others) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] ^= others[lane];
}

struct Offset {
    int rows;
    int columns;
};

// Where one of the 8 symmetries takes an offset.
constexpr Offset image_of(Offset offset, int symmetry) {
    const int rows = symmetry & 2 ? -offset.rows : offset.rows;
    const int columns = symmetry & 1 ? -offset.columns : offset.columns;
    return symmetry & 4 ? Offset{columns, rows} : Offset{rows, columns};
}

// The hashes of all signs at all offsets, made from a fixed seed: models are only good with the hashes they learned with.
class Neighbourhood {
public:
    static const Neighbourhood& shared() {
        static const Neighbourhood neighbourhood;
        return neighbourhood;
    }

    // The offsets between two levels, the nearest first; ring 0 reaches from the point itself to the first level.
    std::size_t ring_begin(std::size_t level) const { return level == 0 ? 0 : ends_[level - 1]; }
    std::size_t ring_end(std::size_t level) const { return ends_[level]; }
    const Offset& offset(std::size_t index) const { return offsets_[index]; }

    const Lanes8& sign(std::size_t index, std::uint8_t sign) const { return signs_[index * SIGNS + sign]; }

    // The hash of a mark, such as that of the last move, at an offset no farther than FARTHEST.
    const Lanes8& mark(Offset offset, std::size_t kind) const { return marks_[kind][window_index(offset)]; }

    static constexpr std::size_t MARKS = 3;

private:
    Neighbourhood() {
        Random random(0x57e12);
        std::vector<std::array<std::uint64_t, SIGNS + MARKS>> keys(WINDOW * WINDOW);
        for (auto& of_offset : keys) {
            for (std::uint64_t& key : of_offset) key = random.next();
            of_offset[NOTHING] = 0;
        }
        list_offsets();
        for (const Offset& offset : offsets_) {
            for (std::size_t sign = 0; sign < SIGNS; ++sign) signs_.push_back(lanes_of(keys, offset, sign));
        }
        for (std::size_t kind = 0; kind < MARKS; ++kind) {
            for (int rows = -REACH; rows <= REACH; ++rows) {
                for (int columns = -REACH; columns <= REACH; ++columns) {
                    marks_[kind].push_back(lanes_of(keys, {rows, columns}, SIGNS + kind));
                }
            }
        }
    }

    static std::size_t window_index(Offset offset) {
        return static_cast<std::size_t>((offset.rows + REACH) * WINDOW + offset.columns + REACH);
    }

    template <typename Keys>
    static Lanes8 lanes_of(const Keys& keys, Offset offset, std::size_t column) {
        Lanes8 lanes;
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            lanes[static_cast<std::size_t>(symmetry)] = keys[window_index(image_of(offset, symmetry))][column];
        }
        return lanes;
    }

    void list_offsets() {
        std::size_t level = 0;
        for (int distance = 2; distance <= FARTHEST; ++distance) {
            for (int rows = -REACH; rows <= REACH; ++rows) {
                for (int columns = -REACH; columns <= REACH; ++columns) {
                    if (ring_distance(rows, columns) == distance) offsets_.push_back({rows, columns});
                }
            }
            if (distance == LEVELS[level]) ends_[level++] = offsets_.size();
        }
    }

    std::vector<Offset> offsets_;
    std::array<std::size_t, LEVELS.size()> ends_{};
    std::vector<Lanes8> signs_;
    std::array<std::vector<Lanes8>, MARKS> marks_;
};

}  // namespace kibitz::go
