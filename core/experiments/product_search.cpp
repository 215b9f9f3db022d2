// SPDX-License-Identifier: GPL-3.0-or-later
//
// A search as one row of attention: the query and the items are bags of words, the match is the
// number of words in common, and the answer a mixture of all items. A temperature sharpens it.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope::core::lab {

namespace {

constexpr std::array<const char *, 3> kItems = {"trail running shoe", "outdoor waterproof boot",
                                                "waterproof hiking shoe"};

std::vector<std::string> vocabulary() {
    std::vector<std::string> words;
    for (const char *item : kItems)
        for (const std::string &word : tokenise(item))
            if (std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
    return words;
}

/// One entry a word of the vocabulary: how often the text has it.
void count(const std::vector<std::string> &words, std::string_view text, float *row) {
    for (const std::string &word : tokenise(text))
        if (const auto at = std::find(words.begin(), words.end(), word); at != words.end())
            row[at - words.begin()] += 1.0F;
}

Session sessionOf(const std::string &query, double factor) {
    const auto words = vocabulary();
    const std::size_t n = words.size();
    Tensor q({1, 1, n}, 0.0F), k({1, kItems.size(), n}, 0.0F);
    count(words, query, q.mutableData());
    for (std::size_t i = 0; i < kItems.size(); ++i)
        count(words, kItems[i], k.mutableData() + i * n);
    Session s = directSession({q, k, k});
    s.config.scaling = {ScalingMode::Custom, factor};
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const std::string query = v.text("query");
    const double root = 1.0 / std::sqrt(static_cast<double>(vocabulary().size()));
    const std::vector<double> temperatures = v.numbers("temperature");
    const StageSet keep{Stage::ScoresRaw, Stage::Weights};
    const TracePtr scaled = passOf(run, sessionOf(query, root), keep);
    const TracePtr unscaled = passOf(run, sessionOf(query, 1.0), keep);
    ExperimentResult r;
    r.table = table({{"item", "item"},
                     {"dots", "words in common"},
                     {"weights_scaled", "weight, scores / √vocabulary"},
                     {"weights_unscaled", "weight, scores as they are"}});
    for (std::size_t i = 0; i < kItems.size(); ++i)
        addRow(r.table,
               {Phrase(kItems[i]), static_cast<double>((*scaled)[Stage::ScoresRaw].data()[i]),
                static_cast<double>((*scaled)[Stage::Weights].data()[i]),
                static_cast<double>((*unscaled)[Stage::Weights].data()[i])});
    ExperimentPlot plot;
    plot.title = "From a soft search to a hard one";
    plot.xTitle = "temperature";
    plot.yTitle = "weight";
    plot.logX = true;
    std::vector<ExperimentSeries> lines;
    for (const char *item : kItems)
        lines.push_back(series(item));
    Steps steps(run, static_cast<double>(temperatures.size()));
    double sums = 0.0;
    for (const double temperature : temperatures) {
        const TracePtr t = passOf(run, sessionOf(query, 1.0 / temperature), keep);
        const auto w = (*t)[Stage::Weights].values();
        for (std::size_t i = 0; i < kItems.size(); ++i) {
            lines[i].x.push_back(temperature);
            lines[i].y.push_back(static_cast<double>(w[i]));
        }
        sums = std::max(sums, std::fabs(shapeOf(w).sum - 1.0));
        addRow(r.table, {Phrase("largest weight at temperature %1", {brief(temperature)}),
                         std::monostate(), shapeOf(w).largest, std::monostate()});
        r.points.push_back(
            {0, temperature, {"temperature %1", {brief(temperature)}}, [query, temperature] {
                 return sessionOf(query, 1.0 / temperature);
             }});
        steps.next();
    }
    plot.series = std::move(lines);
    r.plots = {std::move(plot)};
    r.verdict = verdict(sums < 1e-5, {"Every item is read: the weights sum to 1 within %1 at every "
                                      "temperature, and the answer is a mixture, not a lookup.",
                                      {brief(sums, 2)}});
    return r;
}

} // namespace

Experiment productSearch() {
    Experiment e;
    e.name = "product-search";
    e.subject = "intuition";
    e.title = "A search as attention";
    e.question = "When attention looks something up, does it return the best match?";
    e.look = "It returns a mixture of all items. Only as the temperature goes to 0 does the best "
             "match take all the weight; at a high one, all items get the same.";
    e.parameters = {
        wordsParameter("query", "query", "waterproof hiking shoe"),
        numbersParameter("temperature", "temperatures", "0.01,0.1,0.5,1,2,10,1000", 1e-3, 1e6)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
