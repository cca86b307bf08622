#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// All of a small file that a person wrote, or why it cannot be read. `kind` names what it is meant to be:
/// "preset".
Result<std::string> readTextFile(const std::filesystem::path& file, std::string_view kind);

}  // namespace shoal
