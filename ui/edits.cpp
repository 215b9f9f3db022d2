// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/edits.h"

namespace attnscope::ui {

namespace {

void follow(core::Session &s) {
    core::Config &c = s.config;
    if (s.tieDk && c.heads > 0 && c.dModel % c.heads == 0)
        c.dK = c.dV = c.dModel / c.heads;
}

} // namespace

void setHeads(core::Session &s, int heads) {
    s.config.heads = heads;
    follow(s);
}

void setModelWidth(core::Session &s, int width) {
    s.config.dModel = width;
    follow(s);
}

void setKeyWidth(core::Session &s, int width) {
    s.tieDk = false;
    s.config.dK = width;
}

void setValueWidth(core::Session &s, int width) {
    s.tieDk = false;
    s.config.dV = width;
}

void setTied(core::Session &s, bool tied) {
    s.tieDk = tied;
    follow(s);
}

} // namespace attnscope::ui
