// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "app/trace_notes.h"
#include "core/io/session_file.h"

namespace attnscope::app {

int runTrace(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    std::vector<std::string> notes;
    const core::Session session = loadSession(options, &notes);
    const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));

    CommandEngine engine(options);
    core::RunOptions run;
    run.stop = interrupted;
    core::TracePtr trace;
    {
        Progress progress(options.quiet, 2);
        progress.step("computing every stage");
        trace = engine.run(problem, run);
        if (interrupted.stop_requested())
            return kInterrupted;
        progress.step("writing " + options.output);
        if (!core::writeTrace(options.output, *trace, session, interrupted))
            return kInterrupted;
    } // the line is cleared before anything else is said
    for (const std::vector<std::string> &texts : {notes, traceNotes(*trace)})
        for (const std::string &text : texts)
            note(options.quiet, text);
    return kDone;
}

} // namespace attnscope::app
