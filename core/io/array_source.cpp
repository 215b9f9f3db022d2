// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_source.h"

#include "core/io/npy.h"
#include "core/io/npz.h"
#include "core/io/safetensors.h"
#include "core/text_values.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace attnscope::core {

namespace {

constexpr std::string_view kUnreadable = "unreadable";

[[noreturn]] void malformed(const std::string &file, const std::string &reason) {
    throw FileError(FileError::Kind::Malformed, file, "", reason);
}

std::string lowerExtension(const std::filesystem::path &path) {
    std::string e = path.extension().string();
    std::transform(e.begin(), e.end(), e.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return e;
}

std::string typeName(const NpyHeader &h) {
    if (h.kind == 'b')
        return "bool";
    const char *kind = h.kind == 'f' ? "float" : h.kind == 'i' ? "int" : "uint";
    return kind + std::to_string(8 * h.itemSize);
}

std::string typeName(const std::string &safetensors) {
    if (safetensors == "BOOL")
        return "bool";
    if (safetensors == "BF16")
        return "bfloat16";
    const std::string bits = safetensors.substr(1);
    switch (safetensors.front()) {
    case 'F':
        return "float" + bits;
    case 'I':
        return "int" + bits;
    case 'U':
        return "uint" + bits;
    default:
        return safetensors;
    }
}

/// The first bytes of a plain file. \throws FileError (Unreadable)
std::string startOf(const std::filesystem::path &path, std::size_t bytes) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    std::ifstream in;
    if (std::filesystem::is_regular_file(status))
        in.open(path, std::ios::binary);
    if (!in.is_open())
        return readWholeFile(path, 0).substr(0, bytes); // says why it cannot be read
    std::string start(bytes, '\0');
    in.read(start.data(), static_cast<std::streamsize>(bytes));
    start.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    return start;
}

/// A safetensors file has no signature: the length of its header, then a brace.
bool looksLikeSafetensors(std::string_view start) {
    return start.size() >= 9 && start[8] == '{' && start[7] == '\0' && start[6] == '\0' &&
           start[5] == '\0';
}

} // namespace

struct ArraySource::Impl {
    std::filesystem::path path;
    std::string file;
    Kind kind = Kind::Delimited;
    std::vector<ArrayEntry> entries;
    std::unique_ptr<NpzReader> npz;
    std::unique_ptr<SafetensorsReader> safetensors;
    std::unique_ptr<DelimitedTable> table;
    Tensor tableArray; ///< what the table stands for

    [[nodiscard]] std::string stem() const { return path.stem().string(); }

    void openNpy() {
        kind = Kind::Npy;
        std::string head = startOf(path, 12);
        const std::size_t offset = npyDataOffset(head, file, "");
        head = startOf(path, offset);
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        const NpyHeader h =
            parseNpyHeader(head, error ? head.size() : static_cast<std::size_t>(size), file, "");
        entries.push_back({stem(), typeName(h), h.shape});
    }

    void openArchive() {
        kind = Kind::Npz;
        npz = std::make_unique<NpzReader>(path);
        for (const std::string &name : npz->arrayNames()) {
            // Texts and the like do not keep the numbers beside them from being read.
            try {
                const NpyHeader h = npz->header(name);
                entries.push_back({name, typeName(h), h.shape});
            } catch (const FileError &) {
                entries.push_back({name, std::string(kUnreadable), {}});
            }
        }
        if (!entries.empty())
            return;
        const std::string extension = lowerExtension(path);
        if (extension == ".pt" || extension == ".pth" || extension == ".bin" ||
            extension == ".ckpt")
            malformed(file, "it is a PyTorch pickle, which would have to be run to be read: save "
                            "the state_dict with safetensors.torch.save_file");
        malformed(file, "there is no array in the archive");
    }

    void openSafetensors() {
        kind = Kind::Safetensors;
        safetensors = std::make_unique<SafetensorsReader>(path);
        for (const SafetensorsEntry &e : safetensors->tensors())
            entries.push_back({e.name, typeName(e.type), e.shape});
    }

    void openTable(const DelimitedOptions &options) {
        kind = Kind::Delimited;
        table = std::make_unique<DelimitedTable>(readDelimited(path, options));
        const auto indexed = arrayOfIndexedTable(*table);
        tableArray = indexed ? *indexed : table->tensor();
        entries.push_back({stem(), "text", tableArray.shape()});
    }
};

