// The training layer for Python, over float32 arrays [boards, 8, 8, channels].
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

template <typename Array>
void require_boards(const Array& array, std::size_t boards, std::size_t channels) {
    require(array.shape(0) == boards && array.shape(1) == 8 && array.shape(2) == 8 && array.shape(3) == channels,
            "boards must have the shape [boards, 8, 8, channels]");
}

void require_filters(const Filters& filters, std::size_t channels) {
    require(filters.shape(0) == layer::POINTS && filters.shape(1) == channels && filters.shape(2) == layer::FILTERS,
            "filters must have the shape [36, channels, 64]");
    require(channels % 16 == 0, "channels must be a multiple of 16");
}

auto give_moments(const layer::Moments& moments) {
    return std::make_tuple(give(std::vector<double>(moments.first.begin(), moments.first.end())),
                           give(std::vector<double>(moments.second.begin(), moments.second.end())));
}

auto layer_convolve(const Boards& inputs, const Filters& filters, const BoardsOut& outputs, std::size_t threads) {
    const std::size_t boards = inputs.shape(0), channels = inputs.shape(3);
    require_boards(inputs, boards, channels);
    require_boards(outputs, boards, layer::FILTERS);
    require_filters(filters, channels);
    layer::Moments moments;
    {
        nb::gil_scoped_release release;
        moments = layer::convolve(inputs.data(), boards, channels, filters.data(), outputs.data(), threads);
    }
    return give_moments(moments);
}

void layer_activate(const Boards& sums, const std::optional<Boards>& skipped, const Vector& scale, const Vector& shift,
                    const BoardsOut& outputs, std::size_t threads) {
    const std::size_t boards = sums.shape(0);
    require_boards(sums, boards, layer::FILTERS);
    require_boards(outputs, boards, layer::FILTERS);
    if (skipped) require_boards(*skipped, boards, layer::FILTERS);
    require(scale.size() == layer::FILTERS && shift.size() == layer::FILTERS, "scale and shift must have 64 numbers");
    nb::gil_scoped_release release;
    layer::activate(sums.data(), skipped ? skipped->data() : nullptr, scale.data(), shift.data(), boards, outputs.data(), threads);
}

auto layer_gate(const Boards& gradients, const Boards& outputs, const Boards& sums, const BoardsOut& gated, std::size_t threads) {
    const std::size_t boards = gradients.shape(0);
    for (const Boards& array : {gradients, outputs, sums}) require_boards(array, boards, layer::FILTERS);
    require_boards(gated, boards, layer::FILTERS);
    layer::Moments moments;
    {
        nb::gil_scoped_release release;
        moments = layer::gate(gradients.data(), outputs.data(), sums.data(), boards, gated.data(), threads);
    }
    return give_moments(moments);
}

auto layer_convolve_back(const Boards& gated, const Boards& sums, const Vector& a, const Vector& b, const Vector& c,
                         const Boards& inputs, const std::optional<Filters>& turned_filters, bool skip,
                         const std::optional<BoardsOut>& input_gradients, std::size_t threads) {
    const std::size_t boards = gated.shape(0), channels = inputs.shape(3);
    for (const Boards& array : {gated, sums}) require_boards(array, boards, layer::FILTERS);
    require_boards(inputs, boards, channels);
    require(channels % 16 == 0, "channels must be a multiple of 16");
    for (const Vector& vector : {a, b, c}) require(vector.size() == layer::FILTERS, "slopes must have 64 numbers");
    require(turned_filters.has_value() == input_gradients.has_value(), "filters and input gradients go together");
    if (input_gradients) {
        require_boards(*input_gradients, boards, channels);
        require_filters(*turned_filters, channels);
        require(channels == layer::FILTERS, "input gradients need 64 channels");
    }
    std::vector<float> gradients;
    {
        nb::gil_scoped_release release;
        const layer::Slopes slopes{gated.data(), sums.data(), a.data(), b.data(), c.data()};
        gradients = layer::convolve_back(slopes, inputs.data(), boards, channels, turned_filters ? turned_filters->data() : nullptr,
                                         skip, input_gradients ? input_gradients->data() : nullptr, threads);
    }
    return give(std::move(gradients), {layer::POINTS, channels, layer::FILTERS});
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
