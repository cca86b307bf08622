#pragma once

#include <filesystem>

#include <shoal/result.hpp>

#include "ui/capture_settings.hpp"

namespace shoal {

/// What the capture panel was set to when a capture last began. What cannot be read is as at first.
CaptureSettings recallCaptureSettings(const std::filesystem::path& file);

/// Keeps it for the next start of the program, in a folder made for it.
Outcome rememberCaptureSettings(const CaptureSettings& settings, const std::filesystem::path& file);

}  // namespace shoal
