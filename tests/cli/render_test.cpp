// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope render`: pictures as files, without a display (fault reports EXP, CLI, PTH, HMP).
#include "tests/cli/program.h"

#include <QImage>
#include <QImageReader>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace attnscope::test {
namespace {

Finished render(std::vector<std::string> arguments, const Environment &environment = {}) {
    arguments.insert(arguments.begin(), "render");
    return attnscope(std::move(arguments), environment);
}

QImage image(const std::string &file) { return QImage(QString::fromStdString(file)); }

int countOf(const std::string &text, const std::string &what) {
    int n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++n;
    return n;
}

/// A session of `length` different words whose scores are all 0, without numbers in the cells.
std::string constantSession(const TemporaryFolder &folder, int length) {
    std::string words;
    for (int i = 0; i < length; ++i)
        words += "w" + std::to_string(i) + " ";
    const std::string file = folder / "constant.json";
    writeFile(file, R"({"text": [")" + words + R"("], "config": {"d_model": 4, "heads": 1, "d_k": 4,
              "d_v": 4}, "init": {"W_Q": "zeros"}, "view": {"numbers": false, "margins": false}})");
    return file;
}

TEST(Render, CLI01_EveryFormatAndViewWithoutADisplay) {
    TemporaryFolder folder;
    for (const char *view : {"stages", "saturation", "masks", "positions", "heads"})
        for (const char *suffix : {"png", "svg", "pdf"}) {
            const std::string out = folder / (std::string(view) + "." + suffix);
            const auto r = render({view, "-o", out});
            EXPECT_EQ(r.status, 0) << r.err;
            EXPECT_EQ(r.err, "");
            EXPECT_GT(std::filesystem::file_size(out), 2000U) << out;
        }
    EXPECT_EQ(readFile(folder / "masks.pdf").substr(0, 5), "%PDF-");
    EXPECT_NE(readFile(folder / "masks.svg").find("<svg"), std::string::npos);
}

TEST(Render, GradientsNeedALossAndSayWhichThereAre) {
    TemporaryFolder folder;
    const std::string out = folder / "g.svg";
    const auto without = render({"gradients", "-o", out});
    EXPECT_EQ(without.status, 2);
    EXPECT_NE(without.err.find("gradient.upstream=ones"), std::string::npos) << without.err;
    const auto wrong =
        render({"gradients", "--set", "gradient.upstream=ones", "--stage", "PE", "-o", out});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find("scores_raw"), std::string::npos) << wrong.err;
    for (const char *stage : {"scores", "W_Q", "grad_V"}) {
        const auto r =
            render({"gradients", "--set", "gradient.upstream=output", "--stage", stage, "-o", out});
        EXPECT_EQ(r.status, 0) << r.err;
        EXPECT_EQ(r.err, "");
    }
    EXPECT_NE(readFile(out).find("dV"), std::string::npos);
}

TEST(Render, EveryPartOfTheHeadsIsAPicture) {
    TemporaryFolder folder;
    const std::pair<const char *, const char *> parts[] = {
        {"overview", "What each head does"},
        {"measures", "effective keys"},
        {"similarity", "Centred cosine"},
        {"position_bias", "Mean weight of each key"},
        {"distances", "Mean distance"},
        {"singular_values", "Of the attention maps"},
        {"pca", "Q, head 0"},
        {"ablation", "change of the output"}};
    for (const auto &[part, words] : parts) {
        const std::string out = folder / (std::string(part) + ".svg");
        const auto r = render({"heads", "--part", part, "-o", out});
        EXPECT_EQ(r.status, 0) << r.err;
        EXPECT_EQ(r.err, "");
        EXPECT_NE(readFile(out).find(words), std::string::npos) << part;
    }
    EXPECT_EQ(render({"heads", "--part", "tails", "-o", folder / "x.svg"}).status, 2);
}

TEST(Render, SaturationShowsTheSettingsAndThePictureFollowsThem) {
    TemporaryFolder folder;
    const auto svg = [&](const char *dK, const char *text) {
        const std::string out = folder / (std::string("s") + dK + ".svg");
        const auto r = render({"saturation", "--set", std::string("d_k=") + dK, "--set",
                               std::string("text=") + text, "-o", out});
        EXPECT_EQ(r.status, 0) << r.err;
        return readFile(out);
    };
    const std::string narrow = svg("4", "a b c d"), wide = svg("512", "a b c d");
    EXPECT_NE(narrow.find("d_k = 4"), std::string::npos);
    EXPECT_NE(wide.find("d_k = 512"), std::string::npos);
    EXPECT_NE(wide.find("200 draws"), std::string::npos);
    EXPECT_EQ(svg("8", "a").find("NaN"), std::string::npos) << "one key";
}

