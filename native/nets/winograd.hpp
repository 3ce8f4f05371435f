// 3×3 convolutions on 8×8 boards by Winograd's minimal filtering F(4×4, 3×3) (Lavin and Gray, 2015): a quarter of the
// multiplications of the plain sum. A board is four tiles of 4×4 outputs, each fed by 6×6 inputs; in the transformed space
// the convolution is 36 small matrix products. Numbers lie channel by channel in each square: [boards, 8, 8, channels].
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace kibitz::winograd {

constexpr std::size_t SQUARES = 64;
constexpr std::size_t POINTS = 36;
constexpr std::size_t TILES = 4;
constexpr std::size_t FILTERS = 64;

// Numbers in a register, and registers beside each other in a block of sums: together with six rows of them and the factors
// they must not be more than the processor has, or the compiler moves them to memory and back at fifty times the cost.
#if defined(__AVX512F__)
constexpr std::size_t LANES = 16;
constexpr std::size_t PANEL = 4;
#elif defined(__AVX__)
constexpr std::size_t LANES = 8;
constexpr std::size_t PANEL = 2;
#else
constexpr std::size_t LANES = 4;
constexpr std::size_t PANEL = 2;
#endif
constexpr std::size_t PANEL_FILTERS = PANEL * LANES;
static_assert(FILTERS % PANEL_FILTERS == 0);

// Twelve boards at a time keep the transformed block and the filters in a core's own cache.
constexpr std::size_t BLOCK_BOARDS = 12;
constexpr std::size_t BLOCK_TILES = BLOCK_BOARDS * TILES;

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
    explicit Block(std::size_t channels)
        // The extra lane keeps the 36 points of one tile from falling into the same set of the cache.
        : channels_(channels), stride_(BLOCK_TILES * channels + LANES), numbers_(POINTS * stride_ + LANES) {}

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

// Squares −1 to 4 or 3 to 8 of one row or column; those off the board count as zero.
inline int tile_start(std::size_t half) { return static_cast<int>(half) * 4 - 1; }

inline void read_tile(const float* board, std::size_t channels, std::size_t tile, std::size_t channel, Lane (&d)[6][6]) {
    const int row0 = tile_start(tile / 2), column0 = tile_start(tile % 2);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const int row = row0 + i, column = column0 + j;
            const bool on_board = row >= 0 && row < 8 && column >= 0 && column < 8;
            d[i][j] = on_board ? lane(board + static_cast<std::size_t>(row * 8 + column) * channels + channel) : Lane{};
        }
    }
}

inline void transform_input_tile(const float* board, std::size_t tile, std::size_t channel, std::size_t place, Block& block) {
    Lane d[6][6], half[6][6], column[6], out[6];
    read_tile(board, block.channels(), tile, channel, d);
    for (int i = 0; i < 6; ++i) transform_inputs(d[i], half[i]);
    for (int j = 0; j < 6; ++j) {
        for (int i = 0; i < 6; ++i) column[i] = half[i][j];
        transform_inputs(column, out);
        for (int i = 0; i < 6; ++i) lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel) = out[i];
    }
}

inline void transform_input_block(const float* boards, std::size_t count, Block& block) {
    for (std::size_t board = 0; board < count; ++board) {
        for (std::size_t tile = 0; tile < TILES; ++tile) {
            for (std::size_t channel = 0; channel < block.channels(); channel += LANES) {
                transform_input_tile(boards + board * SQUARES * block.channels(), tile, channel, board * TILES + tile, block);
            }
        }
    }
}

inline float* output_square(float* board, std::size_t channels, std::size_t tile, int i, int j) {
    return board + ((tile / 2 * 4 + static_cast<std::size_t>(i)) * 8 + tile % 2 * 4 + static_cast<std::size_t>(j)) * channels;
}

inline void transform_output_tile(const Block& block, std::size_t tile, std::size_t channel, std::size_t place, float* board) {
    Lane row[6], half[6][4], column[6], out[4];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) row[j] = lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel);
        transform_outputs(row, half[i]);
    }
    for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 6; ++i) column[i] = half[i][j];
        transform_outputs(column, out);
        for (int i = 0; i < 4; ++i) lane(output_square(board, block.channels(), tile, i, j) + channel) = out[i];
    }
}

