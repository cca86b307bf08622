#pragma once

#include <filesystem>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Whether a name ends like a capture's, or like the record beside one: .png .apng .mp4 .mkv .webm .gif
/// .json.
bool isCaptureName(const std::filesystem::path& file);

/// The scene that a capture was given as text, from inside a .png, .apng, .mp4, .mkv or .webm (video through
/// the `ffprobe` program), else from the record beside it; from that record itself (.json); from a folder
/// of pictures, that of its record, or of its last picture where it was not finished. A film that was not
/// finished has it in the record as far as it got, and inside as it began. A problem says what is missing,
/// and where.
Result<std::string> readCapturedScene(const std::filesystem::path& file);

}  // namespace shoal