TEST(Render, TheSameSettingsWriteTheSameFile) {
    // Two font families in one picture: their order must not be that of a seeded hash table. The
    // dates of a PDF and of its metadata may differ.
    TemporaryFolder folder;
    for (const char *suffix : {"png", "svg", "pdf"}) {
        std::vector<std::string> files;
        for (int i = 0; i < 4; ++i) {
            const std::string out = folder / (std::to_string(i) + "." + suffix);
            ASSERT_EQ(render({"stages", "--set", "text=the 猫 sat", "-o", out}).status, 0);
            std::string bytes;
            std::istringstream lines(readFile(out));
            for (std::string line; std::getline(lines, line);)
                if (line.find("Date") == std::string::npos)
                    bytes += line + "\n";
            files.push_back(bytes);
        }
        for (const std::string &other : files)
            EXPECT_TRUE(other == files.front()) << suffix;
    }
}

TEST(Render, CLI04_NoHomeAndNoRuntimeFolder) {
    TemporaryFolder folder;
    const auto r = render({"stages", "-o", folder / "a.png"}, {{"HOME", std::nullopt},
                                                               {"XDG_RUNTIME_DIR", std::nullopt},
                                                               {"XDG_CACHE_HOME", "/proc/nope"}});
    EXPECT_EQ(r.status, 0) << r.err;
    EXPECT_FALSE(image(folder / "a.png").isNull());
}

TEST(Render, EXP02_EXP04_PixelsDoNotFollowTheScreen) {
    TemporaryFolder folder;
    const QImage plain = [&] {
        EXPECT_EQ(render({"stages", "--size", "800x600", "-o", folder / "1.png"}).status, 0);
        return image(folder / "1.png");
    }();
    EXPECT_EQ(plain.size(), QSize(800, 600));
    for (const char *factor : {"1.5", "2"}) {
        const std::string out = folder / "2.png";
        EXPECT_EQ(render({"stages", "--size", "800x600", "-o", out}, {{"QT_SCALE_FACTOR", factor}})
                      .status,
                  0);
        const QImage scaled = image(out);
        EXPECT_EQ(scaled.size(), QSize(800, 600));
        EXPECT_EQ(scaled, plain) << factor;
    }
}

TEST(Render, EXP07_ResolutionIsInTheFile) {
    TemporaryFolder folder;
    ASSERT_EQ(
        render({"stages", "--dpi", "300", "--size", "900x700", "-o", folder / "a.png"}).status, 0);
    const QImage picture = image(folder / "a.png");
    EXPECT_EQ(picture.size(), QSize(900, 700));
    EXPECT_EQ(picture.dotsPerMeterX(), 11811);
    EXPECT_EQ(picture.dotsPerMeterY(), 11811);
    const std::string bytes = readFile(folder / "a.png");
    EXPECT_NE(bytes.find("pHYs"), std::string::npos);
    // Settings and seed travel with the picture.
    QImageReader reader(QString::fromStdString(folder / "a.png"));
    QString text;
    for (const QString &key : reader.textKeys())
        text += key + QLatin1Char('=') + reader.text(key) + QLatin1Char('\n');
    EXPECT_TRUE(text.contains(QStringLiteral("seed"), Qt::CaseInsensitive)) << text.toStdString();
}

TEST(Render, VectorFilesHoldCellsAndNoJpeg) {
    TemporaryFolder folder;
    std::vector<std::string> arguments = {
        "stages", constantSession(folder, 64), "--stage", "scores", "-o", folder / "a.svg"};
    ASSERT_EQ(render(arguments).status, 0);
    const std::string svg = readFile(folder / "a.svg");
    EXPECT_EQ(countOf(svg, "image/jpeg"), 0);
    EXPECT_EQ(svg.find("NaN"), std::string::npos);
    arguments.back() = folder / "a.pdf";
    ASSERT_EQ(render(arguments).status, 0);
    EXPECT_EQ(countOf(readFile(folder / "a.pdf"), "/DCTDecode"), 0);
}

