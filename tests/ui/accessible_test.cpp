// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader meets: interface.md, law 5.
#include "plot_figures.h"
#include "tests/support/windows.h"
#include "ui/main_window.h"
#include "ui/plot/figure_view.h"
#include "ui/plot/plot_text.h"
#include "ui/views/stages_view.h"

#include <QAccessible>
#include <QAction>
#include <QMenuBar>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace attnscope::ui {
namespace {

using test::figureOf;
using test::plainMap;
using test::waitFor;
using test::windowSetup;

QAccessibleInterface *spoken(QObject *o) { return QAccessible::queryAccessibleInterface(o); }

MapPanel wordMap() {
    MapPanel map = plainMap(2, 3, {1.0f, 0.0f, 0.0f, 0.25f, 0.75f, 0.0f});
    map.title = "weights";
    map.rowLabels = {"the", "cat"};
    map.columnLabels = {"the", "cat", "sat"};
    map.keep = core::BoolTensor(core::Shape{2, 3}, std::vector<std::uint8_t>{1, 1, 1, 1, 1, 0});
    return map;
}

TEST(Accessible, AMapIsATableWhoseCellsSpeak) {
    FigureView view;
    view.resize(600, 400);
    MapPanel map = wordMap();
    view.setFigure(figureOf({map, map}));
    QAccessibleInterface *figure = spoken(&view);
    ASSERT_NE(figure, nullptr);
    ASSERT_EQ(figure->childCount(), 2);
    QAccessibleInterface *panel = figure->child(1);
    EXPECT_EQ(figure->indexOfChild(panel), 1);
    EXPECT_EQ(panel->parent(), figure);
    EXPECT_EQ(panel->role(), QAccessible::Table);
    EXPECT_EQ(panel->text(QAccessible::Name), "weights");
    QAccessibleTableInterface *table = panel->tableInterface();
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rowCount(), 2);
    EXPECT_EQ(table->columnCount(), 3);
    EXPECT_EQ(table->rowDescription(1), "1 “cat”");
    EXPECT_EQ(table->columnDescription(2), "2 “sat”");
    EXPECT_EQ(table->cellAt(2, 0), nullptr);
    EXPECT_EQ(table->cellAt(0, -1), nullptr);
    ASSERT_EQ(panel->childCount(), 6);
    for (int i = 0; i < 6; ++i) {
        QAccessibleInterface *cell = panel->child(i);
        ASSERT_NE(cell, nullptr);
        const int r = i / 3, c = i % 3;
        EXPECT_EQ(cell, table->cellAt(r, c)); // the same object each time
        EXPECT_EQ(panel->indexOfChild(cell), i);
        EXPECT_EQ(cell->parent(), panel);
        EXPECT_EQ(cell->role(), QAccessible::Cell);
        const CellRef ref{1, static_cast<std::size_t>(r), static_cast<std::size_t>(c)};
        EXPECT_EQ(cell->text(QAccessible::Name), describeCell(view.figure(), ref));
        const QPoint centre = cell->rect().center();
        EXPECT_EQ(view.cellAt(view.mapFromGlobal(centre)), ref);
        EXPECT_EQ(figure->childAt(centre.x(), centre.y()), panel);
        EXPECT_EQ(panel->childAt(centre.x(), centre.y()), cell);
    }
    EXPECT_EQ(table->cellAt(1, 1)->text(QAccessible::Name),
              "row 1 “cat” attends to column 1 “cat”: 0.750");
    EXPECT_EQ(table->cellAt(1, 1)->text(QAccessible::Value), "0.750");
    // What is hidden is said so.
    EXPECT_TRUE(table->cellAt(1, 2)->text(QAccessible::Name).contains("hidden"))
        << table->cellAt(1, 2)->text(QAccessible::Name).toStdString();

