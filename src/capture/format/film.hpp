#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "capture/format/frame_rate.hpp"
#include "capture/format/image.hpp"
#include "capture/format/quality.hpp"

namespace shoal {

/// Motion blur: how long the shutter is open for each frame, and how many exposures are averaged meanwhile.
struct Shutter {
    int degrees = 0;    ///< 0 .. 360 of the time to the next frame; film cameras use 180
    int exposures = 1;  ///< at least 1; evenly spaced while the shutter is open
};

/// Default for films that a graphics card draws. In software each exposure takes as long as a frame.
inline constexpr Shutter kFilmShutter{.degrees = 180, .exposures = 8};

/// What a film shows, or a picture: a film of one frame.
struct Film {
    ImageSize size{1280, 720};
    FrameRate rate = {};
    Shutter shutter = {};
    long long frames = 1;  ///< at least 1
    int supersample = 1;   ///< 1 .. 4: drawn pixels along each side of a frame's pixel
    Quality quality = Quality::normal;
    Fidelity fidelity = Fidelity::good;  ///< of the file
    bool isTransparent = false;          ///< keeps alpha: .png, a folder, .apng and .webm can
    bool showsPanel = false;
    bool hasCaption = false;
    std::string text = {};   ///< shown large in the lower middle; may have several lines
    bool isLoop = false;     ///< its end fades into its beginning; not of a picture
    long long maxBytes = 0;  ///< of a film's file; 0: any size
};

/// Reads "3M", "800k" or "2500000" as bytes; a B may follow. Empty if it is none, or not 1 .. 1e12.
std::optional<long long> bytesFrom(std::string_view text);

}  // namespace shoal
