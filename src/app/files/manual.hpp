#pragma once

#include <filesystem>

namespace shoal {

/// Returns the manual's first page: installed with the program, or in the source tree that it was built in.
/// Empty if there is none.
std::filesystem::path manualPage();

}  // namespace shoal
