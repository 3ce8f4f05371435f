// Feature planes for Python, over arrays of positions.
#include "bindings/arrays.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/board.hpp"
#include "othello/planes.hpp"

namespace kibitz::bindings {

namespace {

using othello::Hlynsson42Planes;
using othello::RawPlanes;
using othello::RECENT_MOVES;
using Masks = Input<std::uint64_t>;
using Flags = Input<std::uint8_t>;
using SquareTable = InputTable<std::int8_t>;

// Written in place, so that a caller can use the same memory again: fresh pages cost more than the planes themselves.
template <typename Number>
using PlaneArray = nb::ndarray<Number, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

template <typename PlaneSet, typename Number>
void write_planes(const Masks& own, const Masks& opp, const Flags& black_to_move, const SquareTable& recent,
                  const PlaneArray<Number>& out) {
    const std::size_t count = own.size();
    require_same_length(count, opp.size());
    require_same_length(count, black_to_move.size());
    require_same_length(count, recent.shape(0));
    require(recent.shape(1) == RECENT_MOVES, "recent moves must have 4 columns");
    require(out.shape(0) == count && out.shape(1) == PlaneSet::COUNT && out.shape(2) == 8 && out.shape(3) == 8,
            "planes must have the shape [positions, planes of the set, 8, 8]");
    nb::gil_scoped_release release;
    std::array<std::uint64_t, PlaneSet::COUNT> planes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<const std::int8_t, RECENT_MOVES> moves{recent.data() + i * RECENT_MOVES, RECENT_MOVES};
        PlaneSet::write({{own.data()[i], opp.data()[i]}, black_to_move.data()[i] != 0, moves}, planes);
        othello::unpack_planes<Number>(planes, out.data() + i * PlaneSet::COUNT * 64);
    }
}

template <typename PlaneSet>
void add_plane_set(nb::module_& module, const char* name) {
    module.def(name, &write_planes<PlaneSet, float>, nb::arg("own"), nb::arg("opp"), nb::arg("black_to_move"), nb::arg("recent"),
               nb::arg("out").noconvert());
    module.def(name, &write_planes<PlaneSet, std::uint8_t>, nb::arg("own"), nb::arg("opp"), nb::arg("black_to_move"),
               nb::arg("recent"), nb::arg("out").noconvert());
}

}  // namespace

void add_othello_features(nb::module_& module) {
    add_plane_set<RawPlanes>(module, "raw_planes");
    add_plane_set<Hlynsson42Planes>(module, "hlynsson42_planes");
}

}  // namespace kibitz::bindings
