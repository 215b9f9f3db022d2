// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npz.h"
#include "core/io/session_file.h"
#include "core/io/session_json.h"
#include "core/reference_engine.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attnscope::core {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class SessionFile : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "attnscope-test-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        m_folder = name;
    }
    void TearDown() override {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }
    [[nodiscard]] fs::path at(const std::string &name) const { return m_folder / name; }
    [[nodiscard]] std::size_t filesIn(const fs::path &folder) const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
    }

    fs::path m_folder;
};

std::string bytesOf(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

void put(const fs::path &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

template <class F> std::string refusal(F f) {
    try {
        f();
    } catch (const InputError &e) {
        return e.what();
    } catch (const FileError &e) {
        return e.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

Session sentence(std::vector<std::string> lines = {"the cat sat"}) {
    Session s;
    setText(s, std::move(lines));
    return s;
}

bool sameBits(const Tensor &a, const Tensor &b) {
    return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

TEST_F(SessionFile, EverySettingComesBack) {
    Session s = sentence({"the cat sat", "我喜欢猫"});
    s.title = "A \"title\"";
    s.note = "line\nline";
    s.config.dModel = 12;
    s.config.heads = 3;
    s.config.dK = 5;
    s.config.dV = 4;
    s.config.scaling = {ScalingMode::Custom, 0.1};
    s.config.positional = {PositionalKind::None, 77.5};
    s.config.mask = {true,         CausalAlignment::TopLeft,     true,
                     true,         MaskApplication::AddToScores, -1e9,
                     EmptyRow::Nan};
    s.config.normConcat = ConcatNorm::PerHead;
    s.config.dropout = {0.25, std::numeric_limits<std::uint64_t>::max()};
    s.config.upstream = Upstream::Ones;
    s.tieDk = false;
    s.seed = 987654321987654321u;
    s.init[Input::WQ] = {InitMethod::Normal, 0.02, true};
    s.init[Input::BO] = {InitMethod::Constant, 0.5, false};
    s.maskKeep = BoolTensor({4, 4}, 1);
    s.viewJson = R"({"colormap":"cividis","tie_d_k":false})";
    writeSession(at("s.attn"), s);
    const Session r = readSession(at("s.attn"));
    EXPECT_EQ(r.text, s.text);
    EXPECT_EQ(r.tokens, s.tokens);
    EXPECT_EQ(r.title, s.title);
    EXPECT_EQ(r.note, s.note);
    EXPECT_EQ(r.config, s.config);
    EXPECT_EQ(r.tieDk, s.tieDk);
    EXPECT_EQ(r.seed, s.seed);
    EXPECT_EQ(r.init.at(Input::WQ), s.init.at(Input::WQ));
    EXPECT_EQ(r.init.at(Input::BO), s.init.at(Input::BO));
    EXPECT_EQ(nlohmann::json::parse(r.viewJson), nlohmann::json::parse(s.viewJson));
    // And the pass is the same to the last bit.
    const Problem a = makeProblem(s), b = makeProblem(r);
    EXPECT_TRUE(sameBits(a.wQ, b.wQ));
    EXPECT_TRUE(sameBits(a.xEmbed, b.xEmbed));
    EXPECT_TRUE(sameBits(a.bO, b.bO));
    EXPECT_EQ(b.maskKeep.shape(), (Shape{4, 4}));
}

TEST_F(SessionFile, DrawnArraysAreDrawnAgainEditedOnesStay) {
    Session s = sentence();
    Tensor edited = makeProblem(s).wK;
    edited.mutableData()[5] = 42.0f;
    setArray(s, Input::WK, edited);
    writeSession(at("s.attn"), s);
    Session r = readSession(at("s.attn"));
    EXPECT_EQ(r.arrays.size(), 1u);
    ASSERT_TRUE(r.arrays.count(Input::WK));
    EXPECT_TRUE(sameBits(r.arrays.at(Input::WK), edited));
    // A new seed changes what was drawn and leaves what was edited.
    const Problem before = makeProblem(r);
    r.seed = 1;
    const Problem after = makeProblem(r);
    EXPECT_FALSE(sameBits(before.wQ, after.wQ));
    EXPECT_TRUE(sameBits(before.wK, after.wK));
}

TEST_F(SessionFile, SES02_NonFiniteNumbersAndSignsSurvive) {
    Session s = sentence();
    s.config.mask.fill = -std::numeric_limits<double>::infinity();
    Tensor x = makeProblem(s).xEmbed;
    float *v = x.mutableData();
    v[0] = std::numeric_limits<float>::quiet_NaN();
    v[1] = std::numeric_limits<float>::infinity();
    v[2] = -std::numeric_limits<float>::infinity();
    v[3] = -0.0f;
    setArray(s, Input::XEmbed, x);
    writeSession(at("s.attn"), s);
    const std::string document = NpzReader(at("s.attn")).file("session.json", 1 << 20);
    const auto json = nlohmann::json::parse(document); // throws when it is not valid JSON
    EXPECT_EQ(json["config"]["mask"]["fill"], "-inf");
    const Session r = readSession(at("s.attn"));
    EXPECT_EQ(r.config.mask.fill, s.config.mask.fill);
    EXPECT_TRUE(sameBits(r.arrays.at(Input::XEmbed), x));
}

TEST_F(SessionFile, SES02_SES05_NonFiniteNumbersInJson) {
    const Session s = readSessionJson(
        R"({"tokens": [["a", "b"]], "config": {"d_model": 3, "heads": 1, "d_k": 2, "d_v": 2,
            "mask": {"fill": "-inf"}},
            "arrays": {"X_embed": [[["nan", "inf", "-inf"], [-0.0, 1e-3, true]]]}})",
        "x.json");
    const Tensor &x = s.arrays.at(Input::XEmbed);
    ASSERT_EQ(x.shape(), (Shape{1, 2, 3}));
    EXPECT_TRUE(std::isnan(x(0, 0, 0)));
    EXPECT_EQ(x(0, 0, 1), std::numeric_limits<float>::infinity());
    EXPECT_EQ(x(0, 0, 2), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::signbit(x(0, 1, 0)));
    // null is no number: neither NaN nor 0 nor infinity.
    EXPECT_TRUE(contains(
        refusal([] { (void)readSessionJson(R"({"arrays": {"X_embed": [[1, null]]}})", "x.json"); }),
        "arrays.X_embed[0][1] is null"));
}

TEST_F(SessionFile, ArraysAloneTellTheSizes) {
    writeZip(at("w.npz"),
             {npyMember("X_embed", Tensor({2, 3, 8}, 0.5f)),
              npyMember("W_Q", Tensor({8, 12}, 0.1f)), npyMember("W_V", Tensor({8, 20}, 0.1f)),
              npyMember("mask_keep", BoolTensor({3, 3}, 1)),
              npyMember("something_else", Tensor({1}, 0.0f))});
    Session s = readSession(at("w.npz"));
    EXPECT_EQ(s.config.dModel, 8);
    EXPECT_EQ(s.config.heads, 1);
    EXPECT_EQ(s.config.dK, 12);
    EXPECT_EQ(s.config.dV, 20);
    EXPECT_TRUE(s.config.mask.custom);
    // Heads from the command line divide the columns that are there.
    applySetting(s, "heads", "4");
    EXPECT_EQ(s.config.dK, 3);
    EXPECT_EQ(s.config.dV, 5);
    EXPECT_EQ(makeProblem(s).wQ.identity(), s.arrays.at(Input::WQ).identity());
    const std::string why = refusal([&] {
        Session t = readSession(at("w.npz"));
        applySetting(t, "heads", "5");
    });
    EXPECT_TRUE(contains(why, "12 is not divisible by 5")) << why;
    const std::vector<std::pair<std::string, std::string>> set{{"d_v", "5"}, {"heads", "4"}};
    EXPECT_EQ(readSession(at("w.npz"), set).config.dV, 5);
}

TEST_F(SessionFile, HeadsFromOutsideCountBeforeAnyShapeIsChecked) {
    // Masks a head of an archive that does not say how many heads there are: 2 of width 3.
    const BoolTensor mask({2, 2, 4, 4}, 1), perHead({2, 4, 4}, 1);
    const Tensor x({2, 4, 6}, 0.5f), w({6, 6}, 0.5f); // members only point at their numbers
    const std::vector<ZipMember> base{npyMember("X_embed", x), npyMember("W_Q", w)};
    const auto with = [&](const ZipMember &member) {
        auto members = base;
        members.push_back(member);
        writeZip(at("m.npz"), members);
        return at("m.npz");
    };
    const std::vector<std::pair<std::string, std::string>> two{{"heads", "2"}},
        last{{"heads", "3"}, {"config.heads", "2"}};
    for (const auto &settings : {two, last})
        for (const auto &[member, name] :
             {std::pair{npyMember("mask_keep", mask), "mask_keep"},
              std::pair{npyMember("mask_keep", perHead), "mask_keep of three axes"},
              std::pair{npyMember("dropout_keep", mask), "dropout_keep"}}) {
            Session s = readSession(with(member), settings);
            applySettings(s, settings);
            EXPECT_EQ(s.config.heads, 2) << name;
            EXPECT_EQ(s.config.dK, 3) << name;
            EXPECT_EQ(makeProblem(s).wQ.shape(), (Shape{6, 6})) << name;
        }
    // Nobody says it, but a mask of four axes does.
    EXPECT_EQ(readSession(with(npyMember("mask_keep", mask))).config.heads, 2);
    // 6 columns cannot be shared by 4 heads.
    EXPECT_TRUE(
        contains(refusal([&] {
                     const std::vector<std::pair<std::string, std::string>> four{{"heads", "4"}};
                     (void)readSession(with(npyMember("mask_keep", mask)), four);
                 }),
                 "use heads=1, 2, 3, 6"));
}

TEST_F(SessionFile, LengthsBeyondTheKeysNameTheFile) {
    for (const std::int64_t length : {std::int64_t{5}, std::int64_t{-1}}) {
        writeZip(at("l.npz"), {npyMember("X_embed", Tensor({2, 4, 6}, 0.5f)),
                               npyMember("lengths", IndexTensor({2}, {4, length}))});
        const std::string why = refusal([&] { (void)readSession(at("l.npz")); });
        EXPECT_TRUE(contains(why, "l.npz")) << why;
        EXPECT_TRUE(contains(why, "lengths[1] is " + std::to_string(length))) << why;
    }
}

TEST_F(SessionFile, AStopLeavesTheOldFileAndNothingElse) {
    put(at("t.npz"), "old");
    const Session s = sentence();
    auto problem = std::make_shared<const Problem>(makeProblem(s));
    ReferenceEngine engine;
    const TracePtr trace = engine.run(problem, {});
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(writeTrace(at("t.npz"), *trace, s, source.get_token()));
    EXPECT_EQ(bytesOf(at("t.npz")), "old");
    EXPECT_EQ(filesIn(m_folder), 1u);
    EXPECT_TRUE(writeTrace(at("t.npz"), *trace, s, std::stop_source().get_token()));
    EXPECT_TRUE(NpzReader(at("t.npz")).hasArray("weights"));
}

TEST_F(SessionFile, POL06_MaskOfAnyType) {
    const auto withMask = [&](const ZipMember &mask) {
        writeZip(at("m.npz"), {npyMember("X_embed", Tensor({1, 3, 4}, 0.5f)), mask});
        return makeProblem(readSession(at("m.npz"))).maskKeep;
    };
    const BoolTensor bits({3, 3}, {1, 1, 0, 1, 1, 0, 1, 1, 0});
    const BoolTensor a = withMask(npyMember("mask_keep", bits));
    const BoolTensor b = withMask(npyMember("mask_keep", converted<std::int64_t>(bits)));
    const BoolTensor c = withMask(npyMember("mask_keep", converted<float>(bits)));
    for (const BoolTensor *m : {&a, &b, &c})
        EXPECT_TRUE(std::equal(m->values().begin(), m->values().end(), bits.values().begin()));
    Tensor additive({3, 3}, 0.0f);
    additive.mutableData()[2] = -std::numeric_limits<float>::infinity();
    EXPECT_TRUE(contains(refusal([&] { (void)withMask(npyMember("mask_keep", additive)); }),
                         "other than 0 and 1"));
}

TEST_F(SessionFile, ShapesAndTokensThatDisagreeAreNamed) {
    const auto read = [](const std::string &json) {
        return refusal([&] { (void)readSessionJson(json, "s.json"); });
    };
    std::string why = read(R"({"config": {"d_model": 4, "heads": 2, "d_k": 2, "d_v": 2},
                               "arrays": {"W_Q": [[1, 2, 3], [1, 2, 3]]}})");
    EXPECT_TRUE(contains(why, "W_Q has the shape [2, 3]") && contains(why, "[4, 4]")) << why;
    why = read(R"({"tokens": [["a", "b", "c"]], "arrays": {"X_embed": [[1, 2], [3, 4]]}})");
    EXPECT_TRUE(contains(why, "3 rows") && contains(why, "[1, 2, 2]")) << why;
    why = read(R"({"config": {"d_model": 4, "heads": 3}})");
    EXPECT_TRUE(contains(why, "4 is not divisible by 3")) << why;
    why = read(R"({"arrays": {"W_Q": [[1, 2], [3]]}})");
    EXPECT_TRUE(contains(why, "arrays.W_Q[1] has 1 entries")) << why;
    why = read(R"({"arrays": {"W_Q": [[]]}})");
    EXPECT_TRUE(contains(why, "empty list")) << why;
    why = read(R"({"text": ["a b c"], "arrays": {"mask_keep": [[1, 0], [1, 1]]}})");
    EXPECT_TRUE(contains(why, "[2, 2]") && contains(why, "[3, 3]")) << why;
}

TEST_F(SessionFile, MistakesInJsonNameTheirPath) {
    const std::pair<const char *, const char *> cases[] = {
        {R"({"config": {"heds": 2}})", "config.heds is unknown: did you mean config.heads"},
        {R"({"config": {"mask": {"casual": true}}})", "did you mean config.mask.causal"},
        {R"({"config": {"maks": {"causal": true}}})", "did you mean config.mask"},
        {R"({"config": {"heads": "many"}})", "config.heads is 'many'"},
        {R"({"config": {"heads": [2]}})", "config.heads is a list"},
        {R"({"config": {"heads": 1e99}})", "config.heads is '1e+99'"},
        {R"({"config": {"scaling": {"mode": "sqrt"}}})", "config.scaling.mode is 'sqrt'"},
        {R"({"config": 7})", "config is a number"},
        {R"({"text": [1]})", "text[0] is a number"},
        {R"({"tokens": [["a", 2]]})", "tokens[0][1] is a number"},
        {R"({"init": {"W_X": "zeros"}})", "did you mean init.W_"},
        {R"({"init": {"seed": -1}})", "init.seed is '-1'"},
        {R"({"version": 2})", "version is 2"},
        {R"({"format": "other"})", "format is \"other\""},
        {R"({"arrays": {"W_Z": [1]}})", "arrays.W_Z is no array"},
        {R"([1, 2])", "session is a list"},
        {"{\"text\": [\"a\"", "not valid JSON"},
        {"{\"text\": [\"a\xFF\"]}", "not valid JSON"},
    };
    for (const auto &[json, part] : cases) {
        const std::string why = refusal([j = json] { (void)readSessionJson(j, "s.json"); });
        EXPECT_TRUE(contains(why, part)) << json << ": " << why;
        EXPECT_TRUE(contains(why, "s.json")) << why;
        EXPECT_EQ(why.find('\n'), std::string::npos) << why; // one sentence, one line
    }
}

TEST_F(SessionFile, MisspeltNamesAreRefused) {
    const Tensor x({1, 2, 4}, 0.5f), w({4, 4}, 0.5f); // members only point at their numbers
    const auto with = [&](const std::vector<std::string> &names, ReadNotes *notes = nullptr) {
        std::vector<ZipMember> members{npyMember("X_embed", x)};
        for (const std::string &name : names)
            members.push_back(npyMember(name, w));
        writeZip(at("m.npz"), members);
        (void)readSession(at("m.npz"), notes);
    };
    const std::pair<const char *, const char *> arrays[] = {{"w_q", "W_Q"},
                                                            {"WQ", "W_Q"},
                                                            {"Wq", "W_Q"},
                                                            {"W-O", "W_O"},
                                                            {"bq", "b_Q"},
                                                            {"x_memory", "X_memory"},
                                                            {"mask_kep", "mask_keep"},
                                                            {"length", "lengths"},
                                                            {"dropuot_keep", "dropout_keep"},
                                                            {"gamma_conct", "gamma_concat"}};
    for (const auto &[wrong, right] : arrays) {
        const std::string why = refusal([&, name = std::string(wrong)] { with({name}); });
        EXPECT_TRUE(contains(why, std::string(wrong) +
                                      " is none of the arrays of a session: did "
                                      "you mean " +
                                      right + "?"))
            << why;
        EXPECT_TRUE(contains(why, "m.npz")) << why;
    }
    // Beside the right name it cannot be meant for it: it is told, as other names are.
    ReadNotes notes;
    with({"W_Q", "w_q", "W_2", "learning_rate", "weights", "Q"}, &notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0].sentence(), "arrays: w_q, W_2, learning_rate"))
        << notes[0].sentence();
    EXPECT_FALSE(contains(notes[0].sentence(), "weights"))
        << notes[0].sentence(); // a stage: the file is a trace
    std::vector<std::string> many;
    for (int i = 0; i < 100; ++i)
        many.push_back("array" + std::to_string(i));
    notes.clear();
    with(many, &notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0].sentence(), "and 92 more")) << notes[0].sentence();
    EXPECT_LT(notes[0].sentence().size(), 300u);

    const auto json = [](const std::string &text, ReadNotes *to = nullptr) {
        return refusal([&] {
            (void)readSessionJson(text, "s.json", to);
            throw InputError({{Issue::Code::BadValue, {}, "read"}});
        });
    };
    EXPECT_TRUE(contains(json(R"({"confg": {"heads": 2}})"), "did you mean config?"));
    EXPECT_TRUE(contains(json(R"({"text": ["a"], "w_q": [[1]]})"), "did you mean W_Q?"));
    notes.clear();
    EXPECT_EQ(json(R"({"text": ["a"], "licence": "CC0"})", &notes), "read");
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0].sentence(), "keys: licence")) << notes[0].sentence();
    // What the program writes itself is all known.
    Session s = sentence();
    s.title = s.note = "x";
    setMemoryText(s, {"a b"});
    setArray(s, Input::WQ, makeProblem(s).wQ);
    s.origin[Input::WQ] = {"f", "e", "in,out"};
    writeSession(at("s.attn"), s);
    notes.clear();
    (void)readSession(at("s.attn"), &notes);
    EXPECT_TRUE(notes.empty()) << notes[0].sentence();
}

