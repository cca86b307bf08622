#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <shoal/result.hpp>

#include "capture/frame_sink.hpp"

namespace shoal {

/// Whether a video can be written to files that end so (in lower case, with the dot).
bool isVideoEnding(std::string_view ending);

/// Why a video of that ending cannot hold such frames.
Outcome checkVideo(const std::filesystem::path& path, std::string_view ending, const FrameFormat& format);

/// A video through the `ffmpeg` program, for frames that checkVideo has let pass; see openFrameSink. Odd
/// sizes lose a row or a column where the codec needs even ones, which remark() states.
Result<std::unique_ptr<FrameSink>> openFfmpegSink(const std::filesystem::path& path, std::string_view ending,
                                                  const FrameFormat& format);

}  // namespace shoal
