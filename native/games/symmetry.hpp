// The eight symmetries of a square board of 64 squares. Symmetry s first swaps left and right if bit 0 is set, then top and bottom if
// bit 1 is set, then mirrors at the diagonal a1–h8 if bit 2 is set.
#pragma once

#include <cstdint>

namespace kibitz {

constexpr int SYMMETRIES = 8;

constexpr std::uint64_t swap_bits(std::uint64_t bits, std::uint64_t mask, int distance) {
    const std::uint64_t difference = (bits ^ (bits >> distance)) & mask;
    return bits ^ difference ^ (difference << distance);
}

constexpr std::uint64_t swap_columns(std::uint64_t bits) {
    bits = swap_bits(bits, 0x5555555555555555ULL, 1);
    bits = swap_bits(bits, 0x3333333333333333ULL, 2);
    return swap_bits(bits, 0x0f0f0f0f0f0f0f0fULL, 4);
}

constexpr std::uint64_t swap_rows(std::uint64_t bits) {
    bits = swap_bits(bits, 0x00ff00ff00ff00ffULL, 8);
    bits = swap_bits(bits, 0x0000ffff0000ffffULL, 16);
    return (bits >> 32) | (bits << 32);
}

constexpr std::uint64_t transpose(std::uint64_t bits) {
    bits = swap_bits(bits, 0x00aa00aa00aa00aaULL, 7);
    bits = swap_bits(bits, 0x0000cccc0000ccccULL, 14);
    return swap_bits(bits, 0x00000000f0f0f0f0ULL, 28);
}

constexpr std::uint64_t transform(std::uint64_t bits, int symmetry) {
    if (symmetry & 1) bits = swap_columns(bits);
    if (symmetry & 2) bits = swap_rows(bits);
    if (symmetry & 4) bits = transpose(bits);
    return bits;
}

}  // namespace kibitz
