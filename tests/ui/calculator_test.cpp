// SPDX-License-Identifier: GPL-3.0-or-later
// What the calculator says, against sums by hand and the statements' numbers.
#include "tests/support/windows.h"
#include "ui/panels/calculator_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include <gtest/gtest.h>

#include <cmath>

namespace attnscope::ui {
namespace {

using test::waitFor;

CalculatorLine lineOf(const CalculatorInput &input, const QString &name) {
    for (const CalculatorLine &line : calculatorLines(input))
        if (line.name == name && !line.heading)
            return line;
    ADD_FAILURE() << name.toStdString();
    return {};
}

CalculatorInput inputOf(double d, double heads, double layers) {
    CalculatorInput in;
    in.sizes.dModel = in.sizes.dMemory = d;
    in.sizes.heads = in.sizes.keyHeads = heads;
    in.sizes.dK = in.sizes.dV = d / heads;
    in.sizes.layers = layers;
    in.device = QStringLiteral("device");
    return in;
}

TEST(Calculator, S2_02_S1_06_TheMapsOfFiveHundredTokens) {
    CalculatorInput in = inputOf(512, 8, 1);
    in.sizes.queries = in.sizes.keys = 512;
    EXPECT_EQ(lineOf(in, QStringLiteral("scores_raw")).bytes, 8388608.0);
    EXPECT_EQ(lineOf(in, QStringLiteral("scores_raw")).formula, QStringLiteral("B·H·L·S"));
    // n²d = 134 217 728 products for the scores, and as many sums.
    EXPECT_EQ(lineOf(in, QStringLiteral("scores_raw")).operations, 2.0 * 134217728);
    EXPECT_EQ(lineOf(in, QStringLiteral("context")).operations, 2.0 * 134217728);
    EXPECT_FALSE(lineOf(in, QStringLiteral("X")).operations) << "nothing is computed for it";
}

TEST(Calculator, S1_95_S1_96_ParametersAndTraining) {
    CalculatorInput in = inputOf(1024, 16, 12);
    in.optimiser = core::Optimiser::Adam;
    EXPECT_EQ(lineOf(in, QStringLiteral("parameters")).numbers, 50331648.0);
    EXPECT_EQ(lineOf(in, QStringLiteral("parameters")).bytes, 201326592.0);
    EXPECT_EQ(lineOf(in, QStringLiteral("parameters, gradients, optimiser")).bytes,
              16.0 * 50331648);
    in.sizes.bytesPerNumber = 1; // int8: 1 + 1, a master copy of 4, 8 of state
    EXPECT_EQ(lineOf(in, QStringLiteral("parameters, gradients, optimiser")).bytes,
              14.0 * 50331648);
    EXPECT_EQ(lineOf(in, QStringLiteral("parameters, gradients, optimiser")).numbers,
              5.0 * 50331648);
}

TEST(Calculator, WhatInferenceAndTrainingTakeTogether) {
    // B 1, L = S = 2, D = 4, H = 2 of 2, two layers, fp32. Parameters 4·16 a layer, 128 in all.
    // Stages of a layer: X 8, Q, K, V 3·8, three maps of 8, context 8, output 8: 72 numbers.
    // Cache: 2·2·4·2 = 32 numbers.
    CalculatorInput in = inputOf(4, 2, 2);
    in.sizes.queries = in.sizes.keys = 2;
    EXPECT_EQ(inferenceBytes(in.sizes), 4.0 * (128 + 32 + 72));
    EXPECT_EQ(wholeTrainingBytes(in.sizes, core::Optimiser::Momentum), 4.0 * (3 * 128 + 2 * 72));
    in.memory = 1024;
    in.optimiser = core::Optimiser::Momentum; // 928 B and 2112 B
    const QString said = calculatorVerdict(in);
    EXPECT_TRUE(said.startsWith(QStringLiteral(
        "device has 1 KiB. Inference takes 928 B (91 %): it fits. Training takes 2.06")))
        << said.toStdString();
    EXPECT_TRUE(said.endsWith(QStringLiteral("(206 %): it does not fit.")));
    in.memory.reset();
    EXPECT_EQ(calculatorVerdict(in).toStdString(), "How much memory device has is not known.");
}

TEST(Calculator, SaysWhichSizesDisagreeAndWhatWillDo) {
    CalculatorInput in = inputOf(96, 12, 1);
    EXPECT_TRUE(calculatorIssue(in.sizes).isEmpty());
    in.sizes.keyHeads = 5;
    EXPECT_EQ(calculatorIssue(in.sizes).toStdString(),
              "H = 12 heads cannot share H_kv = 5 evenly: 4 or 6 will do.");
    in.sizes.keyHeads = 13;
    EXPECT_TRUE(calculatorIssue(in.sizes).contains(QStringLiteral("At most 12")));
    in.sizes.keyHeads = 12;
    in.sizes.shareKv = true;
    in.sizes.dV = 3;
    EXPECT_FALSE(calculatorIssue(in.sizes).isEmpty());
}

TEST(Calculator, NumbersBeyondWhatIsExactSaySo) {
    EXPECT_EQ(countText(150994944.0), QStringLiteral("150\u202f994\u202f944"));
    EXPECT_EQ(countText(999.0), QStringLiteral("999"));
    EXPECT_EQ(countText(9007199254740992.0),
              QStringLiteral("9\u202f007\u202f199\u202f254\u202f740\u202f992"));
    EXPECT_EQ(countText(3e21), QStringLiteral("≈ 3e+21"));
    EXPECT_EQ(countText(std::pow(1e60, 6.0)), QStringLiteral("too large to say"));
    EXPECT_EQ(bytesText(134217728.0), QStringLiteral("128 MiB"));
    EXPECT_EQ(bytesText(1023.0), QStringLiteral("1023 B"));
    EXPECT_EQ(bytesText(35184372088832.0), QStringLiteral("32 TiB"));
    EXPECT_EQ(shareText(0.0, 100.0), QStringLiteral("0.0 %"));
    EXPECT_EQ(shareText(1.0, 1e6), QStringLiteral("< 0.1 %"));
    EXPECT_EQ(shareText(1250.0, 100.0), QStringLiteral("12.5 ×"));
}

TEST(Calculator, TakesThePresentSizesAndFollowsItsFields) {
    core::Session s = test::wordSession(6, 16, 4, 3);
    MainWindow window(test::windowSetup({}, s));
    window.resize(1280, 800);
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.bridge().shown().trace && !window.bridge().busy(); }));
    auto &calculator = *window.findChild<CalculatorDialog *>();
    calculator.show();
    calculator.usePresentSizes();
    const core::AccountSizes own = calculator.input().sizes;
    const core::AccountSizes wanted = core::accountSizes(*window.bridge().shown().trace->problem);
    EXPECT_EQ(own.queries, 6);
    EXPECT_EQ(own.dK, 3);
    EXPECT_EQ(own.dV, 4);
    EXPECT_EQ(core::parameterCount(own).total, core::parameterCount(wanted).total);
    EXPECT_EQ(core::totalFlops(own), core::totalFlops(wanted));
    EXPECT_EQ(calculator.input().memory, 4.0 * 1073741824.0) << "of the engine that computes";
    EXPECT_EQ(calculator.field(CalculatorDialog::Keys).text(), QStringLiteral("L = 6"));
    // Far beyond what could be loaded: a million tokens, 2^20·2^20·8 cells of 4 bytes.
    calculator.field(CalculatorDialog::Queries).setValue(1048576);
    calculator.field(CalculatorDialog::Heads).setValue(8);
    const QString text = calculator.text(false);
    EXPECT_TRUE(text.contains(QStringLiteral("weights\tB·H·L·S\t8\u202f796\u202f093\u202f022\u202f"
                                             "208\t32 TiB")))
        << text.toStdString();
    const QString markdown = calculator.text(true);
    EXPECT_TRUE(markdown.contains(QStringLiteral("|---|---|---:|---:|---:|---:|")));
    EXPECT_TRUE(markdown.contains(QStringLiteral("| weights | B·H·L·S |")));
    calculator.field(CalculatorDialog::KeyHeads).setValue(3);
    EXPECT_EQ(calculator.findChild<QTableWidget *>()->rowCount(), 0)
        << "no number for sizes that cannot be";
}

} // namespace
} // namespace attnscope::ui
