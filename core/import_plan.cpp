// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import_plan.h"

#include "core/import_names_private.h"
#include "core/text_values.h"

#include <algorithm>
#include <filesystem>

namespace attnscope::core {

namespace {

using Target = ImportTarget;
using Question = ImportQuestion;

/// Extents without leading ones beyond `rank`.
Shape trimmed(Shape shape, std::size_t rank) {
    while (shape.size() > rank && shape.front() == 1)
        shape.erase(shape.begin());
    return shape;
}

const ImportRow *rowWith(const ImportPlan &plan, Target target) {
    for (const ImportRow &r : plan.rows)
        if (r.target == target)
            return &r;
    return nullptr;
}

/// Width of the inputs: what comes in with this file counts before the session's.
std::optional<std::size_t> widthOf(const ImportPlan &plan, std::initializer_list<Target> inputs) {
    for (const Target t : inputs)
        if (const ImportRow *r = rowWith(plan, t); r && !r->entry.shape.empty())
            return r->entry.shape.back();
    return std::nullopt;
}

std::optional<std::size_t> modelWidth(const ImportPlan &plan) {
    if (const auto own = widthOf(plan, {Target::XEmbed}))
        return own;
    if (const ImportRow *bias = rowWith(plan, Target::BO); bias && bias->entry.shape.size() == 1)
        return bias->entry.shape[0];
    if (plan.dModel)
        return static_cast<std::size_t>(*plan.dModel);
    return std::nullopt;
}

/// Width that a projection takes in, or for W_O gives out.
std::optional<std::size_t> modelSide(const ImportPlan &plan, Target t) {
    std::optional<std::size_t> memory;
    if (t == Target::WK)
        memory = widthOf(plan, {Target::XKey, Target::XMemory});
    else if (t == Target::WV)
        memory = widthOf(plan, {Target::XValue, Target::XMemory});
    return memory ? memory : modelWidth(plan);
}

/// Settles how a projection of two axes lies, or asks.
void orient(ImportPlan &plan, ImportRow &r, NamedLayout layout) {
    const Shape &s = r.entry.shape;
    const std::size_t rows = s[0], columns = s[1];
    const std::string shape = toString(s);
    bool certain = true;
    Orientation is = Orientation::InOut;
    if (layout == NamedLayout::Conv1D && r.target != Target::PackedWeight) {
        // The packed array of the same layer tells whether these are GPT-2's own or linear ones.
        const ImportRow *packed = rowWith(plan, Target::PackedWeight);
        certain = packed && packed->entry.shape.size() == 2 && !packed->open();
        is = certain ? packed->orientation : Orientation::InOut;
        r.note = certain ? "lies as c_attn does" : "the name does not tell how it lies";
    } else if (r.target == Target::PackedWeight && layout != NamedLayout::OutIn) {
        certain = columns == 3 * rows || rows == 3 * columns;
        is = rows == 3 * columns ? Orientation::OutIn : Orientation::InOut;
        r.note = certain ? "query, key and value in one; the shape tells how it lies"
                         : "query, key and value in one, but the shape " + shape +
                               " does not tell along which axis";
    } else if (layout == NamedLayout::OutIn) {
        is = Orientation::OutIn;
        r.note = "PyTorch's [out, in], is transposed";
    } else if (layout == NamedLayout::InOut) {
        r.note = "[in, out], as the name tells";
    } else {
        const auto side = modelSide(plan, r.target);
        const std::size_t inSide = r.target == Target::WO ? columns : rows;
        const std::size_t outSide = r.target == Target::WO ? rows : columns;
        certain = side && rows != columns && (inSide == *side) != (outSide == *side);
        if (certain) {
            is = inSide == *side ? Orientation::InOut : Orientation::OutIn;
            r.note = "read as [" + std::string(toName(is)) + "], the only way to fit a width of " +
                     std::to_string(*side);
        } else {
            r.note = rows == columns ? "a square matrix does not tell whether it lies [in, out] or "
                                       "[out, in] (PyTorch)"
                                     : "its shape " + shape +
                                           " does not tell whether it lies [in, out] or [out, in] "
                                           "(PyTorch)";
        }
    }
    // Our own names are used by people who never read what they mean.
    if (certain && r.ownName)
        if (const auto side = modelSide(plan, r.target)) {
            const auto fits = [&](Orientation o) {
                const bool rowsIn = (o == Orientation::InOut) != (r.target == Target::WO);
                return (rowsIn ? rows : columns) == *side;
            };
            const Orientation other =
                is == Orientation::InOut ? Orientation::OutIn : Orientation::InOut;
            if (!fits(is) && fits(other)) {
                certain = false;
                r.note = "as [" + std::string(toName(is)) + "] it does not fit a width of " +
                         std::to_string(*side) + ", transposed it does";
            }
        }
    if (!r.answered)
        r.orientation = is;
    r.question = certain ? Question::None : Question::Orientation;
}

/// Settles which axis runs over the heads, or asks.
void placeHeads(const ImportPlan &plan, ImportRow &r, NamedLayout layout, bool lens) {
    const Shape s = trimmed(r.entry.shape, 3);
    const std::size_t lead = s.size() - 3;
    const std::size_t first = s[lead], second = s[lead + 1];
    bool certain = false;
    HeadAxes is = HeadAxes::HeadsFirst;
    if (r.target == Target::WO) {
        certain = true; // [H, d, out]: rows of one head lie together either way
        r.note = "[heads, width, out]";
    } else if (isProjection(r.target) && layout == NamedLayout::InOut && !r.ownName) {
        certain = true;
        is = lens ? HeadAxes::HeadsFirst : HeadAxes::RowsFirst;
        r.note = lens ? "[heads, in, width], as TransformerLens keeps it"
                      : "[in, heads, width], as Flax keeps it";
    } else {
        std::optional<std::size_t> rowsAre, headsAre;
        if (isProjection(r.target))
            rowsAre = modelSide(plan, r.target);
        if (plan.heads)
            headsAre = static_cast<std::size_t>(*plan.heads);
        const auto can = [&](std::size_t rows, std::size_t heads) {
            return (!rowsAre || *rowsAre == rows) && (!headsAre || *headsAre == heads);
        };
        const bool rowsFirst = can(first, second), headsFirst = can(second, first);
        certain = (rowsAre || headsAre) && rowsFirst != headsFirst;
        if (certain)
            is = rowsFirst ? HeadAxes::RowsFirst : HeadAxes::HeadsFirst;
        r.note = certain ? "the sizes tell that it lies " + std::string(toName(is))
                         : "the shape " + toString(r.entry.shape) +
                               " does not tell whether the heads are the first axis (H,L,d) or "
                               "the second (L,H,d)";
    }
    if (!r.answered)
        r.headAxes = is;
    r.question = certain ? Question::None : Question::HeadAxes;
}

void settleMask(ImportRow &r) {
    r.question = Question::None;
    if (r.additiveMask) {
        r.note = "0 is visible, -inf (or at most -1e8) is hidden";
    } else if (r.ownName) {
        r.note = "1 is visible, as the name tells";
    } else {
        r.question = Question::MaskMeaning;
        r.note = "0 and 1 alone do not tell whether 1 is visible, hidden, or added to the scores";
    }
}

/// What is to be said and asked about one row, from its target and what is known by now.
void settle(ImportPlan &plan, ImportRow &r) {
    const Question before = r.question;
    const NamedEntry name = namedEntry(r.entry.name);
    r.ownName = name.own && name.target == r.target;
    r.question = Question::None;
    r.note.clear();
    const std::size_t rank = trimmed(r.entry.shape, 2).size();
    if (r.entry.type == "unreadable")
        r.note = "it holds no numbers that can be read";
    else if (isProjection(r.target) && rank == 2)
        orient(plan, r, name.target == r.target ? name.layout : NamedLayout::Unknown);
    else if ((isProjection(r.target) && rank == 3) || (isHeads(r.target) && rank >= 3))
        placeHeads(plan, r, name.layout, name.family == "TransformerLens");
    else if (r.target == Target::MaskKeep)
        settleMask(r);
    else if ((r.target == Target::XEmbed || r.target == Target::XMemory) && rank == 3)
        r.note = "[batch, length, width]";
    else if (name.learnedKey && r.layer == plan.layer)
        r.note = "a learned key and value, which are not part of this model";
    if (r.question != before && before != Question::None)
        r.answered = r.answered && r.question == Question::None;
}

void settleAll(ImportPlan &plan) {
    // The packed array first: c_proj asks it.
    for (ImportRow &r : plan.rows)
        if (r.target == Target::PackedWeight)
            settle(plan, r);
    for (ImportRow &r : plan.rows)
        if (r.target != Target::PackedWeight)
            settle(plan, r);
    plan.notes.clear();
    if (plan.family == "LLaMA")
        plan.notes.emplace_back("LLaMA turns queries and keys by their position (RoPE), which is "
                                "not part of this model");
    for (const ImportRow &r : plan.rows)
        if (!plan.layer.empty() && r.layer == plan.layer && namedEntry(r.entry.name).learnedKey) {
            plan.notes.emplace_back("bias_k and bias_v, a learned key and value, are not part of "
                                    "this model: the weights come out otherwise");
            break;
        }
    if (plan.family == "T5")
        plan.notes.emplace_back("T5 does not divide its scores (scaling.mode=none), and adds a "
                                "bias by distance, which is not part of this model");
}

/// Numbers are looked at once, when an entry becomes a mask.
void lookAtMask(ImportRow &r, const ArraySource &source) {
    if (r.target != Target::MaskKeep || r.entry.type == "unreadable")
        return;
    const Tensor values = source.load(r.index);
    r.additiveMask = std::any_of(values.values().begin(), values.values().end(),
                                 [](float v) { return v <= -1e8F; });
}

/// Heads that shapes state, once it is known which axis they are.
std::optional<int> headsOfShapes(const ImportPlan &plan) {
    for (const ImportRow &r : plan.rows) {
        if (r.open())
            continue;
        const bool queries = r.target == Target::WQ || r.target == Target::QueryHeads;
        const Shape s = trimmed(r.entry.shape, queries && r.target == Target::WQ ? 2 : 3);
        const Shape b = r.entry.shape;
        std::size_t heads = 0;
        if (queries && s.size() >= 3 && s.size() <= 4)
            heads = s[s.size() - (r.headAxes == HeadAxes::RowsFirst ? 2 : 3)];
        else if (r.target == Target::WO && s.size() == 3)
            heads = s[0];
        else if (r.target == Target::DropoutKeep && b.size() == 4)
            heads = b[1];
        if (heads > 0 && heads <= (std::size_t{1} << 30))
            return static_cast<int>(heads);
    }
    return std::nullopt;
}

void refresh(ImportPlan &plan) {
    settleAll(plan);
    if (!plan.heads) {
        plan.heads = headsOfShapes(plan);
        if (plan.heads)
            settleAll(plan);
    }
}

void assignLayer(ImportPlan &plan, const std::string &layer) {
    plan.layer = layer;
    plan.family.clear();
    for (ImportRow &r : plan.rows) {
        if (r.layer.empty())
            continue;
        const NamedEntry name = namedEntry(r.entry.name);
        const bool chosen = r.layer == layer;
        r.target = chosen ? name.target : Target::Nothing;
        r.answered = r.answered && chosen;
        // The most telling name: out_proj and q_proj are common to several models.
        if (chosen && !name.family.empty() &&
            (plan.family.empty() || plan.family.find(',') != std::string::npos ||
             name.family == "LLaMA"))
            plan.family = name.family;
    }
}

/// A trace holds its results beside its inputs: what is computed from them is not brought in.
void leaveResults(ImportPlan &plan) {
    const auto any = [&](auto wanted) {
        return std::any_of(plan.rows.begin(), plan.rows.end(),
                           [&](const ImportRow &r) { return wanted(r.target); });
    };
    const bool inputs = any([](Target t) {
        return t == Target::XEmbed || t == Target::WQ || t == Target::PackedWeight;
    });
    const bool others =
        any([](Target t) { return t != Target::Nothing && t != Target::AttentionWeights; });
    for (ImportRow &r : plan.rows)
        if ((inputs && isHeads(r.target)) || (others && r.target == Target::AttentionWeights))
            r.target = Target::Nothing;
}

} // namespace

ImportPlan planImport(const ArraySource &source, const Session &session, bool sessionSizes) {
    ImportPlan plan;
    plan.file = std::filesystem::path(source.file()).filename().string();
    if (sessionSizes) {
        plan.dModel = session.config.dModel;
        plan.heads = session.config.heads;
    }
    for (std::size_t i = 0; i < source.entries().size(); ++i) {
        ImportRow r;
        r.entry = source.entries()[i];
        r.index = i;
        const NamedEntry name = namedEntry(r.entry.name);
        r.layer = name.layer;
        if (r.layer.empty() && r.entry.type != "unreadable")
            r.target = name.target;
        lookAtMask(r, source);
        plan.rows.push_back(std::move(r));
    }
    // A prefix is an attention layer when it has queries: feed-forward parts have a c_proj, too.
    for (const ImportRow &r : plan.rows) {
        const Target t = namedEntry(r.entry.name).target;
        if (!r.layer.empty() && (t == Target::WQ || t == Target::PackedWeight) &&
            std::find(plan.layers.begin(), plan.layers.end(), r.layer) == plan.layers.end())
            plan.layers.push_back(r.layer);
    }
    for (ImportRow &r : plan.rows)
        if (std::find(plan.layers.begin(), plan.layers.end(), r.layer) == plan.layers.end())
            r.layer = plan.layers.empty() && !r.layer.empty() ? r.layer : std::string();
    if (plan.layers.empty()) {
        // One projection alone ("out_proj.weight" of its own file) needs no layer around it.
        std::vector<std::string> others;
        for (const ImportRow &r : plan.rows)
            if (!r.layer.empty() &&
                std::find(others.begin(), others.end(), r.layer) == others.end())
                others.push_back(r.layer);
        plan.layers = std::move(others);
    }
    if (plan.layers.size() == 1)
        assignLayer(plan, plan.layers.front());
    leaveResults(plan);
    refresh(plan);
    return plan;
}

void chooseLayer(ImportPlan &plan, const std::string &layer) {
    if (std::find(plan.layers.begin(), plan.layers.end(), layer) == plan.layers.end())
        throw InputError({{Issue::Code::BadValue,
                           {layer},
                           plan.file + ": there is no attention layer '" + layer +
                               "'; did you mean '" + nearestName(layer, plan.layers) + "'?"}});
    assignLayer(plan, layer);
    refresh(plan);
}

void retarget(ImportPlan &plan, const ArraySource &source, std::size_t row, ImportTarget target) {
    ImportRow &r = plan.rows.at(row);
    if (r.target == target)
        return;
    r.target = target;
    r.answered = false;
    lookAtMask(r, source);
    refresh(plan);
}

void setHeads(ImportPlan &plan, std::optional<int> heads) {
    plan.heads = heads;
    refresh(plan);
}

void answer(ImportPlan &plan, std::size_t row, Orientation orientation) {
    plan.rows.at(row).orientation = orientation;
    plan.rows.at(row).answered = true;
    refresh(plan);
}
void answer(ImportPlan &plan, std::size_t row, HeadAxes axes) {
    plan.rows.at(row).headAxes = axes;
    plan.rows.at(row).answered = true;
    refresh(plan);
}
void answer(ImportPlan &plan, std::size_t row, MaskMeaning meaning) {
    plan.rows.at(row).mask = meaning;
    plan.rows.at(row).answered = true;
    refresh(plan);
}

} // namespace attnscope::core
