#pragma once

#include <string>
#include <variant>

#include "app/exit_status.hpp"
#include "app/options.hpp"

namespace shoal {

/// The command line asked for no work, only for words: help or the version (done), or it was wrong.
struct Reply {
    ExitStatus status = ExitStatus::done;
    std::string text;  ///< ends without a newline
    bool isVersion = false;
};

/// Reads the command line: what to do, or what to say. Nothing is run or opened.
std::variant<Options, Reply> parseCommandLine(int argc, const char* const* argv);

}  // namespace shoal