inline void transform_output_block(const Block& block, std::size_t count, float* boards) {
    for (std::size_t board = 0; board < count; ++board) {
        for (std::size_t tile = 0; tile < TILES; ++tile) {
            for (std::size_t channel = 0; channel < block.channels(); channel += LANES) {
                float* target = boards + board * SQUARES * block.channels();
                transform_output_tile(block, tile, channel, board * TILES + tile, target);
            }
        }
    }
}

inline void spread_output_tile(const float* board, std::size_t tile, std::size_t channel, std::size_t place, Block& block) {
    Lane y[4], half[4][6], column[4], out[6];
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            y[j] = lane(output_square(const_cast<float*>(board), block.channels(), tile, i, j) + channel);
        }
        spread_outputs(y, half[i]);
    }
    for (int j = 0; j < 6; ++j) {
        for (int i = 0; i < 4; ++i) column[i] = half[i][j];
        spread_outputs(column, out);
        for (int i = 0; i < 6; ++i) lane(block.at(static_cast<std::size_t>(i * 6 + j), place) + channel) = out[i];
    }
}

inline void spread_output_block(const float* boards, std::size_t count, Block& block) {
    for (std::size_t board = 0; board < count; ++board) {
        for (std::size_t tile = 0; tile < TILES; ++tile) {
            for (std::size_t channel = 0; channel < block.channels(); channel += LANES) {
                const float* source = boards + board * SQUARES * block.channels();
                spread_output_tile(source, tile, channel, board * TILES + tile, block);
            }
        }
    }
}

// ROWS rows of a · b for the filters of one panel; b and the product have 64 columns.
template <std::size_t ROWS>
void multiply_panel(const float* a, std::size_t depth, const float* b, float* product) {
    Lane sums[ROWS][PANEL] = {};
    for (std::size_t k = 0; k < depth; ++k) {
        Lane factors[PANEL];
        for (std::size_t j = 0; j < PANEL; ++j) factors[j] = lane(b + k * FILTERS + j * LANES);
        for (std::size_t i = 0; i < ROWS; ++i) {
            for (std::size_t j = 0; j < PANEL; ++j) sums[i][j] += a[i * depth + k] * factors[j];
        }
    }
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < PANEL; ++j) lane(product + i * FILTERS + j * LANES) = sums[i][j];
    }
}

// product[point] = block[point] · filters[point] for all tiles; filters are [36, channels, 64].
inline void multiply_block(const Block& block, std::size_t tiles, const float* filters, Block& product) {
    constexpr std::size_t ROWS = 6;
    static_assert(BLOCK_TILES % ROWS == 0);
    const std::size_t depth = block.channels();
    for (std::size_t point = 0; point < POINTS; ++point) {
        const float* factors = filters + point * depth * FILTERS;
        for (std::size_t panel = 0; panel < FILTERS; panel += PANEL_FILTERS) {
            // Rows beyond the last tile hold numbers of an earlier block; nobody reads what becomes of them.
            for (std::size_t tile = 0; tile < tiles; tile += ROWS) {
                multiply_panel<ROWS>(block.at(point, tile), depth, factors + panel, product.at(point, tile) + panel);
            }
        }
    }
}

// ROWS rows of sums += blockᵀ · outputs over the tiles of one point, for the filters of one panel.
template <std::size_t ROWS>
void add_outer_panel(const float* block, std::size_t depth, const float* outputs, std::size_t tiles, float* sums) {
    Lane totals[ROWS][PANEL];
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < PANEL; ++j) totals[i][j] = lane(sums + i * FILTERS + j * LANES);
    }
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        for (std::size_t i = 0; i < ROWS; ++i) {
            const float factor = block[tile * depth + i];
            for (std::size_t j = 0; j < PANEL; ++j) totals[i][j] += factor * lane(outputs + tile * FILTERS + j * LANES);
        }
    }
    for (std::size_t i = 0; i < ROWS; ++i) {
        for (std::size_t j = 0; j < PANEL; ++j) lane(sums + i * FILTERS + j * LANES) = totals[i][j];
    }
}

inline void add_outer_products(const float* block, std::size_t depth, const float* outputs, std::size_t tiles, float* sums) {
    constexpr std::size_t ROWS = 4;
    for (std::size_t panel = 0; panel < FILTERS; panel += PANEL_FILTERS) {
        for (std::size_t k = 0; k < depth; k += ROWS) {
            add_outer_panel<ROWS>(block + k, depth, outputs + panel, tiles, sums + k * FILTERS + panel);
        }
    }
}

}  // namespace kibitz::winograd
