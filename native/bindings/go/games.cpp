// Recorded games of Go for Python, many at once: replayed, looked at, turned into planes.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/go/table.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/go/parts.hpp"
#include "go/area.hpp"
#include "go/planes.hpp"
#include "go/replay.hpp"
#include "go/state.hpp"
#include "go/uct.hpp"

namespace kibitz::bindings {

namespace {

constexpr float SIMULATIONS_RAVE_BIAS = 3e-4F;

void write_stones(const go::Board& board, std::int8_t* out) {
    for (int point = 0; point < board.cells().points(); ++point) {
        out[point] = static_cast<std::int8_t>(board.at(board.cells().of_point(point)));
    }
}

nb::dict replay_games(const GoTable& table) {
    const std::size_t games = table.games();
    const auto points = static_cast<std::size_t>(table.size * table.size);
    std::vector<std::int32_t> failed_at(games), prisoners(2 * games);
    std::vector<std::int8_t> slip(games), stones(games * points), owners(games * points);
    {
        nb::gil_scoped_release release;
        const go::GameTable view = table.view_of();
        for (std::size_t game = 0; game < games; ++game) {
            if (game % GAMES_A_LOOK == 0) raise_if_interrupted();
            const go::Replayed end = go::replay(view, game, [](const auto&...) {});
            failed_at[game] = static_cast<std::int32_t>(end.failed_at);
            slip[game] = static_cast<std::int8_t>(end.slip);
            prisoners[2 * game] = end.board.prisoners_of(go::Stone::BLACK);
            prisoners[2 * game + 1] = end.board.prisoners_of(go::Stone::WHITE);
            write_stones(end.board, stones.data() + game * points);
            go::write_owners(end.board, {owners.data() + game * points, points});
        }
    }
    nb::dict result;
    result["failed_at"] = give(std::move(failed_at));
    result["slip"] = give(std::move(slip));
    result["prisoners"] = give(std::move(prisoners), {games, 2});
    result["stones"] = give(std::move(stones), {games, points});
    result["owners"] = give(std::move(owners), {games, points});
    return result;
}

auto positions(const GoTable& table, const GoIndices& game, const GoIndices& index) {
    const auto points = static_cast<std::size_t>(table.size * table.size);
    std::vector<std::int8_t> stones(game.size() * points);
    std::vector<std::int16_t> ko(game.size());
    visit_positions(table, game, index, [&](std::size_t row, const go::Board& board, go::Stone, const go::RecentMoves&) {
        write_stones(board, stones.data() + row * points);
        ko[row] = static_cast<std::int16_t>(board.ko() == go::NO_CELL ? -1 : board.cells().point_of(board.ko()));
    });
    return std::make_tuple(give(std::move(stones), {game.size(), points}), give(std::move(ko)));
}

// The sums of the owners of each point at the ends of so many playouts of a tree from each position, [positions, points].
auto owner_sums(const GoTable& table, const GoIndices& game, const GoIndices& index, std::uint64_t playouts, float komi, bool guided,
                std::uint64_t seed) {
    const auto points = static_cast<std::size_t>(table.size * table.size);
    std::vector<std::int32_t> sums(game.size() * points);
    go::UctSettings settings;
    settings.rave_bias = SIMULATIONS_RAVE_BIAS;
    settings.guided = guided;
    visit_positions(table, game, index, [&](std::size_t row, const go::Board& board, go::Stone mover, const go::RecentMoves&) {
        go::Uct tree(go::State(board, mover, {go::KoRule::SIMPLE, false}), komi, settings, seed + row, nullptr, {}, {});
        while (tree.playouts() < playouts) tree.simulate();
        std::copy(tree.owner_sums().begin(), tree.owner_sums().end(), sums.begin() + static_cast<std::ptrdiff_t>(row * points));
    });
    return give(std::move(sums), {game.size(), points});
}

template <typename Number>
using PlaneArray = nb::ndarray<Number, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

template <typename Number>
void planes(const GoTable& table, const GoIndices& game, const GoIndices& index, const PlaneArray<Number>& out) {
    const auto size = static_cast<std::size_t>(table.size);
    require(out.shape(0) == game.size() && out.shape(1) == go::MaddisonPlanes::COUNT && out.shape(2) == size && out.shape(3) == size,
            "planes must have the shape [positions, 27, size, size]");
    constexpr std::size_t COUNT = go::MaddisonPlanes::COUNT;
    std::fill_n(out.data(), out.size(), Number{0});
    go::MaddisonPlanes writer;
    visit_positions(table, game, index, [&](std::size_t row, const go::Board& board, go::Stone mover, const go::RecentMoves& recent) {
        writer.write(board, mover, recent, out.data() + row * COUNT * size * size);
    });
}

// The planes of one position, [planes, size, size]; `recent` are its last moves, the latest first.
auto position_planes(const go::State& state, const GoPoints& recent) {
    const auto size = static_cast<std::size_t>(state.cells().size());
    std::vector<std::uint8_t> found(go::MaddisonPlanes::COUNT * size * size);
    const go::RecentMoves moves = recent_cells(state.cells(), recent);
    {
        nb::gil_scoped_release release;
        go::MaddisonPlanes().write(state.board(), state.to_move(), moves, found.data());
    }
    return give(std::move(found), {go::MaddisonPlanes::COUNT, size, size});
}

}  // namespace

void add_go_games(nb::module_& module) {
    module.attr("PLANES") = go::MaddisonPlanes::COUNT;
    module.def("position_planes", &position_planes, nb::arg("state"), nb::arg("recent"));
    nb::class_<GoTable>(module, "Table")
        .def(nb::init<int, GoPoints, GoFlags, GoIndices, GoPoints, GoFlags, GoIndices>(), nb::arg("size"), nb::arg("points"), nb::arg("is_black"),
             nb::arg("first"), nb::arg("setup_points"), nb::arg("setup_is_black"), nb::arg("first_setup"))
        .def("replay", &replay_games)
        .def("positions", &positions, nb::arg("game"), nb::arg("index"))
        .def("owner_sums", &owner_sums, nb::arg("game"), nb::arg("index"), nb::arg("playouts"), nb::arg("komi"), nb::arg("guided"),
             nb::arg("seed"))
        .def("planes", &planes<float>, nb::arg("game"), nb::arg("index"), nb::arg("out").noconvert())
        .def("planes", &planes<std::uint8_t>, nb::arg("game"), nb::arg("index"), nb::arg("out").noconvert());
}

}  // namespace kibitz::bindings
