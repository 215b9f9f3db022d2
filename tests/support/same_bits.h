// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <cstring>

namespace attnscope::test {

template <class T> bool sameBits(const core::Array<T> &a, const core::Array<T> &b) {
    return a.present() == b.present() && a.shape() == b.shape() &&
           (!a.present() || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

/// Whether two sessions ask for the same pass, to the last bit of every array.
inline bool sameProblem(const core::Session &x, const core::Session &y) {
    const core::Problem a = core::makeProblem(x), b = core::makeProblem(y);
    return a.config == b.config && sameBits(a.xEmbed, b.xEmbed) && sameBits(a.xMemory, b.xMemory) &&
           sameBits(a.wQ, b.wQ) && sameBits(a.wK, b.wK) && sameBits(a.wV, b.wV) &&
           sameBits(a.wO, b.wO) && sameBits(a.bQ, b.bQ) && sameBits(a.bK, b.bK) &&
           sameBits(a.bV, b.bV) && sameBits(a.bO, b.bO) && sameBits(a.gammaConcat, b.gammaConcat) &&
           sameBits(a.betaConcat, b.betaConcat) && sameBits(a.lengths, b.lengths) &&
           sameBits(a.maskKeep, b.maskKeep) && sameBits(a.dropoutKeep, b.dropoutKeep);
}

} // namespace attnscope::test
