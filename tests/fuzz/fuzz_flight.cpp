// Any bytes as a camera flight: refused in one line, or read into a path that has a pose at any time.
#include <cmath>

#include "capture/take/camera_flight.hpp"
#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto flight = parseCameraFlight(textOf(bytes, count), "fuzz.toml");
    if (!flight) {
        requireOneLine(flight.problem(), "fuzz.toml:");
        return 0;
    }
    const CameraPath path = flight->path({});
    for (const double seconds : {-1.0, 0.0, 0.5, 1e3, 1e9}) {
        const CameraPose pose = path.at(seconds);
        require(std::isfinite(pose.target.x) && std::isfinite(pose.distance), "no finite pose");
    }
    return 0;
}
