// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_export.h"

#include "core/io/npz.h"
#include "core/io/session_file.h"
#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace attnscope::core {

namespace {

/// Rows and columns of the last two axes, and how many such matrices there are.
struct Matrices {
    explicit Matrices(const Tensor &t)
        : columns(t.rank() == 0 ? 1 : t.shape().back()),
          rows(t.rank() < 2 ? 1 : t.shape()[t.rank() - 2]), count(t.size() / (rows * columns)),
          lead(t.shape().begin(),
               t.shape().end() - (t.rank() < 2 ? static_cast<long>(t.rank()) : 2)) {}
    std::size_t columns, rows, count;
    Shape lead; ///< extents of the axes before
    /// "[0, 2]" of matrix `n`; empty when there is only one.
    [[nodiscard]] std::string place(std::size_t n) const {
        Shape index(lead.size());
        for (std::size_t a = lead.size(); a-- > 0;) {
            index[a] = n % lead[a];
            n /= lead[a];
        }
        return lead.empty() ? std::string() : toString(index);
    }
};

std::string pythonNumber(float v, std::string_view module) {
    if (std::isnan(v))
        return std::string(module) + ".nan";
    if (std::isinf(v))
        return (v < 0 ? "-" : "") + std::string(module) + ".inf";
    std::string s = formatFloat(v);
    // "1" would do, but a reader should see at once that these are floats.
    return s.find_first_of(".e") == s.npos ? s + ".0" : s;
}

/// Nested lists; matrices are written a row a line.
void pythonList(const Tensor &t, std::size_t axis, std::size_t &at, std::string_view module,
                std::size_t indent, std::string &out) {
    if (axis == t.rank()) {
        out += pythonNumber(t.data()[at++], module);
        return;
    }
    out += '[';
    const std::size_t n = t.extent(axis);
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0)
            out += axis + 1 == t.rank() ? std::string(", ")
                                        : ",\n" + std::string(indent + axis + 1, ' ');
        pythonList(t, axis + 1, at, module, indent, out);
    }
    out += ']';
}

std::string pythonText(const Tensor &t, std::string_view call, std::string_view module,
                       std::string_view type) {
    std::string out(call);
    std::size_t at = 0;
    pythonList(t, 0, at, module, call.size(), out);
    out += ", dtype=";
    out += type;
    return out + ')';
}

/// At most `digits` decimals, without zeros at the end.
std::string roundedText(float value, int digits) {
    char text[128];
    const auto [end, error] =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
    if (error != std::errc())
        return formatFloat(value);
    std::string s(text, end);
    if (s.find('.') != s.npos) {
        s.erase(s.find_last_not_of('0') + 1);
        if (s.back() == '.')
            s.pop_back();
    }
    if (s == "-0" && value != 0.0F)
        s = "0";
    // Small numbers would all read 0, and large ones fill the line.
    const float size = std::abs(value);
    if (value != 0.0F && (size >= 1e6F || s == "0")) {
        const auto [last, failed] =
            std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits);
        if (failed == std::errc()) {
            s.assign(text, last);
            const auto e = s.find('e');
            std::string mantissa = s.substr(0, e);
            if (mantissa.find('.') != mantissa.npos) {
                mantissa.erase(mantissa.find_last_not_of('0') + 1);
                if (mantissa.back() == '.')
                    mantissa.pop_back();
            }
            s = mantissa + s.substr(e);
        }
    }
    return s;
}

std::string latexNumber(float v, int digits) {
    if (std::isnan(v))
        return "\\mathrm{NaN}";
    if (std::isinf(v))
        return v < 0 ? "-\\infty" : "\\infty";
    const std::string s = roundedText(v, digits);
    const auto e = s.find('e');
    if (e == s.npos)
        return s;
    std::string exponent = s.substr(e + 1);
    const bool minus = exponent.front() == '-';
    exponent.erase(0, exponent.find_first_not_of("+-0"));
    return s.substr(0, e) + " \\cdot 10^{" + (minus ? "-" : "") + exponent + "}";
}

std::string markdownNumber(float v, int digits) {
    if (std::isnan(v))
        return "NaN";
    if (std::isinf(v))
        return v < 0 ? "\xE2\x88\x92\xE2\x88\x9E" : "\xE2\x88\x9E"; // −∞, ∞
    return roundedText(v, digits);
}

