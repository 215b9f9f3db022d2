// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/controls_panel.h"

#include "ui/edits.h"
#include "ui/panels/controls_widgets.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"

#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {

namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr double kFills[] = {kMinusInfinity, -1e9, -1e4}; // then: a number of one's own

std::vector<std::string> linesOf(const QPlainTextEdit &edit) {
    std::vector<std::string> lines;
    for (const QString &line : edit.toPlainText().split(QLatin1Char('\n')))
        lines.push_back(line.toStdString());
    return lines;
}

/// Replaces the text unless it says the same but for blank lines, so that a cursor is not moved.
void showLines(QPlainTextEdit &edit, const std::vector<std::string> &lines) {
    QStringList here, there;
    for (const QString &line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            here << line;
    for (const std::string &line : lines)
        if (const QString l = QString::fromStdString(line); !l.trimmed().isEmpty())
            there << l;
    if (here == there)
        return;
    const QSignalBlocker quiet(&edit);
    const int at = edit.textCursor().position();
    edit.setPlainText(there.join(QLatin1Char('\n')));
    QTextCursor cursor = edit.textCursor();
    cursor.setPosition(std::min(at, std::max(edit.document()->characterCount() - 1, 0)));
    edit.setTextCursor(cursor);
}

void choose(QComboBox &box, int index) {
    const QSignalBlocker quiet(&box);
    box.setCurrentIndex(index);
}
void check(QAbstractButton &box, bool on) {
    const QSignalBlocker quiet(&box);
    box.setChecked(on);
}
template <class Box, class Value> void showValue(Box &box, Value value) {
    const QSignalBlocker quiet(&box);
    box.setValue(value);
}

} // namespace

ControlsPanel::ControlsPanel(SessionDocument &document, QWidget *parent)
    : QScrollArea(parent), m_document(document), m(std::make_unique<Widgets>()) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    build();
    retranslate();
    connectAll();
    sync();
}

ControlsPanel::~ControlsPanel() = default;

NumberControl *ControlsPanel::number(const QString &name) const { return m->numbers.at(name); }
RefusalBanner *ControlsPanel::banner() const { return m->banner; }

void ControlsPanel::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QScrollArea::changeEvent(event);
}

void ControlsPanel::resizeEvent(QResizeEvent *event) {
    QScrollArea::resizeEvent(event);
    placeBanner();
}

bool ControlsPanel::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m->banner && (event->type() == QEvent::Show || event->type() == QEvent::Hide ||
                                 event->type() == QEvent::LayoutRequest))
        placeBanner();
    return QScrollArea::eventFilter(watched, event);
}

void ControlsPanel::placeBanner() {
    const int wanted = m->banner->isHidden() ? 0 : m->banner->heightForWidth(viewport()->width());
    const int tall = std::min(wanted, height() * 2 / 3);
    setViewportMargins(0, 0, 0, tall);
    m->banner->setGeometry(0, height() - tall, viewport()->width(), tall);
}

