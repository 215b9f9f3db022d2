// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"
#include "core/io/npz.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace attnscope::core {
namespace {

std::string fixture(const char *name) {
    return std::string(ATTNSCOPE_TESTS_DIR) + "/data/fixtures/" + name;
}

NpyArray load(const char *name) { return readNpy(fixture(name)); }

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

template <class T> void expectValues(const Array<T> &a, Shape shape, std::vector<double> values) {
    ASSERT_EQ(a.shape(), shape);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(static_cast<double>(a.data()[i]), values[i]) << i;
}

/// A .npy made by hand.
std::string npy(const std::string &dict, const std::string &data, char major = 1) {
    std::string h = "\x93NUMPY";
    h += major;
    h += '\0';
    const std::size_t n = dict.size();
    h += static_cast<char>(n & 0xFF);
    h += static_cast<char>(n >> 8);
    if (major > 1)
        h += std::string(2, '\0');
    return h + dict + data;
}

NpyArray parse(const std::string &bytes) { return parseNpy(bytes, "made.npy", ""); }

TEST(Npy, NPY01_FortranOrder) {
    expectValues(npyValues<float>(load("fortran.npy")), {2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(Npy, NPY02_BigEndian) {
    const Tensor t = npyValues<float>(load("be_f4.npy"));
    ASSERT_EQ(t.shape(), (Shape{2, 2}));
    EXPECT_EQ(t(0, 0), 1.0f);
    EXPECT_EQ(t(0, 1), 2.0f);
    EXPECT_EQ(t(1, 0), -0.5f);
    EXPECT_EQ(t(1, 1), 1e-3f);
}

TEST(Npy, NPY03_HalfPrecisionWithSubnormals) {
    const Tensor t = npyValues<float>(load("half.npy"));
    ASSERT_EQ(t.size(), 8u);
    EXPECT_EQ(t.data()[0], std::ldexp(1.0f, -24)); // 5.960464e-08
    EXPECT_EQ(t.data()[1], std::ldexp(1023.0f, -24));
    EXPECT_EQ(t.data()[2], std::ldexp(1.0f, -14)); // 6.103516e-05
    EXPECT_EQ(t.data()[3], 1.0f);
    EXPECT_EQ(t.data()[4], 65504.0f);
    EXPECT_EQ(t.data()[5], std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(t.data()[6]));
    EXPECT_EQ(t.data()[7], 0.0f);
    EXPECT_TRUE(std::signbit(t.data()[7]));
}

TEST(Npy, NPY04_TruncatedFileSaysHowMuchIsMissing) {
    const FileError e = failure([] { (void)load("trunc.npy"); });
    EXPECT_EQ(e.kind, FileError::Kind::Malformed);
    EXPECT_TRUE(contains(e.what(), "needs 48 data bytes, but the file has 40")) << e.what();
}

TEST(Npy, NPY05_NPY18_EmptyArraysAndOddHeaders) {
    EXPECT_TRUE(contains(failure([] { (void)load("zero.npy"); }).what(), "matrix has no rows"));
    EXPECT_TRUE(contains(failure([] { (void)load("emptydescr.npy"); }).what(), "unsupported type"));
}

TEST(Npy, NPY06_PickleIsNeverRead) {
    EXPECT_TRUE(contains(failure([] { (void)load("object.npy"); }).what(),
                         "object arrays (pickle) are not supported"));
}

TEST(Npz, NPY07_EveryArrayOfACompressedArchive) {
    const NpzReader z(fixture("comp.npz"));
    EXPECT_EQ(z.arrayNames(), (std::vector<std::string>{"a", "b", "W q"}));
    expectValues(npyValues<float>(z.array("a")), {2, 2}, {1, 0, 0, 1});
    expectValues(npyValues<float>(z.array("b")), {2, 3}, {1, 1, 1, 1, 1, 1});
    expectValues(npyValues<float>(z.array("W q")), {1, 1}, {7});
}

TEST(Npy, NPY08_TransposedView) {
    expectValues(npyValues<double>(load("T.npy")), {3, 2}, {1, 4, 2, 5, 3, 6});
}

TEST(Npy, NPY09_VersionsOfTheHeader) {
    for (const char *name : {"v2.npy", "v3.npy"})
        expectValues(npyValues<float>(load(name)), {2, 2}, {1, 2, 3, 4});
    EXPECT_TRUE(contains(failure([] { (void)load("v9.npy"); }).what(), "version 9.0"));
}

TEST(Npz, NPY10_ExtraFieldsOfLocalHeaders) {
    const NpzReader z(fixture("stored.npz"));
    ASSERT_EQ(z.arrayNames().size(), 2u);
    for (const std::string &name : z.arrayNames())
        EXPECT_GT(npyValues<float>(z.array(name)).size(), 0u);
}

TEST(Npy, NPY12_OneAxisInEitherOrder) {
    for (const char *name : {"v_true.npy", "v_false.npy"})
        expectValues(npyValues<float>(load(name)), {3}, {1, 2, 3});
}

TEST(Npy, NPY14_LongIntegersOfPython2) { EXPECT_EQ(load("py2L.npy").header.shape, (Shape{2, 3})); }

TEST(Npy, POL06_EveryTypeOfIntegerAndBool) {
    const std::string nine(std::string_view("\1\1\0\1\1\0\1\1\0", 9));
    for (const char *descr : {"|b1", "|i1", "|u1"})
        expectValues(
            npyValues<std::uint8_t>(parse(npy(std::string("{'descr': '") + descr +
                                                  "', 'fortran_order': False, 'shape': (3, 3), }\n",
                                              nine))),
            {3, 3}, {1, 1, 0, 1, 1, 0, 1, 1, 0});
    for (const auto &[descr, size, big] :
         {std::tuple{"<i8", 8, false}, {">i4", 4, true}, {"<u2", 2, false}, {">u8", 8, true}}) {
        std::string data;
        for (const char c : nine)
            for (int i = 0; i < size; ++i)
                data += (big ? i == size - 1 : i == 0) ? c : '\0';
        expectValues(
            npyValues<std::uint8_t>(parse(npy(std::string("{'descr': '") + descr +
                                                  "', 'fortran_order': False, 'shape': (3, 3), }\n",
                                              data))),
            {3, 3}, {1, 1, 0, 1, 1, 0, 1, 1, 0});
    }
    const std::string minus(8, '\xFF');
    expectValues(npyValues<float>(
                     parse(npy("{'descr': '<i8', 'fortran_order': False, 'shape': ()}", minus))),
                 {}, {-1});
    expectValues(npyValues<float>(
                     parse(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (4,)}", minus))),
                 {4}, {-1, -1, -1, -1});
}

TEST(Npy, ThreeAxesInFortranOrder) {
    // Element (a, b, c) of shape (2, 3, 2) is 100a + 10b + c; the first axis runs fastest.
    std::string data;
    for (int c = 0; c < 2; ++c)
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 2; ++a)
                data += static_cast<char>(100 * a + 10 * b + c);
    const Tensor t = npyValues<float>(
        parse(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 2), }", data)));
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 3; ++b)
            for (int c = 0; c < 2; ++c)
                EXPECT_EQ(t(a, b, c), static_cast<float>(100 * a + 10 * b + c));
}

TEST(Npy, SizesThatOverflowAreRefusedWithoutMemory) {
    for (const char *shape :
         {"(4294967296, 4294967296)", "(18446744073709551615,)", "(99999999999999999999999,)",
          "(1000000000000,)", "(65536, 65536, 65536, 65536)"}) {
        const std::string bytes = npy(std::string("{'descr': '<f8', 'fortran_order': False, "
                                                  "'shape': ") +
                                          shape + "}",
                                      std::string(16, '\0'));
        EXPECT_EQ(failure([&] { (void)parse(bytes); }).kind, FileError::Kind::Malformed) << shape;
    }
    // A header longer than the file.
    EXPECT_EQ(
        failure([&] { (void)parse(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{", 13)); }).kind,
        FileError::Kind::Malformed);
}

TEST(Npy, HeadersThatAreNoDictionaryAreRefused) {
    for (const char *dict :
         {"", "{", "{'descr'", "{'descr': '<f4'", "{'descr': '<f4', 'fortran_order': False}",
          "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 'a')}",
          "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
          "{'descr': '<U3', 'fortran_order': False, 'shape': (1,)}",
          "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}", "[1, 2]"})
        EXPECT_EQ(failure([&] { (void)parse(npy(dict, std::string(64, '\0'))); }).kind,
                  FileError::Kind::Malformed)
            << dict;
}

TEST(Npy, DoublesBeyondFloatBecomeInfinite) {
    const double values[] = {1e300, -1e300, 0.1, -0.0};
    const std::string data(reinterpret_cast<const char *>(values), sizeof values);
    const Tensor t = npyValues<float>(
        parse(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", data)));
    EXPECT_EQ(t(0), std::numeric_limits<float>::infinity());
    EXPECT_EQ(t(1), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(t(2), 0.1f);
    EXPECT_TRUE(std::signbit(t(3)));
}

TEST(Npy, WrittenHeaderIsAlignedAndReadsBack) {
    for (const Shape &shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{1, 4, 128, 128}}) {
        const std::string h = npyHeaderBytes("<f4", shape);
        EXPECT_EQ(h.size() % 64, 0u);
        EXPECT_EQ(h.back(), '\n');
        const NpyArray a = parse(h + std::string(elementCount(shape) * 4, '\0'));
        EXPECT_EQ(a.header.shape, shape);
        EXPECT_EQ(a.header.itemSize, 4u);
    }
}

} // namespace
} // namespace attnscope::core
