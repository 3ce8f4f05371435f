// Networks that value positions, their two moves of foresight and their games against themselves, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/sigma_net.hpp"
#include "othello/search/two_ply.hpp"

namespace kibitz::bindings {

namespace {

using othello::Board;
using othello::SelfPlay;
using othello::SigmaNet;
using Masks = Input<std::uint64_t>;

std::span<const float> all_of(const InputTable<float>& table) { return {table.data(), table.size()}; }

auto values_of(const SigmaNet& net, const Masks& own, const Masks& opp) {
    require_same_length(own.size(), opp.size());
    std::vector<float> values(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = net.value(Board{own.data()[i], opp.data()[i]});
    }
    return give(std::move(values));
}

auto two_ply_moves(const SigmaNet& net, const Masks& own, const Masks& opp) {
    require_same_length(own.size(), opp.size());
    std::vector<std::int8_t> squares(own.size(), othello::NO_MOVE);
    std::vector<float> values(own.size());
    {
        nb::gil_scoped_release release;
        othello::TwoPly search(net);
        othello::AlwaysKeep keep;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const Board board{own.data()[i], opp.data()[i]};
            if (othello::legal_mask(board.own, board.opp) == 0) continue;
            const othello::Choice choice = search.choose(board, keep);
            squares[i] = static_cast<std::int8_t>(choice.square);
            values[i] = choice.value;
        }
    }
    return std::make_tuple(give(std::move(squares)), give(std::move(values)));
}

auto play_game(SelfPlay& self_play, const SigmaNet& net, std::uint64_t seed) {
    std::vector<std::uint64_t> own;
    std::vector<std::uint64_t> opp;
    std::vector<std::uint8_t> black_to_move;
    std::vector<float> values;
    {
        nb::gil_scoped_release release;
        self_play.play(net, seed, [&](const Board& board, bool black, float value) {
            own.push_back(board.own);
            opp.push_back(board.opp);
            black_to_move.push_back(black);
            values.push_back(value);
        });
    }
    return std::make_tuple(give(std::move(own)), give(std::move(opp)), give(std::move(black_to_move)), give(std::move(values)));
}

}  // namespace

void add_othello_sigma_net(nb::module_& module) {
    module.def("sigma", &othello::sigma, nb::arg("x"));

    nb::class_<SigmaNet>(module, "SigmaNet")
        .def("__init__",
             [](SigmaNet* self, const InputTable<std::int64_t>& parts, const InputTable<float>& weights, const Input<float>& biases,
                const Input<float>& to_output, const Input<float>& output_biases, const InputTable<float>& blend,
                const std::optional<InputTable<float>>& gate) {
                 new (self) SigmaNet({{parts.data(), parts.size()}, all_of(weights), view(biases), view(to_output),
                                      view(output_biases), all_of(blend), gate ? all_of(*gate) : std::span<const float>(),
                                      parts.shape(1)});
             },
             nb::arg("parts"), nb::arg("weights"), nb::arg("biases"), nb::arg("to_output"), nb::arg("output_biases"),
             nb::arg("blend"), nb::arg("gate") = nb::none())
        .def("values", &values_of, nb::arg("own"), nb::arg("opp"))
        .def("two_ply_moves", &two_ply_moves, nb::arg("own"), nb::arg("opp"));

    nb::class_<SelfPlay>(module, "SelfPlay")
        .def(nb::init<double, int>(), nb::arg("keep_chance"), nb::arg("solved_empties"))
        .def("game", &play_game, nb::arg("net"), nb::arg("seed"));
}

}  // namespace kibitz::bindings
