#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <shoal/result.hpp>

#include "capture/capture_record.hpp"
#include "capture/frame_sink.hpp"

namespace shoal {

/// What the record beside a capture says before its first picture.
CaptureRecord recordFor(const std::filesystem::path& path, const FrameFormat& format);

/// One picture; see openFrameSink.
Result<std::unique_ptr<FrameSink>> openPicture(const std::filesystem::path& path, const FrameFormat& format);

/// A folder of pictures; see openFrameSink.
Result<std::unique_ptr<FrameSink>> openFolder(const std::filesystem::path& folder, const FrameFormat& format);

/// The highest number of the frames in a folder.
std::optional<long long> lastFrameIn(const std::filesystem::path& folder);

/// The frame with that number.
std::filesystem::path framePath(const std::filesystem::path& folder, long long number);

/// Where this recording goes on in a folder that holds its beginning; nothing where it holds none of it, or
/// all.
std::optional<long long> resumableFrame(const std::filesystem::path& folder, const FrameFormat& format);

}  // namespace shoal