TEST_F(SessionFile, InitialisersThatNoFloatHoldsAreRefused) {
    for (const char *json :
         {R"({"init": {"W_Q": "normal:nan"}})", R"({"init": {"W_Q": "normal:1e400"}})",
          R"({"init": {"W_Q": {"method": "normal", "value": "inf"}}})",
          R"({"init": {"W_Q": {"method": "normal", "value": 1e300}}})"}) {
        const std::string why = refusal([&] { (void)readSessionJson(json, "s.json"); });
        EXPECT_TRUE(contains(why, "init.W_Q is '") && contains(why, "finite")) << why;
    }
}

TEST_F(SessionFile, MessagesAreOneLineWhateverTheTextSays) {
    for (const char *json : {R"({"config": {"heads": "a
b"}})",
                             R"({"con
fig": 1, "arrays": {"a
b": 1}})",
                             R"({"config": {"ab": 1}})", R"({"version": " x"})"}) {
        const std::string why = refusal([&] { (void)readSessionJson(json, "s.json"); });
        EXPECT_EQ(why.find_first_of("\n\x1B"), std::string::npos) << why;
    }
    const std::string longest = "{\"config\": {\"heads\": \"" + std::string(1000000, 'x') + "\"}}";
    EXPECT_LT(refusal([&] { (void)readSessionJson(longest, "s.json"); }).size(), 1500u);
}

