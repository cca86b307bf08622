#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <shoal/result.hpp>

#include "capture/film/frame_sink.hpp"

namespace shoal {

/// Whether a video can be written to files with this extension (in lower case, with the dot).
bool isVideoEnding(std::string_view ending);

/// Checks whether a video with this extension can hold such frames; the problem says why not.
Outcome checkVideo(const std::filesystem::path& path, std::string_view ending, const FrameFormat& format);

/// Records a video through the `ffmpeg` program; see openFrameSink. The format must have passed checkVideo.
/// If the codec needs even sizes, odd ones lose a row or a column; remark() says so.
Result<std::unique_ptr<FrameSink>> openFfmpegSink(const std::filesystem::path& path, std::string_view ending,
                                                  const FrameFormat& format);

}  // namespace shoal
