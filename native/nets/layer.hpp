// A 3×3 layer with normalisation, skip and ReLU, forwards and backwards, for training on a processor. What surrounds the
// convolution is done while its numbers are still in the cache; done apart it would cost as much as the convolution.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <thread>
#include <vector>

#include "nets/winograd.hpp"

namespace kibitz::layer {

using winograd::Block;
using winograd::lane;
using winograd::LANES;
using winograd::POINTS;

// Sums over all squares of all boards, one for each filter.
template <typename S>
struct Moments {
    std::array<double, S::FILTERS> first{};
    std::array<double, S::FILTERS> second{};

    Moments& operator+=(const Moments& other) {
        for (std::size_t channel = 0; channel < S::FILTERS; ++channel) {
            first[channel] += other.first[channel];
            second[channel] += other.second[channel];
        }
        return *this;
    }
};

// Calls work(first, last) on one part of the boards per thread and returns the parts' answers in order, so that sums do not
// depend on which thread was faster.
template <typename Answer, typename Work>
std::vector<Answer> in_parts(std::size_t boards, std::size_t threads, Work work) {
    const std::size_t parts = std::max<std::size_t>(1, std::min(threads, boards));
    std::vector<Answer> answers(parts);
    const auto run = [&](std::size_t part) { answers[part] = work(boards * part / parts, boards * (part + 1) / parts); };
    std::vector<std::thread> others;
    for (std::size_t part = 1; part < parts; ++part) others.emplace_back(run, part);
    run(0);
    for (std::thread& other : others) other.join();
    return answers;
}

// Adds numbers and weighted numbers of whole boards to the sums, in single precision within a board.
template <typename S>
void add_moments(const float* numbers, const float* weights, std::size_t boards, Moments<S>& moments) {
    for (std::size_t board = 0; board < boards; ++board) {
        for (std::size_t channel = 0; channel < S::FILTERS; channel += LANES) {
            winograd::Lane first{}, second{};
            for (std::size_t square = 0; square < S::SQUARES; ++square) {
                const std::size_t at = (board * S::SQUARES + square) * S::FILTERS + channel;
                first += lane(numbers + at);
                second += lane(numbers + at) * lane(weights + at);
            }
            for (std::size_t i = 0; i < LANES; ++i) {
                moments.first[channel + i] += static_cast<double>(first[i]);
                moments.second[channel + i] += static_cast<double>(second[i]);
            }
        }
    }
}

// The convolution of boards [N, side, side, channels] with transformed filters [36, channels, filters]; returns the sums of its
// outputs and of their squares.
template <typename S>
Moments<S> convolve(const float* inputs, std::size_t boards, std::size_t channels, const float* filters, float* outputs,
                        std::size_t threads) {
    const auto part = [&](std::size_t first, std::size_t last) {
        Block block(S::BLOCK_TILES, channels), product(S::BLOCK_TILES, S::FILTERS);
        Moments<S> moments;
        for (std::size_t board = first; board < last; board += S::BLOCK_BOARDS) {
            const std::size_t count = std::min(S::BLOCK_BOARDS, last - board);
            float* target = outputs + board * S::BOARD_NUMBERS;
            winograd::transform_input_block<S>(inputs + board * S::SQUARES * channels, count, block);
            winograd::multiply_block<S>(block, count * S::TILES, filters, product);
            winograd::transform_output_block<S>(product, count, target);
            add_moments(target, target, count, moments);
        }
        return moments;
    };
    Moments<S> total;
    for (const Moments<S>& moments : in_parts<Moments<S>>(boards, threads, part)) total += moments;
    return total;
}

// relu(scale · sums + shift + skipped) for each filter; `skipped` may be null.
template <typename S>
void activate(const float* sums, const float* skipped, const float* scale, const float* shift, std::size_t boards,
                     float* outputs, std::size_t threads) {
    in_parts<char>(boards, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t square = first * S::SQUARES; square < last * S::SQUARES; ++square) {
            for (std::size_t channel = 0; channel < S::FILTERS; channel += LANES) {
                const std::size_t at = square * S::FILTERS + channel;
                winograd::Lane found = lane(sums + at) * lane(scale + channel) + lane(shift + channel);
                if (skipped != nullptr) found += lane(skipped + at);
                lane(outputs + at) = found > 0.0f ? found : winograd::Lane{};
            }
        }
        return '\0';
    });
}