TEST_F(SessionFile, AMemoryTextWithoutTokensStaysSo) {
    // It is self-attention, and has to be after a save.
    Session s = readSessionJson(R"({"text": ["a b"], "memory_text": ["c"], "memory_tokens": []})",
                                "s.json");
    EXPECT_FALSE(makeProblem(s).cross());
    writeSession(at("s.attn"), s);
    s = readSession(at("s.attn"));
    EXPECT_FALSE(makeProblem(s).cross());
    EXPECT_EQ(s.memoryText, std::vector<std::string>{"c"});
}

TEST_F(SessionFile, PaddingOfTokensIsCountedFirst) {
    // 300 KB of text that would be padded to 32 GB.
    std::string json = R"({"tokens": [[)";
    for (int i = 0; i < 30000; ++i)
        json += R"("a",)";
    json += R"("a"])";
    for (int i = 0; i < 30000; ++i)
        json += ",[]";
    json += "]}";
    const std::string why = refusal([&] { (void)readSessionJson(json, "s.json"); });
    EXPECT_TRUE(contains(why, "30001 sequences")) << why;
}

TEST_F(SessionFile, ListsOfWhatWasDrawnDrawNothingElse) {
    // The arrays are a few bytes; what the settings ask for besides would be gigabytes, and the
    // list says the same ten thousand times.
    nlohmann::json document = {
        {"text", {"a"}},
        {"config", {{"d_model", 8}, {"heads", 1}, {"d_k", 1}, {"d_v", 20000000}}},
        {"init", {{"seed", 42}}}};
    for (int i = 0; i < 10000; ++i)
        document["drawn"].push_back("W_Q");
    Session same;
    setText(same, {"a"});
    same.config.dModel = 8;
    same.config.heads = same.config.dK = same.config.dV = 1;
    const Tensor wQ = makeProblem(same).wQ;
    const std::string text = document.dump();
    const auto read = [&](const Tensor &w) {
        writeZip(at("d.attn"), {{"session.json", text}, npyMember("W_Q", w)});
        return readSession(at("d.attn"));
    };
    EXPECT_EQ(read(wQ).arrays.size(), 0u); // it is what the seed gives
    Tensor edited = wQ;
    edited.mutableData()[3] += 1.0f;
    EXPECT_EQ(read(edited).arrays.size(), 1u);
}

