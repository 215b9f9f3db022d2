// SPDX-License-Identifier: GPL-3.0-or-later
// argv → options, and what the program answers to a wrong line (files-and-commands.md §3).
#include "app/command_line.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

namespace attnscope::test {
namespace {

using app::Command;
using app::Options;

app::ParsedCommandLine parse(std::vector<const char *> arguments) {
    arguments.insert(arguments.begin(), "attnscope");
    return app::parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

Options options(std::vector<const char *> arguments) {
    auto parsed = parse(std::move(arguments));
    EXPECT_TRUE(parsed.options) << parsed.text;
    return parsed.options.value_or(Options{});
}

void expectWrongUsage(std::vector<const char *> arguments, const std::string &mentions) {
    const auto parsed = parse(std::move(arguments));
    EXPECT_FALSE(parsed.options);
    EXPECT_EQ(parsed.exitStatus, app::kWrongUsage);
    EXPECT_FALSE(parsed.toStdout);
    EXPECT_NE(parsed.text.find(mentions), std::string::npos) << parsed.text;
}

TEST(CommandLine, WithoutACommandItIsTheWindow) {
    EXPECT_EQ(options({}).command, Command::Window);
    EXPECT_EQ(options({"a.attn"}).command, Command::Window);
    EXPECT_EQ(options({"a.attn"}).file, "a.attn");
}

TEST(CommandLine, Trace) {
    const Options o = options({"trace", "a.npz", "--set", "heads=4", "--set", "text=a = b",
                               "--engine", "reference", "-o", "t.npz"});
    EXPECT_EQ(o.command, Command::Trace);
    EXPECT_EQ(o.file, "a.npz");
    EXPECT_EQ(o.output, "t.npz");
    EXPECT_EQ(o.engine, Options::EngineKind::Reference);
    ASSERT_EQ(o.settings.size(), 2U);
    EXPECT_EQ(o.settings[0], (std::pair<std::string, std::string>("heads", "4")));
    EXPECT_EQ(o.settings[1], (std::pair<std::string, std::string>("text", "a = b")));
}

TEST(CommandLine, TheFileMayComeAfterTheSettings) {
    const Options o = options({"trace", "--set", "heads=4", "a.npz", "-o", "t.npz"});
    EXPECT_EQ(o.file, "a.npz");
    EXPECT_EQ(o.settings.size(), 1U);
}

TEST(CommandLine, Render) {
    const Options o =
        options({"render", "stages", "--stage", "scores", "--head", "2", "--colormap", "cividis",
                 "--range", "-1.5:2", "--size", "640x480", "--dpi", "300", "-o", "f.svg"});
    EXPECT_EQ(o.command, Command::Render);
    EXPECT_EQ(o.view, "stages");
    EXPECT_EQ(o.stage, "scores");
    EXPECT_EQ(o.head, "2");
    EXPECT_EQ(o.range, (std::pair<double, double>(-1.5, 2)));
    EXPECT_EQ(o.width, 640);
    EXPECT_EQ(o.height, 480);
    EXPECT_EQ(o.dpi, 300);
    EXPECT_TRUE(options({"render", "masks", "--range", "auto", "-o", "f.png"}).rangeAuto);
}

TEST(CommandLine, WhatIsWrongIsNamed) {
    expectWrongUsage({"trace"}, "--output");
    expectWrongUsage({"trace", "-o", "x", "--set", "heads"}, "KEY=VALUE");
    expectWrongUsage({"trace", "-o", "x", "--engine", "cuda"}, "cuda");
    expectWrongUsage({"render", "-o", "x.png"}, "VIEW");
    expectWrongUsage({"render", "nothing", "-o", "x.png"}, "nothing");
    expectWrongUsage({"render", "stages", "-o", "x.png", "--size", "0x5"}, "0x5");
    expectWrongUsage({"render", "stages", "-o", "x.png", "--size", "99999x99999"}, "16384");
    expectWrongUsage({"render", "stages", "-o", "x.png", "--range", "2:1"}, "LO < HI");
    expectWrongUsage({"render", "stages", "-o", "x.png", "--range", "0,5:1"}, "LO:HI");
    expectWrongUsage({"--nothing"}, "--nothing");
    expectWrongUsage({"a", "b"}, "b");
    for (const char *device : {"-1", "1.5", "one", "99999999999", ""}) {
        expectWrongUsage({"trace", "-o", "x", "--device", device}, "--device");
        // A range up to the largest double would be spelled out in 309 digits.
        EXPECT_LT(parse({"trace", "-o", "x", "--device", device}).text.size(), 200U) << device;
    }
}

TEST(CommandLine, HelpAndVersionOfEveryCommand) {
    for (const char *command : {"trace", "render", "devices", "selftest", "bench"}) {
        const auto help = parse({command, "--help"});
        EXPECT_EQ(help.exitStatus, app::kDone);
        EXPECT_TRUE(help.toStdout);
        EXPECT_NE(help.text.find(command), std::string::npos);
        EXPECT_EQ(parse({command, "--version"}).exitStatus, app::kDone) << command;
    }
}

TEST(Program, CLI02_HelpAndVersionNeedNoDisplay) {
    const Environment plain = {{"LANG", "C"}, {"LC_ALL", "C"}};
    const auto help = attnscope({"--help"}, plain);
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.out.find("trace"), std::string::npos);
    EXPECT_EQ(help.err, "");
    const auto version = attnscope({"--version"}, plain);
    EXPECT_EQ(version.status, 0);
    EXPECT_EQ(version.out, "attnscope " ATTNSCOPE_VERSION "\n");
}

TEST(Program, WhatCannotBeWrittenToAFullDiskIsFour) {
    for (const char *arguments : {"--help", "--version", "trace --help", "devices"}) {
        const auto r = runProcess(
            {"/bin/sh", "-c",
             "exec '" + std::string(ATTNSCOPE_BINARY) + "' " + arguments + " > /dev/full"});
        EXPECT_EQ(r.status, 4) << arguments;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
    }
}

TEST(Program, WrongUsageIsTwoAndOneLine) {
    for (const auto &line :
         std::vector<std::vector<std::string>>{{"trace"},
                                               {"render", "stages"},
                                               {"--nothing"},
                                               {"trace", "-o", "x", "--set", "q=1"}}) {
        const auto r = attnscope(line);
        EXPECT_EQ(r.status, 2) << r.err;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
        EXPECT_EQ(r.out, "");
    }
}

TEST(Program, AnUnknownSettingNamesTheNearestKnownOne) {
    const auto r = attnscope({"trace", "-o", "/nowhere", "--set", "head=4"});
    EXPECT_EQ(r.status, 2);
    EXPECT_NE(r.err.find("heads"), std::string::npos) << r.err;
}

} // namespace
} // namespace attnscope::test
