// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings by name: the JSON paths of `config`, as files and `--set` spell them.
#include "core/session.h"
#include "core/text_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

using Code = Issue::Code;

[[noreturn]] void refuse(Code code, std::string_view key, std::string_view value,
                         const std::string &wanted) {
    throw InputError(
        {{code,
          {std::string(key), std::string(value)},
          std::string(key) + " is '" + std::string(value) + "', but must be " + wanted}});
}

int extent(Code code, std::string_view key, std::string_view value) {
    const auto n = parseWhole(value);
    constexpr long long kMost = std::numeric_limits<int>::max();
    if (!n || *n < 1 || *n > kMost)
        refuse(code, key, value, "a whole number from 1 to " + std::to_string(kMost));
    return static_cast<int>(*n);
}

double number(std::string_view key, std::string_view value, const char *wanted) {
    const auto n = parseNumber(value);
    if (!n)
        refuse(Code::BadValue, key, value, wanted);
    return *n;
}

/// A number that draws can be made of: what single precision does not hold would fill an array
/// with NaN or infinity.
double finite(std::string_view key, std::string_view value, const char *wanted) {
    const double n = number(key, value, wanted);
    if (!(std::abs(n) <= static_cast<double>(std::numeric_limits<float>::max())))
        refuse(Code::BadValue, key, value,
               "a finite number of single precision (at most 3.4e38), as in normal:0.02");
    return n;
}

bool onOff(std::string_view key, std::string_view value) {
    const auto b = parseSwitch(value);
    if (!b)
        refuse(Code::BadValue, key, value, "true or false");
    return *b;
}

std::uint64_t seedValue(std::string_view key, std::string_view value) {
    // The upper half of 64 bits does not fit a signed whole number.
    std::uint64_t seed = 0;
    bool digits = !value.empty() && value.size() <= 20;
    for (const char c : value) {
        const auto d = static_cast<std::uint64_t>(c - '0');
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        if (c < '0' || c > '9' || seed > (kMost - d) / 10) {
            digits = false;
            break;
        }
        seed = seed * 10 + d;
    }
    if (!digits)
        refuse(Code::BadValue, key, value, "a whole number from 0 to 18446744073709551615");
    return seed;
}

template <class Enum> Enum choice(std::string_view key, std::string_view value) {
    const auto e = fromName<Enum>(value);
    if (!e)
        refuse(Code::BadValue, key, value, "one of " + allNames<Enum>());
    return *e;
}

using Key = std::string_view;
struct ConfigKey {
    std::string_view name;
    void (*apply)(Config &, Key, std::string_view);
};

constexpr ConfigKey kConfigKeys[] = {
    {"d_model", [](Config &c, Key k, Key v) { c.dModel = extent(Code::BadWidth, k, v); }},
    {"heads", [](Config &c, Key k, Key v) { c.heads = extent(Code::BadHeads, k, v); }},
    {"d_k", [](Config &c, Key k, Key v) { c.dK = extent(Code::BadWidth, k, v); }},
    {"d_v", [](Config &c, Key k, Key v) { c.dV = extent(Code::BadWidth, k, v); }},
    {"share_kv", [](Config &c, Key k, Key v) { c.shareKv = onOff(k, v); }},
    {"scaling.mode", [](Config &c, Key k, Key v) { c.scaling.mode = choice<ScalingMode>(k, v); }},
    {"scaling.value",
     [](Config &c, Key k, Key v) { c.scaling.value = number(k, v, "a number (0.125)"); }},
    {"positional.kind",
     [](Config &c, Key k, Key v) { c.positional.kind = choice<PositionalKind>(k, v); }},
    {"positional.base",
     [](Config &c, Key k, Key v) { c.positional.base = number(k, v, "a number (10000)"); }},
    {"mask.causal", [](Config &c, Key k, Key v) { c.mask.causal = onOff(k, v); }},
    {"mask.causal_alignment",
     [](Config &c, Key k, Key v) { c.mask.causalAlignment = choice<CausalAlignment>(k, v); }},
    {"mask.padding", [](Config &c, Key k, Key v) { c.mask.padding = onOff(k, v); }},
    {"mask.custom", [](Config &c, Key k, Key v) { c.mask.custom = onOff(k, v); }},
    {"mask.application",
     [](Config &c, Key k, Key v) { c.mask.application = choice<MaskApplication>(k, v); }},
    {"mask.fill",
     [](Config &c, Key k, Key v) { c.mask.fill = number(k, v, "a number (-1e9) or -inf"); }},
    {"mask.empty_row", [](Config &c, Key k, Key v) { c.mask.emptyRow = choice<EmptyRow>(k, v); }},
    {"norm.concat", [](Config &c, Key k, Key v) { c.normConcat = choice<ConcatNorm>(k, v); }},
    {"dropout.attention",
     [](Config &c, Key k, Key v) {
         c.dropout.attention = number(k, v, "a number from 0 to less than 1");
     }},
    {"dropout.seed", [](Config &c, Key k, Key v) { c.dropout.seed = seedValue(k, v); }},
    {"gradient.upstream", [](Config &c, Key k, Key v) { c.upstream = choice<Upstream>(k, v); }},
};

