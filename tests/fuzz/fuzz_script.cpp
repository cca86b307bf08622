// Any bytes as a film script: refused in one line, or read into shots whose settings and times have values.
#include <cmath>

#include "checks.hpp"
#include "viewer/script/film_script.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto script = parseFilmScript(textOf(bytes, count), "fuzz.toml", UserPaths{});
    if (!script) {
        requireOneLine(script.problem(), "fuzz.toml:");
        return 0;
    }
    require(!script->shots.empty() && script->shots.front().document.has_value(), "no flock");
    for (const Shot& shot : script->shots) {
        for (const double seconds : {0.0, 0.5 * shot.seconds, shot.seconds, 1e5}) {
            const double flock = shot.speed.flockSeconds(seconds);
            require(std::isfinite(flock) && flock >= 0.0, "no finite time");
            require(std::abs(shot.speed.filmSeconds(flock) - seconds) < 1e-3 * (1.0 + seconds),
                    "no way back");
            for (const SettingTrack& track : shot.settings) {
                require(std::isfinite(track.at(seconds).value_or(0.0)), "no finite value");
            }
        }
    }
    return 0;
}
