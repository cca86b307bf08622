#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <shoal/result.hpp>

#include "capture/format/frame_sink.hpp"
#include "capture/record/sidecar.hpp"

namespace shoal {

/// Returns the sidecar of a capture before its first frame.
Sidecar sidecarFor(const std::filesystem::path& path, const Recording& recording);

/// Opens a single picture; see openFrameSink.
Result<std::unique_ptr<FrameSink>> openPicture(const std::filesystem::path& path, const Recording& recording);

/// Opens a folder of frames; see openFrameSink.
Result<std::unique_ptr<FrameSink>> openFolder(const std::filesystem::path& folder,
                                              const Recording& recording);

/// Opens the first of several folders, numbered from 1, that holds no other recording and that none is
/// writing to.
Result<std::unique_ptr<FrameSink>> openFreeFolder(
    const std::function<std::filesystem::path(int number)>& numbered, const Recording& recording);

/// Whether a recording may go into a folder: it has neither frames nor a foreign file of the sidecar's name,
/// or holds the beginning of this very recording.
bool isFreeFolder(const std::filesystem::path& folder, const Recording& recording);

/// Returns the highest frame number in a folder; empty without frames.
std::optional<long long> lastFrameIn(const std::filesystem::path& folder);

/// Returns the path of a frame.
std::filesystem::path framePath(const std::filesystem::path& folder, long long number);

/// Returns the frame number at which this recording resumes in a folder; empty if the folder holds none of
/// it, or all.
std::optional<long long> resumableFrame(const std::filesystem::path& folder, const Recording& recording);

}  // namespace shoal
