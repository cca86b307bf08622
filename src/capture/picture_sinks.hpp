#pragma once

#include <filesystem>
#include <functional>
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

/// The same in the first of some folders, numbered from 1, that holds no other recording and is not being
/// written by one.
Result<std::unique_ptr<FrameSink>> openFreeFolder(
    const std::function<std::filesystem::path(int number)>& numbered, const FrameFormat& format);

/// Whether a recording may go there: it has no frames and no other file of the record's name, or holds the
/// beginning of this very recording.
bool isFreeFolder(const std::filesystem::path& folder, const FrameFormat& format);

/// The highest number of the frames in a folder.
std::optional<long long> lastFrameIn(const std::filesystem::path& folder);

/// The frame with that number.
std::filesystem::path framePath(const std::filesystem::path& folder, long long number);

/// Where this recording goes on in a folder that holds its beginning; nothing where it holds none of it, or
/// all.
std::optional<long long> resumableFrame(const std::filesystem::path& folder, const FrameFormat& format);

}  // namespace shoal
