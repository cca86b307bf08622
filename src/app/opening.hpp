#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "app/paths.hpp"
#include "capture/take.hpp"

namespace shoal {

/// What a name on the command line, or a file dropped on the window, stands for.
using Opening = std::variant<Scene, Take>;

/// A preset's name or file, a take, or a capture that holds one: a picture, a film, or the record beside it.
/// A problem says which it is not.
Result<Opening> openNamed(const std::string& nameOrFile, const UserPaths& paths);

/// The same for a file, whatever presets are called.
Result<Opening> openFile(const std::filesystem::path& file);

/// The scene that it begins with.
const Scene& sceneOf(const Opening& opening);

}  // namespace shoal
