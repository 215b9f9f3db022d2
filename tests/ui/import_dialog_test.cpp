// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windows.h"
#include "ui/export/array_export_dialog.h"
#include "ui/export/array_export_numbers.h"
#include "ui/import/array_preview.h"
#include "ui/import/import_dialog.h"
#include "ui/import/import_model.h"

#include "core/io/npz.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

namespace attnscope::ui {
namespace {

using core::ImportTarget;
using test::waitFor;

struct Named {
    std::string name;
    core::Shape shape;
    std::vector<float> values;
};

/// A .safetensors of float32 arrays, as the format's description lays it out.
void writeSafetensors(const std::filesystem::path &path, const std::vector<Named> &arrays) {
    std::string header = "{", data;
    for (const Named &a : arrays) {
        const std::size_t begin = data.size();
        data.append(reinterpret_cast<const char *>(a.values.data()),
                    a.values.size() * sizeof(float));
        header +=
            (header.size() > 1 ? "," : "") + ('"' + a.name) + "\":{\"dtype\":\"F32\",\"shape\":[";
        for (std::size_t i = 0; i < a.shape.size(); ++i)
            header += (i ? "," : "") + std::to_string(a.shape[i]);
        header += "],\"data_offsets\":[" + std::to_string(begin) + "," +
                  std::to_string(data.size()) + "]}";
    }
    header += "}";
    std::ofstream out(path, std::ios::binary);
    const std::uint64_t length = header.size();
    for (int i = 0; i < 8; ++i)
        out.put(static_cast<char>(length >> (8 * i)));
    out << header << data;
}

std::vector<float> counted(std::size_t n, float from = 0.0F) {
    std::vector<float> v(n);
    for (std::size_t i = 0; i < n; ++i)
        v[i] = from + static_cast<float>(i);
    return v;
}

class Import : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path path(const char *name) const {
        return toPath(folder.filePath(QLatin1String(name)));
    }
    /// The state_dict of torch.nn.MultiheadAttention(4, 2): weights lie [out, in].
    [[nodiscard]] std::filesystem::path torchFile() const {
        const auto file = path("mha.safetensors");
        writeSafetensors(file, {{"in_proj_weight", {12, 4}, counted(48)},
                                {"in_proj_bias", {12}, counted(12, 100)},
                                {"out_proj.weight", {4, 4}, counted(16, 200)},
                                {"out_proj.bias", {4}, counted(4, 300)}});
        return file;
    }
    static std::shared_ptr<const core::Session> session() {
        core::Session s = test::wordSession(3, 4, 2, 2);
        return std::make_shared<const core::Session>(s);
    }
    QTemporaryDir folder;
};

TEST_F(Import, ATorchStateDictIsMappedAndComesInTransposed) {
    ImportDialog dialog(core::ArraySource(torchFile()), session(), nullptr);
    auto *table = dialog.findChild<QTableView *>();
    QAbstractItemModelTester tester(table->model(),
                                    QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(table->model()->rowCount(), 4);
    EXPECT_EQ(dialog.plan().rows[0].target, ImportTarget::PackedWeight);
    EXPECT_EQ(dialog.plan().rows[2].target, ImportTarget::WO);
    EXPECT_TRUE(table->model()
                    ->index(0, ImportModel::Array)
                    .data()
                    .toString()
                    .contains(QStringLiteral("12 × 4")));
    dialog.accept();
    ASSERT_EQ(dialog.result().arrays.count(core::Input::WQ), 1u)
        << dialog.findChildren<QLabel *>().last()->text().toStdString();
    EXPECT_EQ(dialog.stepText(), QStringLiteral("Import 4 array(s) from mha.safetensors"));
    // Row r, column c of W is row c, column r of the file's block: 4c + r, 16 + 4c + r for W_K.
    const core::Session &s = dialog.result();
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c) {
            const auto at = static_cast<float>(4 * c + r);
            EXPECT_EQ(s.arrays.at(core::Input::WQ)(r, c), at);
            EXPECT_EQ(s.arrays.at(core::Input::WK)(r, c), 16 + at);
            EXPECT_EQ(s.arrays.at(core::Input::WV)(r, c), 32 + at);
            EXPECT_EQ(s.arrays.at(core::Input::WO)(r, c), 200 + at);
        }
    EXPECT_EQ(s.arrays.at(core::Input::BV)(3), 111.0F);
    EXPECT_EQ(s.origin.at(core::Input::WO).convention, "out,in");
}

TEST_F(Import, ASquareMatrixIsAskedAbout) {
    const auto file = path("mine.safetensors");
    writeSafetensors(file, {{"w_q", {4, 4}, counted(16)}, {"w_k", {4, 4}, counted(16, 50)}});
    ImportDialog dialog(core::ArraySource(file), session(), nullptr);
    ASSERT_EQ(core::openQuestions(dialog.plan()).size(), 2u);
    const QPushButton *import = nullptr;
    for (const QPushButton *b : dialog.findChildren<QPushButton *>())
        if (b->isDefault())
            import = b;
    ASSERT_NE(import, nullptr);
    EXPECT_FALSE(import->isEnabled()) << "nothing is guessed";
    auto *table = dialog.findChild<QTableView *>();
    EXPECT_TRUE(table->model()
                    ->index(0, ImportModel::Lies)
                    .data()
                    .toString()
                    .contains(QStringLiteral("to be said")));
    table->selectRow(0);
    QComboBox *answer = nullptr;
    for (QComboBox *box : dialog.findChildren<QComboBox *>())
        if (box->count() == 2 && box->itemText(1).contains(QStringLiteral("out, in")))
            answer = box;
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->currentIndex(), -1);
    answer->setCurrentIndex(1);
    emit answer->activated(1);
    EXPECT_EQ(core::openQuestions(dialog.plan()).size(), 1u);
    dialog.findChild<QToolButton *>()->click(); // the same for all
    EXPECT_TRUE(core::openQuestions(dialog.plan()).empty());
    EXPECT_TRUE(import->isEnabled());
    dialog.accept();
    EXPECT_EQ(dialog.result().arrays.at(core::Input::WQ)(0, 1), 4.0F);
    EXPECT_EQ(dialog.result().arrays.at(core::Input::WK)(0, 1), 54.0F);
}