/// The lines of a text: "\r\n" and a lone "\r" end one as well.
std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n' && text[i] != '\r')
            lines.back().push_back(text[i]);
        else if (text[i] == '\n' || i + 1 >= text.size() || text[i + 1] != '\n')
            lines.emplace_back();
    }
    return lines;
}

std::string divisorsOf(std::size_t n) {
    std::string list;
    for (std::size_t d = 1; d <= std::min<std::size_t>(n, 64); ++d)
        if (n % d == 0)
            list += (list.empty() ? "" : ", ") + std::to_string(d);
    return list;
}

/// Arrays that came without a statement of heads: their columns are divided among `heads`.
void divideColumns(Session &s) {
    const auto heads = static_cast<std::size_t>(s.config.heads);
    struct Part {
        Input input;
        std::size_t axis;
        int Config::*width;
    };
    static constexpr Part kParts[] = {
        {Input::WQ, 1, &Config::dK},         {Input::WK, 1, &Config::dK},
        {Input::BQ, 0, &Config::dK},         {Input::BK, 0, &Config::dK},
        {Input::WV, 1, &Config::dV},         {Input::WO, 0, &Config::dV},
        {Input::BV, 0, &Config::dV},         {Input::GammaConcat, 0, &Config::dV},
        {Input::BetaConcat, 0, &Config::dV},
    };
    Config divided = s.config;
    for (const Part &p : kParts) {
        const auto it = s.arrays.find(p.input);
        if (it == s.arrays.end() || it->second.rank() <= p.axis)
            continue;
        const std::size_t n = it->second.extent(p.axis);
        if (n % heads != 0)
            throw InputError(
                {{Code::BadHeads,
                  {std::to_string(n), std::to_string(heads)},
                  std::to_string(n) + " is not divisible by " + std::to_string(heads) + ": " +
                      std::string(toName(p.input)) + " has " + std::to_string(n) +
                      (p.axis == 1 || it->second.rank() == 1 ? " columns" : " rows") + ", which " +
                      std::to_string(heads) + " heads cannot share; use heads=" + divisorsOf(n)}});
        divided.*p.width = static_cast<int>(n / heads);
    }
    s.config = divided;
    for (auto &[input, told] : s.arrayHeads)
        told = s.config.heads;
    s.headsInferred = false;
}

/// The numbers nearest to `heads` that divide `width`, below and above; `width` or 1 where there is
/// none. Divisors come in pairs, so that only those up to the square root are tried.
std::pair<int, int> divisorsBeside(int width, int heads) {
    int below = 1, above = width;
    for (int small = 1; small <= width / small; ++small) {
        if (width % small != 0)
            continue;
        for (const int d : {small, width / small}) {
            if (d <= heads)
                below = std::max(below, d);
            else
                above = std::min(above, d);
        }
    }
    return {below, above};
}

