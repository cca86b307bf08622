#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// How many pictures a film holds, by the `ffprobe` program; nothing where that is not installed.
Result<std::optional<long long>> countFrames(const std::filesystem::path& film);

/// What a film's metadata hold of its scene; empty where there is none.
struct FilmScene {
    std::string whole;
    std::string beginning;  ///< in a film that was not finished: as it was at its first picture
};
Result<FilmScene> sceneInFilm(const std::filesystem::path& film);

}  // namespace shoal
