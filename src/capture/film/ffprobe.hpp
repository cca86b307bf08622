#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Counts the frames of a film with the `ffprobe` program; empty if that is not installed.
Result<std::optional<long long>> countFrames(const std::filesystem::path& film);

/// The scenes in a film's metadata; empty if missing.
struct FilmScene {
    std::string whole;
    std::string beginning;  ///< at the first frame; only in an unfinished film
};
Result<FilmScene> sceneInFilm(const std::filesystem::path& film);

}  // namespace shoal
