// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_source.h"

#include "app/messages.h"
#include "core/given_weights.h"
#include "core/import_plan.h"
#include "core/io/session_file.h"
#include "core/text_values.h"
#include "ui/examples.h"

#include <algorithm>
#include <filesystem>

namespace attnscope::app {

namespace {

using core::ImportTarget;

/// Arrays of another program, and what becomes of them.
struct Foreign {
    core::ArraySource source;
    core::ImportPlan plan;
};

/// Named and meant as in a session file.
bool isSessionArray(const core::ImportRow &r) {
    return r.ownName &&
           (core::inputOf(r.target) || r.target == ImportTarget::MaskKeep ||
            r.target == ImportTarget::Lengths || r.target == ImportTarget::DropoutKeep);
}

core::ImportPlan planned(const core::ArraySource &source, const Options &o) {
    core::ImportPlan plan = core::planImport(source, core::Session(), false);
    core::Config config;
    for (const auto &[key, value] : o.settings) // the last one counts
        if (key == "heads" || key == "config.heads") {
            core::setConfigValue(config, "heads", value);
            core::setHeads(plan, config.heads);
        }
    for (const auto &[name, what] : o.imports)
        core::answerInWords(plan, source, name, what);
    return plan;
}

/// Nothing for a session, and for an archive with no names but those of one.
std::optional<Foreign> foreignArrays(const Options &o) {
    const std::filesystem::path path(o.file);
    if (!core::mayHoldArrays(path)) {
        if (!o.imports.empty())
            throw core::UsageError(
                "--import says what arrays of another program are, but " +
                (o.file.empty() ? std::string("there is no file") : o.file + " is a session"));
        return std::nullopt;
    }
    core::ArraySource source(path);
    if (source.holdsSession()) {
        if (!o.imports.empty())
            throw core::UsageError("--import says what arrays of another program are, but " +
                                   o.file + " is a session");
        return std::nullopt;
    }
    core::ImportPlan plan = planned(source, o);
    const bool strange =
        !o.imports.empty() || !plan.layers.empty() ||
        source.kind() != core::ArraySource::Kind::Npz ||
        std::any_of(plan.rows.begin(), plan.rows.end(), [](const core::ImportRow &r) {
            return r.target != ImportTarget::Nothing && !isSessionArray(r);
        });
    if (!strange)
        return std::nullopt;
    return Foreign{std::move(source), std::move(plan)};
}

[[noreturn]] void refuse(const core::ImportPlan &plan, const std::vector<std::string> &questions) {
    std::string text = plan.file + ": ";
    for (std::size_t i = 0; i < questions.size(); ++i)
        text += (i ? "; " : "") + questions[i];
    throw core::InputError({{core::Issue::Code::BadValue,
                             {plan.file},
                             text + " (on the command line: --set heads=N, --import NAME=WHAT)"}});
}

core::Session broughtIn(const Foreign &f, std::vector<std::string> *notes) {
    if (const auto questions = core::openQuestions(f.plan); !questions.empty())
        refuse(f.plan, questions);
    core::Session session;
    // What a file of arrays does not speak of: positions, and more heads than one.
    session.config.positional.kind = core::PositionalKind::None;
    session.config.heads = 1;
    session.config.dK = session.config.dV = session.config.dModel;
    std::vector<std::string> said = core::applyImport(session, f.plan, f.source);
    if (notes) {
        for (const core::ImportRow &r : f.plan.rows)
            if ((core::inputRank(core::inputOf(r.target).value_or(core::Input::XEmbed)) == 2 ||
                 r.target == ImportTarget::MaskKeep) &&
                !r.ownName && r.layer.empty() && !r.answered)
                said.push_back(r.entry.name + ": " + r.note);
        for (const std::string &text : said) // names of a file may hold line breaks
            notes->push_back(core::oneLine(text));
    }
    return session;
}

core::Session readWithNotes(const Options &options) {
    core::ReadNotes said;
    core::Session session =
        core::readSession(std::filesystem::path(options.file), options.settings, &said);
    for (const core::ReadNote &one : said)
        note(options.quiet, options.file + ": " + one.sentence());
    return session;
}

} // namespace

core::Session loadSession(const Options &options, std::vector<std::string> *notes) {
    core::Session session;
    if (options.file.empty() && options.imports.empty())
        session = ui::exampleSession(ui::examples().front());
    else if (const auto foreign = foreignArrays(options))
        session = broughtIn(*foreign, notes);
    else
        session = readWithNotes(options);
    core::applySettings(session, options.settings);
    return session;
}

std::optional<core::TracePtr> loadGivenWeights(const Options &options,
                                               std::vector<std::string> *notes) {
    if (options.file.empty())
        return std::nullopt;
    const auto foreign = foreignArrays(options);
    if (!foreign)
        return std::nullopt;
    const core::ImportRow *maps = nullptr;
    for (const core::ImportRow &r : foreign->plan.rows) {
        const bool meant = r.target == ImportTarget::AttentionWeights ||
                           (r.target == ImportTarget::Nothing && options.stage == "weights" &&
                            foreign->plan.rows.size() == 1);
        if (meant && maps)
            throw core::InputError({{core::Issue::Code::BadValue,
                                     {maps->entry.name, r.entry.name},
                                     foreign->plan.file + " holds two sets of attention maps, " +
                                         maps->entry.name + " and " + r.entry.name +
                                         ": choose one (--import " + r.entry.name + "=nothing)"}});
        if (meant)
            maps = &r;
        else if (r.target != ImportTarget::Nothing)
            return std::nullopt; // there is something to compute from
    }
    if (!maps)
        return std::nullopt;
    core::TracePtr trace = core::traceFromWeights(foreign->source.load(maps->index));
    if (notes)
        *notes = core::weightNotes((*trace)[core::Stage::Weights]);
    return trace;
}

} // namespace attnscope::app
