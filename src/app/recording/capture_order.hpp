#pragma once

#include <filesystem>

#include "capture/film/frame_schedule.hpp"
#include "capture/film/frame_sink.hpp"

namespace shoal {

/// The subject and settings of a capture. The options of `shoal render` and the settings of the capture panel
/// are both converted to this.
struct CaptureOrder {
    std::filesystem::path output;  ///< as requested; a taken name gets a number
    FrameFormat format;
    Shutter shutter;
    int supersample = 1;  ///< 1 .. 4: pixels drawn per output pixel, along each side
    int samples = 4;      ///< multisamples (MSAA) of a drawn pixel
    int maxTile = 4096;   ///< [px] max side of a tile
    bool showsPanel = false;
    bool hasCaption = false;
};

}  // namespace shoal
