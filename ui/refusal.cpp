// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/refusal.h"

#include "ui/edits.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope::ui {

namespace {

struct RefusalText {
    Q_DECLARE_TR_FUNCTIONS(RefusalText)
};

} // namespace

std::vector<int> nearestDivisors(int width, int heads) {
    std::vector<int> found;
    for (int h = std::min(heads, width); h >= 1; --h)
        if (width % h == 0) {
            found.push_back(h);
            break;
        }
    for (int h = std::max(heads, 1) + 1; h <= width; ++h)
        if (width % h == 0) {
            found.push_back(h);
            break;
        }
    return found;
}

std::optional<Refusal> checkSettings(const core::Session &s) {
    const core::Config &c = s.config;
    if (s.tieDk && c.heads > 0 && c.dModel > 0 && c.dModel % c.heads != 0) {
        Refusal r;
        r.sentence = RefusalText::tr("d_model = %1 cannot be divided among %2 heads while d_k = "
                                     "d_model / heads is locked.")
                         .arg(c.dModel)
                         .arg(c.heads);
        for (int h : nearestDivisors(c.dModel, c.heads))
            r.remedies.push_back({RefusalText::tr("%n head(s)", nullptr, h),
                                  [h](core::Session &x) { setHeads(x, h); }});
        const int up = (c.dModel / c.heads + 1) * c.heads;
        const int heads = c.heads;
        r.remedies.push_back(
            {RefusalText::tr("d_model = %1").arg(up), [up, heads](core::Session &x) {
                 x.config.heads = heads;
                 setModelWidth(x, up);
             }});
        const int width = c.dModel;
        r.remedies.push_back({RefusalText::tr("unlock d_k"), [heads, width](core::Session &x) {
                                  x.tieDk = false;
                                  setHeads(x, heads);
                                  setModelWidth(x, width);
                              }});
        return r;
    }
    if (c.shareKv && c.dK != c.dV) {
        Refusal r;
        r.sentence = RefusalText::tr("Shared keys and values come from one projection, so their "
                                     "widths must agree, but d_k = %1 and d_v = %2.")
                         .arg(c.dK)
                         .arg(c.dV);
        const int k = c.dK, v = c.dV;
        r.remedies.push_back({RefusalText::tr("d_v = %1").arg(k), [k](core::Session &x) {
                                  x.config.shareKv = true;
                                  x.config.dK = x.config.dV = k;
                              }});
        r.remedies.push_back({RefusalText::tr("d_k = %1").arg(v), [v](core::Session &x) {
                                  x.config.shareKv = true;
                                  x.config.dK = x.config.dV = v;
                              }});
        r.remedies.push_back({RefusalText::tr("do not share"), [k, v](core::Session &x) {
                                  x.config.shareKv = false;
                                  x.config.dK = k;
                                  x.config.dV = v;
                              }});
        return r;
    }
    return std::nullopt;
}

} // namespace attnscope::ui
