#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <shoal/result.hpp>

#include "capture/capture_record.hpp"
#include "capture/frame_sink.hpp"
#include "capture/video_kind.hpp"

namespace shoal {

/// What the record beside a film says that ends after so many frames.
CaptureRecord filmRecord(const std::filesystem::path& path, const VideoKind& kind, const FrameFormat& format,
                         long long frames, const std::string& scene);

/// A film that is recorded whole, in a file beside the wanted one.
struct FinishedFilm {
    std::filesystem::path path;  ///< as it was asked for
    std::filesystem::path partial;
    const VideoKind& kind;
    const FrameFormat& format;
    long long frames = 0;  ///< that it holds
    std::string scene;     ///< to be kept inside and beside it
};

/// Makes the wanted file from it, counts its pictures, puts it in its place, or under the next number where
/// another program has taken that, and the record beside it; where it is. `tell` hears how much of that is
/// done, 0 to 1. After a problem, which names the file, what stood there before is unchanged.
Result<std::filesystem::path> finishFilm(const FinishedFilm& film,
                                         const std::function<void(double part)>& tell);

}  // namespace shoal
