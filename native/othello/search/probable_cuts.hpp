// ProbCut: a shallow search far outside the window predicts what a deep one would say, with a known chance of error.
// After Buro, "ProbCut" (1995). How shallow and deep values go together is measured by kibitz.search.othello.probable_cuts.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"

namespace kibitz::othello::search {

constexpr int DISCS_PER_CUT_STAGE = 4;
constexpr int CUT_STAGES = 16;

// deep value = slope · shallow value + offset, give or take an error of standard deviation `spread`; in units.
struct Relation {
    float slope;
    float offset;
    float spread;
};

class ProbableCuts {
public:
    // No cuts at all.
    ProbableCuts() = default;

    // `shallow` gives the depth of the shallow search for each depth, 0 where there is none; `relations` has 16 stages of 4 discs
    // by depths by slope, offset and spread in discs. `width` is how many standard deviations are needed for a cut.
    ProbableCuts(std::span<const int> shallow, std::span<const float> relations, float width)
        : shallow_(shallow.begin(), shallow.end()), width_(width) {
        if (relations.size() != 3 * CUT_STAGES * shallow.size()) throw std::invalid_argument("relations do not fit the depths");
        for (std::size_t i = 0; i < relations.size(); i += 3) {
            relations_.push_back({relations[i], relations[i + 1] * UNITS_PER_DISC, relations[i + 2] * UNITS_PER_DISC});
        }
    }

    bool is_off() const { return shallow_.empty(); }

    struct Cut {
        int depth;
        Relation relation;
        float width;

        // A shallow value at least this makes a deep value of at least beta probable.
        int needed_for(int beta) const { return bound((beta + width * relation.spread - relation.offset) / relation.slope, true); }

        // A shallow value at most this makes a deep value of at most alpha probable.
        int allowed_for(int alpha) const { return bound((alpha - width * relation.spread - relation.offset) / relation.slope, false); }

    private:
        static int bound(float value, bool up) {
            return static_cast<int>(std::clamp(up ? std::ceil(value) : std::floor(value), -2.0f * MAX_VALUE, 2.0f * MAX_VALUE));
        }
    };

    std::optional<Cut> at(const Board& board, int depth) const {
        if (depth >= static_cast<int>(shallow_.size()) || shallow_[static_cast<std::size_t>(depth)] == 0) return std::nullopt;
        const int discs = std::popcount(board.own | board.opp);
        const int stage = std::clamp((discs - 4) / DISCS_PER_CUT_STAGE, 0, CUT_STAGES - 1);
        const std::size_t row = static_cast<std::size_t>(stage) * shallow_.size() + static_cast<std::size_t>(depth);
        return Cut{shallow_[static_cast<std::size_t>(depth)], relations_[row], width_};
    }

private:
    std::vector<int> shallow_;
    std::vector<Relation> relations_;
    float width_ = 0;
};

}  // namespace kibitz::othello::search
