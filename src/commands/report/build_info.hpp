#pragma once

#include <string>

namespace shoal {

/// The machine and compiler that produced a measurement.
struct BuildInfo {
    std::string cpu;       ///< the processor's name; "unknown" if the system does not report it
    int cores = 0;         ///< hardware threads
    std::string compiler;  ///< "g++ 12.2.0"
    std::string flags;     ///< of the compiler
};

BuildInfo buildInfo();

/// Identifies the code that makes pictures: the model's, as modelVersion(), and that of the graphics.
std::string pictureVersion();

}  // namespace shoal
