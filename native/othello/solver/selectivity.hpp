// How sure a search is. Before the exact pass come quick ones that skip what a shallow search says lies far outside the window:
// they fill the table with good moves and say where the score will lie. Nothing they find is taken for proven.
#pragma once

#include <array>
#include <cstdint>

#include "othello/evaluation.hpp"

namespace kibitz::solver {

using Certainty = std::uint8_t;

// Standard deviations of the shallow search's error that a skipped position must lie outside the window, by certainty; the last
// certainty skips nothing.
constexpr std::array<double, 2> SELECTIVE_WIDTHS = {1.1, 1.8};
constexpr Certainty EXACT = SELECTIVE_WIDTHS.size();

// From so many empty squares on positions may be skipped.
constexpr int SELECTIVE_FROM = 13;

// The shallow search looks at the same side's turn as the end of the game, where its errors are smallest.
constexpr int shallow_depth(int empties) { return 2 + (empties - SELECTIVE_FROM) / 6 * 2 + (empties & 1); }

// How far from the score it has to be, in units.
constexpr int selective_margin(Certainty certainty, int empties) {
    const double deviation = 5.0 + 0.0 * empties;
    return static_cast<int>(SELECTIVE_WIDTHS[certainty] * deviation * UNITS_PER_DISC);
}

}  // namespace kibitz::solver
