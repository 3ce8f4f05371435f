// Numpy arrays at the border between Python and the core: borrowed on the way in, owned by Python on the way out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace kibitz::bindings {

namespace nb = nanobind;

template <typename T>
using Input = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
using InputTable = nb::ndarray<const T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename T>
using Output = nb::ndarray<nb::numpy, T>;

template <typename T>
std::span<const T> view(const Input<T>& array) {
    return {array.data(), array.size()};
}

// Hands a vector over to Python without copying it. The shape's product must be the vector's size.
template <typename T>
Output<T> give(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    nb::capsule owner(owned.release(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    return Output<T>(data, shape, owner);
}

template <typename T>
Output<T> give(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return give(std::move(values), {size});
}

inline void require_same_length(std::size_t first, std::size_t second) {
    if (first != second) throw std::invalid_argument("arrays must have the same length");
}

}  // namespace kibitz::bindings
