// A cheap guess of a position's score, used only to try the likely best move first.
#pragma once

namespace kibitz::solver {

struct PlainEvaluation {};

}  // namespace kibitz::solver
