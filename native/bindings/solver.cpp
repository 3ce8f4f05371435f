// The exact endgame solver for Python.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/parts.hpp"
#include "othello/solver/evaluation.hpp"
#include "othello/solver/every_move.hpp"
#include "othello/stability.hpp"

namespace kibitz::bindings {

namespace {

using Masks = Input<std::uint64_t>;

// How many positions pass between two looks at the keyboard.
constexpr std::size_t POSITIONS_A_LOOK = 256;

void raise_if_interrupted() {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

auto solve_children(const Masks& own, const Masks& opp, std::uint64_t playable) {
    require_same_length(own.size(), opp.size());
    std::vector<std::int64_t> parent;
    std::vector<std::int8_t> square;
    std::vector<std::int8_t> score;
    {
        nb::gil_scoped_release release;
        solver::EveryMove<solver::PlainEvaluation> every_move(playable);
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (i % POSITIONS_A_LOOK == 0) raise_if_interrupted();
            every_move({own.data()[i], opp.data()[i]}, [&](int move, int value) {
                parent.push_back(static_cast<std::int64_t>(i));
                square.push_back(static_cast<std::int8_t>(move));
                score.push_back(static_cast<std::int8_t>(value));
            });
        }
    }
    return std::make_tuple(give(std::move(parent)), give(std::move(square)), give(std::move(score)));
}

auto stable_masks(const Masks& own, const Masks& opp, std::uint64_t playable) {
    require_same_length(own.size(), opp.size());
    std::vector<std::uint64_t> masks(own.size());
    {
        nb::gil_scoped_release release;
        const Stability stability(playable);
        for (std::size_t i = 0; i < masks.size(); ++i) masks[i] = stability.stable_mask(own.data()[i], opp.data()[i]);
    }
    return give(std::move(masks));
}

}  // namespace

void add_solver(nb::module_& module) {
    module.def("solve_children", &solve_children, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("stable_masks", &stable_masks, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("solver_flip_mask", &solver::flips_of, nb::arg("own"), nb::arg("opp"), nb::arg("square"));
    module.def("last_flip_count", &solver::last_flip_count, nb::arg("own"), nb::arg("square"));
}

}  // namespace kibitz::bindings
