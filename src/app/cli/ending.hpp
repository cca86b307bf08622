#pragma once

#include <string>
#include <utility>

#include <shoal/result.hpp>

#include "app/cli/exit_status.hpp"

namespace shoal {

/// How a command ended: its status and, unless it succeeded, one line for standard error.
struct Ending {
    ExitStatus status = ExitStatus::done;
    std::string text;
};

inline Ending failedWith(ExitStatus status, const Problem& problem) {
    return {status, problem.text};
}

}  // namespace shoal
