// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"

#include <Eigen/Dense>

#include <algorithm>

namespace attnscope::core::lab {

std::size_t rankOf(std::span<const float> values, std::size_t rows, std::size_t columns) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Matrix> m(values.data(), static_cast<Eigen::Index>(rows),
                                     static_cast<Eigen::Index>(columns));
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(m.cast<double>());
    // fp32 leaves 6e-8 of the largest pivot where there should be nothing.
    qr.setThreshold(1e-6);
    return static_cast<std::size_t>(qr.rank());
}

Tensor columnsOf(const Tensor &w, std::size_t first, std::size_t count) {
    Tensor out({w.extent(0), count});
    for (std::size_t r = 0; r < w.extent(0); ++r)
        std::copy_n(w.data() + r * w.extent(1) + first, count, out.mutableData() + r * count);
    return out;
}

Tensor rowsOf(const Tensor &w, std::size_t first, std::size_t count) {
    const std::size_t columns = w.extent(1);
    return {{count, columns}, w.values().subspan(first * columns, count * columns)};
}

void requireDivides(int dModel, int heads) {
    if (dModel % heads == 0)
        return;
    const std::string d = std::to_string(dModel), h = std::to_string(heads);
    throw InputError({{Issue::Code::BadHeads,
                       {d, h},
                       "d_model is " + d + ", which " + h + " heads do not divide"}});
}

} // namespace attnscope::core::lab