void ControlsPanel::connectAll() {
    m->banner->installEventFilter(this);

    SessionDocument &d = m_document;
    const auto edit = [&d](const QString &text, const QString &field, const SessionEdit &change) {
        d.edit(text, field, change);
    };
    connect(&d, &SessionDocument::sessionChanged, this, &ControlsPanel::sync);
    connect(&d, &SessionDocument::refused, this,
            [this](const Refusal &refusal) { m->banner->show(refusal); });
    connect(&d, &SessionDocument::refusalCleared, this, [this] { m->banner->clear(); });
    connect(m->banner, &RefusalBanner::remedyChosen, this, [this](const Remedy &remedy) {
        m_document.edit(remedy.label, QString(), remedy.edit);
        m->banner->clear();
        sync();
    });

    connect(m->text, &QPlainTextEdit::textChanged, this, [this, edit] {
        edit(tr("Change the text"), QStringLiteral("text"),
             [lines = linesOf(*m->text)](core::Session &s) { core::setText(s, lines); });
    });
    const auto setMemory = [this, edit] {
        const bool on = m->cross->isChecked();
        edit(on ? tr("Change the other sequence") : tr("Attend to the text itself"),
             QStringLiteral("memory"), [on, lines = linesOf(*m->memory)](core::Session &s) {
                 core::setMemoryText(s, on ? lines : std::vector<std::string>());
                 if (!on)
                     s.arrays.erase(core::Input::XMemory);
             });
    };
    connect(m->memory, &QPlainTextEdit::textChanged, this, [this, setMemory] {
        if (m->cross->isChecked())
            setMemory();
    });
    connect(m->cross, &QCheckBox::toggled, this, [this, setMemory](bool on) {
        m->memory->setVisible(on);
        // Something to attend to from the first moment: the text itself, to be changed.
        if (on && m->memory->toPlainText().trimmed().isEmpty()) {
            const QSignalBlocker quiet(m->memory);
            m->memory->setPlainText(m->text->toPlainText());
        }
        setMemory();
    });

    const auto number = [this, edit](const QString &name, const QString &symbol, auto set) {
        NumberControl *c = m->numbers.at(name);
        connect(c, &NumberControl::dragStarted, &m_document, &SessionDocument::beginDrag);
        connect(c, &NumberControl::dragEnded, &m_document, &SessionDocument::endDrag);
        connect(c, &NumberControl::edited, this, [edit, set, name, symbol](double value) {
            edit(tr("Set %1 to %2").arg(symbol).arg(value), name,
                 [set, value](core::Session &s) { set(s, value); });
        });
    };
    number(QStringLiteral("d_model"), QStringLiteral("d_model"),
           [](core::Session &s, double v) { setModelWidth(s, static_cast<int>(v)); });
    number(QStringLiteral("heads"), QStringLiteral("H"),
           [](core::Session &s, double v) { setHeads(s, static_cast<int>(v)); });
    number(QStringLiteral("d_k"), QStringLiteral("d_k"),
           [](core::Session &s, double v) { setKeyWidth(s, static_cast<int>(v)); });
    number(QStringLiteral("d_v"), QStringLiteral("d_v"),
           [](core::Session &s, double v) { setValueWidth(s, static_cast<int>(v)); });
    number(QStringLiteral("base"), QStringLiteral("base"),
           [](core::Session &s, double v) { s.config.positional.base = v; });
    number(QStringLiteral("dropout"), QStringLiteral("p"),
           [](core::Session &s, double v) { s.config.dropout.attention = v; });

    connect(m->tie, &QToolButton::toggled, this, [this, edit](bool on) {
        edit(on ? tr("Lock d_k to d_model / H") : tr("Unlock d_k"), QString(),
             [on](core::Session &s) { setTied(s, on); });
        sync();
    });
    connect(m->share, &QCheckBox::toggled, this, [this, edit](bool on) {
        edit(on ? tr("Share keys and values") : tr("Separate keys and values"), QString(),
             [on](core::Session &s) { s.config.shareKv = on; });
        sync();
    });
    connect(m->scaling, &QComboBox::activated, this, [this, edit](int i) {
        edit(tr("Scale: %1").arg(m->scaling->itemText(i)), QString(),
             [i](core::Session &s) { s.config.scaling.mode = static_cast<core::ScalingMode>(i); });
    });
    connect(m->scalingValue, &QDoubleSpinBox::valueChanged, this, [edit](double v) {
        edit(tr("Set the scale to %1").arg(v), QStringLiteral("scale"), [v](core::Session &s) {
            s.config.scaling = {core::ScalingMode::Custom, v};
        });
    });
    connect(m->positional, &QCheckBox::toggled, this, [edit](bool on) {
        edit(on ? tr("Switch the positional encoding on")
                : tr("Switch the positional encoding off"),
             QString(), [on](core::Session &s) {
                 s.config.positional.kind =
                     on ? core::PositionalKind::Sinusoidal : core::PositionalKind::None;
             });
    });

    const auto mask = [this, edit](QCheckBox *box, const QString &on, const QString &off,
                                   auto set) {
        connect(box, &QCheckBox::toggled, this, [edit, on, off, set](bool checked) {
            edit(checked ? on : off, QString(),
                 [set, checked](core::Session &s) { set(s.config.mask, checked); });
        });
    };
    mask(m->causal, tr("Mask the future"), tr("Show the future"),
         [](core::MaskConfig &c, bool on) { c.causal = on; });
    mask(m->padding, tr("Mask the padding"), tr("Show the padding"),
         [](core::MaskConfig &c, bool on) { c.padding = on; });
    mask(m->custom, tr("Use the painted mask"), tr("Leave the painted mask out"),
         [](core::MaskConfig &c, bool on) { c.custom = on; });
    connect(m->alignment, &QComboBox::activated, this, [edit](int i) {
        edit(tr("Change where the causal mask starts"), QString(), [i](core::Session &s) {
            s.config.mask.causalAlignment = static_cast<core::CausalAlignment>(i);
        });
    });
    connect(m->application, &QComboBox::activated, this, [this, edit](int i) {
        edit(tr("Mask: %1").arg(m->application->itemText(i)), QString(), [i](core::Session &s) {
            s.config.mask.application = static_cast<core::MaskApplication>(i);
        });
    });
    connect(m->fill, &QComboBox::activated, this, [this, edit](int i) {
        const double fill = i < 3 ? kFills[i] : m->fillValue->value();
        m->fillValue->setVisible(i == 3);
        edit(tr("Fill hidden scores with %1").arg(fillText(fill)), QString(),
             [fill](core::Session &s) { s.config.mask.fill = fill; });
    });
    connect(m->fillValue, &QDoubleSpinBox::valueChanged, this, [edit](double fill) {
        edit(tr("Fill hidden scores with %1").arg(fillText(fill)), QStringLiteral("fill"),
             [fill](core::Session &s) { s.config.mask.fill = fill; });
    });
    connect(m->empty, &QComboBox::activated, this, [edit](int i) {
        edit(i == 0 ? tr("Empty rows: zero") : tr("Empty rows: NaN"), QString(),
             [i](core::Session &s) { s.config.mask.emptyRow = static_cast<core::EmptyRow>(i); });
    });
    connect(m->norm, &QComboBox::activated, this, [this, edit](int i) {
        edit(tr("Normalise: %1").arg(m->norm->itemText(i)), QString(),
             [i](core::Session &s) { s.config.normConcat = static_cast<core::ConcatNorm>(i); });
    });
    connect(m->dropoutSeed, &QSpinBox::valueChanged, this, [edit](int seed) {
        edit(tr("Set the dropout seed to %1").arg(seed), QStringLiteral("dropout.seed"),
             [seed](core::Session &s) {
                 s.config.dropout.seed = static_cast<std::uint64_t>(seed);
                 s.dropoutKeep = {};
             });
    });
    for (const Widgets::InitRow &row : m->inits) {
        const auto set = [edit, row] {
            const auto method = static_cast<core::InitMethod>(row.method->currentIndex());
            const double value = row.value->value();
            edit(tr("Draw %1: %2").arg(row.label->text(), row.method->currentText()),
                 row.label->text(), [row, method, value](core::Session &s) {
                     const auto at = s.init.find(row.input);
                     core::Initialiser init =
                         at == s.init.end() ? core::defaultInit(row.input) : at->second;
                     init.method = method;
                     init.value = value;
                     s.init[row.input] = init;
                     s.arrays.erase(row.input); // drawn again instead of what was brought in
                 });
        };
        connect(row.method, &QComboBox::activated, this, set);
        connect(row.value, &QDoubleSpinBox::valueChanged, this, set);
    }
}

