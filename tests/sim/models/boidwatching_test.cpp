// What the text of "Boidwatching" says of its flock, in space and in the plane.

#include <shoal/measures.hpp>

#include "optimised.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kBoidwatchingSeeds = kIsOptimised ? 8 : 1;

constexpr double kTenFeet = 3.048;  ///< [m]
constexpr double kPixel = kTenFeet / 100.0;

}  // namespace

TEST_CASE("20 to 30 boids of boidwatching keep ten feet or 100 pixels apart and stay together",
          "[sim][models][boidwatching]") {
    for (const std::string name : {"boidwatching", "boidwatching-plane"}) {
        for (std::uint64_t seed = 1; seed <= kBoidwatchingSeeds; ++seed) {
            Simulation simulation = started(name, seed);
            CHECK(simulation.flocks()[0].count() >= 20);
            CHECK(simulation.flocks()[0].count() <= 30);
            double apart = 0.0;
            constexpr int kSamples = 20;
            for (int step = 0; step < 600 + 10 * kSamples; ++step) {
                simulation.step();
                const Flock& flock = simulation.flocks()[0];
                if (step >= 600 && step % 10 == 0) {
                    apart += measure(flock.now(), flock.count(), 2.0 * kTenFeet).nearestNeighbour / kSamples;
                }
            }
            const Flock& flock = simulation.flocks()[0];
            const Measures measures = measure(flock.now(), flock.count(), 2.0 * kTenFeet);
            WARN(name << ", seed " << seed << ": nearest neighbour " << apart / kTenFeet * 10.0 << " feet or "
                      << apart / kPixel << " pixels, clusters " << measures.clusters << ", polarisation "
                      << measures.polarisation);
            CHECK(apart > 0.9 * kTenFeet);
            CHECK(apart < 1.2 * kTenFeet);
            CHECK(measures.clusters == 1);
            if (name == "boidwatching-plane") {
                for (const Vec3f& position : positionsById(simulation)) {
                    REQUIRE(position.y == 0.0f);
                }
            }
        }
    }
}
