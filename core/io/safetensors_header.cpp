// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON header of a .safetensors: {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets":
// [0, 24]}, …, "__metadata__": {"who": "…"}}. Read event by event: a document tree would take many
// times the header's own length, and would pass over a name that stands twice.
#include "core/io/safetensors_header_private.h"
#include "core/tokens.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

namespace attnscope::core {

namespace {

using nlohmann::json;

constexpr SafetensorsType kTypes[] = {
    {"BOOL", 1, 'b'}, {"U8", 1, 'u'},       {"I8", 1, 'i'},       {"U16", 2, 'u'},
    {"I16", 2, 'i'},  {"U32", 4, 'u'},      {"I32", 4, 'i'},      {"U64", 8, 'u'},
    {"I64", 8, 'i'},  {"F16", 2, 'f'},      {"BF16", 2, 'B'},     {"F32", 4, 'f'},
    {"F64", 8, 'f'},  {"F8_E5M2", 1, '\0'}, {"F8_E4M3", 1, '\0'}, {"F8_E8M0", 1, '\0'},
    {"C64", 8, '\0'},
};
constexpr std::size_t kMostAxes = 32;

class HeaderEvents : public nlohmann::json_sax<json> {
public:
    explicit HeaderEvents(const std::string &file) : m_file(file) {}

    SafetensorsHeader take() { return std::move(m_header); }

    bool null() override { return scalar("null"); }
    bool boolean(bool) override { return scalar("true or false"); }
    bool number_float(number_float_t, const string_t &text) override {
        return scalar("the number " + text);
    }
    bool binary(binary_t &) override { return scalar("binary"); }
    bool number_integer(number_integer_t v) override {
        // The parser calls this for negative numbers alone.
        return scalar("the number " + std::to_string(v));
    }
    bool number_unsigned(number_unsigned_t v) override {
        if (m_depth == 3 && m_inList) {
            auto &list = m_key == "shape" ? m_shape : m_offsets;
            if (list.size() == kMostAxes)
                bad(m_name, m_key + " has more than " + std::to_string(kMostAxes) + " entries");
            list.push_back(v);
            return true;
        }
        return scalar("the number " + std::to_string(v));
    }
    bool string(string_t &text) override {
        if (m_depth == 2 && m_inMetadata) {
            m_header.metadata[m_key] = text;
            return true;
        }
        if (m_depth == 2 && m_key == "dtype") {
            m_type = text;
            return true;
        }
        return scalar("the text \"" + text.substr(0, 40) + "\"");
    }
    bool start_object(std::size_t) override {
        if (m_depth >= 2)
            scalar("an object");
        if (++m_depth == 2) {
            m_inMetadata = m_name == "__metadata__";
            m_type.reset();
            m_shape.clear();
            m_offsets.clear();
            m_haveShape = m_haveOffsets = false;
        }
        return true;
    }
    bool key(string_t &name) override {
        if (m_depth == 1) {
            m_name = name;
            if (!m_names.insert(name).second)
                bad(name, "the header holds it twice");
        } else {
            m_key = name;
            if (!m_inMetadata && name != "dtype" && name != "shape" && name != "data_offsets")
                bad(m_name, "the header has the unknown key '" + name.substr(0, 40) + "'");
        }
        return true;
    }
    bool end_object() override {
        if (m_depth-- == 2 && !m_inMetadata)
            finishTensor();
        return true;
    }
    bool start_array(std::size_t) override {
        if (m_depth != 2 || m_inMetadata || m_inList || m_key == "dtype")
            return scalar("a list");
        m_inList = true;
        ++m_depth;
        (m_key == "shape" ? m_haveShape : m_haveOffsets) = true;
        (m_key == "shape" ? m_shape : m_offsets).clear();
        return true;
    }
    bool end_array() override {
        m_inList = false;
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const json::exception &e) override {
        const std::string what = e.what(); // "[json.exception.parse_error.101] parse error at …"
        const auto at = what.find("] ");
        bad("header", "it is not valid JSON: " +
                          validUtf8(at == std::string::npos ? what : what.substr(at + 2)));
    }

