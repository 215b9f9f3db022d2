// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/delimited.h"
#include "core/number_text.h"
#include "core/text_values.h"
#include "tests/support/near.h"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

namespace attnscope::core {
namespace {

using test::near;
using Texts = std::vector<std::string>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

DelimitedTable load(const char *name) {
    return readDelimited(std::string(ATTNSCOPE_TESTS_DIR) + "/data/fixtures/" + name);
}
DelimitedTable parse(std::string_view text, const DelimitedOptions &options = {}) {
    return parseDelimited(text, "made.csv", options);
}

void expectTable(const DelimitedTable &t, Shape shape, const std::vector<double> &values) {
    EXPECT_EQ(t.values.shape(), shape);
    EXPECT_TRUE(near(t.values, values, 0.0));
}

template <class F> std::string refusal(F f) {
    try {
        f();
    } catch (const FileError &e) {
        EXPECT_EQ(e.kind, FileError::Kind::Malformed);
        return e.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}
std::string refusalOf(std::string_view text, const DelimitedOptions &options = {}) {
    return refusal([&] { (void)parse(text, options); });
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

TEST(Csv, CSV01_ByteOrderMark) {
    expectTable(load("bom.csv"), {2, 2}, {1, 2, 3, 4});
    const DelimitedTable t = load("bom_header.csv");
    expectTable(t, {1, 2}, {1, 2});
    EXPECT_EQ(t.columnLabels, (Texts{"x", "y"}));
    EXPECT_TRUE(contains(refusalOf("\xFF\xFE"
                                   "1"),
                         "UTF-16"));
}

TEST(Csv, CSV02_DecimalCommas) {
    const DelimitedTable t = load("semi.csv");
    expectTable(t, {2, 2}, {.5, 1.25, -.375, 2});
    EXPECT_EQ(t.separator, ';');
    EXPECT_TRUE(t.decimalComma);
    // With tabs, too; points and commas are never mixed.
    expectTable(parse("0,5\t1\n2\t-1,5e-3\n"), {2, 2}, {.5, 1, 2, -.0015});
    EXPECT_TRUE(contains(refusalOf("0,5;1\n1.5;2\n"), "line 2, column 1"));
    EXPECT_TRUE(contains(refusalOf("1.234,5;2\n"), "line 1, column 1"));
    expectTable(parse("0.5;1\n", {';', DecimalSign::Point, false}), {1, 2}, {.5, 1});
}

TEST(Csv, CSV03_RaggedRowsAreRefused) {
    const std::string why = refusal([] { (void)load("ragged.csv"); });
    EXPECT_TRUE(contains(why, "line 2")) << why;
    EXPECT_TRUE(contains(why, "2 values, expected 3")) << why;
}

TEST(Csv, CSV04_TrailingSeparatorsAndHoles) {
    expectTable(load("trailing.csv"), {2, 2}, {1, 2, 3, 4});
    expectTable(parse("a,b,\n1,2,\n"), {1, 2}, {1, 2});
    expectTable(parse("a,b\n1,2,\n3,4,\n"), {2, 2}, {1, 2, 3, 4});
    const std::string why = refusal([] { (void)load("hole.csv"); });
    EXPECT_TRUE(contains(why, "line 1, column 2")) << why;
    EXPECT_TRUE(contains(refusalOf("1,2,3\n4,5,\n"), "line 2, column 3"));
    EXPECT_TRUE(contains(refusalOf("1,2,,\n"), "column 3"));
}

TEST(Csv, CSV05_QuotedLabels) {
    const DelimitedTable t = load("quoted.csv");
    expectTable(t, {1, 2}, {1, 2});
    EXPECT_EQ(t.columnLabels, (Texts{"a,b", "c"}));
    EXPECT_EQ(parse("\"say \"\"hi\"\"\",b\n1,2\n").columnLabels, (Texts{"say \"hi\"", "b"}));
    EXPECT_EQ(parse("\"two\nlines\",b\n1,2\n").columnLabels, (Texts{"two\nlines", "b"}));
    EXPECT_TRUE(contains(refusalOf("\"two\nlines\",b\n1,x\n"), "line 3"));
    EXPECT_TRUE(contains(refusalOf("1,\"2\n"), "no closing quote"));
    EXPECT_TRUE(contains(refusalOf("1,\"2\"3\n"), "after the closing quote"));
    expectTable(parse("\"1\",\"2\"\n\"3\",\"4\"\n"), {2, 2}, {1, 2, 3, 4});
}

TEST(Csv, CSV06_NanAndInfinity) {
    const DelimitedTable t = load("nan.csv");
    expectTable(t, {3, 2}, {1, kNan, -kInf, 3, kInf, kNan});
    EXPECT_EQ(t.nonFinite, (std::vector<TableCell>{{0, 1}, {1, 0}, {2, 0}, {2, 1}}));
    EXPECT_EQ(t.nonFiniteCount, 4U);
}

TEST(Csv, CSV07_WrittenWithPointsInEveryLocale) {
    const char *before = std::setlocale(LC_ALL, nullptr);
    const std::string saved = before ? before : "C";
    std::setlocale(LC_ALL, "de_DE.UTF-8"); // where it is not installed, the C locale is tested
    EXPECT_EQ(toDelimited(Tensor({1, 2}, {3.5e-9F, .5F})), "3.5e-09,0.5\n");
    expectTable(parse("3.5e-09,0.5\n"), {1, 2}, {3.5e-9, .5});
    std::setlocale(LC_ALL, saved.c_str());
}

TEST(Csv, CSV07_EveryFloatReadsBackToTheBit) {
    std::mt19937 bits(7);
    std::vector<float> values{0.0F, -0.0F, 1e-45F, 3.4028235e38F, 16777216.0F, 0.1F};
    while (values.size() < 4096) {
        const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(bits()));
        if (!std::isnan(f))
            values.push_back(f);
    }
    const Tensor t({64, 64}, std::span<const float>(values));
    const Tensor back = parse(toDelimited(t)).tensor();
    for (std::size_t i = 0; i < t.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(back.data()[i]),
                  std::bit_cast<std::uint32_t>(t.data()[i]))
            << formatFloat(t.data()[i]);
}

TEST(Csv, CSV08_SpreadsheetsClipboard) {
    const DelimitedTable t = parse("1\t2\r\n3\t4\r\n");
    expectTable(t, {2, 2}, {1, 2, 3, 4});
    EXPECT_EQ(t.separator, '\t');
    expectTable(parse("1\t2\r\n\t\r\n"), {1, 2}, {1, 2}); // an empty row below
    expectTable(parse("5"), {1, 1}, {5});
    expectTable(parse("5\r\n6\r\n"), {2, 1}, {5, 6});
    EXPECT_TRUE(contains(refusalOf("1\t2\n\t4\n"), "line 2, column 1"));
}

TEST(Csv, CSV12_BlankLines) { expectTable(load("blank.csv"), {2, 2}, {1, 2, 3, 4}); }

TEST(Csv, CSV16_HalfWrittenLastLine) {
    const std::string why = refusal([] { (void)load("half.csv"); });
    EXPECT_TRUE(contains(why, "line 3")) << why;
    EXPECT_TRUE(contains(why, "cut off")) << why;
    DelimitedOptions ignore;
    ignore.ignoreLastLine = true;
    expectTable(parse("1,2\n3,4\n5", ignore), {2, 2}, {1, 2, 3, 4});
    expectTable(parse("1,2\n3,4\n5,", ignore), {2, 2}, {1, 2, 3, 4});
    expectTable(parse("1,2\n3,4\n", ignore), {2, 2}, {1, 2, 3, 4}); // whole lines stay
    EXPECT_TRUE(contains(refusalOf("1,2\n3\n5,6\n", ignore), "line 2"));
    // What the line held that is left out is not counted either.
    const DelimitedTable without = parse("1,nan\ninf\n", ignore);
    EXPECT_EQ(without.nonFiniteCount, 1U);
    ASSERT_EQ(without.nonFinite.size(), 1U);
    EXPECT_EQ(without.nonFinite[0].row, 0U);
}

TEST(Csv, QuotedLabelsDoNotTellTheDecimalSign) {
    const DelimitedTable table = parse(";\"4,2\"\n+;4.25\n");
    expectTable(table, {1, 1}, {4.25});
    EXPECT_EQ(table.columnLabels, Texts{"4,2"});
}

TEST(Csv, NPY18_EmptyTablesAreRefused) {
    EXPECT_TRUE(contains(refusalOf(""), "no numbers"));
    EXPECT_TRUE(contains(refusalOf("\n\n"), "no numbers"));
    EXPECT_TRUE(contains(refusalOf("a,b\n"), "line 1, column 1"));
    EXPECT_TRUE(contains(refusalOf("a\nb\n"), "no numbers"));
    EXPECT_TRUE(contains(refusalOf(std::string("1,2\0,3", 6)), "zero byte"));
}

TEST(Csv, LabelsOfRowsAndColumns) {
    const DelimitedTable both = parse(",The,cat\nThe,0.7,0.3\ncat,0.4,0.6\n");
    expectTable(both, {2, 2}, {.7, .3, .4, .6});
    EXPECT_EQ(both.columnLabels, (Texts{"The", "cat"}));
    EXPECT_EQ(both.rowLabels, (Texts{"The", "cat"}));
    const DelimitedTable rows = parse("The,1,2\ncat,3,4\n");
    expectTable(rows, {2, 2}, {1, 2, 3, 4});
    EXPECT_EQ(rows.rowLabels, (Texts{"The", "cat"}));
    EXPECT_TRUE(rows.columnLabels.empty());
    // What pandas writes: a corner left empty above the index.
    const DelimitedTable pandas = parse(",0,1\n0,0.5,0.25\n1,2,3\n");
    expectTable(pandas, {2, 2}, {.5, .25, 2, 3});
    EXPECT_EQ(pandas.columnLabels, (Texts{"0", "1"}));
    EXPECT_EQ(pandas.rowLabels, (Texts{"0", "1"}));
    // What numpy.savetxt writes: comments, blanks.
    const DelimitedTable savetxt = parse("# a header\n1.0e+00 2.0e+00\n 3.0e+00  4.0e+00 \n");
    expectTable(savetxt, {2, 2}, {1, 2, 3, 4});
    EXPECT_EQ(savetxt.separator, ' ');
    // A label that begins with '#' is no comment, and a text among numbers is no label.
    EXPECT_EQ(parse("#tag,1\nb,2\n").rowLabels, (Texts{"#tag", "b"}));
    EXPECT_TRUE(contains(refusalOf("1,2\n3,x\n"), "line 2, column 2: 'x' is not a number"));
    EXPECT_TRUE(contains(refusalOf("1,x\n3,4\n"), "line 1, column 2"));
    EXPECT_TRUE(contains(refusalOf("a,b,c\n1,2\n"), "3 labels for 2 columns"));
}

TEST(Csv, LabelsSurviveARoundTrip) {
    DelimitedLabels labels;
    labels.columns = {"a,b", "2", "say \"hi\"", "", "#x", " y", "nan", "注意"};
    labels.rows = {"1", "the"};
    const Tensor t({2, 8}, 0.25F);
    for (const char separator : {',', ';', '\t'}) {
        const DelimitedTable back = parse(toDelimited(t, separator, labels));
        EXPECT_EQ(back.columnLabels, labels.columns);
        EXPECT_EQ(back.rowLabels, labels.rows);
        EXPECT_EQ(back.values.shape(), t.shape());
    }
    EXPECT_THROW((void)toDelimited(Tensor({2, 2, 2}), ','), std::invalid_argument);
    EXPECT_THROW((void)toDelimited(Tensor({2, 2}), ',', {{"one"}, {}, ""}), std::invalid_argument);
}

TEST(Csv, LabelsWithAnySeparatorReadBack) {
    // Whichever separator is written, the reader tells it from the text: no label may mislead it.
    const Texts labels{"a;b", "c,d", "e\tf",  "g h",          "i \"j\"",
                       "5",   "1 1", "1.2.3", "\xEF\xBB\xBFz"};
    for (const char separator : {',', ';', '\t'})
        for (const std::string &label : labels) {
            const DelimitedTable column =
                parse(toDelimited(Tensor({2, 1}, 0.5F), separator, {{}, {label}, ""}));
            expectTable(column, {2, 1}, {0.5, 0.5});
            EXPECT_EQ(column.columnLabels, Texts{label});
            const DelimitedTable both =
                parse(toDelimited(Tensor({2, 1}, 0.5F), separator, {{label, "x"}, {label}, ""}));
            expectTable(both, {2, 1}, {0.5, 0.5});
            EXPECT_EQ(both.rowLabels, (Texts{label, "x"}));
            EXPECT_EQ(both.columnLabels, Texts{label});
        }
}

TEST(Csv, AXS02_OneQueryALine) {
    EXPECT_EQ(toDelimited(Tensor({2, 2}, {1, 0, .3F, .7F})), "1,0\n0.3,0.7\n");
}

TEST(Csv, BeyondFloatIsInfinite) {
    const Tensor t = parse("1e300,-1e300,1e-300\n").tensor();
    EXPECT_EQ(t.data()[0], std::numeric_limits<float>::infinity());
    EXPECT_EQ(t.data()[1], -std::numeric_limits<float>::infinity());
    EXPECT_EQ(t.data()[2], 0.0F);
}

TEST(NumberText, EDT01_PointsCommasAndExponents) {
    EXPECT_EQ(parseTypedNumber("0,2"), .2);
    EXPECT_EQ(parseTypedNumber("0.2"), .2);
    EXPECT_EQ(parseTypedNumber("1e-3"), .001);
    EXPECT_EQ(parseTypedNumber("-,5"), -.5);
    EXPECT_EQ(parseTypedNumber("-.5"), -.5);
    EXPECT_EQ(parseTypedNumber(" +4 "), 4.0);
    EXPECT_EQ(parseTypedNumber("\xE2\x88\x92"
                               "3,5E+2"),
              -350.0); // a true minus sign
    EXPECT_EQ(parseTypedNumber("\xC2\xA0"
                               "7\xE2\x80\xAF"),
              7.0);
    // Nobody could tell what these mean: never a number a thousand times too large.
    for (const char *text : {"1,234.5", "1.234,5", "1,2,3", "1.2.3", "", " ", ",", "-", "1 000",
                             "0x10", "1e", "two", "--1", "+-1", "nan(1)"})
        EXPECT_EQ(parseTypedNumber(text), std::nullopt) << text;
    EXPECT_EQ(parseTypedNumber("0,5", DecimalSign::Point), std::nullopt);
    EXPECT_EQ(parseTypedNumber("0.5", DecimalSign::Comma), std::nullopt);
    EXPECT_EQ(parseTypedNumber(std::string(600, '1')), std::nullopt);
}

TEST(NumberText, SpelledOutNumbers) {
    for (const char *text : {"inf", "Inf", "INFINITY", "+inf", "\xE2\x88\x9E"})
        EXPECT_EQ(parseTypedNumber(text), kInf) << text;
    for (const char *text : {"-inf", "-Infinity", "\xE2\x88\x92\xE2\x88\x9E"})
        EXPECT_EQ(parseTypedNumber(text), -kInf) << text;
    for (const char *text : {"nan", "NaN", "NAN"})
        EXPECT_TRUE(std::isnan(parseTypedNumber(text).value_or(0.0))) << text;
}

TEST(NumberText, EDT02_EDT03_NothingIsLostInText) {
    EXPECT_EQ(parseTypedNumber("0.0001"), 1e-4);
    EXPECT_EQ(parseTypedNumber("1e-7"), 1e-7);
    EXPECT_EQ(formatNumber(.1234567890123), "0.1234567890123");
    EXPECT_EQ(parseTypedNumber(formatNumber(.1234567890123)), .1234567890123);
    EXPECT_EQ(formatFloat(.1F), "0.1");
    EXPECT_EQ(formatFloat(-0.0F), "-0");
    EXPECT_EQ(formatFloat(1e-45F), "1e-45");
    EXPECT_EQ(formatFloat(std::numeric_limits<float>::quiet_NaN()), "nan");
    EXPECT_EQ(formatFloat(-std::numeric_limits<float>::infinity()), "-inf");
}

} // namespace
} // namespace attnscope::core
