#pragma once

#include <filesystem>

#include "capture/film/frame_schedule.hpp"
#include "capture/film/frame_sink.hpp"

namespace shoal {

/// What to capture, and how: the options of `shoal render` and the settings of the capture panel both become
/// one.
struct CaptureOrder {
    std::filesystem::path output;  ///< as requested; a number is added to a taken name
    FrameFormat format;
    Shutter shutter;
    int supersample = 1;  ///< 1 .. 4: pixels drawn per output pixel, along each side
    int samples = 4;      ///< per drawn pixel
    int maxTile = 4096;   ///< [px] max side of a tile
    bool showsPanel = false;
    bool hasCaption = false;
};

}  // namespace shoal
