// Tree search over many games, and the pattern tables that guide it, for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/othello/checks.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/tree/forest.hpp"
#include "othello/tree/policy_tables.hpp"

namespace kibitz::bindings {

namespace {

using othello::Board;
using othello::Forest;
using othello::Knots;
using othello::PASS;
using othello::PatternSet;
using othello::PolicyTables;
using othello::PuctTree;
using Masks = Input<std::uint64_t>;

auto as_arrays(const std::vector<Board>& boards) {
    std::vector<std::uint64_t> own(boards.size());
    std::vector<std::uint64_t> opp(boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
        own[i] = boards[i].own;
        opp[i] = boards[i].opp;
    }
    return std::make_tuple(give(std::move(own)), give(std::move(opp)));
}

auto collect(Forest& forest, int target, int at_once) {
    std::vector<Board> leaves;
    {
        nb::gil_scoped_release release;
        leaves = forest.collect(target, at_once);
    }
    return as_arrays(leaves);
}

void judge_leaves(Forest& forest, const InputTable<float>& priors, const Input<float>& values) {
    nb::gil_scoped_release release;
    forest.judge({priors.data(), priors.size()}, view(values));
}

void advance(Forest& forest, const Input<std::int8_t>& squares) {
    require_same_length(forest.trees().size(), squares.size());
    require_moves(squares);
    nb::gil_scoped_release release;
    forest.advance(view(squares));
}

void mix_noise(Forest& forest, const InputTable<float>& noise, float share) {
    require_same_length(64 * forest.trees().size(), noise.size());
    forest.mix_noise({noise.data(), noise.size()}, share);
}

auto roots(Forest& forest) {
    std::vector<Board> boards;
    for (const PuctTree& tree : forest.trees()) boards.push_back(tree.board());
    return as_arrays(boards);
}

// One number for each game and square from the moves of the roots; passes have no place.
template <typename T, typename Number>
auto by_square(Forest& forest, Number number) {
    std::vector<T> table(64 * forest.trees().size());
    for (std::size_t i = 0; i < forest.trees().size(); ++i) {
        for (const PuctTree::MoveNode& node : forest.trees()[i].moves()) {
            if (node.move != PASS) table[64 * i + static_cast<std::size_t>(node.move)] = number(forest.trees()[i], node);
        }
    }
    return give(std::move(table), {forest.trees().size(), 64});
}

auto visits(Forest& forest) {
    return by_square<std::int32_t>(forest, [](const PuctTree& tree, const PuctTree::MoveNode& node) { return tree.tries(node); });
}

auto priors(Forest& forest) {
    return by_square<float>(forest, [](const PuctTree&, const PuctTree::MoveNode& node) { return node.prior; });
}

auto move_values(Forest& forest) {
    return by_square<float>(forest, [](const PuctTree&, const PuctTree::MoveNode& node) { return PuctTree::mean(node); });
}

auto values(Forest& forest) {
    std::vector<float> found;
    for (const PuctTree& tree : forest.trees()) found.push_back(tree.value());
    return give(std::move(found));
}

auto judge_boards(const PolicyTables& tables, const Masks& own, const Masks& opp) {
    require_same_length(own.size(), opp.size());
    std::vector<float> priors(64 * own.size());
    std::vector<float> values(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = tables.judge({own.data()[i], opp.data()[i]}, std::span(priors).subspan(64 * i, 64));
        }
    }
    const std::size_t count = own.size();
    return std::make_tuple(give(std::move(priors), {count, 64}), give(std::move(values)));
}

// The mean squared error of the scores and the mean cross entropy of the moves before each step.
auto learn(PolicyTables& tables, const Masks& own, const Masks& opp, const Input<float>& scores, const InputTable<float>& shares,
           float value_rate, float policy_rate) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), scores.size());
    require_same_length(64 * own.size(), shares.size());
    nb::gil_scoped_release release;
    PolicyTables::Errors sum;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::span<const float> row(shares.data() + 64 * i, 64);
        const auto errors = tables.learn({own.data()[i], opp.data()[i]}, scores.data()[i], row, value_rate, policy_rate);
        sum.squared += errors.squared;
        sum.cross_entropy += errors.cross_entropy;
    }
    const double count = std::max<double>(1, static_cast<double>(own.size()));
    return std::make_tuple(sum.squared / count, sum.cross_entropy / count);
}

nb::ndarray<nb::numpy, float> table_view(PolicyTables& tables, std::span<float> numbers) {
    return {numbers.data(), {tables.row_count(), tables.knot_count(), PolicyTables::LANES}, nb::find(tables)};
}

}  // namespace

void add_othello_tree(nb::module_& module) {
    nb::class_<Forest>(module, "Forest")
        .def("__init__",
             [](Forest* self, const Masks& own, const Masks& opp, std::uint64_t playable, bool counts_discs, float rate,
                float first_play_loss) {
                 require_same_length(own.size(), opp.size());
                 new (self) Forest(view(own), view(opp), {playable, counts_discs}, {rate, first_play_loss});
             },
             nb::arg("own"), nb::arg("opp"), nb::arg("playable"), nb::arg("counts_discs"), nb::arg("rate"),
             nb::arg("first_play_loss"))
        .def("collect", &collect, nb::arg("target"), nb::arg("at_once"))
        .def("judge", &judge_leaves, nb::arg("priors"), nb::arg("values"))
        .def("advance", &advance, nb::arg("squares"))
        .def("mix_noise", &mix_noise, nb::arg("noise"), nb::arg("share"))
        .def("roots", &roots)
        .def("visits", &visits)
        .def("priors", &priors)
        .def("move_values", &move_values)
        .def("values", &values);

    nb::class_<PolicyTables>(module, "PolicyTables")
        .def("__init__",
             [](PolicyTables* self, const PatternSet& set, const std::vector<int>& knots, std::uint64_t playable) {
                 new (self) PolicyTables(set, Knots(knots), playable);
             },
             nb::arg("patterns"), nb::arg("knots"), nb::arg("playable"))
        .def_prop_ro("weights", [](PolicyTables& self) { return table_view(self, self.weights()); })
        .def_prop_ro("squares", [](PolicyTables& self) { return table_view(self, self.squares()); })
        .def("judge", &judge_boards, nb::arg("own"), nb::arg("opp"))
        .def("learn", &learn, nb::arg("own"), nb::arg("opp"), nb::arg("scores"), nb::arg("shares"), nb::arg("value_rate"),
             nb::arg("policy_rate"));
}

}  // namespace kibitz::bindings
