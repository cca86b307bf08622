#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/image.hpp"
#include "capture/take.hpp"

namespace shoal {

/// `NAME-20261121-090312`, for a file of that scene's: of the name what cannot lead to another folder.
std::string datedStem(std::string name);

/// Saves a picture of the viewer as `NAME-20261121-090312.png` in a folder made for it; where it went.
Result<std::filesystem::path> saveScreenshot(const Image& image, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const std::string& scene = {});

/// Saves a take as `NAME-20261121-090312.take` likewise.
Result<std::filesystem::path> saveTakeIn(const std::filesystem::path& folder, const std::string& name,
                                         const Take& take);

/// Where a take that begins now goes: a name of the same kind, in a folder made for it.
Result<std::filesystem::path> newTakeName(const std::filesystem::path& folder, const std::string& name);

/// The takes in a folder, the newest first.
std::vector<std::filesystem::path> listTakes(const std::filesystem::path& folder);

/// Makes a folder with those above it.
Outcome makeFolder(const std::filesystem::path& folder);

}  // namespace shoal