TEST_F(Import, WhatCannotFitIsSaidAndNothingIsTaken) {
    const auto file = path("wide.safetensors");
    writeSafetensors(file, {{"W_Q", {4, 6}, counted(24)}, {"W_K", {4, 4}, counted(16)}});
    ImportDialog dialog(core::ArraySource(file), session(), nullptr);
    dialog.accept();
    EXPECT_NE(dialog.QDialog::result(), QDialog::Accepted);
    QString said;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        if (label->property("role") == QStringLiteral("error"))
            said = label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("W_Q")) || said.contains(QStringLiteral("W_K")))
        << said.toStdString();
}

TEST_F(Import, ThePreviewCountsWhatIsThere) {
    const auto file = path("odd.safetensors");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    writeSafetensors(file, {{"X_embed", {1, 3, 4}, {0, 1, 2, 3, nan, nan, -5, 0, 0, 0, 0, 11}}});
    ImportDialog dialog(core::ArraySource(file), session(), nullptr);
    auto *preview = dialog.findChild<ArrayPreview *>();
    ASSERT_TRUE(waitFor([&] { return preview->summary().has_value(); }));
    EXPECT_EQ(preview->summary()->nan, 2u);
    EXPECT_EQ(preview->summary()->min, -5.0);
    EXPECT_EQ(preview->summary()->max, 11.0);
    EXPECT_TRUE(preview->text().contains(QStringLiteral("2 NaN"))) << preview->text().toStdString();
}

class NumbersOut : public ::testing::Test {
protected:
    void SetUp() override {
        core::Problem p = test::fx2();
        core::ReferenceEngine engine;
        trace = engine.run(test::shared(p), {});
        core::Session s;
        s.config = p.config;
        s.tokens = {{"a", "Ġb", "c", "d", "e,f", "g"}};
        session = std::make_shared<const core::Session>(s);
    }
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    QTemporaryDir folder;
};

