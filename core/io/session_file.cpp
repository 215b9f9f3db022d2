// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/session_file.h"

#include "core/io/file_error.h"
#include "core/io/npz.h"
#include "core/io/session_json.h"
#include "core/io/session_parts_private.h"
#include "core/text_values.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace attnscope::core {

namespace {

constexpr double kLargestJson = 256.0 * 1024 * 1024;
constexpr std::string_view kDocument = "session.json";

/// Says which file an input error is about, and where in it.
template <class Read> auto inFile(const std::string &file, const std::string &place, Read read) {
    try {
        return read();
    } catch (const InputError &e) {
        std::vector<Issue> issues = e.issues;
        if (!issues.empty())
            issues.front().message =
                file + (place.empty() ? "" : ": " + place) + ": " + issues.front().message;
        throw InputError(std::move(issues));
    }
}

Session readArchive(const std::filesystem::path &path, std::optional<int> heads, ReadNotes *notes) {
    const std::string file = path.string();
    const NpzReader archive(path);
    RawArrays arrays;
    for (const std::string &name : archive.arrayNames())
        if (isSessionArray(name))
            arrays[name] = npyValues<float>(archive.array(name));
    const auto others = inFile(file, "", [&] { return arraysPassedOver(archive.arrayNames()); });
    const bool document = archive.hasFile(std::string(kDocument));
    if (!document && arrays.empty()) {
        std::string names;
        for (const std::string &n : archive.arrayNames())
            names += (names.empty() ? "" : ", ") + n;
        throw FileError(
            FileError::Kind::Malformed, file, "",
            "it holds neither session.json nor an array of a session (X_embed, W_Q, "
            "…)" +
                (names.empty() ? std::string(", no array at all") : "; its arrays are " + names));
    }
    if (notes && others)
        notes->push_back(*others);
    if (!document)
        return inFile(file, "", [&] { return assembleSession(nullptr, std::move(arrays), heads); });
    const std::string text =
        archive.file(std::string(kDocument), static_cast<std::size_t>(kLargestJson));
    return inFile(file, std::string(kDocument), [&] {
        const nlohmann::json json = parseJson(text);
        Session s = assembleSession(&json, std::move(arrays), heads, notes);
        forgetDrawn(s, json);
        return s;
    });
}

/// Every array of the problem, and those of the session that this configuration does not use.
void addInputs(std::vector<ZipMember> &members, const Session &s, const Problem &p) {
    const Tensor *const arrays[] = {&p.xEmbed,      &p.xMemory,    &p.wQ,        &p.wK, &p.wV,
                                    &p.wO,          &p.bQ,         &p.bK,        &p.bV, &p.bO,
                                    &p.gammaConcat, &p.betaConcat, &p.gradOutput};
    static_assert(std::size(arrays) == kInputCount, "in the order of Input");
    for (std::size_t i = 0; i < kInputCount; ++i) {
        const auto input = static_cast<Input>(i);
        const auto own = s.arrays.find(input);
        if (arrays[i]->present())
            members.push_back(npyMember(std::string(toName(input)), *arrays[i]));
        else if (own != s.arrays.end())
            members.push_back(npyMember(std::string(toName(input)), own->second));
    }
    if (p.lengths.present())
        members.push_back(npyMember("lengths", p.lengths));
    if (p.maskKeep.present())
        members.push_back(npyMember("mask_keep", p.maskKeep));
    if (p.dropoutKeep.present())
        members.push_back(npyMember("dropout_keep", p.dropoutKeep));
}

ZipMember documentMember(const Session &s) {
    // Texts are valid UTF-8 by now; a token that somebody put in by hand must not stop a save.
    return {std::string(kDocument),
            toJson(s).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

Session readDocumentText(std::string_view text, const std::string &name, std::optional<int> heads,
                         ReadNotes *notes) {
    return inFile(name, "", [&] {
        const nlohmann::json json = parseJson(text);
        return assembleSession(&json, {}, heads, notes);
    });
}

Session readFile(const std::filesystem::path &path, std::optional<int> heads, ReadNotes *notes) {
    const std::string file = path.string();
    // A few bytes tell the kind; the rest of an archive is read member by member.
    std::string start;
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) {
        std::FILE *f = std::fopen(path.c_str(), "rb");
        if (!f)
            throw FileError(FileError::Kind::Unreadable, file, "",
                            std::string("cannot be read: ") + std::strerror(errno));
        start.resize(6);
        start.resize(std::fread(start.data(), 1, start.size(), f));
        std::fclose(f);
    }
    if (start.substr(0, 2) == "PK")
        return readArchive(path, heads, notes);
    const std::string text = readWholeFile(path, kLargestJson);
    const auto first =
        text.find_first_not_of(" \t\r\n", text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0);
    if (first == std::string::npos)
        throw FileError(FileError::Kind::Malformed, file, "", "it is empty");
    if (text.rfind("\x93NUMPY", 0) == 0)
        throw FileError(FileError::Kind::Malformed, file, "",
                        "it is a single array (.npy): save it by name with "
                        "numpy.savez(\"session.npz\", X_embed=…)");
    if (text[first] != '{')
        throw FileError(FileError::Kind::Malformed, file, "",
                        "it is not a session: neither a ZIP archive (.attn, .npz) nor JSON");
    return readDocumentText(text, file, heads, notes);
}

} // namespace

Session readSession(const std::filesystem::path &path, ReadNotes *notes) {
    return readFile(path, std::nullopt, notes);
}

Session readSession(const std::filesystem::path &path,
                    std::span<const std::pair<std::string, std::string>> settings,
                    ReadNotes *notes) {
    // The last one counts, as it does for every other setting.
    Config config;
    std::optional<int> heads;
    for (const auto &[key, value] : settings)
        if (key == "heads" || key == "config.heads") {
            setConfigValue(config, "heads", value);
            heads = config.heads;
        }
    return readFile(path, heads, notes);
}

Session readSessionJson(std::string_view text, const std::string &name, ReadNotes *notes) {
    return readDocumentText(text, name, std::nullopt, notes);
}

void writeSession(const std::filesystem::path &path, const Session &session) {
    std::vector<ZipMember> members;
    members.push_back(documentMember(session));
    Problem problem; // outlives the members, which point into it
    try {
        problem = makeProblem(session);
    } catch (const InputError &) {
        // Settings that cannot be computed are still somebody's work: written as they stand.
        problem.lengths = session.lengths;
        problem.maskKeep = session.maskKeep;
        problem.dropoutKeep = session.dropoutKeep;
    }
    addInputs(members, session, problem);
    writeZip(path, members);
}

bool writeTrace(const std::filesystem::path &path, const Trace &trace, const Session &session,
                const std::stop_token &stop) {
    Session computed = session;
    if (trace.problem)
        computed.config = trace.problem->config;
    std::vector<ZipMember> members;
    members.push_back(documentMember(computed));
    const BoolTensor keep = trace.keep.bits().present() ? trace.keep.expanded() : BoolTensor();
    const Tensor scale(Shape{}, static_cast<float>(trace.scale));
    for (const StageInfo &info : stageTable()) {
        const std::string name(info.name);
        if (info.stage == Stage::Scale)
            members.push_back(npyMember(name, scale));
        else if (info.stage == Stage::MaskKeep && keep.present())
            members.push_back(npyMember(name, keep));
        else if (trace[info.stage].present())
            members.push_back(npyMember(name, trace[info.stage]));
    }
    for (const GradientInfo &info : gradientTable())
        if (trace[info.gradient].present())
            members.push_back(npyMember(std::string(info.name), trace[info.gradient]));
    return writeZip(path, members, stop);
}

} // namespace attnscope::core
