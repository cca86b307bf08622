#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Counts the frames of a film with the `ffprobe` program; empty if that is not installed.
Result<std::optional<long long>> countFrames(const std::filesystem::path& film);

/// Returns for how long [s] the frames of an animated WebP are shown, which ffprobe does not read; 0 for a
/// still one, and empty if the file cannot be read.
std::optional<double> secondsOfWebp(const std::filesystem::path& film);

/// Whether the `ffmpeg` program has this encoder; true as well if it cannot be asked.
bool hasEncoder(const std::string& name);

/// Returns the scene in a film's metadata; empty if missing.
Result<std::string> sceneInFilm(const std::filesystem::path& film);

}  // namespace shoal
