#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// How many pictures a film holds, by the `ffprobe` program; nothing where that is not installed.
Result<std::optional<long long>> countFrames(const std::filesystem::path& film);

/// The scene among a film's metadata; empty where there is none.
Result<std::string> sceneInFilm(const std::filesystem::path& film);

}  // namespace shoal
