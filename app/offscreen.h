// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

class QApplication;

namespace attnscope::app {

/// Qt without a display: what pictures need (fonts, painters), on the offscreen platform whatever
/// the environment says, at a scale of 1.
class OffscreenApplication {
public:
    OffscreenApplication();
    ~OffscreenApplication();

private:
    std::unique_ptr<QApplication> m_application;
};

} // namespace attnscope::app
