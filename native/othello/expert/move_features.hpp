// What is known of one candidate move, as rows of tables: patterns around its square, patterns of the whole board after it,
// counts such as mobility and parity, and the moves before. Every square is turned into one of ten classes by a symmetry of
// the board, so that all eight images of a position give the same rows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "othello/board.hpp"
#include "othello/patterns.hpp"
#include "games/symmetry.hpp"

namespace kibitz::othello {

constexpr std::uint64_t CORNERS = 0x8100000000000081ULL;
constexpr int SQUARE_CLASSES = 10;

// All squares next to a set of squares, the set itself included.
constexpr std::uint64_t with_neighbours(std::uint64_t mask) {
    const std::uint64_t not_a = 0xfefefefefefefefeULL;
    const std::uint64_t not_h = 0x7f7f7f7f7f7f7f7fULL;
    const std::uint64_t wide = mask | ((mask << 1) & not_a) | ((mask >> 1) & not_h);
    return wide | (wide << 8) | (wide >> 8);
}

// The empty squares that hang together with one square, diagonals included.
constexpr std::uint64_t empty_region(std::uint64_t empties, int square) {
    std::uint64_t region = 1ULL << square;
    for (std::uint64_t grown = with_neighbours(region) & empties; grown != region; grown = with_neighbours(region) & empties) {
        region = grown;
    }
    return region;
}

// The class of each square, and the one or two symmetries that take it to the square that stands for its class.
struct SquareClass {
    int number;
    int symmetries[2];
};

struct SquareClasses {
    std::array<SquareClass, 64> of{};
    std::array<int, SQUARE_CLASSES> representative{};
};

constexpr SquareClasses make_square_classes() {
    SquareClasses classes;
    int number = 0;
    for (int row = 0; row < 4; ++row) {
        for (int column = row; column < 4; ++column) classes.representative[number++] = row * 8 + column;
    }
    for (int square = 0; square < 64; ++square) {
        int found = 0;
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            const int image = std::countr_zero(transform(1ULL << square, symmetry));
            for (int index = 0; index < SQUARE_CLASSES; ++index) {
                if (classes.representative[index] != image) continue;
                classes.of[square].number = index;
                classes.of[square].symmetries[found++] = symmetry;
            }
        }
        if (found == 1) classes.of[square].symmetries[1] = classes.of[square].symmetries[0];
    }
    return classes;
}

inline constexpr SquareClasses SQUARE_CLASS = make_square_classes();

constexpr std::uint64_t square_mask(int column, int row) {
    const bool inside = column >= 0 && column < 8 && row >= 0 && row < 8;
    return inside ? 1ULL << (row * 8 + column) : 0;
}

constexpr std::uint64_t block_mask(int left, int top, int width, int height) {
    std::uint64_t mask = 0;
    for (int row = top; row < top + height; ++row) {
        for (int column = left; column < left + width; ++column) mask |= square_mask(column, row);
    }
    return mask;
}

constexpr std::uint64_t ray_mask(int column, int row, int column_step, int row_step, int reach) {
    std::uint64_t mask = 0;
    for (int step = -reach; step <= reach; ++step) mask |= square_mask(column + step * column_step, row + step * row_step);
    return mask;
}

constexpr int LOCAL_PATTERNS = 12;

// The squares read around a candidate of one class, its own square left out. The nearest corner is a1, the nearest edge row 1.
constexpr std::array<std::uint64_t, LOCAL_PATTERNS> local_patterns(int representative) {
    const int column = representative % 8;
    const int row = representative / 8;
    std::array<std::uint64_t, LOCAL_PATTERNS> masks = {
        ray_mask(column, row, 1, 0, 7),
        ray_mask(column, row, 0, 1, 7),
        ray_mask(column, row, 1, 1, 7),
        ray_mask(column, row, 1, -1, 7),
        block_mask(column - 1, row - 1, 3, 3),
        ray_mask(column, row, 1, 0, 2) | ray_mask(column, row, 0, 1, 2),
        ray_mask(column, row, 1, 1, 2) | ray_mask(column, row, 1, -1, 2),
        block_mask(0, 0, 3, 3),
        block_mask(0, row - 1, 8, 1),
        block_mask(0, row + 1, 8, 1),
        block_mask(column - 1, 0, 1, 8),
        block_mask(column + 1, 0, 1, 8),
    };
    for (std::uint64_t& mask : masks) mask &= ~(1ULL << representative);
    return masks;
}