    // The same cell tells of the new numbers, and of nothing once it is gone.
    QAccessibleInterface *last = table->cellAt(1, 2);
    map = plainMap(2, 3, {0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 1.0f});
    view.setFigure(figureOf({map, map}));
    EXPECT_EQ(last->text(QAccessible::Value), "1");
    view.setFigure(figureOf({plainMap(1, 1, {1.0f})}));
    EXPECT_FALSE(last->isValid());
    EXPECT_FALSE(panel->isValid());
    EXPECT_EQ(last->text(QAccessible::Name), "");
    EXPECT_EQ(panel->childCount(), 0);
}

TEST(Accessible, PressingACellLocksIt) {
    FigureView view;
    view.resize(600, 400);
    view.setFigure(figureOf({wordMap()}));
    std::vector<CellRef> clicked;
    QObject::connect(&view, &FigureView::cellClicked, [&](CellRef c) { clicked.push_back(c); });
    auto *table = spoken(&view)->child(0)->tableInterface();
    QAccessibleActionInterface *action = table->cellAt(1, 0)->actionInterface();
    ASSERT_NE(action, nullptr);
    action->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(clicked, (std::vector<CellRef>{{0, 1, 0}}));
    EXPECT_FALSE(table->cellAt(1, 0)->tableCellInterface()->isSelected());
    view.setLocked({{0, 1, 0}});
    EXPECT_TRUE(table->cellAt(1, 0)->tableCellInterface()->isSelected());
    EXPECT_TRUE(table->cellAt(1, 0)->state().selected);
    EXPECT_EQ(table->selectedCells(), (QList<QAccessibleInterface *>{table->cellAt(1, 0)}));
}

TEST(Accessible, TablesCardsAndCurvesSpeakToo) {
    TablePanel table;
    table.title = "measures";
    table.columns = {{"head", true}, {"entropy", false}};
    table.rows.resize(1);
    table.rows[0].cells = {{"head 0", QString(), false}, {"1.05", "of 1.39", false}};
    GlyphPanel cards;
    cards.gaugeNames = {"entropy", "largest"};
    cards.glyphs.resize(1);
    cards.glyphs[0].name = "head 0";
    cards.glyphs[0].gauges.resize(2);
    cards.glyphs[0].gauges[0].value = 0.5; // the second does not exist
    CurvePanel curves;
    curves.title = "deviation";
    curves.yTitle = "σ";
    curves.series.resize(1);
    curves.series[0].name = "measured";
    curves.series[0].x = {1.0, 4.0, 16.0};
    curves.series[0].y = {1.0, 2.0, 4.0};
    Figure figure;
    figure.panels = {{table, 0, 0}, {cards, 0, 1}, {curves, 0, 2}};
    FigureView view;
    view.resize(900, 400);
    view.setFigure(std::move(figure));
    QAccessibleInterface *root = spoken(&view);
    ASSERT_EQ(root->childCount(), 3);
    EXPECT_EQ(root->child(0)->tableInterface()->cellAt(0, 1)->text(QAccessible::Name),
              "head 0 · entropy · 1.05 · of 1.39");
    EXPECT_EQ(root->child(1)->tableInterface()->cellAt(0, 0)->text(QAccessible::Name),
              "head 0 · entropy · 0.500");
    EXPECT_EQ(root->child(1)->tableInterface()->cellAt(0, 1)->text(QAccessible::Value),
              "does not exist");
    EXPECT_EQ(root->child(2)->role(), QAccessible::Chart);
    EXPECT_EQ(root->child(2)->tableInterface(), nullptr);
    EXPECT_EQ(root->child(2)->text(QAccessible::Description),
              "measured: from 1 at 1 to 4 at 16, lowest 1, highest 4");
}

