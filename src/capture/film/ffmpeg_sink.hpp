#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "capture/format/file_format.hpp"
#include "capture/format/frame_sink.hpp"

namespace shoal {

/// Records a video through the `ffmpeg` program; see openFrameSink. The frames must have passed
/// checkRecording. If the codec needs even sizes, odd ones lose a row or a column; remark() says so.
Result<std::unique_ptr<FrameSink>> openFfmpegSink(const std::filesystem::path& path,
                                                  const FileFormat& fileFormat, const Recording& recording);

/// Returns what a video is called until it is complete: school.partial.mkv beside school.mp4.
std::filesystem::path partialPathOf(const std::filesystem::path& path, int number = 1);

}  // namespace shoal
