#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "capture/format/image.hpp"
#include "ui/overlay/caption.hpp"
#include "viewer/files/opened_document.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/recorder/film_camera.hpp"
#include "viewer/script/tracks.hpp"

namespace shoal {

/// A condition that the flock must meet before a shot begins.
struct Wait {
    std::size_t column = 0;  ///< in measureColumns()
    bool isAbove = true;     ///< the measure must rise above the limit; else fall below it
    double limit = 0.0;
    double most = 120.0;  ///< [s] of the flock after which the film ends instead
    std::string text;     ///< as written
    std::string place;    ///< "demo.toml:12:8", where it is written
};

/// One stretch of a film: a flock, how time passes, what moves and what is shown.
struct Shot {
    /// Words, and when they are shown [s].
    struct Timed {
        double from = 0.0;
        double to = 0.0;
        PictureText words;
    };
    /// A view, and when the camera begins to turn to it [s].
    struct View {
        double seconds = 0.0;
        FilmCamera::Choice camera;
    };

    std::optional<PreparedDocument> document;  ///< empty: the flock of the shot before goes on
    double warmup = 0.0;                       ///< [s] simulated before the first frame
    std::optional<Wait> wait;                  ///< after the warm-up
    double seconds = 0.0;                      ///< its length
    std::vector<View> views;                   ///< if empty, the camera of the shot before goes on
    SpeedTrack speed;
    std::vector<SettingTrack> settings;
    std::vector<Timed> words;
    bool hasPanel = false;
    bool hasCaption = false;
    bool hasClock = false;
    bool hasScale = false;
    std::optional<std::size_t> plot;    ///< a measure's column
    std::shared_ptr<const Image> logo;  ///< null for none
    double dissolve = 0.0;              ///< [s] in which the shot before turns into this one
    double fadeIn = 0.0;                ///< [s] from black
    double fadeOut = 0.0;               ///< [s] to black
};

/// A film as a text: a list of shots, each joined to the one before by a cut or a dissolve.
struct FilmScript {
    // What a command line may replace.
    std::optional<ImageSize> size;
    std::optional<FrameRate> rate;
    std::optional<Quality> quality;
    std::optional<Fidelity> fidelity;
    std::optional<int> shutterDegrees;
    std::optional<long long> maxBytes;
    bool isLoop = false;

    std::vector<Shot> shots;  ///< at least one
    std::string text;         ///< as written
};

/// Reads a film script, with all presets and takes that it names; relative file names start from its folder.
/// manual/film-scripts.md describes the format. A problem reads `demo.toml:12:3: what`.
Result<FilmScript> parseFilmScript(std::string_view text, const std::filesystem::path& file,
                                   const UserPaths& paths);

/// Number of frames that last that long.
long long framesIn(double seconds, const FrameRate& rate);

}  // namespace shoal