TEST_F(NumbersOut, OneHeadIsItsPartOfTheArray) {
    const core::Problem &p = *trace->problem;
    const auto whole = numbersOf(*trace, *session, QStringLiteral("weights"), {}, {});
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->values.shape(), (core::Shape{1, 2, 6, 6}));
    const auto one = numbersOf(*trace, *session, QStringLiteral("weights"), 1, 0);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->values.shape(), (core::Shape{6, 6}));
    EXPECT_EQ(one->axes, (std::vector<std::string>{"query", "key"}));
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            EXPECT_EQ(one->values(i, j), (*trace)[core::Stage::Weights](0, 1, i, j));
    EXPECT_EQ(one->labels.columns[1], "Ġb") << "the raw token, not its picture";
    const auto columns = numbersOf(*trace, *session, QStringLiteral("W_Q"), 1, {});
    ASSERT_TRUE(columns);
    EXPECT_EQ(columns->values.shape(), (core::Shape{8, 4}));
    EXPECT_EQ(columns->values(2, 3), p.wQ(2, 7));
    const auto rows = numbersOf(*trace, *session, QStringLiteral("W_O"), 1, {});
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->values(1, 5), p.wO(5, 5));
    EXPECT_FALSE(numbersOf(*trace, *session, QStringLiteral("weights"), 2, 0));
    EXPECT_FALSE(numbersOf(*trace, *session, QStringLiteral("M"), {}, {})) << "no other sequence";
}

TEST_F(NumbersOut, EverythingIsReadBackBitForBit) {
    const auto path = toPath(folder.filePath(QStringLiteral("all.npz")));
    core::writeNpz(path, allNumbers(*trace, *session));
    const core::NpzReader reader(path);
    for (const QString &name : arrayNames(*trace)) {
        const auto n = numbersOf(*trace, *session, name, {}, {});
        ASSERT_TRUE(n) << name.toStdString();
        const core::ArraySource source(path);
        const auto at = source.find(n->name);
        ASSERT_TRUE(at) << n->name;
        const core::Tensor back = source.load(*at);
        ASSERT_EQ(back.shape(), n->values.shape()) << n->name;
        EXPECT_TRUE(std::equal(back.data(), back.data() + back.size(), n->values.data()))
            << n->name;
    }
}

TEST_F(NumbersOut, TheDialogWritesWhatItSays) {
    ArrayExportDialog dialog(trace, session, QStringLiteral("weights"), 1, 0, folder.path(),
                             nullptr);
    auto *file = dialog.findChild<QLineEdit *>();
    EXPECT_TRUE(file->text().endsWith(QStringLiteral("weights_head1.csv")))
        << file->text().toStdString();
    dialog.accept();
    ASSERT_FALSE(dialog.written().isEmpty());
    const core::DelimitedTable table = core::readDelimited(toPath(dialog.written()));
    EXPECT_EQ(table.rowLabels, session->tokens[0]) << "the comma in a token is quoted";
    const core::Tensor back = table.tensor();
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            EXPECT_EQ(back(i, j), (*trace)[core::Stage::Weights](0, 1, i, j));
    ArrayExportDialog refused(trace, session, QStringLiteral("weights"), 1, 0,
                              QStringLiteral("/proc/nowhere"), nullptr);
    refused.accept();
    EXPECT_TRUE(refused.written().isEmpty());
    bool said = false;
    for (const QLabel *label : refused.findChildren<QLabel *>())
        said |= label->property("role") == QStringLiteral("error") && !label->text().isEmpty();
    EXPECT_TRUE(said);
}

TEST_F(NumbersOut, TextForOtherProgramsKeepsTheNumbers) {
    const auto one = numbersOf(*trace, *session, QStringLiteral("weights"), 0, 0);
    ASSERT_TRUE(one);
    const std::string tsv = numbersAsText(*one, core::ArrayText::Tsv);
    const core::DelimitedTable table = core::parseDelimited(tsv, "clipboard");
    EXPECT_EQ(table.tensor()(5, 5), one->values(5, 5));
    EXPECT_NE(numbersAsText(*one, core::ArrayText::Numpy).find("np.array("), std::string::npos);
    EXPECT_NE(numbersAsText(*one, core::ArrayText::PyTorch).find("torch.tensor("),
              std::string::npos);
    EXPECT_NE(numbersAsText(*one, core::ArrayText::Latex).find("bmatrix"), std::string::npos);
    EXPECT_NE(numbersAsText(*one, core::ArrayText::Markdown).find("--:|"), std::string::npos);
}

} // namespace
} // namespace attnscope::ui
