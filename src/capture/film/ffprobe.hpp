#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Counts the frames of a film with the `ffprobe` program; empty if that is not installed.
Result<std::optional<long long>> countFrames(const std::filesystem::path& film);

/// Returns the scene in a film's metadata; empty if missing.
Result<std::string> sceneInFilm(const std::filesystem::path& film);

}  // namespace shoal
