#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns the index of the box corner that a boid is in: more than half way from the centre along each axis.
/// −1 if it is in none.
int cornerOf(const Vec3f& at, const Vec3f& half) {
    if (std::abs(at.x) < half.x / 2 || std::abs(at.y) < half.y / 2 || std::abs(at.z) < half.z / 2) {
        return -1;
    }
    return (at.x > 0 ? 1 : 0) + (at.y > 0 ? 2 : 0) + (at.z > 0 ? 4 : 0);
}

}  // namespace

TEST_CASE("a contained flock neither gathers nor circles in the corners", "[sim][motion]") {
    Scene scene =
        sceneWith({"species.boid.count=300", "world.width=12", "world.height=8", "world.depth=12",
                   "start.radius=4", "start.speed=2", "separation.enabled=on", "alignment.enabled=on",
                   "alignment.weight=4", "cohesion.enabled=on", "cohesion.weight=2", "contain.enabled=on",
                   "limit_speed.enabled=on", "limit_speed.min=1.5"});
    const Vec3f half = scene.world.halfExtent();
    for (const std::uint64_t seed : {1U, 2U}) {
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        std::vector<int> corner(300, -1);
        std::vector<int> since(300, 0);
        int longest = 0;
        double share = 0.0;
        constexpr int kSteps = 40 * kStepsPerSecond;
        for (int step = 0; step < kSteps; ++step) {
            simulation.step();
            const FlockState& now = simulation.flocks()[0].now();
            for (std::size_t slot = 0; slot < 300; ++slot) {
                const std::size_t id = now.id[slot];
                const int here = cornerOf(now.position.at(slot), half);
                since[id] = here >= 0 && here == corner[id] ? since[id] + 1 : 0;
                corner[id] = here;
                longest = std::max(longest, since[id]);
                share += here >= 0 ? 1.0 / (300.0 * kSteps) : 0.0;
            }
        }
        INFO("seed " << seed << ": share " << share << ", longest stay " << longest << " steps");
        // The corners are an eighth of the volume.
        CHECK(share < 0.125);
        // At this speed a corner is crossed in three seconds; a vortex would keep a boid for ever.
        CHECK(longest < 8 * kStepsPerSecond);
    }
}
