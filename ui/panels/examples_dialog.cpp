// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/examples_dialog.h"

#include "core/reference_engine.h"
#include "ui/examples.h"
#include "ui/panels/stage_strip.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

constexpr int kThumb = 96;

/// Weights of the first heads side by side, as the example computes them.
QPixmap weightsOf(const core::Session &session, bool dark) {
    try {
        core::ReferenceEngine engine;
        core::RunOptions options;
        options.keep = {core::Stage::Weights};
        const core::TracePtr trace =
            engine.run(std::make_shared<const core::Problem>(core::makeProblem(session)), options);
        return QPixmap::fromImage(
            stageThumbnail(*trace, core::Stage::Weights, 0, 0, dark)
                .scaled(kThumb, kThumb, Qt::IgnoreAspectRatio, Qt::FastTransformation));
    } catch (const std::exception &) {
        return {}; // the text beside it still says what the example is about
    }
}

} // namespace

ExamplesDialog::ExamplesDialog(const Palette &palette, QWidget *parent) : QDialog(parent) {
    setWindowTitle(tr("Examples"));
    resize(760, 600);
    auto *column = new QVBoxLayout(this);
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto *page = new QWidget(area);
    auto *grid = new QGridLayout(page);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(12);
    grid->setColumnStretch(1, 1);
    const std::vector<Example> &all = examples();
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const Example &e = all[static_cast<std::size_t>(i)];
        auto *picture = new QLabel(page);
        picture->setFixedSize(kThumb, kThumb);
        picture->setPixmap(weightsOf(exampleSession(e), palette.dark));
        auto *text =
            new QLabel(QStringLiteral("<b>%1</b><br><span>%2</span>")
                           .arg(e.shownTitle().toHtmlEscaped(), e.shownNote().toHtmlEscaped()),
                       page);
        text->setWordWrap(true);
        text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        auto *open = new QPushButton(tr("Open"), page);
        open->setAccessibleName(tr("Open %1").arg(e.shownTitle()));
        connect(open, &QPushButton::clicked, this, [this, i] {
            m_chosen = i;
            accept();
        });
        grid->addWidget(picture, i, 0);
        grid->addWidget(text, i, 1);
        grid->addWidget(open, i, 2, Qt::AlignTop);
    }
    grid->setRowStretch(static_cast<int>(all.size()), 1);
    area->setWidget(page);
    column->addWidget(area, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace attnscope::ui