TEST(Accessible, TheFocusIsOnTheCellThatArrowsCameTo) {
    FigureView view;
    view.resize(600, 400);
    view.setFigure(figureOf({wordMap()}));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.activateWindow();
    view.setFocus();
    ASSERT_TRUE(waitFor([&] { return view.hasFocus(); }));
    QAccessibleInterface *figure = spoken(&view);
    EXPECT_EQ(figure->focusChild(), nullptr);
    const auto after = [&](Qt::Key key) {
        QTest::keyClick(&view, key);
        QAccessibleInterface *cell = figure->focusChild();
        return cell && cell->state().focused ? cell->text(QAccessible::Name) : QString();
    };
    EXPECT_EQ(after(Qt::Key_Down), "row 0 “the” attends to column 0 “the”: 1"); // where one stands
    EXPECT_EQ(after(Qt::Key_Down), "row 1 “cat” attends to column 0 “the”: 0.250");
    EXPECT_EQ(after(Qt::Key_Right), "row 1 “cat” attends to column 1 “cat”: 0.750");
}

/// Whatever can be focused, clicked or set has a name; told as the path to it.
void nameless(QAccessibleInterface *node, const QString &path, QStringList &found, int depth = 0) {
    if (!node || !node->isValid() || depth > 40)
        return;
    const QAccessible::State state = node->state();
    if (state.invisible)
        return;
    const QAccessible::Role role = node->role();
    const QString name = node->text(QAccessible::Name);
    const QString here = path + QStringLiteral("/%1[%2]").arg(int(role)).arg(name);
    const bool needsName = role == QAccessible::Button || role == QAccessible::CheckBox ||
                           role == QAccessible::RadioButton || role == QAccessible::ComboBox ||
                           role == QAccessible::SpinBox || role == QAccessible::Slider ||
                           role == QAccessible::EditableText || role == QAccessible::MenuItem ||
                           role == QAccessible::PageTab || role == QAccessible::Table ||
                           role == QAccessible::Chart;
    if (needsName && name.trimmed().isEmpty()) {
        QObject *o = node->object();
        found << here + QStringLiteral(" ") +
                     (o ? QString::fromLatin1(o->metaObject()->className()) + ' ' + o->objectName()
                        : QString());
    }
    if (role == QAccessible::Table || role == QAccessible::ComboBox ||
        role == QAccessible::SpinBox || role == QAccessible::Separator)
        return; // its parts are its own
    for (int i = 0; i < node->childCount(); ++i)
        nameless(node->child(i), here, found, depth + 1);
}

TEST(Accessible, EverythingInTheWindowHasAName) {
    bool painted = false;
    MainWindow window(windowSetup());
    QObject::connect(&window, &MainWindow::framePainted, [&] { painted = true; });
    window.show();
    ASSERT_TRUE(waitFor([&] { return painted; }));
    auto *tabs = window.findChild<QTabWidget *>();
    ASSERT_NE(tabs, nullptr);
    for (int i = 0; i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        QCoreApplication::processEvents();
        QStringList found;
        nameless(spoken(&window), QString(), found);
        EXPECT_TRUE(found.isEmpty()) << tabs->tabText(i).toStdString() << ":\n"
                                     << found.join('\n').toStdString();
        EXPECT_FALSE(tabs->tabText(i).isEmpty());
    }
    // The open view's first map is reached from the window, with the trace's own numbers.
    tabs->setCurrentIndex(0);
    FigureView &view = *window.stagesView().figureView();
    auto *figure = spoken(&view);
    ASSERT_GT(figure->childCount(), 0);
    for (QAccessibleInterface *up = figure; up != spoken(&window); up = up->parent())
        ASSERT_NE(up, nullptr);
    const auto &map = std::get<MapPanel>(view.figure().panels.front().content);
    auto *table = figure->child(0)->tableInterface();
    ASSERT_EQ(table->rowCount(), int(map.rows));
    EXPECT_EQ(table->cellAt(0, 0)->text(QAccessible::Value),
              cellNumber(static_cast<double>(map.value(0, 0))));
}

} // namespace
} // namespace attnscope::ui
