#pragma once

#include <string>

namespace shoal {

/// What a measured time depends on besides the program.
struct BuildInfo {
    std::string cpu;       ///< the processor's name; "unknown" where the system does not tell
    int cores = 0;         ///< that the system runs threads on
    std::string compiler;  ///< "g++ 12.2.0"
    std::string flags;     ///< that it was called with
};

BuildInfo buildInfo();

}  // namespace shoal