void ControlsPanel::sync() {
    const core::Session &s = m_document.session();
    const core::Config &c = s.config;
    showLines(*m->text, s.text);
    const bool cross = !s.memoryTokens.empty() || s.arrays.count(core::Input::XMemory) > 0;
    check(*m->cross, cross);
    m->memory->setVisible(cross);
    if (cross)
        showLines(*m->memory, s.memoryText);

    const auto number = [this](const char *name, double v) {
        m->numbers.at(QLatin1String(name))->setValue(v);
    };
    number("d_model", c.dModel);
    number("heads", c.heads);
    number("d_k", c.dK);
    number("d_v", c.dV);
    number("base", c.positional.base);
    number("dropout", c.dropout.attention);
    check(*m->tie, s.tieDk);
    m->tie->setText(s.tieDk ? tr("locked: d_k = d_v = D / H") : tr("free: d_k and d_v by hand"));
    check(*m->share, c.shareKv);

    choose(*m->scaling, static_cast<int>(c.scaling.mode));
    m->scalingValue->setVisible(c.scaling.mode == core::ScalingMode::Custom);
    showValue(*m->scalingValue, c.scaling.value);
    check(*m->positional, c.positional.kind != core::PositionalKind::None);
    m->numbers.at(QStringLiteral("base"))
        ->setEnabled(c.positional.kind != core::PositionalKind::None);

    check(*m->causal, c.mask.causal);
    m->alignment->setEnabled(c.mask.causal);
    choose(*m->alignment, static_cast<int>(c.mask.causalAlignment));
    check(*m->padding, c.mask.padding);
    m->custom->setVisible(s.maskKeep.present());
    check(*m->custom, c.mask.custom);
    choose(*m->application, static_cast<int>(c.mask.application));
    int fill = 3;
    for (int i = 0; i < 3; ++i)
        if (kFills[i] == c.mask.fill)
            fill = i;
    choose(*m->fill, fill);
    m->fillValue->setVisible(fill == 3);
    if (fill == 3)
        showValue(*m->fillValue, c.mask.fill);
    choose(*m->empty, static_cast<int>(c.mask.emptyRow));

    choose(*m->norm, static_cast<int>(c.normConcat));
    showValue(*m->dropoutSeed, static_cast<int>(c.dropout.seed & 0x7fffffff));
    m->dropoutSeed->setEnabled(c.dropout.attention > 0);
    m->dropoutSeedLabel->setEnabled(c.dropout.attention > 0);
    for (const Widgets::InitRow &row : m->inits) {
        const auto at = s.init.find(row.input);
        const core::Initialiser init =
            at == s.init.end() ? core::defaultInit(row.input) : at->second;
        choose(*row.method, s.arrays.count(row.input) ? -1 : static_cast<int>(init.method));
        const bool valued =
            init.method == core::InitMethod::Normal || init.method == core::InitMethod::Uniform ||
            init.method == core::InitMethod::Constant || init.method == core::InitMethod::Identity;
        row.value->setVisible(valued && !s.arrays.count(row.input));
        showValue(*row.value, init.value);
    }
}

} // namespace attnscope::ui
