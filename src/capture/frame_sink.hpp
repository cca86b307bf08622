#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "capture/frame_rate.hpp"
#include "capture/image.hpp"

namespace shoal {

/// What a recording will hold.
struct FrameFormat {
    int width = 1280;            ///< [px]
    int height = 720;            ///< [px]
    FrameRate rate;
    long long frames = 1;        ///< how many will be written
    bool isTransparent = false;  ///< alpha matters: of video only .webm can keep it
    bool mayOverwrite = false;   ///< a folder's pictures of an earlier recording; a single file always is
};

/// What a recording makes.
enum class RecordingKind { picture, folder, video, unknown };

/// What is made under this name: `.png` in any case is one picture; `.mp4`, `.webm`, `.gif` and `.mkv` are
/// video; a path without an ending, one that ends in `/` and a folder that exists are a folder of pictures.
RecordingKind recordingKind(const std::filesystem::path& path);

/// Why nothing could record such frames under that name, whatever the disk holds: an unknown ending, several
/// frames in one picture, a size or transparency that the format cannot hold.
Outcome checkRecording(const std::filesystem::path& path, const FrameFormat& format);

/// Where the pictures of a recording go, in order. Nothing appears under the final name of a video before
/// finish(); a sink destroyed without it removes what it had begun.
class FrameSink {
public:
    virtual ~FrameSink() = default;

    /// The next picture, of the size given on opening.
    virtual Outcome write(const Image& image) = 0;

    /// Completes the file. Call it once, after the last picture.
    virtual Outcome finish() = 0;
};

/// Opens a recording of the path's kind: one picture, `frame_00000.png` … in a folder, or a video through the
/// `ffmpeg` program. What checkRecording refuses is a problem; so are a missing ffmpeg, and a folder that
/// holds frames already: it is left as it is, unless they may be overwritten and none would stay behind the
/// new last one. Nothing is ever deleted.
Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format);

}  // namespace shoal
