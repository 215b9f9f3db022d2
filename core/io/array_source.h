// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/delimited.h"
#include "core/tensor.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// One array that a file offers.
struct ArrayEntry {
    std::string name; ///< as in the file; the file's stem for .npy and CSV
    std::string type; ///< for people: "float32", "bfloat16", "int64", "bool", "text"; "unreadable"
                      ///< for one that load() refuses
    Shape shape;
};

/// The arrays of a .npy, .npz, .safetensors, .csv or .tsv under one roof. The kind is told by
/// content, then by name. Headers alone are read until an array is loaded (a table of text is read
/// at once).
class ArraySource {
public:
    enum class Kind { Npy, Npz, Safetensors, Delimited };

    /// \throws FileError; a PyTorch pickle (.pt, .bin) and a session .json are refused by name.
    explicit ArraySource(const std::filesystem::path &path, const DelimitedOptions &options = {});
    ~ArraySource();
    ArraySource(ArraySource &&) noexcept;
    ArraySource &operator=(ArraySource &&) noexcept;

    [[nodiscard]] Kind kind() const;
    /// The path as it was given, for messages.
    [[nodiscard]] const std::string &file() const;
    /// In the order of the file; at least one.
    [[nodiscard]] const std::vector<ArrayEntry> &entries() const;
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// Its numbers as float. \throws FileError
    [[nodiscard]] Tensor load(std::size_t entry) const;
    /// Labels and separator of a table; absent for the other kinds.
    [[nodiscard]] const DelimitedTable *table() const;
    /// An .npz that holds a session.json: to be opened as a session rather than brought in.
    [[nodiscard]] bool holdsSession() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Whether a file is one for ArraySource, told by its first bytes and its name, rather than a
/// session .json or something unknown. An .npz may be both. False for what cannot be read.
[[nodiscard]] bool mayHoldArrays(const std::filesystem::path &path);

/// What a preview shows of an array.
struct ArraySummary {
    static constexpr std::size_t kBins = 32;
    Shape shape;
    std::size_t count = 0; ///< numbers in all
    std::size_t nan = 0, positiveInf = 0, negativeInf = 0;
    double min = 0.0, max = 0.0, mean = 0.0; ///< of the finite numbers; 0 when there is none
    bool zerosAndOnes = false;               ///< nothing but 0 and 1: it may be a mask
    /// Finite numbers in equal bins over [min, max]; all in the first when min = max.
    std::array<std::size_t, kBins> histogram{};
    /// Where the first number that is not finite stands (flat index).
    std::optional<std::size_t> firstNonFinite;
};
[[nodiscard]] ArraySummary summarise(const Tensor &array);

} // namespace attnscope::core
