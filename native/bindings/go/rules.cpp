// Go's rules for Python: one position at a time.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/go/parts.hpp"
#include "go/area.hpp"
#include "go/ladder.hpp"
#include "go/replay.hpp"
#include "go/state.hpp"

namespace kibitz::bindings {

namespace {

using go::Cell;
using go::State;
using go::Stone;
using Points = Input<std::int16_t>;
using Stones = Input<std::int8_t>;

void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

go::RuleSet rule_set(int size, int ko, bool suicide) {
    require(size >= go::MIN_SIZE && size <= go::MAX_SIZE, "boards have 5 to 25 rows");
    require(ko >= 0 && ko <= 2, "the ko rule is 0, 1 or 2");
    return {static_cast<go::KoRule>(ko), suicide};
}

void require_points(const State& state, const Points& points) {
    for (const int point : view(points)) require(point >= 0 && point < state.cells().points(), "a point is off the board");
}

State state_of(int size, int ko, bool suicide, const Stones& stones, bool white_to_move, const Points& forbidden,
               std::pair<int, int> prisoners) {
    const go::RuleSet rules = rule_set(size, ko, suicide);
    require(stones.size() == static_cast<std::size_t>(size * size), "there must be a number for each point");
    for (const int stone : view(stones)) require(stone >= 0 && stone <= 2, "stones are 0, 1 or 2");
    const Stone mover = white_to_move ? Stone::WHITE : Stone::BLACK;
    require_points(State(size, rules), forbidden);
    State state(size, rules, view(stones), mover, view(forbidden));
    state.board().set_prisoners(Stone::BLACK, prisoners.first);
    state.board().set_prisoners(Stone::WHITE, prisoners.second);
    return state;
}

bool is_legal(const State& state, int point) {
    return point >= 0 && point < state.cells().points() && state.is_legal(state.cells().of_point(point));
}

State after(const State& state, int point) {
    State next = state;
    if (point == go::PASS) {
        next.pass();
    } else {
        require(is_legal(state, point), "the move is not legal");
        next.play(state.cells().of_point(point));
    }
    return next;
}

// The points whose cells answer yes, in ascending order.
template <typename Question>
auto points_where(const State& state, Question question) {
    std::vector<std::int16_t> points;
    for (int point = 0; point < state.cells().points(); ++point) {
        if (question(state.cells().of_point(point))) points.push_back(static_cast<std::int16_t>(point));
    }
    return give(std::move(points));
}

auto legal_points(const State& state) {
    return points_where(state, [&](Cell cell) { return state.is_legal(cell); });
}

// Empty points that only the ko rule forbids.
auto forbidden_points(const State& state) {
    return points_where(state, [&](Cell cell) { return state.has_room(cell) && state.repeats(cell); });
}

auto ladder_captures(const State& state) {
    go::LadderReader reader;
    return points_where(state, [&](Cell cell) { return state.is_legal(cell) && reader.is_capture(state.board(), cell, state.to_move()); });
}

auto ladder_escapes(const State& state) {
    go::LadderReader reader;
    return points_where(state, [&](Cell cell) { return state.is_legal(cell) && reader.is_escape(state.board(), cell, state.to_move()); });
}

template <typename Answer>
auto answers_by_point(const State& state, Answer answer) {
    std::vector<std::int16_t> answers(static_cast<std::size_t>(state.cells().points()));
    for (std::size_t point = 0; point < answers.size(); ++point) {
        answers[point] = static_cast<std::int16_t>(answer(state.cells().of_point(static_cast<int>(point))));
    }
    return give(std::move(answers));
}

auto stones(const State& state) {
    std::vector<std::int8_t> found(static_cast<std::size_t>(state.cells().points()));
    for (std::size_t point = 0; point < found.size(); ++point) {
        found[point] = static_cast<std::int8_t>(state.board().at(state.cells().of_point(static_cast<int>(point))));
    }
    return give(std::move(found));
}

auto liberties(const State& state) {
    const go::Board& board = state.board();
    return answers_by_point(state, [&](Cell cell) { return board.at(cell) == Stone::EMPTY ? 0 : board.liberty_count(cell); });
}

// The first point of each stone's chain in reading order, -1 for empty points.
auto chains(const State& state) {
    const go::Board& board = state.board();
    std::vector<int> first(go::MAX_CELLS, -1);
    return answers_by_point(state, [&](Cell cell) {
        if (board.at(cell) == Stone::EMPTY) return -1;
        int& point = first[board.chain_of(cell)];
        if (point < 0) point = board.cells().point_of(cell);
        return point;
    });
}

// Owners once the chains that hold one of the dead points are gone.
auto owners(const State& state, const Points& dead) {
    require_points(state, dead);
    go::Board board = state.board();
    for (const int point : view(dead)) {
        const Cell cell = board.cells().of_point(point);
        if (board.at(cell) != Stone::EMPTY) board.remove_chain(cell);
    }
    std::vector<std::int8_t> found(static_cast<std::size_t>(board.cells().points()));
    go::write_owners(board, found);
    return give(std::move(found));
}

}  // namespace

void add_go_rules(nb::module_& module) {
    nb::class_<State>(module, "State")
        .def("__init__",
             [](State* self, int size, int ko, bool suicide) { new (self) State(size, rule_set(size, ko, suicide)); },
             nb::arg("size"), nb::arg("ko"), nb::arg("suicide"))
        .def_static("of_stones", &state_of, nb::arg("size"), nb::arg("ko"), nb::arg("suicide"), nb::arg("stones"),
                    nb::arg("white_to_move"), nb::arg("forbidden"), nb::arg("prisoners"))
        .def("is_legal", &is_legal, nb::arg("point"))
        .def("after", &after, nb::arg("point"))
        .def("legal_points", &legal_points)
        .def("forbidden_points", &forbidden_points)
        .def("ladder_captures", &ladder_captures)
        .def("ladder_escapes", &ladder_escapes)
        .def("stones", &stones)
        .def("liberties", &liberties)
        .def("chains", &chains)
        .def("owners", &owners, nb::arg("dead"))
        .def("prisoners", [](const State& state) {
            return std::make_pair(state.board().prisoners_of(Stone::BLACK), state.board().prisoners_of(Stone::WHITE));
        });
}

}  // namespace kibitz::bindings
