// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention.h"
#include "tests/support/experiments.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <optional>
#include <pthread.h>
#include <set>
#include <thread>

namespace attnscope::test {
namespace {

using namespace core;

TEST(Experiments, NamesAreUniqueAndSubjectsKnown) {
    std::set<std::string> names, subjects;
    for (const Choice &c : experimentSubjects())
        subjects.insert(c.name);
    for (const Experiment &e : experiments()) {
        EXPECT_TRUE(names.insert(e.name).second) << e.name;
        EXPECT_TRUE(subjects.count(e.subject)) << e.name << " " << e.subject;
        EXPECT_FALSE(e.title.empty() || e.question.empty() || e.look.empty()) << e.name;
        EXPECT_EQ(experimentByName(e.name), &e);
        ParameterValues values(e.parameters);
        for (const Parameter &p : e.parameters)
            EXPECT_NO_THROW(values.set(p.name, p.fallback)) << e.name << " " << p.name;
    }
    EXPECT_EQ(experimentByName("no-such"), nullptr);
}

TEST(Experiments, ParametersRefuseWhatDoesNotFit) {
    ParameterValues v({wholeParameter("d_k", "d_k", 64, 1, 1024),
                       realParameter("sigma", "σ", 1.0, 0.01, 10.0),
                       numbersParameter("widths", "widths", "1..16", 1, 1024),
                       choiceParameter("mode", "mode", {{"a", "A"}, {"b", "B"}}),
                       switchParameter("on", "on", false)});
    v.set("d_k", "128");
    EXPECT_EQ(v.whole("d_k"), 128);
    EXPECT_THROW(v.set("d_k", "0"), InputError);
    EXPECT_THROW(v.set("d_k", "1.5"), InputError);
    EXPECT_EQ(v.whole("d_k"), 128);
    EXPECT_THROW(v.set("sigma", "nan"), InputError);
    EXPECT_THROW(v.set("dk", "3"), UsageError);
    EXPECT_EQ(v.numbers("widths"), (std::vector<double>{1, 2, 4, 8, 16}));
    v.set("widths", "4,16,64");
    EXPECT_EQ(v.numbers("widths"), (std::vector<double>{4, 16, 64}));
    v.set("widths", "3..20");
    EXPECT_EQ(v.numbers("widths"), (std::vector<double>{3, 6, 12, 20}));
    for (const char *bad : {"", ",", "4,", "8..4", "0..8", "1..2000", "1,inf", "x"})
        EXPECT_THROW(v.set("widths", bad), InputError) << bad;
    v.set("mode", "b");
    EXPECT_EQ(v.text("mode"), "b");
    EXPECT_THROW(v.set("mode", "c"), InputError);
    v.set("on", "yes");
    EXPECT_TRUE(v.on("on"));
    EXPECT_EQ(v.summary(), "d_k=128 sigma=1 widths=3..20 mode=b on=true");
}

TEST(Experiments, PhrasesPutValuesInPlace) {
    EXPECT_EQ(Phrase("%2 of %1%", {"a", "b"}).text(), "b of a%");
    EXPECT_EQ(brief(0.000123456), "0.0001235");
    EXPECT_EQ(brief(64), "64");
    EXPECT_EQ(brief(std::nan("")), "none");
}

/// What a thread has computed, in seconds: other programs on the machine do not count.
double computedBy(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Runs it, and asks it to stop once it has computed for `after` seconds, before it begins when
/// that is 0. \returns how long it went on then; nothing when it had ended before, or refused these
/// values.
std::optional<double> goesOnFor(const Experiment &e, const ParameterValues &values, double after) {
    ExperimentRun run = referenceRun();
    std::stop_source stop;
    run.stop = stop.get_token();
    clockid_t clock{};
    pthread_getcpuclockid(pthread_self(), &clock);
    const double begin = computedBy(clock);
    std::atomic<double> asked = begin;
    std::atomic<bool> ended = false;
    std::thread other;
    if (after > 0.0)
        other = std::thread([&] {
            while (!ended && computedBy(clock) - begin < after)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            stop.request_stop();
            asked = computedBy(clock);
        });
    else
        stop.request_stop();
    bool stopped = false;
    try {
        (void)runExperiment(e, values, run);
    } catch (const StoppedError &) {
        stopped = true;
    } catch (const InputError &) {
    }
    const double now = computedBy(clock);
    ended = true;
    if (other.joinable())
        other.join();
    return stopped ? std::optional(now - asked) : std::nullopt; // joined: `asked` is set
}

TEST(Experiments, EachStopsWithinATenthOfASecond) {
    for (const Experiment &e : experiments())
        for (const double after : {0.0, 0.02, 0.1}) {
            const auto on = goesOnFor(e, ParameterValues(e.parameters), after);
            EXPECT_TRUE(on || after > 0.0) << e.name << " runs though it is to stop";
            EXPECT_LT(on.value_or(0.0), 0.1) << e.name << " after " << after;
        }
}

TEST(Experiments, SameSeedSameNumbersAndPointsOpen) {
    for (const Experiment &e : experiments()) {
        const auto a = runNamed(e.name), b = runNamed(e.name);
        EXPECT_EQ(a.table.rows, b.table.rows) << e.name;
        EXPECT_FALSE(a.table.rows.empty()) << e.name;
        EXPECT_FALSE(a.plots.empty() && a.maps.empty()) << e.name;
        for (const ExperimentPoint &p : a.points) {
            EXPECT_LT(p.plot, a.plots.size()) << e.name;
            EXPECT_NO_THROW((void)makeProblem(p.session())) << e.name << " " << p.what.text();
        }
    }
}

} // namespace
} // namespace attnscope::test
