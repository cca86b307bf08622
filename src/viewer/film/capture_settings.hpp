#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/parameter.hpp>

#include "capture/format/file_format.hpp"
#include "capture/format/film.hpp"

namespace shoal {

/// Settings of a capture in the viewer, as set in the capture panel.
struct CaptureSettings {
    enum class Kind { mp4, webm, mkv, mov, gif, webp, apng, folder, picture };  ///< as in kFileFormats
    enum class Size { window, p720, p1080, upright, p1440, p2160, p4320, other };
    enum class Rate { r15, r20, r24, r25, r30, r50, r60, other };

    Kind kind = Kind::mp4;
    Size size = Size::window;
    int width = 1280;  ///< [px] if the size is `other`
    int height = 720;  ///< [px]
    Rate rate = Rate::r30;
    int pictures = 30000;  ///< if the rate is `other`: frames …
    int inSeconds = 1001;  ///< … in this many seconds
    bool isEndless = true;
    float seconds = 10.0f;  ///< [s] of film, unless endless
    bool isFromStart = false;
    int supersample = 1;
    float shutter = std::numbers::pi_v<float>;  ///< [rad] open part of a full turn
    int exposures = kFilmShutter.exposures;
    bool showsPanel = false;
    bool isTransparent = false;
    bool hasCaption = false;
    bool isLoop = false;
    float largest = 0.0f;  ///< [MB] of the film's file; 0: any size

    static_assert(kFileFormats[static_cast<std::size_t>(Kind::gif)].ending == ".gif" &&
                      kFileFormats[static_cast<std::size_t>(Kind::picture)].ending == ".png" &&
                      kFileFormats.size() == static_cast<std::size_t>(Kind::picture) + 1,
                  "Kind indexes kFileFormats");
    static constexpr auto kKinds = [] {
        std::array<std::string_view, kFileFormats.size()> titles;
        std::ranges::transform(kFileFormats, titles.begin(), &FileFormat::title);
        return titles;
    }();
    static constexpr std::array<std::string_view, 8> kSizes{
        "as the window", "1280×720",       "1920×1080",      "1080×1920 (upright)",
        "2560×1440",     "3840×2160 (4K)", "7680×4320 (8K)", "other"};
    static constexpr std::array<std::string_view, 8> kRates{"15", "20", "24", "25",
                                                            "30", "50", "60", "other"};

    static constexpr std::array parameters{
        parameter<&CaptureSettings::kind>(
            "kind", kKinds, "File format. Films need the ffmpeg program; PNGs need nothing else."),
        parameter<&CaptureSettings::size>(
            "size", kSizes,
            "Width and height of the frames; GIF and WebP as the window are at most 640 wide."),
        parameter<&CaptureSettings::width>("width", logarithmic(16, 7680, "px"), "Ctrl+click to type it."),
        parameter<&CaptureSettings::height>("height", logarithmic(16, 4320, "px"), "Ctrl+click to type it."),
        parameter<&CaptureSettings::rate>(
            "pictures_in_a_second", kRates,
            "60 shows every step; other sets any fraction, such as 30000 in 1001 s; GIF has 20, 25 or 50."),
        parameter<&CaptureSettings::pictures>("pictures", logarithmic(1, 60000),
                                              "Number of frames in the seconds below."),
        parameter<&CaptureSettings::inSeconds>("in_seconds", logarithmic(1, 1001, "s"),
                                               "How long those frames last."),
        parameter<&CaptureSettings::isEndless>("until_stopped",
                                               "Continues until you stop it; otherwise it stops by itself."),
        parameter<&CaptureSettings::seconds>("length", logarithmic(0.1, 3600, "s"), "Seconds of film."),
        parameter<&CaptureSettings::isFromStart>(
            "from_the_start",
            "Restarts the flock and the camera first, so that the same settings give the same film."),
        parameter<&CaptureSettings::supersample>(
            "supersampling", linear(1, 4, "×"),
            "Draws this many times wider and higher, then averages: smoother edges, but slower."),
        parameter<&CaptureSettings::shutter>(
            "shutter", linear(0, 360, "°"),
            "Motion blur: how long the shutter is open in each frame; film cameras use 180°."),
        parameter<&CaptureSettings::exposures>(
            "exposures", linear(2, 64),
            "Moments averaged into one blurred frame: too few show as separate ghosts."),
        parameter<&CaptureSettings::showsPanel>("with_panel",
                                                "The panel with its sliders is part of the picture."),
        parameter<&CaptureSettings::isTransparent>("transparent", "Bodies only, with nothing behind them."),
        parameter<&CaptureSettings::hasCaption>("with_caption",
                                                "Preset, seed and changes, small in the lower left corner."),
        parameter<&CaptureSettings::isLoop>(
            "loop", "The film's end fades into its beginning, so that it repeats without a jump."),
        parameter<&CaptureSettings::largest>("largest_file", logarithmic(0, 1000, "MB"),
                                             "A film that would be larger gets a lower quality, then smaller "
                                             "frames, then fewer; 0 is any size."),
    };

    const FileFormat& fileFormat() const { return kFileFormats[static_cast<std::size_t>(kind)]; }

    friend bool operator==(const CaptureSettings&, const CaptureSettings&) = default;
};

/// Whether the panel shows this setting, given the others: a width, for example, only if the size is `other`.
bool isCaptureSettingShown(const CaptureSettings& settings, std::string_view key);

/// Returns why this setting would have no effect, given the others, in one sentence; empty if it has one.
std::string captureRefusal(const CaptureSettings& settings, std::string_view key);

/// Returns the settings with another kind, and a rate that it supports.
CaptureSettings withKind(CaptureSettings settings, CaptureSettings::Kind kind);

/// Returns the settings, with neutral values where one would have no effect.
CaptureSettings effectiveCapture(CaptureSettings settings);

/// The film being recorded and the one being made, for display.
struct FilmProgress {
    std::optional<double> recorded;  ///< [s] of the film being recorded
    std::optional<double> length;    ///< [s] at which recording stops by itself
    std::string file;                ///< being made; empty if none
    std::string done;                ///< how far it is, such as "frames 12/300 0:12 left"; may be empty
    float part = 0.0f;               ///< how far it is, 0 .. 1
    bool isCancelled = false;        ///< it is being given up
    int waiting = 0;                 ///< films to be made after it
};

}  // namespace shoal
