// 3×3 convolutions by Winograd's minimal filtering F(4×4, 3×3) (Lavin and Gray, 2015): a quarter of the multiplications of the
// plain sum. A board is covered by tiles of 4×4 outputs, each fed by 6×6 inputs; in the transformed space the convolution is 36
// small matrix products. Numbers lie channel by channel in each square: [boards, size, size, channels].
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace kibitz::winograd {

constexpr std::size_t POINTS = 36;

// Numbers in a register, and the most registers beside each other in a block of sums: together with the rows of them and the factors
// they must not be more than the processor has, or the compiler moves them to memory and back at fifty times the cost.
#if defined(__AVX512F__)
constexpr std::size_t LANES = 16;
constexpr std::size_t MOST_PANEL = 4;
#elif defined(__AVX__)
constexpr std::size_t LANES = 8;
constexpr std::size_t MOST_PANEL = 2;
#else
constexpr std::size_t LANES = 4;
constexpr std::size_t MOST_PANEL = 2;
#endif

// A board's side and the filters of a layer, and how the work on them is cut.
template <std::size_t BOARD_SIDE, std::size_t LAYER_FILTERS>
struct Shape {
    static constexpr std::size_t SIDE = BOARD_SIDE;
    static constexpr std::size_t SQUARES = SIDE * SIDE;
    static constexpr std::size_t FILTERS = LAYER_FILTERS;
    static constexpr std::size_t BOARD_NUMBERS = SQUARES * FILTERS;
    static constexpr std::size_t TILES_A_SIDE = (SIDE + 3) / 4;
    static constexpr std::size_t TILES = TILES_A_SIDE * TILES_A_SIDE;
    // About fifty tiles at a time keep the transformed block and the filters in a core's own cache.
    static constexpr std::size_t BLOCK_BOARDS = 50 / TILES;
    static constexpr std::size_t BLOCK_TILES = BLOCK_BOARDS * TILES;
    // Tiles multiplied at once; blocks are whole numbers of them.
    static constexpr std::size_t ROWS = BLOCK_TILES % 6 == 0 ? 6 : 5;
    static constexpr std::size_t PANEL = std::min(FILTERS / LANES, MOST_PANEL);
    static constexpr std::size_t PANEL_FILTERS = PANEL * LANES;
    static_assert(FILTERS % PANEL_FILTERS == 0 && BLOCK_TILES % ROWS == 0);
};

// Neighbouring channels of one square, as many as a register holds.
typedef float Lane __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));

inline Lane& lane(float* numbers) { return *reinterpret_cast<Lane*>(numbers); }
inline const Lane& lane(const float* numbers) { return *reinterpret_cast<const Lane*>(numbers); }

// The three one-dimensional transforms. Names follow the paper: inputs Bᵀd, outputs Aᵀm, and the adjoint of the latter Ay.
inline void transform_inputs(const Lane (&d)[6], Lane (&v)[6]) {
    const Lane even = d[4] - 4.0f * d[2], odd = d[3] - 4.0f * d[1];
    const Lane far_even = d[4] - d[2], far_odd = 2.0f * (d[3] - d[1]);
    v[0] = 4.0f * d[0] - 5.0f * d[2] + d[4];
    v[1] = even + odd;
    v[2] = even - odd;
    v[3] = far_even + far_odd;
    v[4] = far_even - far_odd;
    v[5] = 4.0f * d[1] - 5.0f * d[3] + d[5];
}

inline void transform_outputs(const Lane (&m)[6], Lane (&y)[4]) {
    const Lane sum = m[1] + m[2], difference = m[1] - m[2];
    const Lane far_sum = m[3] + m[4], far_difference = m[3] - m[4];
    y[0] = m[0] + sum + far_sum;
    y[1] = difference + 2.0f * far_difference;
    y[2] = sum + 4.0f * far_sum;
    y[3] = difference + 8.0f * far_difference + m[5];
}

inline void spread_outputs(const Lane (&y)[4], Lane (&m)[6]) {
    const Lane even = y[0] + y[2], odd = y[1] + y[3];
    const Lane far_even = y[0] + 4.0f * y[2], far_odd = 2.0f * y[1] + 8.0f * y[3];
    m[0] = y[0];
    m[1] = even + odd;
    m[2] = even - odd;
    m[3] = far_even + far_odd;
    m[4] = far_even - far_odd;
    m[5] = y[3];
}

// A block of boards in the transformed space: [36 points, tiles, channels].
class Block {
public:
    Block(std::size_t tiles, std::size_t channels)
        // The extra lane keeps the 36 points of one tile from falling into the same set of the cache.
        : channels_(channels), stride_(tiles * channels + LANES), numbers_(POINTS * stride_ + LANES) {}