// Gradients through the ReLU, and their sums alone and weighted by the convolution's outputs.
template <typename S>
Moments<S> gate(const float* gradients, const float* outputs, const float* sums, std::size_t boards, float* gated,
                    std::size_t threads) {
    const auto part = [&](std::size_t first, std::size_t last) {
        Moments<S> moments;
        for (std::size_t board = first; board < last; ++board) {
            const std::size_t begin = board * S::BOARD_NUMBERS;
            for (std::size_t at = begin; at < begin + S::BOARD_NUMBERS; at += LANES) {
                lane(gated + at) = lane(outputs + at) > 0.0f ? lane(gradients + at) : winograd::Lane{};
            }
            add_moments(gated + begin, sums + begin, 1, moments);
        }
        return moments;
    };
    Moments<S> total;
    for (const Moments<S>& moments : in_parts<Moments<S>>(boards, threads, part)) total += moments;
    return total;
}

// The gradient of the convolution's outputs: gated · a + sums · b + c for each filter, with normalisation worked into a, b, c.
template <typename S>
struct Slopes {
    const float* gated;
    const float* sums;
    const float* a;
    const float* b;
    const float* c;

    void write(std::size_t board, std::size_t count, float* out) const {
        const std::size_t begin = board * S::BOARD_NUMBERS;
        for (std::size_t square = 0; square < count * S::SQUARES; ++square) {
            for (std::size_t channel = 0; channel < S::FILTERS; channel += LANES) {
                const std::size_t at = square * S::FILTERS + channel;
                lane(out + at) = lane(gated + begin + at) * lane(a + channel) + lane(sums + begin + at) * lane(b + channel) +
                                 lane(c + channel);
            }
        }
    }
};

// The gradient of the transformed filters [36, channels, filters], and into `input_gradients`, if it is not null, that of the
// inputs. `turned_filters` are those of the convolution backwards; with a skip the gated gradients are added.
template <typename S>
std::vector<float> convolve_back(const Slopes<S>& slopes, const float* inputs, std::size_t boards, std::size_t channels,
                                        const float* turned_filters, bool skip, float* input_gradients, std::size_t threads) {
    const auto part = [&](std::size_t first, std::size_t last) {
        Block block(S::BLOCK_TILES, channels), spread(S::BLOCK_TILES, S::FILTERS), product(S::BLOCK_TILES, S::FILTERS);
        std::vector<float> gradients(S::BLOCK_BOARDS * S::BOARD_NUMBERS), sums(POINTS * channels * S::FILTERS);
        for (std::size_t board = first; board < last; board += S::BLOCK_BOARDS) {
            const std::size_t count = std::min(S::BLOCK_BOARDS, last - board);
            slopes.write(board, count, gradients.data());
            winograd::transform_input_block<S>(inputs + board * S::SQUARES * channels, count, block);
            winograd::spread_output_block<S>(gradients.data(), count, spread);
            for (std::size_t point = 0; point < POINTS; ++point) {
                float* target = sums.data() + point * channels * S::FILTERS;
                winograd::add_outer_products<S>(block.at(point), channels, spread.at(point), count * S::TILES, target);
            }
            if (input_gradients == nullptr) continue;
            float* target = input_gradients + board * S::BOARD_NUMBERS;
            winograd::transform_input_block<S>(gradients.data(), count, spread);
            winograd::multiply_block<S>(spread, count * S::TILES, turned_filters, product);
            winograd::transform_output_block<S>(product, count, target);
            if (!skip) continue;
            const float* gated = slopes.gated + board * S::BOARD_NUMBERS;
            for (std::size_t at = 0; at < count * S::BOARD_NUMBERS; at += LANES) lane(target + at) += lane(gated + at);
        }
        return sums;
    };
    std::vector<std::vector<float>> parts = in_parts<std::vector<float>>(boards, threads, part);
    for (std::size_t other = 1; other < parts.size(); ++other) {
        for (std::size_t i = 0; i < parts[0].size(); ++i) parts[0][i] += parts[other][i];
    }
    return std::move(parts[0]);
}

}  // namespace kibitz::layer
