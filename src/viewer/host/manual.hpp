#pragma once

#include <filesystem>

namespace shoal {

/// Returns the index of the manual's web pages, below the program's prefix or build folder. Empty if there is
/// none.
std::filesystem::path manualPage();

}  // namespace shoal