TEST_F(SessionFile, DeepNestingIsRefusedNotFollowed) {
    const std::string deep =
        "{\"view\": " + std::string(200000, '[') + std::string(200000, ']') + "}";
    EXPECT_TRUE(contains(refusal([&] { (void)readSessionJson(deep, "s.json"); }), "levels deep"));
}

TEST_F(SessionFile, ViewIsKeptWhateverItHolds) {
    const Session s = readSessionJson(
        R"({"text": ["a"], "view": {"unknown": {"deep": [1, null, "x"]}}})", "s.json");
    const auto view = toJson(s)["view"];
    EXPECT_EQ(view["unknown"]["deep"][2], "x");
}

TEST_F(SessionFile, TruncatedAtEveryByteIsRefused) {
    Session s = sentence({"a b"});
    s.config.dModel = 4;
    s.config.heads = 1;
    s.config.dK = s.config.dV = 2;
    writeSession(at("whole.attn"), s);
    const std::string whole = bytesOf(at("whole.attn"));
    ASSERT_GT(whole.size(), 1000u);
    for (std::size_t n = 0; n < whole.size(); ++n) {
        put(at("cut.attn"), whole.substr(0, n));
        EXPECT_THROW((void)readSession(at("cut.attn")), FileError) << n;
    }
    const std::string json = toJson(s).dump();
    for (std::size_t n = 0; n < json.size(); n += 7)
        EXPECT_FALSE(
            refusal([&] { (void)readSessionJson(json.substr(0, n), "cut.json"); }).empty());
}

