// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_source.h"
#include "core/io/safetensors.h"
#include "tests/support/process.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace attnscope::core {
namespace {

std::string fixture(const std::string &name) {
    return std::string(ATTNSCOPE_TESTS_DIR) + "/data/fixtures/" + name;
}

template <class F> FileError failure(F f) {
    try {
        f();
    } catch (const FileError &e) {
        return e;
    }
    ADD_FAILURE() << "nothing was refused";
    return {FileError::Kind::Malformed, "", "", ""};
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

std::string refusal(const std::string &name) {
    const FileError e = failure([&] { SafetensorsReader reader(fixture(name)); });
    EXPECT_EQ(e.kind, FileError::Kind::Malformed) << name;
    EXPECT_TRUE(contains(e.what(), name)) << e.what();
    return e.what();
}

/// A file made by hand.
std::string made(const std::string &header, const std::string &data) {
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(i < 4 ? header.size() >> (8 * i) & 0xFF : 0);
    return bytes + header + data;
}

std::string refusalOf(const std::string &header, const std::string &data = "") {
    return failure([&] { SafetensorsReader reader(made(header, data), "made"); }).what();
}

TEST(Safetensors, SFT01_HeaderLengthThatWrapsIsRefused) {
    const std::string why = refusal("wrap.safetensors");
    EXPECT_TRUE(contains(why, "18446744073709551612 bytes exceeds the file")) << why;
}

TEST(Safetensors, SFT02_ShapeBeyondItsRange) {
    const std::string why = refusal("shape.safetensors");
    EXPECT_TRUE(contains(why, "needs 600000 bytes")) << why;
    EXPECT_TRUE(contains(why, "has 8")) << why;
}

TEST(Safetensors, SFT03_OverlappingRanges) {
    const std::string why = refusal("overlap.safetensors");
    EXPECT_TRUE(contains(why, "ranges of a and b overlap")) << why;
}

TEST(Safetensors, SFT04_Bfloat16) {
    const SafetensorsReader reader{std::filesystem::path(fixture("bf16.safetensors"))};
    ASSERT_EQ(reader.tensors().size(), 1U);
    EXPECT_EQ(reader.tensors()[0].type, "BF16");
    const Tensor t = reader.tensor(reader.tensors()[0]);
    ASSERT_EQ(t.size(), 6U);
    const float expected[] = {1.0F,
                              -2.0F,
                              0.25F,
                              3.140625F,
                              std::numeric_limits<float>::infinity(),
                              std::ldexp(1.0F, -133)}; // 9.183550e-41
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(t.data()[i], expected[i]) << i;
    EXPECT_EQ(ArraySource(fixture("bf16.safetensors")).entries()[0].type, "bfloat16");
}

TEST(Safetensors, SFT05_EmptyMetadataIsNoTensor) {
    const SafetensorsReader reader{std::filesystem::path(fixture("meta.safetensors"))};
    ASSERT_EQ(reader.tensors().size(), 1U);
    EXPECT_EQ(reader.tensors()[0].name, "w");
    EXPECT_TRUE(reader.metadata().empty());
    const Tensor t = reader.tensor(*reader.find("w"));
    EXPECT_EQ(t.shape(), (Shape{1, 2}));
    EXPECT_EQ(t.data()[0], 1.0F);
    EXPECT_EQ(t.data()[1], 2.0F);
    EXPECT_EQ(reader.find("__metadata__"), nullptr);
}

TEST(Safetensors, SFT06_FieldsAreNotTrusted) {
    // Each names the tensor, which is called t in these files, or says what the header is.
    for (const char *name : {"off_empty", "off_one", "off_neg", "off_str", "dtype_q9"}) {
        const std::string why = refusal(std::string(name) + ".safetensors");
        EXPECT_TRUE(contains(why, ": t: ")) << why;
    }
    EXPECT_TRUE(contains(refusal("dtype_q9.safetensors"), "'Q9' is unknown"));
    EXPECT_TRUE(contains(refusal("off_neg.safetensors"), "-4"));
    EXPECT_TRUE(contains(refusal("hdr_list.safetensors"), "a list"));
    EXPECT_TRUE(contains(refusal("hdr_notjson.safetensors"), "not valid JSON"));
}

TEST(Safetensors, SFT09_NoTensorsAndBrokenHeaders) {
    EXPECT_TRUE(contains(refusal("onlymeta.safetensors"), "no tensors in the file"));
    EXPECT_TRUE(contains(refusal("badhdr.safetensors"), "not valid JSON"));
}

TEST(Safetensors, HeadersThatLieAreRefused) {
    const auto tensor = [](const std::string &body) { return R"({"w":{)" + body + "}}"; };
    const std::string ok = R"("dtype":"F32","shape":[2],"data_offsets":[0,8])";
    EXPECT_EQ(SafetensorsReader(made(tensor(ok), std::string(8, 0)), "made").tensors().size(), 1U);
    // Product that wraps to 0, range that leaves the file or ends before it begins.
    EXPECT_TRUE(contains(
        refusalOf(tensor(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0])")),
        "more than 2^64"));
    EXPECT_TRUE(contains(refusalOf(tensor(ok), std::string(7, 0)), "leaves the file"));
    EXPECT_TRUE(contains(
        refusalOf(tensor(R"("dtype":"F32","shape":[2],"data_offsets":[16,8])"), std::string(16, 0)),
        "ends before it begins"));
    EXPECT_TRUE(contains(refusalOf(tensor(R"("dtype":"F32","shape":[2])")), "lacks data_offsets"));
    EXPECT_TRUE(contains(refusalOf(tensor(R"("shape":[2],"data_offsets":[0,8])")), "lacks dtype"));
    EXPECT_TRUE(
        contains(refusalOf(tensor(R"("dtype":5,"shape":[2],"data_offsets":[0,8])")), "dtype is"));
    EXPECT_TRUE(
        contains(refusalOf(tensor(R"("dtype":"F32","shape":[2.5],"data_offsets":[0,8])")), "2.5"));
    EXPECT_TRUE(contains(refusalOf(tensor(R"("dtype":"F32","shape":[[2]],"data_offsets":[0,8])")),
                         "a list"));
    EXPECT_TRUE(contains(refusalOf(tensor(ok + R"(,"more":1)")), "unknown key 'more'"));
    EXPECT_TRUE(contains(refusalOf("{\"w\":{" + ok + "},\"w\":{" + ok + "}}", std::string(8, 0)),
                         "holds it twice"));
    EXPECT_TRUE(contains(refusalOf(R"({"w":[1]})"), "must be an object"));
    EXPECT_TRUE(contains(refusalOf(R"({"__metadata__":{"a":1}})"), "must be text"));
    EXPECT_TRUE(contains(failure([] { SafetensorsReader r(std::string("abc"), "made"); }).what(),
                         "only 3 bytes"));
    // Deep nesting ends at the first level that does not belong there.
    EXPECT_TRUE(contains(refusalOf(std::string(100000, '[')), "a list"));
    EXPECT_TRUE(contains(refusalOf(R"({"w":{"shape":)" + std::string(100000, '[')), "a list"));
}

TEST(Safetensors, EveryTypeBecomesFloat) {
    struct Case {
        const char *type, *data;
        std::size_t bytes;
        std::vector<float> values;
    };
    const Case cases[] = {
        {"BOOL", "\0\1", 2, {0, 1}},
        {"U8", "\0\xFF", 2, {0, 255}},
        {"I8", "\x80\x7F", 2, {-128, 127}},
        {"I16", "\xFF\xFF\1\0", 4, {-1, 1}},
        {"I64", "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\3\0\0\0\0\0\0\0", 16, {-2, 3}},
        {"F16", "\x00\x3C\x00\xC0", 4, {1, -2}},
        {"F64", "\0\0\0\0\0\0\xE0\x3F\0\0\0\0\0\0\x14\xC0", 16, {0.5F, -5}},
    };
    for (const Case &c : cases) {
        const std::string header = R"({"t":{"dtype":")" + std::string(c.type) +
                                   R"(","shape":[2],"data_offsets":[0,)" + std::to_string(c.bytes) +
                                   "]}}";
        const SafetensorsReader reader(made(header, std::string(c.data, c.bytes)), "made");
        const Tensor t = reader.tensor(reader.tensors()[0]);
        EXPECT_EQ((std::vector<float>{t.data()[0], t.data()[1]}), c.values) << c.type;
    }
    const SafetensorsReader eight(
        made(R"({"t":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}})", "ab"), "made");
    EXPECT_TRUE(contains(failure([&] { (void)eight.tensor(eight.tensors()[0]); }).what(),
                         "F8_E4M3 cannot be read"));
    const SafetensorsReader none(
        made(R"({"t":{"dtype":"F32","shape":[0,3],"data_offsets":[0,0]}})", ""), "made");
    EXPECT_TRUE(contains(failure([&] { (void)none.tensor(none.tensors()[0]); }).what(),
                         "no rows or columns"));
}

TEST(Safetensors, ALargeFileOpensByItsHeader) {
    // 500 MB that take no room on disk: were they read, this would take seconds and the memory.
    test::TemporaryFolder folder;
    const std::string path = folder / "large.safetensors";
    const std::uint64_t bytes = 500'000'000;
    const std::string header = R"({"big":{"dtype":"F32","shape":[12500,10000],"data_offsets":[0,)" +
                               std::to_string(bytes) +
                               R"(]},"small":{"dtype":"F32","shape":[1],"data_offsets":[)" +
                               std::to_string(bytes) + "," + std::to_string(bytes + 4) + "]}}";
    test::writeFile(path, made(header, ""));
    std::filesystem::resize_file(path, 8 + header.size() + bytes + 4);
    const SafetensorsReader reader{std::filesystem::path(path)};
    ASSERT_EQ(reader.tensors().size(), 2U);
    EXPECT_EQ(reader.tensors()[0].shape, (Shape{12500, 10000}));
    EXPECT_EQ(reader.tensor(reader.tensors()[1])(0), 0.0F);
    std::filesystem::resize_file(path, 8 + header.size() + bytes);
    EXPECT_EQ(failure([&] { (void)reader.tensor(reader.tensors()[1]); }).kind,
              FileError::Kind::Unreadable);
}

TEST(Safetensors, WhatIsNoFileIsSaid) {
    test::TemporaryFolder folder;
    for (const std::string &path : {folder / "missing.safetensors", folder.path().string()}) {
        const FileError e = failure([&] { SafetensorsReader reader{std::filesystem::path(path)}; });
        EXPECT_EQ(e.kind, FileError::Kind::Unreadable);
        EXPECT_TRUE(contains(e.what(), "cannot be read")) << e.what();
    }
}

} // namespace
} // namespace attnscope::core
