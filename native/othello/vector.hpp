// The same questions as portable.hpp with AVX2: for the rules each of the four lanes of a register follows one line through the
// board, upwards (towards h8) and downwards (towards a1). The only file of the core with vector instructions for the rules and the
// evaluation.
#pragma once

#ifdef __AVX2__

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kibitz::othello::vector {

// The squares a disc sees from one square, by lane; lanes step by 1, 8, 7 and 9.
struct alignas(32) Rays {
    std::uint64_t up[4];
    std::uint64_t down[4];
};

constexpr std::array<Rays, 64> make_rays() {
    constexpr int column_step[4] = {1, 0, -1, 1};
    constexpr int row_step[4] = {0, 1, 1, 1};
    std::array<Rays, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        for (int lane = 0; lane < 4; ++lane) {
            for (int sign = 1; sign >= -1; sign -= 2) {
                std::uint64_t ray = 0;
                int column = square % 8 + sign * column_step[lane];
                int row = square / 8 + sign * row_step[lane];
                while (column >= 0 && column < 8 && row >= 0 && row < 8) {
                    ray |= 1ULL << (row * 8 + column);
                    column += sign * column_step[lane];
                    row += sign * row_step[lane];
                }
                (sign > 0 ? rays[square].up : rays[square].down)[lane] = ray;
            }
        }
    }
    return rays;
}

inline constexpr std::array<Rays, 64> RAYS = make_rays();

inline __m256i lanes_of(std::uint64_t bits) { return _mm256_set1_epi64x(static_cast<long long>(bits)); }

inline __m256i steps() { return _mm256_setr_epi64x(1, 8, 7, 9); }

inline std::uint64_t any_lane(__m256i lanes) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

inline std::uint64_t legal_mask(std::uint64_t own, std::uint64_t opp) {
    const long long inner = 0x7e7e7e7e7e7e7e7eLL;
    const __m256i step = steps();
    const __m256i double_step = _mm256_slli_epi64(step, 1);
    const __m256i mover = lanes_of(own);
    const __m256i between = _mm256_and_si256(lanes_of(opp), _mm256_setr_epi64x(inner, -1, inner, inner));

    __m256i up = _mm256_and_si256(between, _mm256_sllv_epi64(mover, step));
    __m256i down = _mm256_and_si256(between, _mm256_srlv_epi64(mover, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, _mm256_srlv_epi64(down, step)));

    // From here on two squares at a time: pairs of neighbouring opponent discs.
    const __m256i pairs_up = _mm256_and_si256(between, _mm256_sllv_epi64(between, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for (int hop = 0; hop < 2; ++hop) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double_step)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double_step)));
    }
    const __m256i reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return any_lane(reached) & ~(own | opp);
}

inline std::uint64_t flip_mask(std::uint64_t own, std::uint64_t opp, int square) {
    const Rays& rays = RAYS[static_cast<std::size_t>(square)];
    const __m256i mover = lanes_of(own);
    const __m256i opponent = lanes_of(opp);
    const __m256i zero = _mm256_setzero_si256();

    // Upwards the nearest square that is not the opponent's is the lowest bit, and subtracting one fills up to it.
    const __m256i ray_up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i stops_up = _mm256_andnot_si256(opponent, ray_up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up)), mover);
    const __m256i filled = _mm256_and_si256(ray_up, _mm256_add_epi64(end_up, _mm256_set1_epi64x(-1)));
    const __m256i flips_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end_up, zero), filled);

    // Downwards it is the highest bit: what the mover's discs cast no shadow on is the run of discs, if the nearest stop is one
    // of them and not a gap. No ray downwards holds the highest bit of all, so numbers with signs compare as they should.
    const __m256i step = steps();
    const __m256i ray_down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i ends_down = _mm256_and_si256(ray_down, mover);
    const __m256i gaps_down = _mm256_andnot_si256(_mm256_or_si256(mover, opponent), ray_down);
    __m256i shadow = _mm256_or_si256(ends_down, _mm256_srlv_epi64(ends_down, step));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, _mm256_slli_epi64(step, 1)));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, _mm256_slli_epi64(step, 2)));
    const __m256i run = _mm256_andnot_si256(shadow, ray_down);
    const __m256i flips_down = _mm256_and_si256(run, _mm256_cmpgt_epi64(ends_down, gaps_down));

    return any_lane(_mm256_or_si256(flips_up, flips_down));
}

// A gather reads 32 bits, so each lane's upper half is the next weight: it is carried along and dropped at the end, since sums
// are right in their low 16 bits whatever stands above them.
inline int sum_of_entries(const std::int16_t* table, const std::int32_t* middle_entries, const std::int16_t* contents,
                          std::size_t places) {
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t place = 0; place < places; place += 8) {
        const __m256i middle = _mm256_load_si256(reinterpret_cast<const __m256i*>(middle_entries + place));
        const __m256i steps = _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(contents + place)));
        const __m256i entries = _mm256_add_epi32(middle, steps);
        sum = _mm256_add_epi32(sum, _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), entries, sizeof(std::int16_t)));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return static_cast<std::int16_t>(_mm_cvtsi128_si32(half));
}

}  // namespace kibitz::othello::vector

#endif
