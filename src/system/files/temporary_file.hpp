#pragma once

#include <filesystem>
#include <string>

namespace shoal {

/// Returns the name of a temporary for `destination`: .stem.shoal-123-0.ext in process 123.
std::string temporaryName(const std::filesystem::path& destination, int attempt);

/// Renames without replacing. Returns 0 or the error: EEXIST if `to` is taken.
int renameNew(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace shoal
