#pragma once

#include <filesystem>

namespace shoal {

/// Returns the index of the manual's web pages: installed with the program, or in the folder that it was
/// built in. Empty if there is none.
std::filesystem::path manualPage();

}  // namespace shoal