    float* at(std::size_t point, std::size_t tile = 0) { return numbers_.data() + point * stride_ + tile * channels_; }
    const float* at(std::size_t point, std::size_t tile = 0) const {
        return numbers_.data() + point * stride_ + tile * channels_;
    }
    std::size_t channels() const { return channels_; }

private:
    std::size_t channels_;
    std::size_t stride_;
    std::vector<float> numbers_;
};

// Which of some squares in a row, beginning with `start`, lie on the board.
struct OnBoard {
    int begin;
    int end;

    OnBoard(int start, int count, std::size_t side) : begin(std::max(0, -start)), end(std::min(count, static_cast<int>(side) - start)) {}
};

// The inputs of a tile begin one square before its outputs, and end one behind them; those off the board count as zero.
template <typename S>
void read_tile(const float* board, std::size_t channels, std::size_t tile, std::size_t channel, Lane (&d)[6][6]) {
    const int row0 = static_cast<int>(tile / S::TILES_A_SIDE) * 4 - 1, column0 = static_cast<int>(tile % S::TILES_A_SIDE) * 4 - 1;
    const OnBoard rows(row0, 6, S::SIDE), columns(column0, 6, S::SIDE);
    const bool is_whole = rows.begin == 0 && rows.end == 6 && columns.begin == 0 && columns.end == 6;
    const float* first = board + (row0 * static_cast<int>(S::SIDE) + column0) * static_cast<int>(channels) + channel;
    if (is_whole) {
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) d[i][j] = lane(first + (i * static_cast<int>(S::SIDE) + j) * static_cast<int>(channels));
        }
        return;
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const bool is_on_board = i >= rows.begin && i < rows.end && j >= columns.begin && j < columns.end;
            d[i][j] = is_on_board ? lane(first + (i * static_cast<int>(S::SIDE) + j) * static_cast<int>(channels)) : Lane{};
        }
    }
}

template <typename S>
void transform_input_tile(const float* board, std::size_t tile, std::size_t channel, std::size_t place, Block& block) {
    Lane d[6][6], half[6][6], column[6], out[6];
    read_tile<S>(board, block.channels(), tile, channel, d);
    for (int i = 0; i < 6; ++i) transform_inputs(d[i], half[i]);
    for (int j = 0; j < 6; ++j) {
        for (int i = 0; i < 6; ++i) column[i] = half[i][j];
        transform_inputs(column, out);
        for (int i = 0; i < 6; ++i) lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel) = out[i];
    }
}

// Calls work(board, tile, channel, place) for the first channel of every register of every tile of some boards.
template <typename S, typename Work>
void for_each_tile(std::size_t boards, std::size_t channels, Work work) {
    for (std::size_t board = 0; board < boards; ++board) {
        for (std::size_t tile = 0; tile < S::TILES; ++tile) {
            for (std::size_t channel = 0; channel < channels; channel += LANES) work(board, tile, channel, board * S::TILES + tile);
        }
    }
}

template <typename S>
void transform_input_block(const float* boards, std::size_t count, Block& block) {
    const std::size_t numbers = S::SQUARES * block.channels();
    for_each_tile<S>(count, block.channels(), [&](std::size_t board, std::size_t tile, std::size_t channel, std::size_t place) {
        transform_input_tile<S>(boards + board * numbers, tile, channel, place, block);
    });
}

// Calls visit(i, j, square) for those of a tile's 4×4 outputs that lie on the board.
template <typename S, typename Visit>
void for_each_output(std::size_t tile, Visit visit) {
    const std::size_t row0 = tile / S::TILES_A_SIDE * 4, column0 = tile % S::TILES_A_SIDE * 4;
    const std::size_t rows = std::min<std::size_t>(4, S::SIDE - row0), columns = std::min<std::size_t>(4, S::SIDE - column0);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) visit(i, j, (row0 + i) * S::SIDE + column0 + j);
    }
}

template <typename S>
void transform_output_tile(const Block& block, std::size_t tile, std::size_t channel, std::size_t place, float* board) {
    Lane row[6], half[6][4], column[6], out[4], outputs[4][4];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) row[j] = lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel);
        transform_outputs(row, half[i]);
    }
    for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 6; ++i) column[i] = half[i][j];
        transform_outputs(column, out);
        for (int i = 0; i < 4; ++i) outputs[i][j] = out[i];
    }
    for_each_output<S>(tile, [&](std::size_t i, std::size_t j, std::size_t square) {
        lane(board + square * block.channels() + channel) = outputs[i][j];
    });
}

