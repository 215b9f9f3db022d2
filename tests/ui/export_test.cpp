// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_figures.h"
#include "ui/export/export_dialog.h"
#include "ui/plot/colour_scale.h"

#include <QBuffer>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>
#include <QRadioButton>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace attnscope;
using namespace attnscope::ui;
using attnscope::test::cellIn;
using attnscope::test::constantMap;
using attnscope::test::figureOf;
using attnscope::test::svgElements;
using attnscope::test::svgTexts;

namespace {

quint32 bigEndian(const QByteArray &bytes, qsizetype at) {
    quint32 v = 0;
    for (int i = 0; i < 4; ++i)
        v = v << 8 | static_cast<quint8>(bytes[at + i]);
    return v;
}

/// Contents of the first chunk of a kind in a PNG file.
QByteArray pngChunk(const QByteArray &png, const QByteArray &kind) {
    for (qsizetype at = 8; at + 12 <= png.size();) {
        const qsizetype length = bigEndian(png, at);
        if (png.mid(at + 4, 4) == kind)
            return png.mid(at + 8, length);
        at += length + 12;
    }
    return {};
}

QSize pngSize(const QByteArray &png) {
    const QByteArray header = pngChunk(png, "IHDR");
    return header.size() < 8 ? QSize()
                             : QSize(static_cast<int>(bigEndian(header, 0)),
                                     static_cast<int>(bigEndian(header, 4)));
}

/// Pages of a PDF as pictures; null when pdftoppm is not there.
QImage rasterisedPdf(const QByteArray &pdf, int dpi) {
    const QString tool = QStandardPaths::findExecutable("pdftoppm");
    if (tool.isEmpty())
        return {};
    QTemporaryDir folder;
    QFile file(folder.filePath("a.pdf"));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(pdf);
    file.close();
    QProcess::execute(tool, {"-r", QString::number(dpi), "-png", "-singlefile", file.fileName(),
                             folder.filePath("a")});
    return QImage(folder.filePath("a.png"));
}

QImage rasterisedSvg(const QByteArray &svg, QSize layout, int dpi) {
    QSvgRenderer renderer(svg);
    if (!renderer.isValid())
        return {};
    QImage image(layout * (dpi / 96.0), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

/// Pixels of another colour in the map, two pixels away from its border.
int deviating(const QImage &image, const QRectF &map, double scale, QRgb expected) {
    int count = 0;
    for (int y = static_cast<int>(map.top() * scale) + 3; y < map.bottom() * scale - 3; ++y)
        for (int x = static_cast<int>(map.left() * scale) + 3; x < map.right() * scale - 3; ++x)
            count += (image.pixel(x, y) | 0xff000000u) != expected;
    return count;
}

Figure smallFigure() {
    MapPanel map = constantMap(4, 4, 0.25f);
    map.title = "Head 0";
    map.rowLabels = map.columnLabels = {"the", "cat", "sat", "down"};
    Figure figure = figureOf({map});
    figure.title = "Weights <1> & more";
    figure.caption = "L = 4, seed 7";
    figure.metadata = {{"seed", "7"}, {"settings", "{\"d_k\":8}"}};
    return figure;
}

} // namespace

TEST(Export, EXP01_noSeamsInVectorFiles) {
    const QSize size(600, 500);
    for (const std::size_t n : {std::size_t{20}, std::size_t{64}}) {
        const Figure figure = figureOf({constantMap(n, n, 0.5f)});
        const FigureLayout layout = FigurePicture(figure, size, 0.0).layout();
        const QRectF map = layout.panels[0].map->map;
        const QRgb expected = colourTable(ColourMap::Viridis)[128];
        const QByteArray svg = renderPicture(figure, PictureFormat::Svg, {.size = size});
        const QByteArray pdf = renderPicture(figure, PictureFormat::Pdf, {.size = size});
        for (const int dpi : {150, 300}) {
            const QImage fromSvg = rasterisedSvg(svg, size, dpi);
            ASSERT_FALSE(fromSvg.isNull());
            EXPECT_EQ(deviating(fromSvg, map, dpi / 96.0, expected), 0) << n << " svg " << dpi;
            const QImage fromPdf = rasterisedPdf(pdf, dpi);
            if (fromPdf.isNull())
                continue; // no pdftoppm on this machine
            EXPECT_EQ(deviating(fromPdf, map, dpi / 96.0, expected), 0) << n << " pdf " << dpi;
        }
    }
}

TEST(Export, vectorFilesHoldRectanglesAndNoJpeg) {
    MapPanel map = constantMap(64, 64, 0.0f);
    for (std::size_t i = 0; i < map.values.size(); ++i)
        map.values.mutableData()[i] = static_cast<float>(i) / 4096.0f;
    const QByteArray svg = renderPicture(figureOf({map}), PictureFormat::Svg, {});
    EXPECT_EQ(svgElements(svg, u"rect"), 64 * 64);
    EXPECT_EQ(svgElements(svg, u"image"), 0);
    const QByteArray pdf = renderPicture(figureOf({map}), PictureFormat::Pdf, {});
    EXPECT_FALSE(pdf.contains("DCTDecode"));
    EXPECT_FALSE(pdf.contains("/Subtype /Image"));

    // Beyond 256 × 256 cells both hold the pixels, without loss.
    const Figure large = figureOf({constantMap(257, 256, 0.5f)});
    const QByteArray largeSvg = renderPicture(large, PictureFormat::Svg, {});
    EXPECT_EQ(svgElements(largeSvg, u"rect"), 0);
    EXPECT_EQ(svgElements(largeSvg, u"image"), 1);
    EXPECT_TRUE(largeSvg.contains("data:image/png;base64,"));
    const QByteArray largePdf = renderPicture(large, PictureFormat::Pdf, {});
    EXPECT_TRUE(largePdf.contains("/Subtype /Image"));
    EXPECT_FALSE(largePdf.contains("DCTDecode"));
}

TEST(Export, vectorAndPixelFilesShowTheSameCells) {
    MapPanel map = constantMap(5, 5, 0.0f);
    for (std::size_t i = 0; i < 25; ++i)
        map.values.mutableData()[i] = static_cast<float>(i) / 24.0f;
    const Figure figure = figureOf({map});
    const QSize size(500, 500);
    const FigureLayout layout = FigurePicture(figure, size, 0.0).layout();
    const QImage svg =
        rasterisedSvg(renderPicture(figure, PictureFormat::Svg, {.size = size}), size, 96);
    const QImage pdf = rasterisedPdf(renderPicture(figure, PictureFormat::Pdf, {.size = size}), 96);
    const QImage png = renderImage(figure, {.size = size});
    for (std::size_t r = 0; r < 5; ++r)
        for (std::size_t c = 0; c < 5; ++c) {
            const QPointF at = layout.cellRect({0, r, c}).center();
            const QRgb expected = colourCells(map, false).colours[r * 5 + c];
            EXPECT_EQ(test::pixelOf(png, at), expected);
            EXPECT_EQ(test::pixelOf(svg, at), expected);
            if (pdf.isNull())
                continue;
            const QRgb shown = test::pixelOf(pdf, at); // PDF rounds colours to its own decimals
            EXPECT_NEAR(qRed(shown), qRed(expected), 1);
            EXPECT_NEAR(qGreen(shown), qGreen(expected), 1);
            EXPECT_NEAR(qBlue(shown), qBlue(expected), 1);
        }
}

TEST(Export, EXP02_pixelsAreExactlySizeTimesScale) {
    for (const double scale : {1.0, 2.0, 1.5, 0.5}) {
        const ExportOptions options{.size = {800, 600}, .scale = scale};
        const QByteArray png = renderPicture(smallFigure(), PictureFormat::Png, options);
        const QSize expected(static_cast<int>(800 * scale), static_cast<int>(600 * scale));
        EXPECT_EQ(pngSize(png), expected);
        EXPECT_EQ(pixelSize(options), expected);
    }
}

// Not a test of its own: what the next one runs under another factor of the screen.
TEST(ExportChild, DISABLED_writePicture) {
    const QString target = qEnvironmentVariable("ATTNSCOPE_TEST_PICTURE");
    ASSERT_FALSE(target.isEmpty());
    QFile file(target);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(
        renderPicture(smallFigure(), PictureFormat::Png, {.size = {800, 600}, .scale = 2.0}));
}

TEST(Export, EXP02_EXP04_theScreensFactorChangesNothing) {
    QTemporaryDir folder;
    QImage first;
    for (const char *factor : {"1", "1.5", "2"}) {
        const QString file = folder.filePath(QString("picture%1.png").arg(factor));
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_SCALE_FACTOR", factor);
        environment.insert("ATTNSCOPE_TEST_PICTURE", file);
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(),
                    {"--gtest_filter=ExportChild.DISABLED_writePicture",
                     "--gtest_also_run_disabled_tests"});
        ASSERT_TRUE(child.waitForFinished(60000));
        ASSERT_EQ(child.exitCode(), 0) << child.readAllStandardOutput().toStdString();
        const QImage image(file);
        EXPECT_EQ(image.size(), QSize(1600, 1200)) << factor;
        if (first.isNull())
            first = image;
        else
            EXPECT_EQ(image, first) << factor; // text as large, to the pixel
    }
}

TEST(Export, scaleAddsDetailRatherThanBlur) {
    Figure figure = smallFigure();
    const QImage one = renderImage(figure, {.size = {400, 300}});
    const QImage two = renderImage(figure, {.size = {400, 300}, .scale = 2.0});
    EXPECT_NE(one.scaled(800, 600), two.copy());
    // Cells keep their place: their edges in the large picture are twice those of the small one.
    const QRectF a = cellIn(figure, {400, 300}, 2, 2);
    const QRectF b = FigurePicture(figure, {400, 300}, 0.5).layout().cellRect({0, 2, 2});
    EXPECT_NEAR(a.left(), b.left(), 2.5);
    EXPECT_NEAR(a.width(), b.width(), 1.0);
}

TEST(Export, EXP07_resolutionIsInTheFile) {
    const QByteArray png =
        renderPicture(smallFigure(), PictureFormat::Png, {.size = {300, 200}, .dpi = 300});
    const QByteArray physical = pngChunk(png, "pHYs");
    ASSERT_EQ(physical.size(), 9);
    EXPECT_EQ(bigEndian(physical, 0), 11811u);
    EXPECT_EQ(bigEndian(physical, 4), 11811u);
    EXPECT_EQ(physical[8], 1); // per metre
}

TEST(Export, EXP03_textOfAllScriptsIsText) {
    const QStringList words = {QString::fromUtf8("注意力"), QString::fromUtf8("внимание"),
                               QString::fromUtf8("مرحبا"), QString::fromUtf8("🙂")};
    MapPanel map = constantMap(4, 4, 0.5f);
    map.rowLabels = map.columnLabels = words;
    const Figure figure = figureOf({map});
    const QByteArray svg = renderPicture(figure, PictureFormat::Svg, {});
    const QStringList texts = svgTexts(svg);
    for (const QString &word : words) {
        EXPECT_EQ(texts.count(word), 2) << word.toStdString();
        EXPECT_TRUE(svg.contains(word.toUtf8()));
    }
    EXPECT_FALSE(renderPicture(figure, PictureFormat::Pdf, {}).isEmpty());
    // No two words look the same, as boxes for missing letters of equal number would.
    const QSize size(900, 700);
    const QImage image = renderImage(figure, {.size = size});
    std::set<QByteArray> looks;
    for (std::size_t r = 0; r < 4; ++r) {
        const QRectF cell = cellIn(figure, size, r, 0);
        const QRect label(static_cast<int>(cell.left()) - 75,
                          static_cast<int>(cell.center().y()) - 9, 55, 18);
        const QImage part = image.copy(label);
        looks.insert(
            QByteArray(reinterpret_cast<const char *>(part.constBits()), part.sizeInBytes()));
    }
    EXPECT_EQ(looks.size(), 4u);
}

TEST(Export, EXP03_lettersThatNoFontHasAreTold) {
    MapPanel map = constantMap(1, 2, 0.5f);
    // U+0378 is not assigned to any character.
    map.columnLabels = {"cat", QString(QChar(0x0378))};
    EXPECT_EQ(wordsWithoutFont(figureOf({map})), QStringList{QString(QChar(0x0378))});
}

TEST(Export, metadataTravelsWithThePicture) {
    const Figure figure = smallFigure();
    const QByteArray png = renderPicture(figure, PictureFormat::Png, {});
    QBuffer buffer;
    buffer.setData(png);
    QImageReader reader(&buffer, "png");
    EXPECT_EQ(reader.text("seed"), "7");
    EXPECT_EQ(reader.text("settings"), "{\"d_k\":8}");
    EXPECT_EQ(reader.text("Title"), figure.title);
    EXPECT_EQ(reader.text("Description"), figure.caption);

    QString title, description;
    QXmlStreamReader xml(renderPicture(figure, PictureFormat::Svg, {}));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement) {
            if (xml.name() == u"title" && title.isEmpty())
                title = xml.readElementText();
            else if (xml.name() == u"desc")
                description = xml.readElementText();
        }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_EQ(title, figure.title);
    EXPECT_TRUE(description.contains("seed: 7"));
    EXPECT_TRUE(description.contains(figure.caption));

