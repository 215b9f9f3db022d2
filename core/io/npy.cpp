// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/text_values.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>
#include <type_traits>

namespace attnscope::core {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
/// Far above any header of numbers; a structured type could need more, and is refused anyway.
constexpr std::size_t kLongestHeader = std::size_t{1} << 20;

[[noreturn]] void malformed(const std::string &file, const std::string &place,
                            const std::string &reason) {
    throw FileError(FileError::Kind::Malformed, file, place, reason);
}

/// The Python literal of the header: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderText {
public:
    HeaderText(std::string_view text, const std::string &file, const std::string &place)
        : m_text(text), m_file(file), m_place(place) {}

    NpyHeader parse() {
        NpyHeader h;
        bool descr = false, order = false, shape = false;
        expect('{');
        while (!accept('}')) {
            const std::string key = quoted();
            expect(':');
            if (key == "descr") {
                type(h);
                descr = true;
            } else if (key == "fortran_order") {
                h.fortranOrder = boolean();
                order = true;
            } else if (key == "shape") {
                h.shape = tuple();
                shape = true;
            } else {
                bad("the header has the unknown key '" + key + "'");
            }
            if (!accept(',') && !peekIs('}'))
                bad("the header is not a Python dictionary");
        }
        if (!descr || !order || !shape)
            bad("the header lacks descr, fortran_order or shape");
        return h;
    }

private:
    [[noreturn]] void bad(const std::string &reason) const { malformed(m_file, m_place, reason); }
    void skipSpace() {
        while (m_at < m_text.size() && std::strchr(" \t\r\n", m_text[m_at]) && m_text[m_at])
            ++m_at;
    }
    bool peekIs(char c) {
        skipSpace();
        return m_at < m_text.size() && m_text[m_at] == c;
    }
    bool accept(char c) {
        if (!peekIs(c))
            return false;
        ++m_at;
        return true;
    }
    void expect(char c) {
        if (!accept(c))
            bad("the header is not a Python dictionary");
    }
    std::string quoted() {
        skipSpace();
        const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
        const auto end =
            quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            bad("the header is not a Python dictionary");
        const std::string s(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return s;
    }
    bool boolean() {
        skipSpace();
        for (const auto &[word, value] : {std::pair{"True", true}, std::pair{"False", false}})
            if (m_text.substr(m_at, std::strlen(word)) == word) {
                m_at += std::strlen(word);
                return value;
            }
        bad("fortran_order is neither True nor False");
    }
    Shape tuple() {
        Shape shape;
        expect('(');
        while (!accept(')')) {
            skipSpace();
            std::size_t n = 0;
            bool digits = false;
            for (; m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9'; ++m_at) {
                const auto digit = static_cast<std::size_t>(m_text[m_at] - '0');
                if (n > (std::numeric_limits<std::size_t>::max() - digit) / 10)
                    bad("an extent of the shape is beyond any file");
                n = n * 10 + digit;
                digits = true;
            }
            if (!digits)
                bad("the shape is not a list of whole numbers");
            if (m_at < m_text.size() && m_text[m_at] == 'L') // Python 2 wrote long integers so
                ++m_at;
            shape.push_back(n);
            if (shape.size() > 32)
                bad("the shape has more than 32 axes");
            if (!accept(',') && !peekIs(')'))
                bad("the shape is not a list of whole numbers");
        }
        return shape;
    }
    void type(NpyHeader &h) {
        if (!peekIs('\'') && !peekIs('"'))
            bad("unsupported type: structured arrays are not matrices of numbers");
        const std::string descr = quoted();
        if (descr.find('O') != std::string::npos)
            bad("object arrays (pickle) are not supported: save it as an array of numbers");
        const std::string_view numeric = descr;
        const bool form = numeric.size() == 3 && std::strchr("<>|=", numeric[0]) != nullptr;
        h.kind = form ? numeric[1] : '?';
        h.itemSize = form ? static_cast<std::size_t>(numeric[2] - '0') : 0;
        const bool known =
            (h.kind == 'f' && (h.itemSize == 2 || h.itemSize == 4 || h.itemSize == 8)) ||
            ((h.kind == 'i' || h.kind == 'u') &&
             (h.itemSize == 1 || h.itemSize == 2 || h.itemSize == 4 || h.itemSize == 8)) ||
            (h.kind == 'b' && h.itemSize == 1);
        if (!known)
            bad("unsupported type '" + descr +
                "': floats (f2, f4, f8), integers and bool can be read");
        h.bigEndian =
            numeric[0] == '>' || (numeric[0] == '=' && std::endian::native == std::endian::big);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    const std::string &m_file, &m_place;
};

/// IEEE 754 half precision, exactly: subnormals are multiples of 2⁻²⁴.
double halfToDouble(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1F;
    const int fraction = bits & 0x3FF;
    double v = 0.0;
    if (exponent == 31)
        v = fraction ? std::numeric_limits<double>::quiet_NaN()
                     : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        v = std::ldexp(fraction, -24);
    else
        v = std::ldexp(1024 + fraction, exponent - 25);
    return std::copysign(v, bits & 0x8000 ? -1.0 : 1.0);
}

template <class U> U loadBits(const char *p, bool bigEndian) {
    U bits = 0;
    for (std::size_t i = 0; i < sizeof(U); ++i) {
        const std::size_t at = bigEndian ? sizeof(U) - 1 - i : i;
        bits = static_cast<U>(
            bits | static_cast<U>(static_cast<U>(static_cast<unsigned char>(p[at])) << (8 * i)));
    }
    return bits;
}

template <class T> T clampedTo(double v) {
    if constexpr (std::is_same_v<T, double>) {
        return v;
    } else if constexpr (std::is_same_v<T, float>) {
        // Beyond float's range the conversion is undefined; the nearest is infinity.
        constexpr double kMost = std::numeric_limits<float>::max();
        if (std::abs(v) > kMost && std::isfinite(v))
            return static_cast<float>(std::copysign(std::numeric_limits<double>::infinity(), v));
        return static_cast<float>(v);
    } else {
        constexpr auto kLow = std::numeric_limits<T>::min();
        constexpr auto kHigh = std::numeric_limits<T>::max();
        if (std::isnan(v) || v <= static_cast<double>(kLow))
            return kLow;
        return v >= static_cast<double>(kHigh) ? kHigh : static_cast<T>(v);
    }
}

template <class T, class Load> void fill(const NpyHeader &h, const char *data, T *out, Load load) {
    const std::size_t n = elementCount(h.shape);
    if (!h.fortranOrder || h.shape.size() < 2) {
        for (std::size_t i = 0; i < n; ++i)
            out[i] = load(data + i * h.itemSize);
        return;
    }
    // Fortran order: the first axis runs fastest in the file. Walk in row-major order and keep the
    // place in the file beside it.
    const std::size_t rank = h.shape.size();
    std::vector<std::size_t> stride(rank), index(rank, 0);
    std::size_t step = 1;
    for (std::size_t a = 0; a < rank; ++a) {
        stride[a] = step;
        step *= h.shape[a];
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = load(data + at * h.itemSize);
        for (std::size_t a = rank; a-- > 0;) {
            at += stride[a];
            if (++index[a] < h.shape[a])
                break;
            at -= stride[a] * h.shape[a];
            index[a] = 0;
        }
    }
}

} // namespace

std::size_t npyDataOffset(std::string_view first, const std::string &file,
                          const std::string &place) {
    if (first.size() < 10 || first.substr(0, kMagic.size()) != kMagic)
        malformed(file, place, "it is not a .npy array");
    const int major = static_cast<unsigned char>(first[6]);
    const int minor = static_cast<unsigned char>(first[7]);
    std::size_t length = 0;
    if (major == 1)
        length = 10 + loadBits<std::uint16_t>(first.data() + 8, false);
    else if ((major == 2 || major == 3) && first.size() >= 12)
        length = 12 + std::size_t{loadBits<std::uint32_t>(first.data() + 8, false)};
    else
        malformed(file, place,
                  "it is a .npy of version " + std::to_string(major) + "." + std::to_string(minor) +
                      ", but only 1.0, 2.0 and 3.0 can be read");
    if (length > kLongestHeader)
        malformed(file, place, "the header claims " + std::to_string(length) + " bytes");
    return length;
}

NpyHeader parseNpyHeader(std::string_view bytes, std::size_t total, const std::string &file,
                         const std::string &place) {
    const std::size_t offset = npyDataOffset(bytes, file, place);
    if (offset > bytes.size() || offset > total)
        malformed(file, place,
                  "the header takes " + std::to_string(offset) + " bytes, but the file has " +
                      std::to_string(total));
    const std::size_t prefix = bytes[6] == 1 ? 10 : 12;
    NpyHeader h = HeaderText(bytes.substr(prefix, offset - prefix), file, place).parse();
    h.dataOffset = offset;
    // Counted so that no product can wrap: every factor is checked before it is multiplied.
    const std::size_t available = total - offset;
    std::size_t count = 1;
    bool beyond = false;
    for (const std::size_t n : h.shape) {
        if (n == 0)
            malformed(file, place,
                      "the matrix has no rows or columns: its shape is " + toString(h.shape));
        beyond = beyond || count > std::numeric_limits<std::size_t>::max() / h.itemSize / n;
        count = beyond ? count : count * n;
    }
    if (beyond || count * h.itemSize > available)
        malformed(
            file, place,
            "the shape " + toString(h.shape) + " needs " +
                (beyond ? std::string("more than 2^64") : std::to_string(count * h.itemSize)) +
                " data bytes, but the file has " + std::to_string(available));
    return h;
}

NpyArray parseNpy(std::string_view bytes, const std::string &file, const std::string &place) {
    NpyArray a;
    a.header = parseNpyHeader(bytes, bytes.size(), file, place);
    a.data = bytes.substr(a.header.dataOffset, a.header.dataBytes());
    return a;
}

NpyArray readNpy(const std::filesystem::path &path) {
    return parseNpy(readWholeFile(path, physicalMemory()), path.string(), "");
}

template <class T> Array<T> npyValues(const NpyArray &array) {
    const NpyHeader &h = array.header;
    auto values = Array<T>::uninitialised(h.shape);
    T *out = values.mutableData();
    const char *data = array.data.data();
    const bool big = h.bigEndian;
    if (h.kind == 'f' && h.itemSize == 2)
        fill(h, data, out, [big](const char *p) {
            return clampedTo<T>(halfToDouble(loadBits<std::uint16_t>(p, big)));
        });
    else if (h.kind == 'f' && h.itemSize == 4)
        fill(h, data, out, [big](const char *p) {
            const auto v = std::bit_cast<float>(loadBits<std::uint32_t>(p, big));
            if constexpr (std::is_same_v<T, float>)
                return v;
            else
                return clampedTo<T>(static_cast<double>(v));
        });
    else if (h.kind == 'f')
        fill(h, data, out, [big](const char *p) {
            return clampedTo<T>(std::bit_cast<double>(loadBits<std::uint64_t>(p, big)));
        });
    else
        fill(h, data, out, [&h, big](const char *p) {
            std::uint64_t bits = 0;
            switch (h.itemSize) {
            case 1:
                bits = loadBits<std::uint8_t>(p, big);
                break;
            case 2:
                bits = loadBits<std::uint16_t>(p, big);
                break;
            case 4:
                bits = loadBits<std::uint32_t>(p, big);
                break;
            default:
                bits = loadBits<std::uint64_t>(p, big);
                break;
            }
            if (h.kind == 'b')
                return static_cast<T>(bits != 0);
            if (h.kind == 'u')
                return clampedTo<T>(static_cast<double>(bits));
            // Sign extension of what was narrower than 64 bits.
            const unsigned shift = static_cast<unsigned>(64 - 8 * h.itemSize);
            return clampedTo<T>(
                static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift));
        });
    return values;
}
template Array<float> npyValues<float>(const NpyArray &);
template Array<double> npyValues<double>(const NpyArray &);
template Array<std::int64_t> npyValues<std::int64_t>(const NpyArray &);
template Array<std::uint8_t> npyValues<std::uint8_t>(const NpyArray &);

