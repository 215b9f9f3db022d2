// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standard_problem.h"

#include "core/session.h"

#include <string>

namespace attnscope::app {

core::Problem standardProblem(int length, int dModel, int heads) {
    core::Session s;
    s.config.dModel = dModel;
    s.config.heads = heads;
    s.config.dK = s.config.dV = dModel / heads;
    std::string line;
    for (int i = 0; i < length; ++i)
        line += "t" + std::to_string(i) + " ";
    core::setText(s, {line});
    return core::makeProblem(s);
}

} // namespace attnscope::app
