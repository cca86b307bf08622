#pragma once

#include <filesystem>

#include <shoal/result.hpp>

#include "ui/panel/capture_settings.hpp"

namespace shoal {

/// Reads the settings of the last capture. Values that cannot be read keep their defaults.
CaptureSettings recallCaptureSettings(const std::filesystem::path& file);

/// Saves the settings for the next start of the program; creates the folder.
Outcome rememberCaptureSettings(const CaptureSettings& settings, const std::filesystem::path& file);

}  // namespace shoal
