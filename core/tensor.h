// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::core {

/// Extents of an array, outermost first. An empty shape is a scalar (one element).
using Shape = std::vector<std::size_t>;

/// Number of elements of a shape: the product of its extents (1 for a scalar).
[[nodiscard]] inline std::size_t elementCount(const Shape &shape) {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

/// "[2, 3, 4]"
[[nodiscard]] std::string toString(const Shape &shape);

/// A dense row-major array with shared, copy-on-write storage.
///
/// Copies are cheap and safe to hand to another thread: nobody can change an element that somebody
/// else sees, because `mutableData()` detaches first. Two arrays with equal `identity()` hold the
/// same bytes – this is how an engine knows that a buffer need not be written again. (Keep a copy
/// of the array beside the identity, or its address may be reused.)
///
/// A default-constructed array is *absent* (no bias, no mask, stage not kept), which is not the
/// same as an array of zeros; `present()` tells.
template <class T> class Array {
public:
    using value_type = T;

    Array() = default;

    explicit Array(Shape shape, T fill = T{})
        : m_shape(std::move(shape)), m_size(elementCount(m_shape)), m_data(allocate(m_size)) {
        std::fill_n(m_data.get(), m_size, fill);
    }

    /// \throws std::invalid_argument when the number of values does not fit the shape.
    Array(Shape shape, std::span<const T> values)
        : m_shape(std::move(shape)), m_size(elementCount(m_shape)), m_data(allocate(m_size)) {
        if (values.size() != m_size)
            throw std::invalid_argument("Array: " + std::to_string(values.size()) +
                                        " values do not fit the shape " + toString(m_shape));
        std::copy(values.begin(), values.end(), m_data.get());
    }

    Array(Shape shape, std::initializer_list<T> values)
        : Array(std::move(shape), std::span<const T>(values.begin(), values.size())) {}

    /// Storage whose elements are not yet set; for producers that write every element.
    [[nodiscard]] static Array uninitialised(Shape shape) {
        Array a;
        a.m_shape = std::move(shape);
        a.m_size = elementCount(a.m_shape);
        a.m_data = allocate(a.m_size);
        return a;
    }

    /// An array over memory that somebody else owns (a mapped device buffer, say); `data` keeps
    /// the owner alive. It is treated as shared: mutableData() copies it first.
    [[nodiscard]] static Array borrowed(Shape shape, std::shared_ptr<const T> data) {
        Array a;
        a.m_shape = std::move(shape);
        a.m_size = elementCount(a.m_shape);
        a.m_data = std::const_pointer_cast<T>(std::move(data));
        a.m_borrowed = true;
        return a;
    }

    [[nodiscard]] bool present() const { return m_data != nullptr; }
    [[nodiscard]] const Shape &shape() const { return m_shape; }
    [[nodiscard]] std::size_t rank() const { return m_shape.size(); }
    [[nodiscard]] std::size_t extent(std::size_t axis) const { return m_shape.at(axis); }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t bytes() const { return m_size * sizeof(T); }
    [[nodiscard]] const T *data() const { return m_data.get(); }
    [[nodiscard]] std::span<const T> values() const { return {m_data.get(), m_size}; }
    [[nodiscard]] const void *identity() const { return m_data.get(); }

    /// Writable elements; copies them first when anybody else holds them.
    [[nodiscard]] T *mutableData() {
        if (m_data && (m_borrowed || m_data.use_count() > 1)) {
            auto copy = allocate(m_size);
            std::copy_n(m_data.get(), m_size, copy.get());
            m_data = std::move(copy);
            m_borrowed = false;
        }
        return m_data.get();
    }

    /// Element by index, one index an axis; unchecked beyond the flat bound.
    template <class... I> [[nodiscard]] const T &operator()(I... index) const {
        return m_data.get()[offset(static_cast<std::size_t>(index)...)];
    }
    template <class... I> [[nodiscard]] std::size_t offset(I... index) const {
        const std::size_t at[] = {static_cast<std::size_t>(index)..., 0};
        std::size_t flat = 0;
        for (std::size_t a = 0; a < sizeof...(I); ++a)
            flat = flat * m_shape[a] + at[a];
        return flat;
    }

    /// The same elements under another shape. \throws std::invalid_argument on another count.
    [[nodiscard]] Array reshaped(Shape shape) const {
        if (elementCount(shape) != m_size)
            throw std::invalid_argument("Array: cannot view " + toString(m_shape) + " as " +
                                        toString(shape));
        Array a = *this;
        a.m_shape = std::move(shape);
        return a;
    }

private:
    // One element more than asked for, so that an array without elements still has an address and
    // is told apart from an absent one.
    static std::shared_ptr<T> allocate(std::size_t n) {
        return std::shared_ptr<T>(new T[n + 1], std::default_delete<T[]>());
    }

    Shape m_shape;
    std::size_t m_size = 0;
    std::shared_ptr<T> m_data;
    bool m_borrowed = false;
};

using Tensor = Array<float>;
using DoubleTensor = Array<double>;
using BoolTensor = Array<std::uint8_t>; ///< 0 or 1
using IndexTensor = Array<std::int64_t>;

/// Element-wise conversion (rounds double to float).
template <class To, class From> [[nodiscard]] Array<To> converted(const Array<From> &from) {
    if (!from.present())
        return {};
    auto to = Array<To>::uninitialised(from.shape());
    To *out = to.mutableData();
    for (std::size_t i = 0; i < from.size(); ++i)
        out[i] = static_cast<To>(from.data()[i]);
    return to;
}

} // namespace attnscope::core
