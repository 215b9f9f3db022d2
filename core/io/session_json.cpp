// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/session_json.h"

#include "core/io/session_parts_private.h"
#include "core/text_values.h"
#include "core/tokens.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core {

namespace {

using nlohmann::json;
using Code = Issue::Code;
constexpr int kVersion = 1;
constexpr int kDeepest = 64;
/// What a document may say, besides arrays by their names. The examples carry title and note in
/// Chinese too, for their menu.
constexpr std::string_view kKeys[] = {
    "format", "version", "text", "tokens", "memory_text", "memory_tokens", "title",    "note",
    "config", "init",    "view", "arrays", "origin",      "drawn",         "title_zh", "note_zh"};

[[noreturn]] void refuse(const std::string &path, const std::string &reason) {
    throw InputError({{Code::BadValue, {path}, path + " " + reason}});
}

const char *kindOf(const json &j) {
    if (j.is_null())
        return "null";
    if (j.is_object())
        return "an object";
    if (j.is_array())
        return "a list";
    if (j.is_string())
        return "text";
    return j.is_boolean() ? "true or false" : "a number";
}

std::string textAt(const json &j, const std::string &path) {
    if (!j.is_string())
        refuse(path, std::string("is ") + kindOf(j) + ", but must be text");
    return j.get<std::string>();
}

/// A list of texts, or one text alone.
std::vector<std::string> textsAt(const json &j, const std::string &path) {
    std::vector<std::string> out;
    if (j.is_string())
        return {j.get<std::string>()};
    if (!j.is_array())
        refuse(path, std::string("is ") + kindOf(j) + ", but must be a list of texts");
    for (std::size_t i = 0; i < j.size(); ++i)
        out.push_back(textAt(j[i], path + "[" + std::to_string(i) + "]"));
    return out;
}

/// One list of tokens a sequence; a flat list is one sequence. Shorter ones are padded.
std::vector<std::vector<std::string>> tokensAt(const json &j, const std::string &path) {
    std::vector<std::vector<std::string>> out;
    if (j.is_array() && !j.empty() && j[0].is_string())
        return {textsAt(j, path)};
    if (!j.is_array())
        refuse(path, std::string("is ") + kindOf(j) + ", but must be a list of lists of texts");
    for (std::size_t i = 0; i < j.size(); ++i) {
        const std::string at = path + "[" + std::to_string(i) + "]";
        if (!j[i].is_array())
            refuse(at, std::string("is ") + kindOf(j[i]) + ", but must be a list of texts");
        out.push_back(textsAt(j[i], at));
    }
    padTokens(out);
    return out;
}

/// A scalar as the command line would spell it, so that both are read by one function.
std::string spelled(const json &j, const std::string &path) {
    if (j.is_string())
        return j.get<std::string>();
    if (j.is_number_float())
        return formatNumber(j.get<double>());
    if (j.is_number() || j.is_boolean())
        return j.dump();
    refuse(path, std::string("is ") + kindOf(j) + ", but must be a single value");
}

std::vector<std::string> configKeys() {
    std::vector<std::string> keys;
    for (const std::string &key : settingKeys())
        if (key != "text" && key != "memory_text" && key.rfind("init.", 0) != 0)
            keys.push_back(key);
    return keys;
}

/// Reads `config`, collecting the paths that it states.
void readConfig(const json &j, const std::string &prefix, Config &config,
                std::set<std::string> &stated) {
    for (const auto &[key, value] : j.items()) {
        const std::string path = prefix + key;
        if (value.is_null())
            continue;
        if (value.is_object()) {
            const std::string inner = path + ".";
            std::vector<std::string> groups; // "mask" of "mask.causal"
            for (const std::string &k : configKeys())
                if (const auto dot = k.find('.'); dot != std::string::npos)
                    groups.push_back(k.substr(0, dot));
            if (std::find(groups.begin(), groups.end(), path) == groups.end())
                refuse("config." + path,
                       "is unknown: did you mean config." + nearestName(path, groups) + "?");
            readConfig(value, inner, config, stated);
            continue;
        }
        try {
            if (!setConfigValue(config, path, spelled(value, "config." + path)))
                refuse("config." + path,
                       "is unknown: did you mean config." + nearestName(path, configKeys()) + "?");
        } catch (InputError &e) {
            for (Issue &i : e.issues)
                if (i.message.rfind("config.", 0) != 0)
                    i.message = "config." + i.message;
            throw InputError(e.issues);
        }
        stated.insert(path);
    }
}

void readInit(const json &j, Session &s) {
    for (const auto &[key, value] : j.items()) {
        const std::string path = "init." + key;
        if (value.is_null())
            continue;
        if (key == "seed") {
            applySetting(s, path, spelled(value, path));
            continue;
        }
        const auto input = inputByName(key);
        if (!input) {
            std::vector<std::string> known{"init.seed"};
            for (std::size_t i = 0; i < kInputCount; ++i)
                known.push_back("init." + std::string(toName(static_cast<Input>(i))));
            refuse(path, "is unknown: did you mean " + nearestName(path, known) + "?");
        }
        if (!value.is_object()) {
            s.init[*input] = parseInitialiser(path, spelled(value, path));
            continue;
        }
        if (!value.contains("method"))
            refuse(path, "lacks the method");
        std::string text = textAt(value["method"], path + ".method");
        if (value.contains("value"))
            text += ":" + spelled(value["value"], path + ".value");
        if (value.contains("per_head") && value["per_head"] == true)
            text += ":per_head";
        s.init[*input] = parseInitialiser(path, text);
    }
}

/// A remark about arrays, no setting: what is not understood is passed over.
void readOrigin(const json &j, Session &s) {
    for (const auto &[key, value] : j.items()) {
        const auto input = inputByName(key);
        if (!input || !value.is_object())
            continue;
        const auto text = [&v = value](const char *name) {
            const auto it = v.find(name);
            return it != v.end() && it->is_string() ? it->get<std::string>() : std::string();
        };
        s.origin[*input] = {text("file"), text("entry"), text("convention")};
    }
}

float numberAt(const json &j, const std::string &path) {
    if (j.is_number())
        return static_cast<float>(j.get<double>());
    if (j.is_boolean())
        return j.get<bool>() ? 1.0f : 0.0f;
    if (j.is_string())
        if (const auto v = parseNumber(j.get<std::string>()))
            return static_cast<float>(*v);
    refuse(path, std::string("is ") + (j.is_string() ? j.dump() : kindOf(j)) +
                     ", but must be a number (or \"nan\", \"inf\", \"-inf\")");
}

void flatten(const json &j, const std::string &path, const Shape &shape, std::size_t axis,
             std::vector<float> &out) {
    if (axis == shape.size()) {
        out.push_back(numberAt(j, path));
        return;
    }
    if (!j.is_array() || j.size() != shape[axis])
        refuse(path, j.is_array() ? "has " + std::to_string(j.size()) + " entries, but those " +
                                        "before it have " + std::to_string(shape[axis])
                                  : std::string("is ") + kindOf(j) + ", but must be a list of " +
                                        std::to_string(shape[axis]));
    for (std::size_t i = 0; i < j.size(); ++i)
        flatten(j[i], path + "[" + std::to_string(i) + "]", shape, axis + 1, out);
}

/// Nested lists; the first of each level gives the extent.
Tensor inlineArray(const json &j, const std::string &path) {
    Shape shape;
    for (const json *level = &j; level->is_array(); level = &level->front()) {
        if (level->empty())
            refuse(path, "holds an empty list: an array needs at least 1 row and 1 column");
        shape.push_back(level->size());
        if (shape.size() > 4)
            refuse(path, "has more than 4 axes");
    }
    std::vector<float> values;
    flatten(j, path, shape, 0, values);
    return {shape, std::span<const float>(values)};
}

} // namespace