TEST(Render, EXP01_NoSeamsBetweenCellsOfAConstantMap) {
    if (!std::filesystem::exists("/usr/bin/pdftoppm"))
        GTEST_SKIP() << "pdftoppm is not installed";
    TemporaryFolder folder;
    ASSERT_EQ(render({"stages", constantSession(folder, 20), "--stage", "scores", "--size",
                      "900x900", "-o", folder / "a.pdf"})
                  .status,
              0);
    for (const char *dpi : {"150", "300"}) {
        ASSERT_EQ(runProcess({"/usr/bin/pdftoppm", "-r", dpi, "-png", "-singlefile",
                              folder / "a.pdf", folder / "page"})
                      .status,
                  0);
        const QImage page = image(folder / "page.png").convertToFormat(QImage::Format_RGB32);
        ASSERT_FALSE(page.isNull());
        // The largest run of one colour along the middle row is the map; from there the whole map
        // is found and every pixel away from its border has to be that colour.
        const int y = page.height() / 2;
        int best = 0, bestEnd = 0, run = 1;
        const QRgb ground = page.pixel(1, 1);
        for (int x = 1; x < page.width(); ++x) {
            run = page.pixel(x, y) == page.pixel(x - 1, y) ? run + 1 : 1;
            if (run > best && page.pixel(x, y) != ground) {
                best = run;
                bestEnd = x;
            }
        }
        ASSERT_GT(best, page.width() / 3);
        const QRgb colour = page.pixel(bestEnd, y);
        const int left = bestEnd - best + 1;
        int top = y, bottom = y;
        const int middle = (left + bestEnd) / 2;
        while (top > 0 && page.pixel(middle, top - 1) == colour)
            --top;
        while (bottom + 1 < page.height() && page.pixel(middle, bottom + 1) == colour)
            ++bottom;
        ASSERT_GT(bottom - top, page.height() / 3) << "a seam crosses the map";
        int deviating = 0;
        for (int r = top + 2; r <= bottom - 2; ++r)
            for (int x = left + 2; x <= bestEnd - 2; ++x)
                deviating += page.pixel(x, r) != colour;
        EXPECT_EQ(deviating, 0) << dpi;
    }
}

TEST(Render, PTH01_OneFileForEachNameInAnyScript) {
    TemporaryFolder folder;
    for (const char *name : {"Größe.png", "注意力.svg", "a b&c.pdf"})
        EXPECT_EQ(render({"stages", "-o", folder / name}).status, 0) << name;
    int files = 0;
    for (const auto &e : std::filesystem::directory_iterator(folder.path())) {
        ++files;
        EXPECT_GT(e.file_size(), 2000U);
    }
    EXPECT_EQ(files, 3);
}

TEST(Render, PatternsWriteOnePictureEach) {
    TemporaryFolder folder;
    ASSERT_EQ(render({"stages", "--set", "heads=2", "--head", "all", "-o", folder / "w_{head}.png"})
                  .status,
              0);
    EXPECT_TRUE(std::filesystem::exists(folder / "w_0.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "w_1.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "w_2.png"));
    EXPECT_TRUE(readFile(folder / "w_0.png") != readFile(folder / "w_1.png"));
    ASSERT_EQ(render({"stages", "--stage", "all", "-o", folder / "s_{stage}.svg"}).status, 0);
    for (const char *stage : {"X", "Q", "scores_raw", "weights", "context", "concat", "output"})
        EXPECT_TRUE(std::filesystem::exists(folder / ("s_" + std::string(stage) + ".svg")))
            << stage;
    // All stages under one name would overwrite each other.
    EXPECT_EQ(render({"stages", "--stage", "all", "-o", folder / "x.svg"}).status, 2);
}

TEST(Render, WrongUsageAndUnwritableOutput) {
    TemporaryFolder folder;
    EXPECT_EQ(render({"stages", "-o", folder / "x.gif"}).status, 2);
    EXPECT_EQ(render({"stages", "--stage", "nothing", "-o", folder / "x.png"}).status, 2);
    EXPECT_EQ(render({"stages", "--head", "99", "-o", folder / "x.png"}).status, 2);
    EXPECT_EQ(render({"tails", "-o", folder / "x.png"}).status, 2);
    EXPECT_EQ(render({"stages", "-o", "/proc/nope/x.png"}).status, 4);
    EXPECT_EQ(render({"stages", folder / "missing.attn", "-o", folder / "x.png"}).status, 1);
}

TEST(Render, EXP03_TextOfEveryScriptIsTextInTheSvg) {
    TemporaryFolder folder;
    ASSERT_EQ(render({"stages", "--set", "text=注意 внимание مرحبا 🙂", "--head",
                      "0", "-o", folder / "a.svg"})
                  .status,
              0);
    const std::string svg = readFile(folder / "a.svg");
    for (const char *word : {"注", "意", "внимание", "مرحبا", "🙂"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
}

TEST(Render, HMP10_AHeadOf512TokensIsDrawn) {
    TemporaryFolder folder;
    std::string text = "text=";
    for (int i = 0; i < 512; ++i)
        text += "t" + std::to_string(i) + " ";
    ASSERT_EQ(
        render({"stages", "--set", text, "--set", "heads=8", "--head", "3", "-o", folder / "a.png"})
            .status,
        0);
    EXPECT_FALSE(image(folder / "a.png").isNull());
    ASSERT_EQ(
        render({"stages", "--set", text, "--set", "heads=8", "--head", "3", "-o", folder / "a.svg"})
            .status,
        0);
    // Above 256×256 cells the map is one lossless image.
    const std::string svg = readFile(folder / "a.svg");
    EXPECT_NE(svg.find("image/png"), std::string::npos);
    EXPECT_LT(svg.size(), 5U << 20);
}

} // namespace
} // namespace attnscope::test
