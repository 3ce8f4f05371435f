// Tree search of Go by playouts for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/go/table.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/go/parts.hpp"
#include "go/uct.hpp"

namespace kibitz::bindings {

namespace {

using Clock = std::chrono::steady_clock;

// How long a search goes on between two looks at the clock, if it asks no adviser, and between two at whoever may stop it.
constexpr std::uint64_t PLAYOUTS_A_LOOK = 64;
constexpr auto BETWEEN_QUESTIONS = std::chrono::milliseconds(20);

bool is_told_to_stop(const nb::object& is_stopped) {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return !is_stopped.is_none() && nb::cast<bool>(is_stopped());
}

// Whether no move can catch up with the most visited one in what is left of the playouts and the time.
bool is_decided(const go::Uct& tree, std::uint64_t playouts, double seconds_spent, double seconds) {
    const double a_second = static_cast<double>(tree.counted()) / std::max(seconds_spent, 1e-3);
    const double to_come = std::min(static_cast<double>(playouts - tree.playouts()), a_second * (seconds - seconds_spent));
    return static_cast<double>(tree.lead()) > to_come;
}

// Goes on until the tree has so many playouts, the time is up, it is told to stop or, if wanted, nothing can change any more. The first
// look comes after some playouts, so that whoever has no time at all still gets a move that was tried.
void run(go::Uct& tree, std::uint64_t playouts, double seconds, bool until_decided, const nb::object& is_stopped) {
    nb::gil_scoped_release release;
    const auto began = Clock::now();
    Clock::time_point next_question{};
    for (std::uint64_t done = 0; tree.playouts() < playouts;) {
        const std::uint64_t advised = tree.advised();
        tree.simulate();
        if (++done % PLAYOUTS_A_LOOK != 0 && tree.advised() == advised) continue;
        const auto now = Clock::now();
        const double spent = std::chrono::duration<double>(now - began).count();
        if (spent >= seconds) return;
        if (until_decided && is_decided(tree, playouts, spent, seconds)) return;
        if (now < next_question) continue;
        if (is_told_to_stop(is_stopped)) return;
        next_question = now + BETWEEN_QUESTIONS;
    }
}

auto root_moves(const go::Uct& tree) {
    std::vector<std::tuple<int, std::uint32_t, float, float>> moves;
    for (const go::RootMove& move : tree.root_moves()) moves.emplace_back(move.point, move.visits, move.win_chance, move.prior);
    return moves;
}

auto owner_sums(const go::Uct& tree) { return give(std::vector<std::int64_t>(tree.owner_sums().begin(), tree.owner_sums().end())); }

auto score_counts(const go::Uct& tree) {
    const auto counts = tree.score_counts();
    return give(std::vector<std::uint32_t>(counts.begin(), counts.end()));
}

// The last moves, the latest first, as recent_cells() reads them.
auto recent_points(const go::Cells& cells, const go::RecentMoves& recent) {
    std::vector<std::int16_t> points;
    for (const go::Cell cell : recent) {
        points.push_back(cell == go::NO_CELL ? go::PASS_POINT : static_cast<std::int16_t>(cells.point_of(cell)));
    }
    return give(std::move(points));
}

// A Python function of a state and its last moves that gives a number for each point. The search asks it from any thread.
go::Adviser adviser_of(const nb::object& ask) {
    if (ask.is_none()) return {};
    return [ask](const go::State& state, const go::RecentMoves& recent) {
        nb::gil_scoped_acquire acquire;
        const auto said = nb::cast<Input<float>>(ask(state, recent_points(state.cells(), recent)));
        require(said.size() == static_cast<std::size_t>(state.cells().points()), "advice has one number for each point");
        return std::vector<float>(said.data(), said.data() + said.size());
    };
}

void make(go::Uct* self, const go::State& state, float komi, float exploration, float rave_bias, bool guided, std::uint32_t expand_at,
          std::uint64_t seed, const go::Scorer* prior, float prior_weight, const nb::object& adviser, std::uint32_t advise_at,
          const GoPoints& recent) {
    go::UctSettings settings;
    settings.prior_weight = prior_weight;
    settings.advise_at = advise_at;
    settings.exploration = exploration;
    settings.rave_bias = rave_bias;
    settings.guided = guided;
    settings.expand_at = expand_at;
    new (self) go::Uct(state, komi, settings, seed, prior, adviser_of(adviser), recent_cells(state.cells(), recent));
}

}  // namespace

void add_go_search(nb::module_& module) {
    nb::class_<go::Uct>(module, "Tree")
        .def("__init__", &make, nb::arg("state"), nb::arg("komi"), nb::arg("exploration"), nb::arg("rave_bias"), nb::arg("guided"),
             nb::arg("expand_at"), nb::arg("seed"), nb::arg("prior").none(), nb::arg("prior_weight"), nb::arg("adviser").none(),
             nb::arg("advise_at"), nb::arg("recent"), nb::keep_alive<1, 9>())
        .def("run", &run, nb::arg("playouts"), nb::arg("seconds"), nb::arg("until_decided"), nb::arg("is_stopped").none())
        .def("advance", &go::Uct::advance, nb::arg("point"))
        .def_prop_ro("playouts", &go::Uct::playouts)
        .def_prop_ro("counted", &go::Uct::counted)
        .def_prop_ro("advised", &go::Uct::advised)
        .def("root_moves", &root_moves)
        .def("line_from", &go::Uct::line_from, nb::arg("point"), nb::arg("longest"))
        .def("owner_sums", &owner_sums)
        .def("score_counts", &score_counts)
        .def_prop_ro("komi", &go::Uct::komi)
        .def_prop_ro("black_moves", &go::Uct::black_moves);
}

}  // namespace kibitz::bindings