TEST_F(SessionFile, DamagedBytesNeverCrash) {
    Session s = sentence({"a b"});
    s.config.dModel = 4;
    s.config.heads = 1;
    s.config.dK = s.config.dV = 2;
    writeSession(at("whole.attn"), s);
    const std::string whole = bytesOf(at("whole.attn"));
    // Every byte in turn, each in one of three ways: read or refused, nothing else.
    std::size_t refused = 0;
    for (std::size_t n = 0; n < whole.size(); ++n) {
        std::string bad = whole;
        bad[n] = n % 3 == 0 ? '\xFF' : n % 3 == 1 ? '\0' : static_cast<char>(bad[n] ^ 0x41);
        put(at("bad.attn"), bad);
        try {
            (void)makeProblem(readSession(at("bad.attn")));
        } catch (const FileError &) {
            ++refused;
        } catch (const InputError &) {
            ++refused;
        }
    }
    EXPECT_GT(refused, whole.size() / 2); // the checksums catch most of them
}

TEST_F(SessionFile, SizesThatTheArchiveCannotHoldAreRefused) {
    // The size fields of a member's central record say 2 GiB; the file has some hundred bytes.
    writeZip(at("z.npz"), {npyMember("X_embed", Tensor({1, 2, 3}, 1.0f))});
    std::string bytes = bytesOf(at("z.npz"));
    const auto central = bytes.find(std::string("PK\x01\x02", 4));
    ASSERT_NE(central, std::string::npos);
    const std::string huge("\0\0\0\x7F", 4);
    std::string both = bytes, one = bytes;
    both.replace(central + 20, 4, huge).replace(central + 24, 4, huge);
    one.replace(central + 24, 4, huge);
    for (const std::string &bad : {both, one}) {
        put(at("bad.npz"), bad);
        EXPECT_THROW((void)readSession(at("bad.npz")), FileError);
    }
}

