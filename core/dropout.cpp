// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dropout.h"

#include "core/initialiser.h"

namespace attnscope::core {

BoolTensor dropoutKeepMask(const Problem &p) {
    const DropoutConfig &dropout = p.config.dropout;
    if (!(dropout.attention > 0.0))
        return {};
    if (p.dropoutKeep.present())
        return p.dropoutKeep;
    return drawDropoutKeep(dropout.seed, dropout.attention, p.batch(), p.heads(), p.queries(),
                           p.keys());
}

} // namespace attnscope::core
