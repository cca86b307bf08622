#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "capture/image.hpp"

namespace shoal {

/// What a recording will hold.
struct FrameFormat {
    int width = 1280;            ///< [px]
    int height = 720;            ///< [px]
    int framesPerSecond = 60;    ///< at least 1
    long long frames = 1;        ///< how many will be written
    bool isTransparent = false;  ///< alpha matters: of video only .webm can keep it
};

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

/// Opens what the path's ending asks for: `.png` for one picture; `.mp4`, `.webm`, `.gif` or `.mkv` through
/// the `ffmpeg` program; a folder of `frame_00000.png` … for a path without an ending, one that ends in `/`,
/// or a folder that exists. Other endings, sizes that the format cannot hold and a missing ffmpeg are
/// problems.
Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format);

}  // namespace shoal
