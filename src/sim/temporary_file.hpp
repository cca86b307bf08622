#pragma once

#include <filesystem>
#include <string>

namespace shoal {

/// The name of a file that is to become `destination`: .stem.shoal-123-0.ext, of process 123.
std::string temporaryName(const std::filesystem::path& destination, int attempt);

/// Renames without replacing; 0 or the error, EEXIST where `to` is taken.
int renameNew(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace shoal