ArraySource::ArraySource(const std::filesystem::path &path, const DelimitedOptions &options)
    : m_impl(std::make_unique<Impl>()) {
    Impl &m = *m_impl;
    m.path = path;
    m.file = path.string();
    const std::string start = startOf(path, 16), extension = lowerExtension(path);
    if (start.rfind("\x93NUMPY", 0) == 0)
        m.openNpy();
    else if (start.rfind("PK", 0) == 0 || extension == ".npz")
        m.openArchive();
    else if (extension == ".safetensors" || looksLikeSafetensors(start))
        m.openSafetensors();
    else if (start.empty())
        malformed(m.file, "it is empty");
    else if (extension == ".npy")
        malformed(m.file, "it is not a .npy array");
    else if (start.rfind("\x80", 0) == 0 && extension != ".csv" && extension != ".tsv")
        malformed(m.file, "it is a pickle, which would have to be run to be read: save it with "
                          "numpy.save or safetensors.torch.save_file");
    else if (start[0] == '{')
        malformed(m.file, "it is JSON, no array: a session is opened, not brought in");
    else
        m.openTable(options);
}

ArraySource::~ArraySource() = default;
ArraySource::ArraySource(ArraySource &&) noexcept = default;
ArraySource &ArraySource::operator=(ArraySource &&) noexcept = default;

ArraySource::Kind ArraySource::kind() const { return m_impl->kind; }
const std::string &ArraySource::file() const { return m_impl->file; }
const std::vector<ArrayEntry> &ArraySource::entries() const { return m_impl->entries; }
const DelimitedTable *ArraySource::table() const { return m_impl->table.get(); }

std::optional<std::size_t> ArraySource::find(std::string_view name) const {
    for (std::size_t i = 0; i < m_impl->entries.size(); ++i)
        if (m_impl->entries[i].name == name)
            return i;
    return std::nullopt;
}

Tensor ArraySource::load(std::size_t entry) const {
    const Impl &m = *m_impl;
    const ArrayEntry &e = m.entries.at(entry);
    switch (m.kind) {
    case Kind::Npy:
        return npyValues<float>(readNpy(m.path));
    case Kind::Npz:
        return npyValues<float>(m.npz->array(e.name));
    case Kind::Safetensors:
        return m.safetensors->tensor(m.safetensors->tensors().at(entry));
    case Kind::Delimited:
        break;
    }
    return m.tableArray;
}

bool ArraySource::holdsSession() const {
    return m_impl->npz && m_impl->npz->hasFile("session.json");
}

bool mayHoldArrays(const std::filesystem::path &path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return false;
    std::string start(16, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    const std::string extension = lowerExtension(path);
    if (start.rfind("\x93NUMPY", 0) == 0 || start.rfind("PK\x03\x04", 0) == 0 ||
        looksLikeSafetensors(start))
        return true;
    for (const char *kind : {".npy", ".safetensors", ".csv", ".tsv", ".txt", ".pt", ".pth"})
        if (extension == kind)
            return true;
    return false;
}

ArraySummary summarise(const Tensor &array) {
    ArraySummary s;
    s.shape = array.shape();
    s.count = array.size();
    s.zerosAndOnes = s.count > 0;
    std::size_t finite = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < s.count; ++i) {
        const double v = static_cast<double>(array.data()[i]);
        s.zerosAndOnes = s.zerosAndOnes && (v == 0.0 || v == 1.0);
        if (std::isfinite(v)) {
            s.min = finite == 0 ? v : std::min(s.min, v);
            s.max = finite == 0 ? v : std::max(s.max, v);
            sum += v;
            ++finite;
            continue;
        }
        ++(std::isnan(v) ? s.nan : v > 0 ? s.positiveInf : s.negativeInf);
        if (!s.firstNonFinite)
            s.firstNonFinite = i;
    }
    if (finite > 0)
        s.mean = sum / static_cast<double>(finite);
    const double width = (s.max - s.min) / static_cast<double>(ArraySummary::kBins);
    for (std::size_t i = 0; i < s.count; ++i) {
        const double v = static_cast<double>(array.data()[i]);
        if (!std::isfinite(v))
            continue;
        const double bin = width > 0 ? (v - s.min) / width : 0.0;
        ++s.histogram[std::min(static_cast<std::size_t>(bin), ArraySummary::kBins - 1)];
    }
    return s;
}

} // namespace attnscope::core
