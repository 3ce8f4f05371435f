// The training layer for Python, over float32 arrays [boards, side, side, channels].
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/parts.hpp"
#include "nets/layer.hpp"

namespace kibitz::bindings {

namespace {

using Boards = nb::ndarray<const float, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using BoardsOut = nb::ndarray<float, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Filters = nb::ndarray<const float, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Vector = Input<float>;

void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

// Calls work with the shape of a board's side and a number of filters, as a type; there is one for each kind of network we train.
template <typename Work>
auto with_shape(std::size_t side, std::size_t filters, Work work) {
    if (side == 8 && filters == 64) return work(winograd::Shape<8, 64>{});
    if (side == 19 && filters == 32) return work(winograd::Shape<19, 32>{});
    if (side == 19 && filters == 48) return work(winograd::Shape<19, 48>{});
    if (side == 19 && filters == 64) return work(winograd::Shape<19, 64>{});
    throw std::invalid_argument("layers have 64 filters on 8×8 boards, or 32, 48 or 64 on 19×19");
}

// The same for the shape of some boards with one number for each filter.
template <typename Array, typename Work>
auto with_shape_of(const Array& boards, Work work) {
    return with_shape(boards.shape(1), boards.shape(3), work);
}

template <typename S, typename Array>
void require_boards(const Array& array, std::size_t boards, std::size_t channels) {
    require(array.shape(0) == boards && array.shape(1) == S::SIDE && array.shape(2) == S::SIDE && array.shape(3) == channels,
            "boards must have the shape [boards, side, side, channels]");
}

template <typename S>
void require_filters(const Filters& filters, std::size_t channels) {
    require(filters.shape(0) == layer::POINTS && filters.shape(1) == channels && filters.shape(2) == S::FILTERS,
            "filters must have the shape [36, channels, filters]");
    require(channels % 16 == 0, "channels must be a multiple of 16");
}

template <typename S>
auto give_moments(const layer::Moments<S>& moments) {
    return std::make_tuple(give(std::vector<double>(moments.first.begin(), moments.first.end())),
                           give(std::vector<double>(moments.second.begin(), moments.second.end())));
}

auto layer_convolve(const Boards& inputs, const Filters& filters, const BoardsOut& outputs, std::size_t threads) {
    return with_shape_of(outputs, [&]<typename S>(S) {
        const std::size_t boards = inputs.shape(0), channels = inputs.shape(3);
        require_boards<S>(inputs, boards, channels);
        require_boards<S>(outputs, boards, S::FILTERS);
        require_filters<S>(filters, channels);
        layer::Moments<S> moments;
        {
            nb::gil_scoped_release release;
            moments = layer::convolve<S>(inputs.data(), boards, channels, filters.data(), outputs.data(), threads);
        }
        return give_moments<S>(moments);
    });
}

void layer_activate(const Boards& sums, const std::optional<Boards>& skipped, const Vector& scale, const Vector& shift,
                    const BoardsOut& outputs, std::size_t threads) {
    with_shape_of(sums, [&]<typename S>(S) {
        const std::size_t boards = sums.shape(0);
        require_boards<S>(sums, boards, S::FILTERS);
        require_boards<S>(outputs, boards, S::FILTERS);
        if (skipped) require_boards<S>(*skipped, boards, S::FILTERS);
        require(scale.size() == S::FILTERS && shift.size() == S::FILTERS, "scale and shift must have a number for each filter");
        nb::gil_scoped_release release;
        layer::activate<S>(sums.data(), skipped ? skipped->data() : nullptr, scale.data(), shift.data(), boards, outputs.data(), threads);
    });
}

auto layer_gate(const Boards& gradients, const Boards& outputs, const Boards& sums, const BoardsOut& gated, std::size_t threads) {
    return with_shape_of(sums, [&]<typename S>(S) {
        const std::size_t boards = gradients.shape(0);
        for (const Boards& array : {gradients, outputs, sums}) require_boards<S>(array, boards, S::FILTERS);
        require_boards<S>(gated, boards, S::FILTERS);
        layer::Moments<S> moments;
        {
            nb::gil_scoped_release release;
            moments = layer::gate<S>(gradients.data(), outputs.data(), sums.data(), boards, gated.data(), threads);
        }
        return give_moments<S>(moments);
    });
}

auto layer_convolve_back(const Boards& gated, const Boards& sums, const Vector& a, const Vector& b, const Vector& c,
                         const Boards& inputs, const std::optional<Filters>& turned_filters, bool skip,
                         const std::optional<BoardsOut>& input_gradients, std::size_t threads) {
    return with_shape_of(sums, [&]<typename S>(S) {
        const std::size_t boards = gated.shape(0), channels = inputs.shape(3);
        for (const Boards& array : {gated, sums}) require_boards<S>(array, boards, S::FILTERS);
        require_boards<S>(inputs, boards, channels);
        require(channels % 16 == 0, "channels must be a multiple of 16");
        for (const Vector& vector : {a, b, c}) require(vector.size() == S::FILTERS, "slopes must have a number for each filter");
        require(turned_filters.has_value() == input_gradients.has_value(), "filters and input gradients go together");
        if (input_gradients) {
            require_boards<S>(*input_gradients, boards, channels);
            require_filters<S>(*turned_filters, channels);
            require(channels == S::FILTERS, "input gradients need as many channels as there are filters");
        }
        std::vector<float> gradients;
        {
            nb::gil_scoped_release release;
            const layer::Slopes<S> slopes{gated.data(), sums.data(), a.data(), b.data(), c.data()};
            gradients = layer::convolve_back<S>(slopes, inputs.data(), boards, channels,
                                                turned_filters ? turned_filters->data() : nullptr, skip,
                                                input_gradients ? input_gradients->data() : nullptr, threads);
        }
        return give(std::move(gradients), {layer::POINTS, channels, S::FILTERS});
    });
}

}  // namespace

void add_layers(nb::module_& module) {
    module.def("layer_lanes", [] { return layer::LANES; });
    module.def("layer_convolve", &layer_convolve, nb::arg("inputs"), nb::arg("filters"), nb::arg("outputs"), nb::arg("threads"));
    module.def("layer_activate", &layer_activate, nb::arg("sums"), nb::arg("skipped").none(), nb::arg("scale"), nb::arg("shift"),
               nb::arg("outputs"), nb::arg("threads"));
    module.def("layer_gate", &layer_gate, nb::arg("gradients"), nb::arg("outputs"), nb::arg("sums"), nb::arg("gated"),
               nb::arg("threads"));
    module.def("layer_convolve_back", &layer_convolve_back, nb::arg("gated"), nb::arg("sums"), nb::arg("a"), nb::arg("b"),
               nb::arg("c"), nb::arg("inputs"), nb::arg("turned_filters").none(), nb::arg("skip"),
               nb::arg("input_gradients").none(), nb::arg("threads"));
}

}  // namespace kibitz::bindings
