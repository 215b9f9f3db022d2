// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session.h"
#include "core/tokens.h"

#include <gtest/gtest.h>

#include <set>

namespace attnscope::core {
namespace {

using Tokens = std::vector<std::string>;

TEST(Token, WhiteSpaceOfEveryKindSplits) {
    EXPECT_EQ(tokenise("  the\tcat\u3000sat\u00a0on\r\n"), (Tokens{"the", "cat", "sat", "on"}));
    EXPECT_EQ(tokenise(""), Tokens{});
    EXPECT_EQ(tokenise(" \t "), Tokens{});
    EXPECT_EQ(tokenise("mat."), Tokens{"mat."});
}

TEST(Token, CjkIsSplitIntoCharacters) {
    EXPECT_EQ(tokenise("我喜欢cats和狗。"), (Tokens{"我", "喜", "欢", "cats", "和", "狗", "。"}));
    EXPECT_EQ(tokenise("カタカナ"), (Tokens{"カ", "タ", "カ", "ナ"}));
    EXPECT_EQ(tokenise("𠮷野"), (Tokens{"𠮷", "野"}));
    // Korean has spaces of its own, and a voicing mark belongs to its character.
    EXPECT_EQ(tokenise("안녕 세계"), (Tokens{"안녕", "세계"}));
    EXPECT_EQ(tokenise("か\u3099き"), (Tokens{"か\u3099", "き"}));
    EXPECT_EQ(tokenise("مرحبا 🙂"), (Tokens{"مرحبا", "🙂"}));
}

TEST(Token, BytesThatAreNotUtf8AreReplaced) {
    EXPECT_EQ(tokenise("a\xFF"
                       "b"),
              Tokens{"a\uFFFDb"});
    EXPECT_EQ(validUtf8("\xC0\xAF"), "\uFFFD\uFFFD");           // overlong
    EXPECT_EQ(validUtf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD"); // a surrogate
    EXPECT_EQ(validUtf8("\xE6\xB3"), "\uFFFD\uFFFD");           // cut short
    EXPECT_EQ(validUtf8("注意力 Größe 🙂"), "注意力 Größe 🙂");
}

TEST(Token, HMP11_MarkersAreVisibleAndDistinct) {
    EXPECT_EQ(displayToken("Ġthe"), "·the");
    EXPECT_EQ(displayToken("▁cat"), "·cat");
    EXPECT_EQ(displayToken("Ċ"), "↵");
    EXPECT_EQ(displayToken(" "), "·");
    EXPECT_EQ(displayToken("\t"), "⇥");
    EXPECT_EQ(displayToken(""), "(empty)");
    std::set<std::string> labels;
    for (const char *t : {"Ġthe", "▁cat", "Ċ", " ", "\t", "", "\x01", "\x7f"})
        EXPECT_TRUE(labels.insert(displayToken(t)).second) << t;
    EXPECT_EQ(displayToken("注意"), "注意");
}

TEST(Token, KeysOfDifferentWordsDiffer) {
    std::set<std::uint64_t> keys;
    for (const char *t : {"", "a", "b", "ab", "ba", "the", "The", "cat", "cats"})
        EXPECT_TRUE(keys.insert(tokenKey(t)).second) << t;
}

} // namespace
} // namespace attnscope::core
