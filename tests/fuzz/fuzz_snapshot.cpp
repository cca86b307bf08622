// Any bytes as the uncompressed contents of a take's snapshot: refused, or a flock that steps on from it.
#include <shoal/simulation.hpp>

#include "capture/format/deflate.hpp"
#include "capture/take/base64.hpp"
#include "capture/take/snapshot.hpp"
#include "checks.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene scene() {
    Scene made;
    made.species.emplace_back().count = 3;
    made.species.back().rules.find("separation")->isEnabled = true;
    made.species.back().rules.find("stalk")->isEnabled = true;
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto snapshot = parseSnapshot(base64(deflated(textOf(bytes, count), true)), scene());
    if (!snapshot) {
        requireOneLine(snapshot.problem(), "the snapshot");
        return 0;
    }
    Simulation simulation = *Simulation::create(scene(), {.threads = 1, .isa = {}});
    if (simulation.resume(checkpointOf(*snapshot, scene()))) {
        simulation.step();
        simulation.step();
    }
    return 0;
}
