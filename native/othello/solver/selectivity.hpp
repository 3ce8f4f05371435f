// How sure a search is. Before the exact pass come quick ones that skip what a shallow search says lies far outside the window:
// they fill the table with good moves and say where the score will lie. Nothing they find is taken for proven.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "othello/evaluation.hpp"

namespace kibitz::othello::solver {

using Certainty = std::uint8_t;

// From so many empty squares on positions may be skipped.
constexpr int SELECTIVE_FROM = 13;

// How far outside the window a shallow search must lie for a position to be skipped, in discs, by certainty. Tried
// values, not measured errors: a wrong skip costs time, never the score. The last certainty skips nothing.
constexpr std::array<double, 2> SELECTIVE_MARGINS = {5.5, 9.0};
constexpr Certainty EXACT = SELECTIVE_MARGINS.size();

constexpr int selective_margin(Certainty certainty) {
    return static_cast<int>(SELECTIVE_MARGINS[certainty] * UNITS_PER_DISC);
}

// The shallow search ends where the same side is to move as with no square left, and is never long.
constexpr int shallow_depth(int empties) { return std::min(6, 2 + (empties - SELECTIVE_FROM) / 6 * 2) + (empties & 1); }

}  // namespace kibitz::othello::solver
