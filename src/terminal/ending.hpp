#pragma once

#include <string>
#include <utility>

#include <shoal/result.hpp>

namespace shoal {

/// Exit statuses of the program; scripts depend on these.
enum class ExitStatus {
    done = 0,
    failed = 1,         ///< run-time failure: a file that cannot be written, memory that ran out
    wrongUsage = 2,     ///< an unknown or invalid option, value or name
    noGraphics = 3,     ///< no OpenGL 4.3
    badPreset = 4,      ///< a missing or invalid preset, take or flight
    captureFailed = 5,  ///< a picture or film that could not be made
    hungUp = 129,       ///< SIGHUP; 128 + the signal's number
    interrupted = 130,  ///< SIGINT
    brokenPipe = 141,   ///< SIGPIPE: the reader of standard output has gone
    terminated = 143,   ///< SIGTERM
};

/// How a command ended: its status and, unless it succeeded, one line for standard error.
struct Ending {
    ExitStatus status = ExitStatus::done;
    std::string text;
};

/// Adds the options that may help to the problem's text.
inline Ending failedWith(ExitStatus status, const Problem& problem) {
    const char* options = problem.kind == Problem::Kind::unknownName
                              ? " (--plugin FILE); \"shoal list keys\" lists the keys"
                              : "";
    return {status, problem.text + options};
}

}  // namespace shoal