    const QByteArray pdf = renderPicture(figure, PictureFormat::Pdf, {});
    EXPECT_TRUE(pdf.startsWith("%PDF"));
    EXPECT_TRUE(pdf.contains("seed: 7"));
}

TEST(Export, physicalSizesAreTrue) {
    const QByteArray svg = renderPicture(smallFigure(), PictureFormat::Svg, {.size = {960, 480}});
    EXPECT_TRUE(svg.contains("width=\"254mm\" height=\"127mm\" viewBox=\"0 0 960 480\""));
    const QByteArray pdf = renderPicture(smallFigure(), PictureFormat::Pdf, {.size = {960, 480}});
    EXPECT_TRUE(pdf.contains("/MediaBox [0 0 720")); // 10 inches of 72 points
}

TEST(Export, backgroundCanBeLeftOut) {
    Figure figure = smallFigure();
    EXPECT_EQ(qAlpha(renderImage(figure, {}).pixel(0, 0)), 255);
    figure.transparentBackground = true;
    EXPECT_EQ(qAlpha(renderImage(figure, {}).pixel(0, 0)), 0);
}

TEST(Export, wrongSizesAreToldInASentence) {
    const Figure figure = smallFigure();
    EXPECT_THROW((void)renderImage(figure, {.size = {0, 100}}), std::runtime_error);
    EXPECT_THROW((void)renderImage(figure, {.size = {100, 100}, .scale = 0.0}), std::runtime_error);
    EXPECT_THROW((void)renderImage(figure, {.size = {100, 100}, .dpi = 0}), std::runtime_error);
    try {
        (void)renderImage(figure, {.size = {30000, 10}, .scale = 2.0});
        FAIL() << "a side of 60000 pixels was accepted";
    } catch (const std::runtime_error &error) {
        EXPECT_TRUE(QString(error.what()).contains("60000"));
    }
}