    [[noreturn]] void bad(const std::string &place, const std::string &reason) const {
        throw FileError(FileError::Kind::Malformed, m_file, validUtf8(place.substr(0, 200)),
                        validUtf8(reason));
    }

private:
    /// A value of a kind that does not belong where it stands.
    bool scalar(const std::string &what) {
        if (m_depth == 0)
            bad("header", "it is " + what + ", but must be an object of tensors");
        if (m_depth == 1)
            bad(m_name, "it is " + what +
                            ", but must be an object with dtype, shape and "
                            "data_offsets");
        if (m_inMetadata)
            bad("__metadata__", m_key + " is " + what + ", but must be text");
        if (m_inList)
            bad(m_name, m_key + " holds " + what + ", but must hold whole numbers from 0");
        bad(m_name, m_key + " is " + what + ", but must be " +
                        (m_key == "dtype" ? "text" : "a list of whole numbers"));
    }

    void finishTensor() {
        if (!m_type || !m_haveShape || !m_haveOffsets)
            bad(m_name, std::string("it lacks ") + (!m_type        ? "dtype"
                                                    : !m_haveShape ? "shape"
                                                                   : "data_offsets"));
        if (m_offsets.size() != 2)
            bad(m_name, "data_offsets has " + std::to_string(m_offsets.size()) +
                            " entries, but must have 2: begin and end");
        SafetensorsEntry e;
        e.name = m_name;
        e.type = *m_type;
        e.shape.assign(m_shape.begin(), m_shape.end());
        e.begin = m_offsets[0];
        e.end = m_offsets[1];
        m_header.tensors.push_back(std::move(e));
    }

    const std::string &m_file;
    SafetensorsHeader m_header;
    std::unordered_set<std::string> m_names;
    int m_depth = 0;
    std::string m_name, m_key;
    bool m_inMetadata = false, m_inList = false, m_haveShape = false, m_haveOffsets = false;
    std::optional<std::string> m_type;
    std::vector<std::uint64_t> m_shape, m_offsets;
};

/// Bytes that a shape takes; nothing when they cannot be counted.
std::optional<std::uint64_t> bytesOf(const Shape &shape, std::size_t itemBytes) {
    std::uint64_t bytes = itemBytes;
    // An extent of 0 makes any other one harmless; it counts before a product can wrap.
    if (std::find(shape.begin(), shape.end(), 0u) != shape.end())
        return 0;
    for (const std::size_t n : shape) {
        if (bytes > std::numeric_limits<std::uint64_t>::max() / n)
            return std::nullopt;
        bytes *= n;
    }
    return bytes;
}

void check(const SafetensorsHeader &h, std::uint64_t dataBytes, const HeaderEvents &events) {
    for (const SafetensorsEntry &e : h.tensors) {
        const SafetensorsType *type = safetensorsType(e.type);
        if (!type)
            events.bad(e.name, "its type '" + e.type.substr(0, 40) +
                                   "' is unknown: F32, F16, BF16, F64, integers and BOOL can be "
                                   "read");
        const std::string range =
            "[" + std::to_string(e.begin) + ", " + std::to_string(e.end) + "]";
        if (e.begin > e.end)
            events.bad(e.name, "its range " + range + " ends before it begins");
        if (e.end > dataBytes)
            events.bad(e.name, "its range " + range + " leaves the file, which has " +
                                   std::to_string(dataBytes) + " data bytes");
        const auto needed = bytesOf(e.shape, type->bytes);
        if (!needed || *needed != e.bytes())
            events.bad(e.name, "the shape " + toString(e.shape) + " of " + e.type + " needs " +
                                   (needed ? std::to_string(*needed) : "more than 2^64") +
                                   " bytes, but its range " + range + " has " +
                                   std::to_string(e.bytes()));
    }
    std::vector<const SafetensorsEntry *> byPlace;
    for (const SafetensorsEntry &e : h.tensors)
        if (e.bytes() > 0)
            byPlace.push_back(&e);
    std::sort(byPlace.begin(), byPlace.end(),
              [](const auto *a, const auto *b) { return a->begin < b->begin; });
    for (std::size_t i = 1; i < byPlace.size(); ++i)
        if (byPlace[i]->begin < byPlace[i - 1]->end)
            events.bad(byPlace[i]->name, "the ranges of " + byPlace[i - 1]->name + " and " +
                                             byPlace[i]->name + " overlap");
    if (h.tensors.empty())
        events.bad("", "there are no tensors in the file");
}

} // namespace

const SafetensorsType *safetensorsType(std::string_view name) {
    for (const SafetensorsType &t : kTypes)
        if (t.name == name)
            return &t;
    return nullptr;
}

SafetensorsHeader parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes,
                                         const std::string &file) {
    HeaderEvents events(file);
    json::sax_parse(text.begin(), text.end(), &events);
    SafetensorsHeader h = events.take();
    check(h, dataBytes, events);
    return h;
}

} // namespace attnscope::core
