// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import_gather_private.h"

#include "core/import_names_private.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace attnscope::core {

namespace {

using Code = Issue::Code;
using Target = ImportTarget;

Shape trimmed(Shape shape, std::size_t rank) {
    while (shape.size() > rank && shape.front() == 1)
        shape.erase(shape.begin());
    return shape;
}

bool sameBits(const Tensor &a, const Tensor &b) {
    return a.present() && b.present() && a.shape() == b.shape() &&
           std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

Tensor identity(std::size_t rows, std::size_t columns) {
    Tensor t({rows, columns}, 0.0F);
    float *out = t.mutableData();
    for (std::size_t i = 0; i < std::min(rows, columns); ++i)
        out[i * columns + i] = 1.0F;
    return t;
}

/// Columns `from` to `from + count` of a matrix.
Tensor columnsOf(const Tensor &m, std::size_t from, std::size_t count) {
    auto t = Tensor::uninitialised({m.extent(0), count});
    float *out = t.mutableData();
    for (std::size_t r = 0; r < m.extent(0); ++r)
        std::copy_n(m.data() + r * m.extent(1) + from, count, out + r * count);
    return t;
}

/// Zero rows above and below.
Tensor withZeroRows(const Tensor &m, std::size_t above, std::size_t below) {
    Tensor t({above + m.extent(0) + below, m.extent(1)}, 0.0F);
    std::copy_n(m.data(), m.size(), t.mutableData() + above * m.extent(1));
    return t;
}

class Gatherer {
public:
    Gatherer(const ImportPlan &plan, const ArraySource &source) : m_plan(plan), m_source(source) {}

    GatheredImport run() {
        for (const ImportRow &r : m_plan.rows)
            if (r.target != Target::Nothing)
                take(r);
        placeQueries();
        placeMemory();
        if (m_identities && !m_g.arrays.count(Input::WO) && m_valueWidth > 0) {
            const std::size_t model = m_g.arrays.at(Input::XEmbed).extent(2);
            m_g.arrays[Input::WO] = identity(m_valueWidth, model);
            m_g.notes.emplace_back("W_O is the identity: the file holds none");
        }
        return std::move(m_g);
    }

private:
    [[noreturn]] static void refuseShape(const ImportRow &r, const std::string &wanted) {
        refuseImport(Code::ShapeMismatch, {r.entry.name, toString(r.entry.shape), wanted},
                     r.entry.name + " has the shape " + toString(r.entry.shape) +
                         ", but needs the axes " + wanted + " to become " +
                         std::string(toName(r.target)));
    }

    void put(Input input, Tensor array, const ImportRow &r, std::string convention) {
        if (m_g.arrays.count(input))
            refuseImport(Code::BadValue, {r.entry.name, m_g.origin[input].entry},
                         "both " + m_g.origin[input].entry + " and " + r.entry.name + " become " +
                             std::string(toName(input)) + ": choose one of them");
        m_g.arrays[input] = std::move(array);
        m_g.origin[input] = {m_plan.file, r.entry.name, std::move(convention)};
    }

    void take(const ImportRow &r) {
        const Tensor t = m_source.load(r.index);
        switch (r.target) {
        case Target::Nothing:
            break;
        case Target::XEmbed:
        case Target::XMemory:
        case Target::GradOutput:
            put(*inputOf(r.target), sequences(t, r), r, "");
            break;
        case Target::WQ:
        case Target::WK:
        case Target::WV:
        case Target::WO:
            projection(t, r);
            break;
        case Target::BQ:
        case Target::BK:
        case Target::BV:
        case Target::BO:
        case Target::GammaConcat:
        case Target::BetaConcat:
            put(*inputOf(r.target), t.reshaped({t.size()}), r, "");
            break;
        case Target::PackedWeight:
        case Target::PackedBias:
            packed(t, r);
            break;
        case Target::XKey:
        case Target::KeyHeads:
            once(m_key, r) = r.target == Target::XKey ? sequences(t, r) : byHead(t, r);
            m_keyRow = &r;
            break;
        case Target::XValue:
        case Target::ValueHeads:
            once(m_value, r) = r.target == Target::XValue ? sequences(t, r) : byHead(t, r);
            m_valueRow = &r;
            break;
        case Target::QueryHeads:
            once(m_query, r) = byHead(t, r);
            m_queryRow = &r;
            break;
        case Target::MaskKeep:
            if (m_g.maskKeep.present())
                refuseImport(Code::BadValue, {r.entry.name},
                             r.entry.name + " is a second mask: choose one of them");
            m_g.maskKeep = maskFromNumbers(t, r.mask, r.entry.name);
            m_g.maskAdded = !r.additiveMask && r.mask == MaskMeaning::Added;
            break;
        case Target::DropoutKeep:
            m_g.dropoutKeep = maskFromNumbers(t, MaskMeaning::OneVisible, r.entry.name);
            break;
        case Target::Lengths:
            lengths(t, r);
            break;
        case Target::AttentionWeights:
            m_g.notes.push_back(r.entry.name + ": finished maps are not brought in, they are "
                                               "computed");
            break;
        }
    }

    static Tensor &once(Tensor &slot, const ImportRow &r) {
        if (slot.present())
            refuseImport(Code::BadValue, {r.entry.name},
                         r.entry.name + " is a second " + std::string(toName(r.target)) +
                             ": choose one of them");
        return slot;
    }

    static Tensor sequences(const Tensor &t, const ImportRow &r) {
        Shape s = trimmed(t.shape(), 3);
        if (s.size() > 3)
            refuseShape(r, "[batch, length, width]");
        while (s.size() < 3)
            s.insert(s.begin(), 1);
        return t.reshaped(s);
    }

    /// The axis of the heads, against what is said about them. Keys may have fewer.
    void checkHeads(std::size_t heads, const ImportRow &r) const {
        if (m_plan.heads && heads != static_cast<std::size_t>(*m_plan.heads))
            refuseImport(Code::BadHeads, {std::to_string(heads), std::to_string(*m_plan.heads)},
                         r.entry.name + " has " + std::to_string(heads) + " heads by its shape " +
                             toString(r.entry.shape) + ", but heads is " +
                             std::to_string(*m_plan.heads));
    }

    Tensor byHead(const Tensor &t, const ImportRow &r) const {
        if (trimmed(t.shape(), 2).size() == 2)
            return sequences(t, r); // [L, H·d]: side by side already
        Shape s = trimmed(t.shape(), 3);
        if (s.size() < 3 || s.size() > 4)
            refuseShape(r, "[batch, heads, length, width]");
        if (r.target == Target::QueryHeads)
            checkHeads(s[s.size() - (r.headAxes == HeadAxes::RowsFirst ? 2 : 3)], r);
        return headsSideBySide(t.reshaped(s), r.headAxes);
    }

    /// Two axes, [in, out].
    Tensor matrix(const Tensor &t, const ImportRow &r, std::string &convention) const {
        const Shape s = trimmed(t.shape(), 2);
        if (s.size() == 3 && r.target != Target::PackedWeight) {
            convention = toName(r.headAxes);
            if (r.target == Target::WO || r.target == Target::WQ)
                checkHeads(s[r.target == Target::WQ && r.headAxes == HeadAxes::RowsFirst ? 1 : 0],
                           r);
            if (r.target == Target::WO) {
                convention = "H,d,out";
                return t.reshaped({s[0] * s[1], s[2]});
            }
            const Tensor m = headsSideBySide(t.reshaped(s), r.headAxes);
            return m.reshaped({m.extent(1), m.extent(2)});
        }
        if (s.size() != 2)
            refuseShape(r, "[in, out]");
        convention = toName(r.orientation);
        const Tensor m = t.reshaped(s);
        return r.orientation == Orientation::OutIn ? transposed(m) : m;
    }

    void projection(const Tensor &t, const ImportRow &r) {
        std::string convention;
        Tensor m = matrix(t, r, convention);
        put(*inputOf(r.target), std::move(m), r, std::move(convention));
    }

    void packed(const Tensor &t, const ImportRow &r) {
        const bool bias = r.target == Target::PackedBias;
        std::string convention;
        const Tensor m = bias ? t.reshaped({std::size_t{1}, t.size()}) : matrix(t, r, convention);
        const std::size_t columns = m.extent(1);
        if (columns % 3 != 0)
            refuseImport(Code::ShapeMismatch, {r.entry.name, toString(r.entry.shape)},
                         r.entry.name + " has the shape " + toString(r.entry.shape) +
                             ", but query, key and value in one need a multiple of 3: " +
                             std::to_string(columns) + " is none");
        constexpr Input kWeights[] = {Input::WQ, Input::WK, Input::WV};
        constexpr Input kBiases[] = {Input::BQ, Input::BK, Input::BV};
        const std::size_t width = columns / 3;
        for (std::size_t part = 0; part < 3; ++part) {
            const Tensor p = columnsOf(m, part * width, width);
            if (bias)
                put(kBiases[part], p.reshaped({width}), r, "");
            else
                put(kWeights[part], p, r, convention);
        }
    }

    void lengths(const Tensor &t, const ImportRow &r) {
        m_g.lengths = IndexTensor({t.size()});
        std::int64_t *out = m_g.lengths.mutableData();
        for (std::size_t i = 0; i < t.size(); ++i) {
            const float v = t.data()[i];
            if (!(std::abs(v) < 1e9F) || std::trunc(v) != v)
                refuseImport(Code::BadValue, {r.entry.name},
                             r.entry.name + "[" + std::to_string(i) + "] is not a whole number");
            out[i] = static_cast<std::int64_t>(v);
        }
    }

    /// Width of finished queries, keys or values. The identity has its square, which a file of one
    /// long row would not justify.
    static std::size_t identityWidth(const Tensor &array, const ImportRow &r) {
        constexpr std::size_t kWidest = 8192;
        const std::size_t width = array.extent(2);
        if (width > kWidest)
            refuseImport(Code::TooLarge, {},
                         r.entry.name + " is " + std::to_string(width) +
                             " wide over all heads, but may be " + std::to_string(kWidest) +
                             " at most to go through an identity");
        return width;
    }

    /// Finished queries become the inputs, and W_Q the identity.
    void placeQueries() {
        if (!m_query.present())
            return;
        const std::size_t width = identityWidth(m_query, *m_queryRow);
        put(Input::XEmbed, m_query, *m_queryRow, std::string(toName(m_queryRow->headAxes)));
        put(Input::WQ, identity(width, width), *m_queryRow, "");
        m_g.notes.push_back(m_queryRow->entry.name +
                            " becomes X_embed, and W_Q the identity: Q is exactly this array");
        m_identities = m_g.positionsOff = true;
    }

    void placeMemory() {
        if (!m_key.present() && !m_value.present())
            return;
        if (m_g.arrays.count(Input::XMemory))
            refuseImport(Code::BadValue, {(m_keyRow ? m_keyRow : m_valueRow)->entry.name},
                         "X_memory is in the file beside inputs of keys or values: choose one of "
                         "them");
        finished(m_key, m_keyRow, Input::WK, "K");
        finished(m_value, m_valueRow, Input::WV, "V");
        const Tensor &embed = m_g.arrays[Input::XEmbed];
        if (!m_value.present() || !m_key.present() || sameBits(m_key, m_value)) {
            const Tensor &one = m_key.present() ? m_key : m_value;
            if (sameBits(one, embed))
                m_g.selfAttention = true;
            else
                put(Input::XMemory, one, m_keyRow ? *m_keyRow : *m_valueRow, "");
        } else {
            sideBySide();
        }
        if (!embed.present())
            m_g.arrays.erase(Input::XEmbed);
    }

    /// Finished keys or values: their projection is the identity.
    void finished(const Tensor &array, const ImportRow *row, Input projection, const char *what) {
        if (!row || !isHeads(row->target))
            return;
        const std::size_t width = identityWidth(array, *row);
        put(projection, identity(width, width), *row, "");
        m_g.notes.push_back(row->entry.name + " goes through an identity: " + what +
                            " is exactly this array");
        m_g.positionsOff = true;
        if (projection == Input::WV)
            m_valueWidth = width;
    }

    /// Inputs of keys and values that differ: one memory holds both, and zero rows in W_K and W_V
    /// take from it what is theirs. A sum with a product by 0 is the same sum.
    void sideBySide() {
        const std::string key = m_keyRow->entry.name, value = m_valueRow->entry.name;
        if (m_key.extent(0) != m_value.extent(0) || m_key.extent(1) != m_value.extent(1))
            refuseImport(Code::ShapeMismatch, {toString(m_key.shape()), toString(m_value.shape())},
                         key + " has the shape " + toString(m_key.shape()) + " and " + value + " " +
                             toString(m_value.shape()) +
                             ", but there is one value for each key: the same batch and length");
        for (const auto &[array, name] : {std::pair{&m_key, &key}, {&m_value, &value}})
            if (std::any_of(array->values().begin(), array->values().end(),
                            [](float v) { return !std::isfinite(v); }))
                refuseImport(Code::BadValue, {*name},
                             *name + " holds numbers that are not finite, which zero rows would "
                                     "not keep from the other projection");
        const std::size_t k = m_key.extent(2), v = m_value.extent(2);
        const auto wK = m_g.arrays.find(Input::WK), wV = m_g.arrays.find(Input::WV);
        if (wK == m_g.arrays.end() || wV == m_g.arrays.end())
            refuseImport(Code::MissingArray, {key, value},
                         key + " and " + value +
                             " differ, so W_K and W_V have to come with them: "
                             "both are padded with zero rows");
        for (const auto &[w, width, name] : {std::tuple{wK, k, &key}, {wV, v, &value}})
            if (w->second.extent(0) != width)
                refuseImport(Code::ShapeMismatch,
                             {*name, std::to_string(width), std::to_string(w->second.extent(0))},
                             *name + " is " + std::to_string(width) + " wide, but " +
                                 std::string(toName(w->first)) + " takes " +
                                 std::to_string(w->second.extent(0)));
        auto both = Tensor::uninitialised({m_key.extent(0), m_key.extent(1), k + v});
        float *out = both.mutableData();
        for (std::size_t row = 0; row < m_key.extent(0) * m_key.extent(1); ++row) {
            std::copy_n(m_key.data() + row * k, k, out + row * (k + v));
            std::copy_n(m_value.data() + row * v, v, out + row * (k + v) + k);
        }
        wK->second = withZeroRows(wK->second, 0, v);
        wV->second = withZeroRows(wV->second, k, 0);
        ImportRow named = *m_keyRow;
        named.entry.name = key + ", " + value;
        put(Input::XMemory, std::move(both), named, "");
        m_g.positionsOff = true;
        m_g.notes.push_back(key + " (" + std::to_string(k) + " wide) and " + value + " (" +
                            std::to_string(v) +
                            ") stand side by side in X_memory; W_K and W_V have zero rows for the "
                            "other one, so K and V are exactly theirs");
    }

    const ImportPlan &m_plan;
    const ArraySource &m_source;
    GatheredImport m_g;
    Tensor m_query, m_key, m_value;
    const ImportRow *m_queryRow = nullptr, *m_keyRow = nullptr, *m_valueRow = nullptr;
    bool m_identities = false;
    std::size_t m_valueWidth = 0;
};

} // namespace

void refuseImport(Issue::Code code, std::vector<std::string> values, const std::string &message) {
    throw InputError({{code, std::move(values), message}});
}

GatheredImport gatherImport(const ImportPlan &plan, const ArraySource &source) {
    return Gatherer(plan, source).run();
}

} // namespace attnscope::core
