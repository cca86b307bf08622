#pragma once

#include <string>
#include <utility>

#include <shoal/result.hpp>

#include "app/terminal/exit_status.hpp"

namespace shoal {

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