std::string markdownLabel(const std::string &label) {
    std::string s;
    for (const char c : label) {
        if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`')
            s += '\\';
        s += c == '\n' || c == '\r' ? ' ' : c;
    }
    return s;
}

std::string latexText(const Tensor &t, int digits) {
    const Matrices m(t);
    std::string out;
    for (std::size_t n = 0; n < m.count; ++n) {
        if (!m.lead.empty())
            out += (n ? "\n" : "") + ("% " + m.place(n)) + "\n";
        out += "\\begin{bmatrix}\n";
        for (std::size_t r = 0; r < m.rows; ++r) {
            for (std::size_t c = 0; c < m.columns; ++c)
                out += (c ? " & " : "  ") +
                       latexNumber(t.data()[(n * m.rows + r) * m.columns + c], digits);
            out += r + 1 < m.rows ? " \\\\\n" : "\n";
        }
        out += "\\end{bmatrix}\n";
    }
    return out;
}

std::string markdownText(const Tensor &t, const ArrayTextOptions &options) {
    const Matrices m(t);
    const bool rows = !options.labels.rows.empty();
    std::string out;
    for (std::size_t n = 0; n < m.count; ++n) {
        if (!m.lead.empty())
            out += (n ? "\n" : "") + m.place(n) + "\n\n";
        out += rows ? "| " + markdownLabel(options.labels.corner) + " |" : "|";
        for (std::size_t c = 0; c < m.columns; ++c)
            out += " " +
                   (options.labels.columns.empty() ? std::to_string(c)
                                                   : markdownLabel(options.labels.columns[c])) +
                   " |";
        out += rows ? "\n|---|" : "\n|";
        for (std::size_t c = 0; c < m.columns; ++c)
            out += "--:|";
        out += '\n';
        for (std::size_t r = 0; r < m.rows; ++r) {
            out += rows ? "| " + markdownLabel(options.labels.rows[r]) + " |" : "|";
            for (std::size_t c = 0; c < m.columns; ++c)
                out += " " +
                       markdownNumber(t.data()[(n * m.rows + r) * m.columns + c], options.digits) +
                       " |";
            out += '\n';
        }
    }
    return out;
}

} // namespace

std::string arrayAsText(const Tensor &array, ArrayText form, const ArrayTextOptions &options) {
    if (!array.present() || array.size() == 0)
        throw std::invalid_argument("arrayAsText: no numbers");
    const Matrices m(array);
    if ((!options.labels.rows.empty() && options.labels.rows.size() != m.rows) ||
        (!options.labels.columns.empty() && options.labels.columns.size() != m.columns))
        throw std::invalid_argument("arrayAsText: labels of another count than " +
                                    toString(array.shape()));
    switch (form) {
    case ArrayText::Numpy:
        return pythonText(array, "np.array(", "np", "np.float32");
    case ArrayText::PyTorch:
        return pythonText(array, "torch.tensor(", "torch", "torch.float32");
    case ArrayText::Latex:
        return latexText(array, options.digits);
    case ArrayText::Markdown:
        return markdownText(array, options);
    case ArrayText::Tsv:
        break;
    }
    std::string out;
    for (std::size_t n = 0; n < m.count; ++n) {
        const Tensor matrix({m.rows, m.columns},
                            array.values().subspan(n * m.rows * m.columns, m.rows * m.columns));
        out += (n ? "\n" : "") + toDelimited(matrix, '\t', options.labels);
    }
    return out;
}

std::string arrayAsCsv(const Tensor &array, const std::vector<std::string> &axes,
                       const DelimitedLabels &labels) {
    if (array.rank() <= 2)
        return toDelimited(array, ',', labels);
    if (array.size() == 0)
        throw std::invalid_argument("arrayAsCsv: no numbers");
    const auto axisName = [&](std::size_t a) {
        return a < axes.size() && !axes[a].empty() ? axes[a] : "axis_" + std::to_string(a);
    };
    const std::size_t lead = array.rank() - 1, columns = array.shape().back();
    std::string out;
    for (std::size_t a = 0; a < lead; ++a)
        out += axisName(a) + ',';
    for (std::size_t c = 0; c < columns; ++c)
        out += (c ? "," : "") + axisName(lead) + '_' + std::to_string(c);
    out += '\n';
    std::vector<std::size_t> index(lead, 0);
    for (std::size_t at = 0; at < array.size(); at += columns) {
        for (const std::size_t i : index)
            out += std::to_string(i) + ',';
        for (std::size_t c = 0; c < columns; ++c)
            out += (c ? "," : "") + formatFloat(array.data()[at + c]);
        out += '\n';
        for (std::size_t a = lead; a-- > 0;) {
            if (++index[a] < array.extent(a))
                break;
            index[a] = 0;
        }
    }
    return out;
}

void writeNpy(const std::filesystem::path &path, const Tensor &array) {
    std::string bytes = npyHeaderBytes("<f4", array.shape());
    bytes.append(reinterpret_cast<const char *>(array.data()), array.bytes());
    writeFileAtomically(path, bytes);
}

bool writeNpz(const std::filesystem::path &path,
              const std::vector<std::pair<std::string, Tensor>> &arrays,
              const std::stop_token &stop) {
    std::vector<ZipMember> members;
    for (const auto &[name, array] : arrays)
        members.push_back(npyMember(name, array));
    return writeZip(path, members, stop);
}

} // namespace attnscope::core