std::string npyHeaderBytes(std::string_view descr, const Shape &shape) {
    std::string dict = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (";
    for (std::size_t a = 0; a < shape.size(); ++a)
        dict += (a ? ", " : "") + std::to_string(shape[a]);
    dict += shape.size() == 1 ? ",), }" : "), }"; // (3,) is Python's tuple of one
    constexpr std::size_t kPrefix = 10, kAlign = 64;
    dict.append((kAlign - (kPrefix + dict.size() + 1) % kAlign) % kAlign, ' ');
    dict += '\n';
    std::string bytes(kMagic);
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(dict.size() & 0xFF);
    bytes += static_cast<char>(dict.size() >> 8);
    return bytes + dict;
}

std::string readWholeFile(const std::filesystem::path &path, double limit) {
    const std::string name = path.string();
    const auto unreadable = [&](const std::string &why) {
        throw FileError(FileError::Kind::Unreadable, name, "", "cannot be read: " + why);
    };
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        unreadable("there is no such file");
    if (std::filesystem::is_directory(status))
        unreadable("it is a folder");
    if (!std::filesystem::is_regular_file(status))
        unreadable("it is not a plain file");
    const auto size = std::filesystem::file_size(path, error);
    if (error)
        unreadable(error.message());
    if (static_cast<double>(size) > limit)
        malformed(name, "",
                  "it has " + formatBytes(static_cast<double>(size)) + ", more than the " +
                      formatBytes(limit) + " that can be read");
    std::ifstream in(path, std::ios::binary);
    if (!in)
        unreadable(std::generic_category().message(errno));
    std::string bytes(static_cast<std::size_t>(size), '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    // Shorter than its length said: it changed while it was read.
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    return bytes;
}

} // namespace attnscope::core