/// d_k = d_v = d_model / heads, refused with the numbers when it does not come out even.
void followTie(Session &s) {
    Config &c = s.config;
    if (c.dModel % c.heads != 0) {
        const auto [below, above] = divisorsBeside(c.dModel, c.heads);
        std::string mend = "heads=" + std::to_string(below);
        if (above <= c.dModel && above != below)
            mend += " or heads=" + std::to_string(above);
        const long long wider =
            (static_cast<long long>(c.dModel) / c.heads + 1) * static_cast<long long>(c.heads);
        throw InputError(
            {{Code::BadHeads,
              {std::to_string(c.dModel), std::to_string(c.heads)},
              std::to_string(c.dModel) + " is not divisible by " + std::to_string(c.heads) +
                  ": d_model=" + std::to_string(c.dModel) + " cannot be shared evenly by " +
                  std::to_string(c.heads) + " heads; use " + mend +
                  ", d_model=" + std::to_string(wider) + ", or give d_k and d_v"}});
    }
    c.dK = c.dV = c.dModel / c.heads;
}

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

[[noreturn]] void refuseKey(std::string_view key) {
    throw UsageError("unknown setting '" + oneLine(key, 100) + "': did you mean '" +
                     nearestName(key, settingKeys()) + "'?");
}

/// \returns true when a tied d_k has to follow.
bool applyOne(Session &s, std::string_view key, std::string_view value) {
    if (startsWith(key, "config."))
        key.remove_prefix(7);
    if (key == "text") {
        auto lines = linesOf(value);
        setText(s, lines);
        if (s.text.empty())
            throw InputError({{Code::NoRows,
                               {"text"},
                               "text is empty, but attention needs at least 1 word "
                               "(text='the cat sat')"}});
        return false;
    }
    if (key == "memory_text") {
        setMemoryText(s, linesOf(value));
        return false;
    }
    if (key == "init.seed") {
        s.seed = seedValue(key, value);
        return false;
    }
    if (startsWith(key, "init.")) {
        const auto input = inputByName(key.substr(5));
        if (!input || *input == Input::GradOutput)
            refuseKey(key);
        s.init[*input] = parseInitialiser(key, value);
        return false;
    }
    if (!setConfigValue(s.config, key, value))
        refuseKey(key);
    if (key == "d_k" || key == "d_v")
        s.tieDk = false;
    if (key == "heads" && s.headsInferred) {
        divideColumns(s);
        return false;
    }
    return key == "heads" || key == "d_model";
}

} // namespace

bool setConfigValue(Config &config, std::string_view key, std::string_view value) {
    for (const ConfigKey &k : kConfigKeys)
        if (k.name == key) {
            k.apply(config, key, value);
            return true;
        }
    return false;
}

std::vector<std::string> settingKeys() {
    std::vector<std::string> keys{"text", "memory_text", "init.seed"};
    for (const ConfigKey &k : kConfigKeys)
        keys.emplace_back(k.name);
    for (std::size_t i = 0; i < kInputCount; ++i)
        if (static_cast<Input>(i) != Input::GradOutput)
            keys.push_back("init." + std::string(toName(static_cast<Input>(i))));
    return keys;
}

Initialiser parseInitialiser(std::string_view key, std::string_view text) {
    Initialiser init;
    const std::size_t colon = text.find(':');
    init.method = choice<InitMethod>(key, text.substr(0, colon));
    for (std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
         !rest.empty();) {
        const std::size_t end = rest.find(':');
        const std::string_view part = rest.substr(0, end);
        if (part == "per_head")
            init.perHead = true;
        else
            init.value = finite(key, part, "method, method:number or method:per_head");
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    }
    return init;
}

std::string formatInitialiser(const Initialiser &init) {
    std::string text(toName(init.method));
    if (init.value != 1.0)
        text += ":" + formatNumber(init.value);
    return init.perHead ? text + ":per_head" : text;
}

void applySettings(Session &session,
                   std::span<const std::pair<std::string, std::string>> settings) {
    // On a copy: a refusal half-way leaves the session as it was.
    Session next = session;
    bool follow = false;
    for (const auto &[key, value] : settings)
        follow = applyOne(next, key, value) || follow;
    if (follow && next.tieDk)
        followTie(next);
    session = std::move(next);
}

void applySetting(Session &session, std::string_view key, std::string_view value) {
    const std::pair<std::string, std::string> one[] = {{std::string(key), std::string(value)}};
    applySettings(session, one);
}

} // namespace attnscope::core