TEST_F(SessionFile, KindIsToldByContent) {
    put(at("a.attn"), R"(  {"text": ["a b"]})");
    EXPECT_EQ(readSession(at("a.attn")).text, std::vector<std::string>{"a b"});
    writeSession(at("b.json"), sentence());
    EXPECT_EQ(readSession(at("b.json")).text, std::vector<std::string>{"the cat sat"});
    put(at("c"), "hello");
    EXPECT_TRUE(contains(refusal([&] { (void)readSession(at("c")); }), "not a session"));
    put(at("d"), "");
    EXPECT_TRUE(contains(refusal([&] { (void)readSession(at("d")); }), "empty"));
    EXPECT_TRUE(contains(refusal([&] { (void)readSession(m_folder); }), "folder"));
    EXPECT_TRUE(contains(refusal([&] { (void)readSession(at("nothing")); }), "no such file"));
}

TEST_F(SessionFile, PTH01_PTH02_NamesAreUtf8) {
    fs::create_directory(at("注意"));
    for (const char *name : {"Größe.attn", "注意力.attn", "a b&c.attn", "Łódź Żaba.attn"}) {
        const fs::path path = at("注意") / name;
        writeSession(path, sentence());
        EXPECT_EQ(readSession(path).text, std::vector<std::string>{"the cat sat"}) << name;
    }
    EXPECT_EQ(filesIn(at("注意")), 4u);
    const std::string why = refusal([&] { (void)readSession(at("注意") / "矩阵.npz"); });
    EXPECT_TRUE(contains(why, "注意/矩阵.npz")) << why;
}

