// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/heads_panel.h"

#include "ui/head_text.h"
#include "ui/panels/number_control.h"
#include "ui/session_document.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace attnscope::ui {

HeadsPanel::HeadsPanel(SessionDocument &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_title(new QLabel(this)),
      m_reset(new QPushButton(this)) {
    setFixedWidth(280);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QWidget(area);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(2);
    column->addWidget(m_title);
    const core::HeadThresholds usual;
    for (const ThresholdInfo &t : thresholdTable()) {
        auto *name = new QLabel(inside);
        auto *control = new NumberControl({t.logarithmic ? t.least : 0.0,
                                           t.logarithmic ? t.most : t.most * 2,
                                           t.least,
                                           t.most,
                                           t.logarithmic,
                                           t.decimals,
                                           usual.*t.field,
                                           {}},
                                          inside);
        column->addSpacing(4);
        column->addWidget(name);
        column->addWidget(control);
        m_names.push_back(name);
        m_controls.push_back(control);
        connect(control, &NumberControl::dragStarted, &document, &SessionDocument::beginDrag);
        connect(control, &NumberControl::dragEnded, &document, &SessionDocument::endDrag);
        connect(control, &NumberControl::edited, this, [this, field = t.field](double value) {
            m_document.changeView([&](ViewSettings &v) { v.thresholds.*field = value; });
        });
    }
    column->addSpacing(8);
    column->addWidget(m_reset, 0, Qt::AlignLeft);
    column->addStretch(1);
    area->setWidget(inside);
    whole->addWidget(area);
    connect(m_reset, &QPushButton::clicked, this,
            [this] { m_document.changeView([](ViewSettings &v) { v.thresholds = {}; }); });
    connect(&document, &SessionDocument::viewChanged, this, &HeadsPanel::sync);
    retranslate();
    sync();
}

void HeadsPanel::sync() {
    const core::HeadThresholds &t = m_document.view().thresholds;
    for (std::size_t i = 0; i < m_controls.size(); ++i)
        m_controls[i]->setValue(t.*thresholdTable()[i].field);
    m_reset->setEnabled(t != core::HeadThresholds());
}

void HeadsPanel::retranslate() {
    m_title->setText(QStringLiteral("<b>%1</b>").arg(tr("Thresholds of the flags")));
    for (std::size_t i = 0; i < m_controls.size(); ++i) {
        const ThresholdInfo &t = thresholdTable()[i];
        m_names[i]->setText(thresholdTitle(t));
        m_names[i]->setToolTip(thresholdMeaning(t));
        const bool below = t.field == &core::HeadThresholds::focused ||
                           t.field == &core::HeadThresholds::deadShare ||
                           t.field == &core::HeadThresholds::silentGradient;
        m_controls[i]->setTexts(thresholdTitle(t),
                                below ? QStringLiteral("&lt;") : QStringLiteral("&gt;"), {},
                                thresholdMeaning(t));
    }
    m_reset->setText(tr("Usual values"));
}

} // namespace attnscope::ui
