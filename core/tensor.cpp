// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor.h"

namespace attnscope::core {

std::string toString(const Shape &shape) {
    std::string text = "[";
    for (std::size_t a = 0; a < shape.size(); ++a)
        text += (a ? ", " : "") + std::to_string(shape[a]);
    return text + "]";
}

} // namespace attnscope::core