// A position with the last two discs placed before it (NO_MOVE where there was none).
struct Situation {
    Board board;
    int last;
    int before_last;
};

// Buckets of small counts; each is a table of its own. Sizes and meaning stand side by side in MoveFeatures::add_counts.
constexpr int COUNT_TABLES = 16;
constexpr std::array<int, COUNT_TABLES> COUNT_SIZES = {
    160, 160, 256, 120, 140, 90, 16, 50, 620, 220, 24, 32, 32, 100, 20, 130,
};
constexpr int HISTORY_PLACES = 65;
constexpr int HISTORY_TABLES = 3;
constexpr std::array<int, HISTORY_TABLES> HISTORY_SIZES = {
    SQUARE_CLASSES * HISTORY_PLACES,
    SQUARE_CLASSES * HISTORY_PLACES,
    SQUARE_CLASSES * HISTORY_PLACES * HISTORY_PLACES,
};

// Turns one candidate move into rows of one long table.
class MoveFeatures {
public:
    explicit MoveFeatures(std::span<const std::uint64_t> after_patterns) : after_(after_patterns) {
        std::uint32_t row = static_cast<std::uint32_t>(after_.row_count());
        for (int table = 0; table < COUNT_TABLES; ++table) row = reserve(count_start_[table], row, COUNT_SIZES[table]);
        for (int table = 0; table < HISTORY_TABLES; ++table) row = reserve(history_start_[table], row, HISTORY_SIZES[table]);
        for (int pattern = 0; pattern < LOCAL_PATTERNS; ++pattern) {
            for (int number = 0; number < SQUARE_CLASSES; ++number) {
                const std::uint64_t mask = local_patterns(SQUARE_CLASS.representative[number])[pattern];
                local_mask_[number][pattern] = mask;
                row = reserve(local_start_[number][pattern], row, static_cast<int>(power_of_three(std::popcount(mask))));
            }
        }
        rows_ = row;
    }

    std::uint32_t row_count() const { return rows_; }
    int feature_count() const {
        return static_cast<int>(after_.place_count()) + COUNT_TABLES + HISTORY_TABLES + LOCAL_PATTERNS;
    }

    // Writes the rows of one legal move; `rows` must have feature_count() elements.
    void rows_of(const Situation& situation, int square, std::uint64_t own_legal, std::uint64_t opp_legal,
                 std::span<std::uint32_t> rows) const {
        const Board& board = situation.board;
        const std::uint64_t flips = flip_mask(board.own, board.opp, square);
        const Board after{board.opp ^ flips, board.own ^ flips ^ (1ULL << square)};
        const View view = view_of(situation, square);
        std::size_t next = after_.place_count();
        after_.rows_of(after, rows.first(next));
        add_counts(board, after, flips, square, view.number, own_legal, opp_legal, rows.subspan(next, COUNT_TABLES));
        next += COUNT_TABLES;
        const int place = view.number * HISTORY_PLACES;
        rows[next++] = history_start_[0] + place + view.last;
        rows[next++] = history_start_[1] + place + view.before_last;
        rows[next++] = history_start_[2] + (place + view.last) * HISTORY_PLACES + view.before_last;
        for (int pattern = 0; pattern < LOCAL_PATTERNS; ++pattern) {
            rows[next++] = local_start_[view.number][pattern] + ternary_index(view.board, local_mask_[view.number][pattern]);
        }
    }

private:
    // The situation turned so that the candidate stands on the square of its class.
    struct View {
        Board board;
        int number;
        int last;
        int before_last;
    };

