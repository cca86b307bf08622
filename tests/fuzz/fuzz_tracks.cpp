// Any bytes as tracks of animals: refused in one line, or frames whose animals have finite positions and
// velocities.
#include <cmath>

#include "checks.hpp"
#include "lab/life/tracks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto tracks = parseTracks(textOf(bytes, count), "fuzz.csv", "fish");
    if (!tracks) {
        requireOneLine(tracks.problem(), "fuzz.csv");
        return 0;
    }
    require(!tracks->frames.empty(), "no frame");
    for (const Tracks::Frame& frame : tracks->frames) {
        require(frame.animals.size() >= 2, "a frame of one animal");
        for (const Tracks::Animal& animal : frame.animals) {
            require(std::isfinite(lengthSq(animal.position)) && std::isfinite(lengthSq(animal.velocity)),
                    "a number that is not finite");
        }
    }
    return 0;
}