Session readDocument(const json &j, RawArrays &arrays, std::set<std::string> &stated,
                     ReadNotes *notes) {
    Session s;
    if (!j.is_object())
        refuse("session", std::string("is ") + kindOf(j) + ", but must be an object");
    if (j.contains("format") && j["format"] != "attnscope")
        refuse("format", "is " + j["format"].dump() + ", but a session says \"attnscope\"");
    if (j.contains("version")) {
        if (!j["version"].is_number_integer() || j["version"].get<long long>() < 1)
            refuse("version", "is " + j["version"].dump() + ", but must be a whole number from 1");
        if (j["version"].get<long long>() > kVersion)
            refuse("version", "is " + j["version"].dump() + ", but this program reads version " +
                                  std::to_string(kVersion) + ": a newer one wrote the session");
    }
    const auto object = [&](const char *key) -> const json * {
        if (!j.contains(key) || j[key].is_null())
            return nullptr;
        if (!j[key].is_object())
            refuse(key, std::string("is ") + kindOf(j[key]) + ", but must be an object");
        return &j[key];
    };
    const auto has = [&](const char *key) { return j.contains(key) && !j[key].is_null(); };

    if (has("text"))
        setText(s, textsAt(j["text"], "text"));
    if (has("tokens"))
        s.tokens = tokensAt(j["tokens"], "tokens");
    if (has("memory_text"))
        setMemoryText(s, textsAt(j["memory_text"], "memory_text"));
    if (has("memory_tokens"))
        s.memoryTokens = tokensAt(j["memory_tokens"], "memory_tokens");
    if (has("title"))
        s.title = textAt(j["title"], "title");
    if (has("note"))
        s.note = textAt(j["note"], "note");
    if (const json *config = object("config"))
        readConfig(*config, "", s.config, stated);
    if (const json *init = object("init"))
        readInit(*init, s);
    if (const auto origin = j.find("origin"); origin != j.end() && origin->is_object())
        readOrigin(*origin, s);
    if (const json *view = object("view")) {
        s.viewJson = view->dump();
        if (view->contains("tie_d_k") && (*view)["tie_d_k"].is_boolean()) {
            s.tieDk = (*view)["tie_d_k"].get<bool>();
            stated.insert("tie");
        }
    }
    if (const json *lists = object("arrays"))
        for (const auto &[name, value] : lists->items()) {
            if (!isSessionArray(name))
                refuse("arrays." + name, "is no array of a session");
            arrays.emplace(name, inlineArray(value, "arrays." + name));
        }
    for (const auto &[name, value] : j.items())
        if (isSessionArray(name) && !value.is_null())
            arrays.emplace(name, inlineArray(value, name));
    std::vector<std::string> keys, known(std::begin(kKeys), std::end(kKeys));
    for (const auto &[name, value] : j.items())
        keys.push_back(name);
    for (const std::string &name : sessionArrayNames())
        known.push_back(name);
    if (const auto note = passedOver(keys, known, ReadNote::What::Keys); notes && note)
        notes->push_back(*note);
    return s;
}

