#pragma once

#include <filesystem>
#include <optional>

#include "capture/format/image.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

inline constexpr int kPresetPictureWidth = 288;  ///< [px]
inline constexpr int kPresetPictureHeight = 162;

/// Returns the picture of a preset: part of the program for a built-in preset, which shows it after eight
/// seconds of play; made when a user's preset was saved. Empty if there is none.
std::optional<Image> presetPicture(const PresetEntry& preset);

/// Saves the picture of a user's preset beside the preset's file, if that is possible.
void savePresetPicture(const std::filesystem::path& preset, const Image& picture);

/// Returns where the picture of a user's preset belongs, by the preset's file.
std::filesystem::path presetPictureFile(const std::filesystem::path& preset);

}  // namespace shoal
