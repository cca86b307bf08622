#pragma once

#include <string>

namespace shoal {

/// Identifies the code that computes results: Shoal's sources and the contents of all loaded plugins. The
/// same text and the same scene give the same results.
std::string modelVersion();

}  // namespace shoal
