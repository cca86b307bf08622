#pragma once

#include <filesystem>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Whether a name ends like a capture's or a sidecar's: .png .apng .mp4 .mkv .webm .gif .json.
bool isCaptureName(const std::filesystem::path& file);

/// Reads the scene stored with a capture, as text: from inside a .png, .apng, .mp4, .mkv or .webm (video
/// through the `ffprobe` program), else from the sidecar. A .json is read as a sidecar. A folder of frames
/// has its scene in the sidecar or, if the recording is unfinished, in the last frame. An unfinished film has
/// its latest scene in the sidecar and its first one inside. A problem says what is missing, and where.
Result<std::string> readCapturedScene(const std::filesystem::path& file);

}  // namespace shoal
