// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/input_array.h"

namespace attnscope::core {

const Tensor &inputArray(const Problem &p, Input input) {
    switch (input) {
    case Input::XEmbed:
        return p.xEmbed;
    case Input::XMemory:
        return p.xMemory;
    case Input::WQ:
        return p.wQ;
    case Input::WK:
        return p.wK;
    case Input::WV:
        return p.wV;
    case Input::WO:
        return p.wO;
    case Input::BQ:
        return p.bQ;
    case Input::BK:
        return p.bK;
    case Input::BV:
        return p.bV;
    case Input::BO:
        return p.bO;
    case Input::GammaConcat:
        return p.gammaConcat;
    case Input::BetaConcat:
        return p.betaConcat;
    case Input::GradOutput:
        break;
    }
    return p.gradOutput;
}

} // namespace attnscope::core