template <typename S>
void transform_output_block(const Block& block, std::size_t count, float* boards) {
    const std::size_t numbers = S::SQUARES * block.channels();
    for_each_tile<S>(count, block.channels(), [&](std::size_t board, std::size_t tile, std::size_t channel, std::size_t place) {
        transform_output_tile<S>(block, tile, channel, place, boards + board * numbers);
    });
}

template <typename S>
void spread_output_tile(const float* board, std::size_t tile, std::size_t channel, std::size_t place, Block& block) {
    Lane outputs[4][4] = {}, half[4][6], column[4], out[6];
    for_each_output<S>(tile, [&](std::size_t i, std::size_t j, std::size_t square) {
        outputs[i][j] = lane(board + square * block.channels() + channel);
    });
    for (int i = 0; i < 4; ++i) spread_outputs(outputs[i], half[i]);
    for (int j = 0; j < 6; ++j) {
        for (int i = 0; i < 4; ++i) column[i] = half[i][j];
        spread_outputs(column, out);
        for (int i = 0; i < 6; ++i) lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel) = out[i];
    }
}

template <typename S>
void spread_output_block(const float* boards, std::size_t count, Block& block) {
    const std::size_t numbers = S::SQUARES * block.channels();
    for_each_tile<S>(count, block.channels(), [&](std::size_t board, std::size_t tile, std::size_t channel, std::size_t place) {
        spread_output_tile<S>(boards + board * numbers, tile, channel, place, block);
    });
}

// ROWS rows of a · b for the filters of one panel; b and the product have one column for each filter.
template <typename S, std::size_t ROWS>
void multiply_panel(const float* a, std::size_t depth, const float* b, float* product) {
    Lane sums[ROWS][S::PANEL] = {};
    for (std::size_t k = 0; k < depth; ++k) {
        Lane factors[S::PANEL];
        for (std::size_t j = 0; j < S::PANEL; ++j) factors[j] = lane(b + k * S::FILTERS + j * LANES);
        for (std::size_t i = 0; i < ROWS; ++i) {
            for (std::size_t j = 0; j < S::PANEL; ++j) sums[i][j] += a[i * depth + k] * factors[j];
        }
    }
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < S::PANEL; ++j) lane(product + i * S::FILTERS + j * LANES) = sums[i][j];
    }
}

// product[point] = block[point] · filters[point] for all tiles; filters are [36, channels, filters].
template <typename S>
void multiply_block(const Block& block, std::size_t tiles, const float* filters, Block& product) {
    const std::size_t depth = block.channels();
    for (std::size_t point = 0; point < POINTS; ++point) {
        const float* factors = filters + point * depth * S::FILTERS;
        for (std::size_t panel = 0; panel < S::FILTERS; panel += S::PANEL_FILTERS) {
            // Rows beyond the last tile hold numbers of an earlier block; nobody reads what becomes of them.
            for (std::size_t tile = 0; tile < tiles; tile += S::ROWS) {
                multiply_panel<S, S::ROWS>(block.at(point, tile), depth, factors + panel, product.at(point, tile) + panel);
            }
        }
    }
}

// ROWS rows of sums += blockᵀ · outputs over the tiles of one point, for the filters of one panel.
template <typename S, std::size_t ROWS>
void add_outer_panel(const float* block, std::size_t depth, const float* outputs, std::size_t tiles, float* sums) {
    Lane totals[ROWS][S::PANEL];
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < S::PANEL; ++j) totals[i][j] = lane(sums + i * S::FILTERS + j * LANES);
    }
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        for (std::size_t i = 0; i < ROWS; ++i) {
            const float factor = block[tile * depth + i];
            for (std::size_t j = 0; j < S::PANEL; ++j) totals[i][j] += factor * lane(outputs + tile * S::FILTERS + j * LANES);
        }
    }
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < S::PANEL; ++j) lane(sums + i * S::FILTERS + j * LANES) = totals[i][j];
    }
}

template <typename S>
void add_outer_products(const float* block, std::size_t depth, const float* outputs, std::size_t tiles, float* sums) {
    constexpr std::size_t ROWS = 4;
    for (std::size_t panel = 0; panel < S::FILTERS; panel += S::PANEL_FILTERS) {
        for (std::size_t k = 0; k < depth; k += ROWS) {
            add_outer_panel<S, ROWS>(block + k, depth, outputs + panel, tiles, sums + k * S::FILTERS + panel);
        }
    }
}

}  // namespace kibitz::winograd
