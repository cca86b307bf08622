#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// Whether a name ends like a capture's or a sidecar's: .png .apng .mp4 .mkv .webm .gif .json.
bool isCaptureName(const std::filesystem::path& file);

/// Whether a text begins as a sidecar does, as JSON.
bool isSidecarText(std::string_view text);

/// Whether a text begins as a take does, with `take =`, perhaps after comments.
bool isTakeText(std::string_view text);

/// Reads the scene stored with a capture, as text: from inside a PNG, APNG, MP4, Matroska or WebM file (video
/// through the `ffprobe` program), else from the sidecar. JSON is read as a sidecar. The file's bytes tell
/// what it is, and only if they are unknown its ending. A folder of frames has its scene in the sidecar or,
/// if the recording is unfinished, in the last frame. An unfinished film has its latest scene in the sidecar.
/// A problem names the missing part and its place.
Result<std::string> readCapturedScene(const std::filesystem::path& file);

/// Reads the scene from the bytes of a PNG, an APNG or a sidecar. `fileName` is for the problem.
Result<std::string> readCapturedText(const std::string& bytes, const std::string& fileName);

}  // namespace shoal
