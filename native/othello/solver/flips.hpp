// What a move turns, as fast as this machine allows: the solver asks little else. With AVX-512 the nearest stop of the four
// downward rays is a count of leading zeros; without it the solver uses the mask of the rules.
#pragma once

#include <cstdint>

#include "othello/board.hpp"

#if defined(__AVX512VL__) && defined(__AVX512CD__)
#include <immintrin.h>
#endif

namespace kibitz::othello::solver {

#if defined(__AVX512VL__) && defined(__AVX512CD__)

inline std::uint64_t flips_of(std::uint64_t own, std::uint64_t opp, int square) {
    const vector::Rays& rays = vector::RAYS[static_cast<std::size_t>(square)];
    const __m256i mover = vector::lanes_of(own);
    const __m256i opponent = vector::lanes_of(opp);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);

    const __m256i ray_up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i stops_up = _mm256_andnot_si256(opponent, ray_up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up)), mover);
    const __m256i below_end = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(end_up, end_up), end_up, ones);

    // Twice the end, negated, is every square above it; nothing if there is no end.
    const __m256i ray_down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i stops_down = _mm256_andnot_si256(opponent, ray_down);
    const __m256i top = _mm256_set1_epi64x(static_cast<long long>(1ULL << 63));
    const __m256i end_down = _mm256_and_si256(_mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stops_down)), mover);
    const __m256i above_end = _mm256_sub_epi64(zero, _mm256_add_epi64(end_down, end_down));

    const __m256i up = _mm256_and_si256(ray_up, below_end);
    return vector::any_lane(_mm256_or_si256(up, _mm256_and_si256(ray_down, above_end)));
}

#else

inline std::uint64_t flips_of(std::uint64_t own, std::uint64_t opp, int square) { return flip_mask(own, opp, square); }

#endif

}  // namespace kibitz::othello::solver
