// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/number_control.h"
#include "ui/panels/refusal_banner.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>

#include <map>
#include <vector>

namespace attnscope::ui {

/// The widgets of the controls panel; shared by the files that build, connect and name them.
struct ControlsPanel::Widgets {
    struct Heading {
        QLabel *label;
        const char *text;
    };
    std::vector<Heading> headings;

    RefusalBanner *banner = nullptr;
    QPlainTextEdit *text = nullptr;
    QCheckBox *cross = nullptr;
    QPlainTextEdit *memory = nullptr;

    std::map<QString, NumberControl *> numbers;
    QToolButton *tie = nullptr;
    QCheckBox *share = nullptr;

    QComboBox *scaling = nullptr;
    QDoubleSpinBox *scalingValue = nullptr;

    QCheckBox *positional = nullptr;

    QCheckBox *causal = nullptr;
    QComboBox *alignment = nullptr;
    QCheckBox *padding = nullptr;
    QCheckBox *custom = nullptr;
    QLabel *applicationLabel = nullptr, *fillLabel = nullptr, *emptyLabel = nullptr;
    QComboBox *application = nullptr;
    QComboBox *fill = nullptr;
    QDoubleSpinBox *fillValue = nullptr;
    QComboBox *empty = nullptr;

    QLabel *normLabel = nullptr, *dropoutSeedLabel = nullptr;
    QComboBox *norm = nullptr;
    QSpinBox *dropoutSeed = nullptr;

    struct InitRow {
        core::Input input;
        QLabel *label;
        QComboBox *method;
        QDoubleSpinBox *value;
    };
    std::vector<InitRow> inits;
};

} // namespace attnscope::ui
