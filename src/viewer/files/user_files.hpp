#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "capture/take/take.hpp"

namespace shoal {

/// Returns `NAME-20261121-090312`, for a file of that scene. Characters that could lead to another folder are
/// replaced.
std::string datedStem(std::string name);

/// Saves a picture of the viewer as `NAME-20261121-090312.png` and creates the folder. Returns its path.
Result<std::filesystem::path> saveScreenshot(const Image& image, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const std::string& scene = {});

/// Saves a take as `NAME-20261121-090312.take` in the same way.
Result<std::filesystem::path> saveTakeIn(const std::filesystem::path& folder, const std::string& name,
                                         const Take& take);

/// Saves a film script as `NAME-20261121-090312.toml` in the same way.
Result<std::filesystem::path> saveScriptIn(const std::filesystem::path& folder, const std::string& name,
                                           const std::string& script);

/// Returns a free name of the same kind for a take that begins now, and creates the folder.
Result<std::filesystem::path> newTakeName(const std::filesystem::path& folder, const std::string& name);

/// Lists the files of a kind in a folder, newest first.
std::vector<std::filesystem::path> listNewest(const std::filesystem::path& folder,
                                              bool (*isWanted)(const std::filesystem::path& file));

/// Creates a folder and its parents.
Outcome makeFolder(const std::filesystem::path& folder);

}  // namespace shoal
