// The exact endgame solver for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <chrono>
#include <future>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/othello/checks.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/evaluation.hpp"
#include "othello/solver/evaluation.hpp"
#include "othello/solver/every_move.hpp"
#include "othello/solver/solve.hpp"
#include "othello/stability.hpp"

namespace kibitz::bindings {

namespace {

namespace solver = othello::solver;
using othello::Board;
using othello::Evaluation;
using othello::Stability;
using Masks = Input<std::uint64_t>;

// How many positions pass between two looks at the keyboard.
constexpr std::size_t POSITIONS_A_LOOK = 256;

auto solve_children(const Masks& own, const Masks& opp, std::uint64_t playable) {
    require_boards(own, opp, playable);
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

// The scores of many positions with few empty squares for their movers.
auto solve_scores(const Masks& own, const Masks& opp) {
    require_boards(own, opp, ~0ULL);
    std::vector<std::int8_t> scores(own.size());
    {
        nb::gil_scoped_release release;
        solver::EveryMove<solver::PlainEvaluation> solve(~0ULL);
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (i % POSITIONS_A_LOOK == 0) raise_if_interrupted();
            scores[i] = static_cast<std::int8_t>(solve.score({own.data()[i], opp.data()[i]}));
        }
    }
    return give(std::move(scores));
}

using Line = std::vector<std::int8_t>;

// How often a running search looks at the keyboard and at its watcher.
constexpr auto BETWEEN_LOOKS = std::chrono::milliseconds(20);

// Whether the search shall go on: watch(positions) says so, if there is a watcher.
bool goes_on(const nb::object& watch, std::uint64_t positions) {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return watch.is_none() || nb::cast<bool>(watch(positions));
}

// Runs work() in a thread of its own, so that this one can look after signals and the watcher. Whatever happens here, the work
// is stopped and its thread has ended when this returns.
template <typename EndgameSolver, typename Work>
auto run_watched(EndgameSolver& solver, const nb::object& watch, Work work) {
    nb::gil_scoped_release release;
    auto running = std::async(std::launch::async, work);
    try {
        while (running.wait_for(BETWEEN_LOOKS) != std::future_status::ready) {
            if (!goes_on(watch, solver.positions())) solver.stop();
        }
    } catch (...) {
        solver.stop();
        running.wait();
        throw;
    }
    return running.get();
}

struct Question {
    Board board;
    std::uint64_t playable;
    int threads;
    std::size_t hash_bytes;
    const Evaluation* evaluation;  // none for boards it was not learned on

    int empties() const { return std::popcount(playable & ~(board.own | board.opp)); }
};

// What answer(solver) returns for a new solver that suits the question.
template <typename Answer>
auto ask_solver(const Question& question, Answer answer) {
    require_playable(question.playable);
    require_board(question.board.own, question.board.opp, question.playable);
    if (question.threads < 1) throw std::invalid_argument("a search needs a thread");
    const auto with = [&](auto guesser) {
        solver::Solver solver(question.playable, question.empties(), guesser, question.threads, question.hash_bytes);
        return answer(solver);
    };
    if (question.evaluation == nullptr) return with(solver::PlainEvaluation{});
    return with(solver::LearnedEvaluation(*question.evaluation));
}

auto solve_endgame(std::uint64_t own, std::uint64_t opp, std::uint64_t playable, int threads, std::size_t hash_bytes,
                   const Evaluation* evaluation, bool win_loss_draw, const nb::object& watch) {
    const auto mode = win_loss_draw ? solver::Mode::WIN_LOSS_DRAW : solver::Mode::EXACT;
    return ask_solver({{own, opp}, playable, threads, hash_bytes, evaluation}, [&](auto& solver) {
        const solver::Solved solved = run_watched(solver, watch, [&] { return solver.solve({own, opp}, mode); });
        return std::make_tuple(solved.score, solved.line, solver.positions(), solved.finished);
    });
}

auto solve_endgame_moves(std::uint64_t own, std::uint64_t opp, std::uint64_t playable, int threads, std::size_t hash_bytes,
                         const Evaluation* evaluation, const nb::object& watch) {
    const auto solved_moves = ask_solver({{own, opp}, playable, threads, hash_bytes, evaluation}, [&](auto& solver) {
        return run_watched(solver, watch, [&] { return solver.solve_moves({own, opp}); });
    });
    std::vector<std::tuple<int, int, Line, bool>> rows;
    for (const auto& [square, solved] : solved_moves) rows.emplace_back(square, solved.score, solved.line, solved.finished);
    return rows;
}

auto stable_masks(const Masks& own, const Masks& opp, std::uint64_t playable) {
    require_boards(own, opp, playable);
    std::vector<std::uint64_t> masks(own.size());
    {
        nb::gil_scoped_release release;
        const auto fill = [&](const Stability& stability) {
            for (std::size_t i = 0; i < masks.size(); ++i) masks[i] = stability.stable_mask(own.data()[i], opp.data()[i]);
        };
        // Tables for another board take longer to make than a few thousand answers.
        playable == ~0ULL ? fill(othello::full_board_stability()) : fill(Stability(playable));
    }
    return give(std::move(masks));
}

int last_flip_count(std::uint64_t own, int square) {
    require_square(square);
    return solver::last_flip_count(own, square);
}

}  // namespace

void add_othello_solver(nb::module_& module) {
    module.def("solve_children", &solve_children, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("solve_scores", &solve_scores, nb::arg("own"), nb::arg("opp"));
    module.def("solve_endgame", &solve_endgame, nb::arg("own"), nb::arg("opp"), nb::arg("playable"), nb::arg("threads"),
               nb::arg("hash_bytes"), nb::arg("evaluation").none(), nb::arg("win_loss_draw"), nb::arg("watch").none());
    module.def("solve_endgame_moves", &solve_endgame_moves, nb::arg("own"), nb::arg("opp"), nb::arg("playable"),
               nb::arg("threads"), nb::arg("hash_bytes"), nb::arg("evaluation").none(), nb::arg("watch").none());
    module.def("stable_masks", &stable_masks, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("solver_flip_mask", &at_square<&solver::flips_of>, nb::arg("own"), nb::arg("opp"), nb::arg("square"));
    module.def("solver_table_bytes", [](std::size_t bytes) { return solver::HashTable(bytes).bytes(); }, nb::arg("bytes"));
    module.def("last_flip_count", &last_flip_count, nb::arg("own"), nb::arg("square"));
}

}  // namespace kibitz::bindings
