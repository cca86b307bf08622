#pragma once

#include <string>
#include <variant>

#include "commands/cli/options.hpp"
#include "terminal/ending.hpp"

namespace shoal {

/// The answer to a command line that runs nothing: help, the version or completions (done), or the error in
/// it.
struct Reply {
    enum class Kind {
        forPeople,
        forPrograms,  ///< printed byte for byte
        version,      ///< the program adds what else a report should state
    };

    ExitStatus status = ExitStatus::done;
    std::string text;  ///< ends without a newline
    Kind kind = Kind::forPeople;
};

/// The program's name and version: what `--version` prints first.
const char* versionText();

/// Parses the command line into options to run or a reply to print. Runs and opens nothing.
std::variant<Options, Reply> parseCommandLine(int argc, const char* const* argv);

}  // namespace shoal