TEST_F(SessionFile, SameSessionIsTheSameFile) {
    writeSession(at("a"), sentence());
    writeSession(at("b"), sentence());
    EXPECT_EQ(bytesOf(at("a")), bytesOf(at("b")));
}

TEST_F(SessionFile, SES01_FailedSaveLeavesTheOldFile) {
    writeSession(at("s.attn"), sentence());
    const std::string before = bytesOf(at("s.attn"));
    Session larger = sentence({"a much longer text than the one before"});
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit small{1000, old.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto refused = [&](auto write) {
        try {
            write();
            return false;
        } catch (const FileError &e) {
            return e.kind == FileError::Kind::Unwritable;
        }
    };
    const bool session = refused([&] { writeSession(at("s.attn"), larger); });
    const bool bytes =
        refused([&] { writeFileAtomically(at("s.attn"), std::string(100000, 'x')); });
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
    EXPECT_TRUE(session);
    EXPECT_TRUE(bytes);
    EXPECT_EQ(bytesOf(at("s.attn")), before);
    EXPECT_EQ(filesIn(m_folder), 1u); // no litter
}

TEST_F(SessionFile, SES01_FullDiskAndMissingFolder) {
    const auto kind = [](auto write) {
        try {
            write();
        } catch (const FileError &e) {
            return std::pair(e.kind, std::string(e.what()));
        }
        return std::pair(FileError::Kind::Unreadable, std::string("nothing was refused"));
    };
    const auto missing = kind([&] { writeSession(at("no/such/s.attn"), sentence()); });
    EXPECT_EQ(missing.first, FileError::Kind::Unwritable);
    EXPECT_TRUE(contains(missing.second, "no such folder")) << missing.second;
    EXPECT_EQ(kind([&] { writeFileAtomically(m_folder, "x"); }).first, FileError::Kind::Unwritable);
    if (fs::exists("/dev/full")) {
        const auto full = kind([&] { writeFileAtomically("/dev/full", "x"); });
        EXPECT_EQ(full.first, FileError::Kind::Unwritable);
        EXPECT_TRUE(contains(full.second, "no space left")) << full.second;
    }
    if (::geteuid() != 0) { // root may write anywhere
        fs::create_directory(at("locked"));
        fs::permissions(at("locked"), fs::perms::owner_read | fs::perms::owner_exec);
        EXPECT_EQ(kind([&] { writeSession(at("locked/s.attn"), sentence()); }).first,
                  FileError::Kind::Unwritable);
        fs::permissions(at("locked"), fs::perms::owner_all);
    }
    EXPECT_LE(filesIn(m_folder), 1u);
}

TEST_F(SessionFile, ModeAndLinkOfTheOldFileStay) {
    writeFileAtomically(at("real"), "one");
    ASSERT_EQ(::chmod(at("real").c_str(), 0640), 0);
    fs::create_symlink("real", at("link"));
    writeFileAtomically(at("link"), "two");
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_EQ(bytesOf(at("real")), "two");
    struct stat st {};
    ASSERT_EQ(::stat(at("real").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777, 0640u);
    EXPECT_EQ(filesIn(m_folder), 2u);
}

TEST_F(SessionFile, TraceHoldsEveryStageThatOccurs) {
    Session s = sentence({"a b c", "d"});
    s.config.mask.padding = true;
    auto problem = std::make_shared<const Problem>(makeProblem(s));
    ReferenceEngine engine;
    const TracePtr trace = engine.run(problem, {});
    writeTrace(at("t.npz"), *trace, s);
    const NpzReader z(at("t.npz"));
    for (const StageInfo &info : stageTable()) {
        const auto shape = stageShape(*problem, info.stage);
        const std::string name(info.name);
        ASSERT_EQ(z.hasArray(name), shape.has_value()) << name;
        if (!shape)
            continue;
        const NpyArray a = z.array(name);
        EXPECT_EQ(a.header.shape, *shape) << name;
        EXPECT_EQ(a.header.kind, name == "mask_keep" ? 'b' : 'f') << name;
    }
    EXPECT_EQ(npyValues<float>(z.array("scale"))(), static_cast<float>(1.0 / std::sqrt(8.0)));
    const Tensor w = npyValues<float>(z.array("weights"));
    EXPECT_TRUE(sameBits(w, (*trace)[Stage::Weights]));
    const BoolTensor keep = npyValues<std::uint8_t>(z.array("mask_keep"));
    EXPECT_EQ(keep(1, 0, 0, 0), 1);
    EXPECT_EQ(keep(1, 0, 0, 1), 0);
    EXPECT_TRUE(z.hasFile("session.json"));
}

TEST_F(SessionFile, EveryExampleCanBeShown) {
    std::size_t examples = 0;
    for (const auto &entry :
         fs::directory_iterator(fs::path(ATTNSCOPE_TESTS_DIR) / ".." / "resources" / "examples")) {
        if (entry.path().extension() != ".json")
            continue;
        ++examples;
        ReadNotes notes;
        const Session s = readSession(entry.path(), &notes);
        EXPECT_TRUE(notes.empty()) << entry.path(); // nothing in it is passed over
        EXPECT_FALSE(s.title.empty()) << entry.path();
        EXPECT_FALSE(s.note.empty()) << entry.path();
        EXPECT_FALSE(s.text.empty()) << entry.path();
        EXPECT_NO_THROW((void)makeProblem(s)) << entry.path();
    }
    EXPECT_GE(examples, 8u);
}

// What the first example says of itself: head 0 finds the same word, 1 the word before, 2 the
// first.
TEST_F(SessionFile, FirstExampleDoesWhatItsNoteSays) {
    Session s = readSession(fs::path(ATTNSCOPE_TESTS_DIR) / ".." / "resources" / "examples" /
                            "01-four-heads.json");
    for (const char *text : {"", "a dog saw a bird and the bird saw a dog"}) {
        if (*text)
            setText(s, {text}); // any words will do
        auto problem = std::make_shared<const Problem>(makeProblem(s));
        ReferenceEngine engine;
        const TracePtr trace = engine.run(problem, {});
        const Tensor &w = (*trace)[Stage::Weights];
        const auto &tokens = s.tokens[0];
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            double same = 0.0;
            std::size_t count = 0;
            for (std::size_t j = 0; j < tokens.size(); ++j)
                if (tokens[j] == tokens[i]) {
                    same += w(0, 0, i, j);
                    ++count;
                }
            EXPECT_GT(same, 1.5 * static_cast<double>(count) / static_cast<double>(tokens.size()))
                << tokens[i];
            if (i > 0)
                EXPECT_GT(w(0, 1, i, i - 1), 0.5) << tokens[i];
            EXPECT_GT(w(0, 2, i, 0), 0.5) << tokens[i];
        }
    }
}

} // namespace
} // namespace attnscope::core
