// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QGuiApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope::ui {
namespace {

/// Fusion derives the outlines of its controls from the window's colour, darker. On a dark window
/// they would vanish, so those controls are handed a lighter one to derive them from.
class OutlinedFusion : public QProxyStyle {
public:
    explicit OutlinedFusion(const QColor &outline)
        : QProxyStyle(QStringLiteral("Fusion")), m_window(outline.lighter(140)) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override {
        switch (element) {
        case PE_FrameLineEdit:
        case PE_PanelLineEdit:
        case PE_IndicatorCheckBox:
        case PE_IndicatorRadioButton:
        case PE_PanelButtonCommand:
        case PE_PanelButtonTool:
        case PE_Frame:
        case PE_FrameGroupBox: {
            const Swap swap(option, m_window);
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
        }
    }
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override {
        if (control != CC_SpinBox && control != CC_ComboBox && control != CC_Slider) {
            QProxyStyle::drawComplexControl(control, option, painter, widget);
            return;
        }
        const Swap swap(option, m_window);
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget) const override {
        QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
        const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        // The arrow of a menu stands in the corner, where Fusion leaves no room beside a text.
        if (type == CT_ToolButton && button && !button->text.isEmpty() &&
            (button->features & QStyleOptionToolButton::HasMenu))
            size.rwidth() += 2 * pixelMetric(PM_MenuButtonIndicator, option, widget);
        return size;
    }

private:
    // Options are made on the stack by the widget that draws itself, so changing one for the time
    // of the call is safe, and copying each kind of option is not needed.
    struct Swap {
        Swap(const QStyleOption *option, const QColor &window)
            : palette(const_cast<QStyleOption *>(option)->palette), before(palette) {
            palette.setColor(QPalette::Window, window);
        }
        ~Swap() { palette = before; }
        Swap(const Swap &) = delete;
        Swap &operator=(const Swap &) = delete;
        QPalette &palette;
        QPalette before;
    };
    QColor m_window;
};

} // namespace

const Palette &Palette::light() {
    static const Palette palette{
        QColor(0xFA, 0xFA, 0xF9), QColor(0xFF, 0xFF, 0xFF), QColor(0xE7, 0xE5, 0xE4),
        QColor(0x1C, 0x19, 0x17), QColor(0x57, 0x53, 0x4E), QColor(0x0F, 0x76, 0x6E),
        QColor(0xB4, 0x53, 0x09), QColor(0xB9, 0x1C, 0x1C), false};
    return palette;
}

const Palette &Palette::darkPalette() {
    static const Palette palette{
        QColor(0x17, 0x16, 0x14), QColor(0x21, 0x1F, 0x1D), QColor(0x3A, 0x37, 0x33),
        QColor(0xF5, 0xF5, 0xF4), QColor(0xA8, 0xA2, 0x9E), QColor(0x2D, 0xD4, 0xBF),
        QColor(0xFB, 0xBF, 0x24), QColor(0xF8, 0x71, 0x71), true};
    return palette;
}

QColor headColour(std::size_t head, bool dark) {
    // Sixteen hues in an order that keeps neighbours far apart; heads also carry their number, so
    // colour never has to tell them apart alone.
    static constexpr std::array<int, 16> kHues = {205, 25, 145, 285, 355, 50, 180, 325,
                                                  235, 85, 10,  165, 260, 38, 120, 305};
    const std::size_t i = head % kHues.size();
    return QColor::fromHsl(kHues[i], dark ? 170 : 165, (dark ? 165 : 105) + (i % 3 == 1 ? 12 : 0));
}

QColor seriesColour(std::size_t index, bool dark) {
    // Okabe and Ito's colours for all eyes, without the yellow that no paper shows.
    static constexpr std::array<QRgb, 6> kLight = {0x0072B2, 0xD55E00, 0x009E73,
                                                   0xCC79A7, 0x56B4E9, 0xB8860B};
    static constexpr std::array<QRgb, 6> kDark = {0x56B4E9, 0xF08A3C, 0x2CC9A0,
                                                  0xE39CC4, 0x9AD0F5, 0xE6C34A};
    const auto &table = dark ? kDark : kLight;
    return QColor::fromRgb(table[index % table.size()]);
}

QFont interfaceFont(double pixelSize, QFont::Weight weight) {
    QFont font;
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                      QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")});
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixelSize))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

bool systemPrefersDark() {
    const QPalette palette = QGuiApplication::palette();
    return palette.color(QPalette::Window).lightnessF() <
           palette.color(QPalette::WindowText).lightnessF();
}

void applyTheme(QApplication &application, const Palette &c) {
    QApplication::setStyle(
        new OutlinedFusion(c.dark ? QColor(0x5E, 0x59, 0x53) : QColor(0xB8, 0xB4, 0xB0)));
    QPalette palette;
    palette.setColor(QPalette::Window, c.ground);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.panel);
    palette.setColor(QPalette::AlternateBase, c.ground);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.dark ? c.panel.lighter(120) : c.panel);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.red);
    palette.setColor(QPalette::ToolTipBase, c.panel);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.dark ? c.ground : c.panel);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::Light, c.dark ? c.line.lighter(120) : c.panel);
    palette.setColor(QPalette::Midlight, c.line);
    palette.setColor(QPalette::Mid, c.line);
    palette.setColor(QPalette::Dark, c.dark ? c.ground.darker(130) : c.line.darker(120));
    palette.setColor(QPalette::Shadow, c.dark ? QColor(Qt::black) : c.line.darker(150));
    const QColor faint = c.dark ? QColor(0x6B, 0x66, 0x60) : QColor(0xA8, 0xA2, 0x9E);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    QApplication::setPalette(palette);
    QApplication::setFont(interfaceFont(kTextSize));
    application.setStyleSheet(
        QStringLiteral("QToolTip { background: %1; color: %3; border: 1px solid %2; padding: 4px; }"
                       "QDockWidget::title { padding: 6px 8px; text-align: left; }"
                       "QMainWindow::separator { width: 1px; height: 1px; background: %2; }"
                       "QStatusBar { border-top: 1px solid %2; }"
                       "QStatusBar::item { border: none; }"
                       "QTabWidget::pane { border: none; border-top: 1px solid %2; }"
                       "QTabBar::tab { padding: 7px 14px; border: none; color: %4; }"
                       "QTabBar::tab:selected { color: %3; border-bottom: 2px solid %5; }"
                       "QTabBar::tab:hover { color: %3; }"
                       "QTabBar::tab:focus { color: %5; }"
                       "QToolBar { border: none; border-bottom: 1px solid %2; spacing: 4px;"
                       " padding: 3px 6px; }"
                       "QScrollArea { border: none; background: transparent; }"
                       "*[role=\"muted\"] { color: %4; font-size: 11px; }"
                       "*[role=\"badge\"] { color: %6; }"
                       "*[role=\"error\"] { color: %7; }")
            .arg(c.panel.name(), c.line.name(), c.text.name(), c.muted.name(), c.accent.name(),
                 c.amber.name(), c.red.name()));
}

} // namespace attnscope::ui