TEST(Export, patternsAndSuffixes) {
    EXPECT_EQ(expandPattern("w_{head}.png", 3, "weights", 1), "w_3.png");
    EXPECT_EQ(expandPattern("{stage}_{batch}_{head}{x}", 0, "{head}", 2), "{head}_2_0{x}");
    EXPECT_EQ(pictureFormatForFile("a/b.PNG"), PictureFormat::Png);
    EXPECT_EQ(pictureFormatForFile("a.b.svg"), PictureFormat::Svg);
    EXPECT_EQ(pictureFormatForFile("x.pdf"), PictureFormat::Pdf);
    EXPECT_FALSE(pictureFormatForFile("x.jpg"));
    EXPECT_FALSE(pictureFormatForFile("png"));
}

TEST(ExportDialog, writesOneFileAHeadAndTellsTheSizeBefore) {
    QTemporaryDir folder;
    std::vector<std::optional<int>> asked;
    ExportDialog::Choice choice;
    choice.stages = {"scores", "weights"};
    choice.stage = "weights";
    choice.heads = 3;
    choice.viewSize = {400, 300};
    choice.folder = folder.path();
    ExportDialog dialog(
        [&](std::optional<QString>, std::optional<int> head) {
            asked.push_back(head);
            return smallFigure();
        },
        choice);
    EXPECT_EQ(dialog.files(), QStringList{folder.filePath("weights.png")});
    // 400 × 300 units at 192 dpi.
    EXPECT_EQ(dialog.options().size * dialog.options().scale, QSize(800, 600));
    EXPECT_TRUE(dialog.sizeText().contains(QString::fromUtf8("800 × 600")));

    dialog.findChildren<QRadioButton *>().at(1)->setChecked(true);
    EXPECT_EQ(dialog.files(), (QStringList{folder.filePath("weights_head0.png"),
                                           folder.filePath("weights_head1.png"),
                                           folder.filePath("weights_head2.png")}));
    dialog.exportNow();
    EXPECT_EQ(asked, (std::vector<std::optional<int>>{0, 1, 2}));
    for (const QString &file : dialog.files())
        EXPECT_EQ(QImage(file).size(), QSize(800, 600)) << file.toStdString();
    EXPECT_EQ(dialog.result(), QDialog::Accepted);

    dialog.findChildren<QRadioButton *>().at(2)->setChecked(true);
    dialog.findChildren<QComboBox *>().first()->setCurrentIndex(1);
    EXPECT_EQ(dialog.files(),
              (QStringList{folder.filePath("scores.svg"), folder.filePath("weights.svg")}));
}

TEST(ExportDialog, anUnwritableFolderLeavesItOpen) {
    ExportDialog::Choice choice;
    choice.stage = "weights";
    choice.folder = "/proc/no-such-folder";
    ExportDialog dialog([](auto, auto) { return smallFigure(); }, choice);
    dialog.show();
    dialog.exportNow();
    EXPECT_TRUE(dialog.isVisible());
    EXPECT_NE(dialog.result(), QDialog::Accepted);
}
