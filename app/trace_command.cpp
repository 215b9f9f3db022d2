// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "core/io/session_file.h"

namespace attnscope::app {

int runTrace(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    const core::Session session = loadSession(options);
    const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));

    CommandEngine engine(options);
    core::RunOptions run;
    run.stop = interrupted;
    const core::TracePtr trace = engine.run(problem, run);
    if (interrupted.stop_requested())
        return kInterrupted;

    core::writeTrace(options.output, *trace, session);
    for (const core::RowRef &r : trace->emptyRows)
        note(options.quiet, "no visible key for query " + std::to_string(r.query) + " of head " +
                                std::to_string(r.head) + ", sequence " + std::to_string(r.batch));
    return kDone;
}

} // namespace attnscope::app
