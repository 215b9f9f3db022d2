// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text_values.h"

#include "core/io/file_error.h"
#include "core/session.h"
#include "core/tokens.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::core {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(TextValues, NumbersBeyondADoubleAreInfiniteOrZeroByTheirSize) {
    const std::string zeros(400, '0'), ones(400, '1');
    const std::pair<std::string, double> cases[] = {
        {"1e400", kInf},
        {"-1e400", -kInf},
        {"1e-400", 0.0},
        {"-1e-400", -0.0},
        {ones, kInf},
        {ones + "e-2", kInf}, // 398 digits are left before the point
        {"0." + zeros + "1", 0.0},
        {"0." + zeros + "1e800", kInf}, // 10^399
        {"." + zeros + "1", 0.0},
        {"1" + zeros + "e-9999", 0.0},
        {"0e99999", 0.0},
        {"1e99999999999999999999", kInf},
        {"1e-99999999999999999999", 0.0},
        {"00" + ones + ".5", kInf},
    };
    for (const auto &[text, expected] : cases) {
        const auto value = parseNumber(text);
        ASSERT_TRUE(value.has_value()) << text;
        EXPECT_EQ(*value, expected) << text;
        EXPECT_EQ(std::signbit(*value), std::signbit(expected)) << text;
    }
    // Not out of range: the digits and the exponent cancel.
    EXPECT_EQ(parseNumber("1" + zeros + "e-400"), 1.0);
    EXPECT_EQ(parseNumber("0." + zeros + "1e401"), 1.0);
}

TEST(TextValues, AWholeNumberIsANumber) {
    EXPECT_EQ(parseWhole(" +7 "), 7);
    EXPECT_EQ(parseWhole("-7"), -7);
    EXPECT_EQ(parseWhole("1e3"), 1000);
    for (const char *none : {"+-2", "+", "-", "", "--2", "-+2", "2 3"}) {
        EXPECT_FALSE(parseWhole(none)) << none;
        EXPECT_FALSE(parseNumber(none)) << none;
    }
}

TEST(TextValues, DistanceAndNearestName) {
    EXPECT_EQ(editDistance("kitten", "sitting"), 3U); // the textbook's example
    EXPECT_EQ(editDistance("", "abc"), 3U);
    EXPECT_EQ(editDistance("W_Q", "w_q"), 0U);
    EXPECT_EQ(nearestName("haeds", {"d_k", "heads", "mask.causal"}), "heads");
    EXPECT_EQ(nearestName("x", {}), "");
    // A name of 100 million letters is compared by its first ones alone, so this ends.
    EXPECT_FALSE(nearestName(std::string(100'000'000, 'q'), {"heads", "d_k"}).empty());
}

TEST(TextValues, AMessageIsOneReadableLine) {
    EXPECT_EQ(oneLine("a\nb\tc\r\nd"), "a b c  d");
    EXPECT_EQ(oneLine(std::string_view("a\0b\x1B[31m\x7F", 9)), "a\uFFFDb\uFFFD[31m\uFFFD");
    EXPECT_EQ(oneLine("\xC2\x9B"
                      "31m"),
              "\uFFFD31m"); // a control sequence in one character
    EXPECT_EQ(oneLine("line\u2028end\xFF"), "line end\uFFFD");
    EXPECT_EQ(oneLine("注意力 Größe 🙂"), "注意力 Größe 🙂");
    // Bytes that only continue a character are no character to go back to.
    EXPECT_LT(oneLine(std::string(100000, '\x8A')).size(), 3100U);
    // Of a long one the start and the end stay, cut between characters.
    std::string text = "start";
    for (int i = 0; i < 1000; ++i)
        text += "注";
    text += "end";
    for (std::size_t most = 10; most < 40; ++most) {
        const std::string line = oneLine(text, most);
        EXPECT_LE(line.size(), most + 8) << most;
        EXPECT_EQ(validUtf8(line), line) << most;
        EXPECT_EQ(line.rfind("start", 0), 0U) << line;
        EXPECT_EQ(line.substr(line.size() - 3), "end") << line;
        EXPECT_NE(line.find("…"), std::string::npos) << line;
    }
}

TEST(TextValues, ErrorsAreOneLineWhateverTheFileSays) {
    const FileError file(FileError::Kind::Malformed, "a\nb.npy", "W\x1BQ", "it is \xFF damaged");
    EXPECT_EQ(std::string(file.what()), "a b.npy: W\uFFFDQ: it is \uFFFD damaged");
    EXPECT_EQ(file.file, "a\nb.npy");
    const InputError input({{Issue::Code::BadValue, {}, "heads is 'a\nb'"},
                            {Issue::Code::BadValue, {}, std::string(100000, 'x')}});
    EXPECT_EQ(std::string(input.what()).find('\n'), std::string::npos);
    EXPECT_LT(std::string(input.what()).size(), 2500U);
    EXPECT_EQ(input.issues[0].message, "heads is 'a b'");
}

} // namespace
} // namespace attnscope::core
