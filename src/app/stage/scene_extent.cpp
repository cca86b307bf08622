#include "app/stage/scene_extent.hpp"

#include <algorithm>

namespace shoal {

namespace {

const Flock* flockInView(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto largest = std::max_element(
        flocks.begin(), flocks.end(), [](const Flock& a, const Flock& b) { return a.count() < b.count(); });
    return largest == flocks.end() ? nullptr : &*largest;
}

FlockExtent inRealTime(FlockExtent extent, const Simulation& simulation) {
    // Where the world wraps, the boids move on but their centre stays.
    const bool wraps = std::ranges::any_of(
        simulation.scene().species, [](const Species& each) { return each.rules.find("wrap")->isEnabled; });
    if (wraps) {
        extent.velocity = {};
    }
    extent.velocity = extent.velocity * static_cast<float>(simulation.scene().time.ratio());
    return extent;
}

}  // namespace

FlockExtent sceneExtent(const Simulation& simulation) {
    const Flock* flock = flockInView(simulation);
    return flock == nullptr ? FlockExtent{} : inRealTime(flockExtent(*flock), simulation);
}

FlockExtent scenePart(const Simulation& simulation, float reach, const std::optional<Vec3f>& near) {
    const Flock* flock = flockInView(simulation);
    return flock == nullptr ? FlockExtent{} : inRealTime(flockPart(*flock, reach, near), simulation);
}

std::size_t largestCount(const Simulation& simulation) {
    const Flock* flock = flockInView(simulation);
    return flock == nullptr ? 0 : flock->count();
}

}  // namespace shoal