    static std::uint32_t reserve(std::uint32_t& start, std::uint32_t row, int size) {
        start = row;
        return row + static_cast<std::uint32_t>(size);
    }

    static int turned_place(int square, int symmetry) {
        return square < 0 ? 64 : std::countr_zero(transform(1ULL << square, symmetry));
    }

    // A square on a diagonal can be turned in two ways; the smaller view is taken, so that images still agree.
    static View view_of(const Situation& situation, int square) {
        const SquareClass& found = SQUARE_CLASS.of[square];
        View best = turned(situation, found.number, found.symmetries[0]);
        if (found.symmetries[1] != found.symmetries[0]) {
            const View second = turned(situation, found.number, found.symmetries[1]);
            if (key(second) < key(best)) best = second;
        }
        return best;
    }

    static std::array<std::uint64_t, 4> key(const View& view) {
        const auto last = static_cast<std::uint64_t>(view.last);
        return {view.board.own, view.board.opp, last, static_cast<std::uint64_t>(view.before_last)};
    }

    static View turned(const Situation& situation, int number, int symmetry) {
        const Board board{transform(situation.board.own, symmetry), transform(situation.board.opp, symmetry)};
        return {board, number, turned_place(situation.last, symmetry), turned_place(situation.before_last, symmetry)};
    }

    void add_counts(const Board& board, const Board& after, std::uint64_t flips, int square, int number, std::uint64_t own_legal,
                    std::uint64_t opp_legal, std::span<std::uint32_t> rows) const {
        const auto capped = [](std::uint64_t mask, int cap) { return std::min(std::popcount(mask), cap); };
        const std::uint64_t replies = legal_mask(after.own, after.opp);
        const std::uint64_t follow_ups = legal_mask(after.opp, after.own);
        const std::uint64_t empties = ~(board.own | board.opp);
        const std::uint64_t empties_after = empties ^ (1ULL << square);
        const std::uint64_t placed = flips | (1ULL << square);
        const std::uint64_t edge_of_empties = with_neighbours(empties_after);
        const int reply_count = capped(replies, 15);
        const int follow_up_count = capped(follow_ups, 15);
        const int region = capped(empty_region(empties, square), 13);
        const int mobility_change = std::clamp(std::popcount(replies) - std::popcount(opp_legal), -10, 11) + 10;
        const bool is_corner = (CORNERS >> square) & 1;
        const std::array<int, COUNT_TABLES> bucket = {
            number * 16 + reply_count,
            number * 16 + follow_up_count,
            reply_count * 16 + follow_up_count,
            number * 12 + capped(flips, 11),
            number * 14 + region,
            number * 9 + capped(with_neighbours(1ULL << square) & empties_after, 8),
            capped(with_neighbours(placed) & empties_after, 15),
            (std::popcount(replies & CORNERS) * 5 + std::popcount(own_legal & CORNERS)) * 2 + is_corner,
            number * 62 + std::popcount(empties),
            number * 22 + mobility_change,
            std::min(std::popcount(own_legal), 23),
            std::min(std::popcount(after.opp & edge_of_empties), 31),
            std::min(std::popcount(after.own & edge_of_empties), 31),
            capped(replies & ~opp_legal, 9) * 10 + capped(opp_legal & ~replies, 9),
            number * 2 + static_cast<int>((opp_legal >> square) & 1),
            number * 13 + capped(follow_ups & ~own_legal, 12),
        };
        for (int table = 0; table < COUNT_TABLES; ++table) {
            rows[table] = count_start_[table] + static_cast<std::uint32_t>(bucket[table]);
        }
    }

    PatternSet after_;
    std::array<std::uint32_t, COUNT_TABLES> count_start_{};
    std::array<std::uint32_t, HISTORY_TABLES> history_start_{};
    std::array<std::array<std::uint64_t, LOCAL_PATTERNS>, SQUARE_CLASSES> local_mask_{};
    std::array<std::array<std::uint32_t, LOCAL_PATTERNS>, SQUARE_CLASSES> local_start_{};
    std::uint32_t rows_ = 0;
};

}  // namespace kibitz::othello