namespace {

json initJson(const Initialiser &init) { return formatInitialiser(init); }

json numberJson(double v) { return std::isfinite(v) ? json(v) : json(formatNumber(v)); }

json viewOf(const Session &s) {
    json view = json::parse(s.viewJson, nullptr, false);
    if (!view.is_object())
        view = json::object();
    view["tie_d_k"] = s.tieDk;
    return view;
}

} // namespace

json parseJson(std::string_view text) {
    // Nested lists deeper than any array would only wear out the stack.
    const auto shallow = [](int depth, json::parse_event_t, json &) {
        if (depth > kDeepest)
            throw InputError(
                {{Code::BadValue,
                  {"json"},
                  "the JSON is nested more than " + std::to_string(kDeepest) + " levels deep"}});
        return true;
    };
    try {
        return json::parse(text.begin(), text.end(), shallow);
    } catch (const json::exception &e) {
        // nlohmann's own sentence, after its bracketed number: "parse error at line 3, column 5: …"
        const std::string what = e.what();
        const auto at = what.find("] ");
        throw InputError({{Code::BadValue,
                           {"json"},
                           "it is not valid JSON: " +
                               validUtf8(at == std::string::npos ? what : what.substr(at + 2))}});
    }
}

Session sessionFromJson(const json &document) { return assembleSession(&document, {}); }

json toJson(const Session &s) {
    const Config &c = s.config;
    json j = {{"format", "attnscope"}, {"version", kVersion}};
    j["text"] = s.text;
    j["tokens"] = s.tokens;
    if (!s.memoryText.empty())
        j["memory_text"] = s.memoryText;
    if (!s.memoryTokens.empty() || !s.memoryText.empty()) // a text without tokens stays without
        j["memory_tokens"] = s.memoryTokens;
    if (!s.title.empty())
        j["title"] = s.title;
    if (!s.note.empty())
        j["note"] = s.note;
    j["config"] = {
        {"d_model", c.dModel},
        {"heads", c.heads},
        {"d_k", c.dK},
        {"d_v", c.dV},
        {"share_kv", c.shareKv},
        {"scaling", {{"mode", toName(c.scaling.mode)}, {"value", numberJson(c.scaling.value)}}},
        {"positional",
         {{"kind", toName(c.positional.kind)}, {"base", numberJson(c.positional.base)}}},
        {"mask",
         {{"causal", c.mask.causal},
          {"causal_alignment", toName(c.mask.causalAlignment)},
          {"padding", c.mask.padding},
          {"custom", c.mask.custom},
          {"application", toName(c.mask.application)},
          {"fill", numberJson(c.mask.fill)},
          {"empty_row", toName(c.mask.emptyRow)}}},
        {"norm", {{"concat", toName(c.normConcat)}}},
        {"dropout", {{"attention", numberJson(c.dropout.attention)}, {"seed", c.dropout.seed}}},
        {"gradient", {{"upstream", toName(c.upstream)}}},
    };
    json init = {{"seed", s.seed}};
    for (const Input i : {Input::XEmbed, Input::WQ, Input::WK, Input::WV, Input::WO})
        init[std::string(toName(i))] = initJson(defaultInit(i));
    for (const auto &[input, how] : s.init)
        init[std::string(toName(input))] = initJson(how);
    j["init"] = std::move(init);
    j["view"] = viewOf(s);

    json origin = json::object();
    for (const auto &[input, from] : s.origin)
        if (s.arrays.count(input))
            origin[std::string(toName(input))] = {
                {"file", from.file}, {"entry", from.entry}, {"convention", from.convention}};
    if (!origin.empty())
        j["origin"] = std::move(origin);

    // Which arrays of the archive come from `init`: a reader that changes one need not care, since
    // what differs from the draw is taken as brought in.
    json drawn = json::array();
    for (std::size_t i = 0; i < kInputCount; ++i) {
        const auto input = static_cast<Input>(i);
        const bool projection =
            inputRank(input) == 2 || input == Input::XEmbed || input == Input::XMemory;
        if (!s.arrays.count(input) && (projection || s.init.count(input)))
            drawn.push_back(toName(input));
    }
    if (!s.lengths.present())
        drawn.push_back("lengths");
    if (!s.dropoutKeep.present())
        drawn.push_back("dropout_keep");
    j["drawn"] = std::move(drawn);
    return j;
}

} // namespace attnscope::core
