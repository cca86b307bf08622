#pragma once

#include <filesystem>
#include <string>

#include "capture/frame_sink.hpp"

namespace shoal {

/// A name in `folder` that no file has, nor the record beside a capture: `stem`.ext, else `stem`-2.ext and
/// on.
std::filesystem::path freeName(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension);

/// Where a capture asked for as `path` goes so that nothing is overwritten unasked: there, else to
/// `school-2.mp4`, `frames-2/` and on. A folder without frames is free; so is one that holds the beginning of
/// this very recording, which goes on there. What is no regular file (/dev/null) stays as named.
std::filesystem::path freeCapturePath(const std::filesystem::path& path, const FrameFormat& format);

}  // namespace shoal
