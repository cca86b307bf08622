// What the preset starlings claims: one flock without walls, at any size, with a falcon or without, as spaced
// and as fast as starlings are (Ballerini et al. 2008); and no flock where birds respond to all within a
// short radius.

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "optimised.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kSeeds = kIsOptimised ? 5 : 1;
constexpr int kSeconds = kIsOptimised ? 300 : 20;

Simulation starlings(std::uint64_t seed, int birds, int falcons) {
    Scene scene = presetScene("starlings");
    scene.seed = seed;
    REQUIRE(scene.apply({"starling.count", static_cast<double>(birds)}));
    REQUIRE(scene.apply({"falcon.count", static_cast<double>(falcons)}));
    return *Simulation::create(scene);
}

/// Returns the starlings' value in a column of the registry of measures.
double valueOf(std::string_view key, const std::vector<double>& values) {
    const auto columns = measureColumns();
    const auto at = std::ranges::find(columns, key, &MeasureColumn::key);
    REQUIRE(at != columns.end());
    return values[static_cast<std::size_t>(at - columns.begin())];
}

/// What a run gave after its first 20 s, in samples of 10 s.
struct Run {
    double leastShare = 1.0;  ///< of the birds, in the largest group
    double meanShare = 0.0;
    double lastShare = 0.0;
    double polarisation = 0.0;
    double nearest = 0.0;   ///< [m]
    double speed = 0.0;     ///< [m/s]
    double farthest = 0.0;  ///< [m] of the flock's middle from the roost
};

Run run(std::uint64_t seed, int birds, int falcons) {
    Simulation simulation = starlings(seed, birds, falcons);
    runSeconds(simulation, 10);
    Run result;
    const int samples = kSeconds / 10 - 1;
    for (int sample = 0; sample < samples; ++sample) {
        runSeconds(simulation, 10);
        const std::vector<double> values = measureValues(simulation, 0);
        const double share = 1.0 / static_cast<double>(samples);
        result.lastShare = valueOf("largest_cluster", values);
        result.leastShare = std::min(result.leastShare, result.lastShare);
        result.meanShare += result.lastShare * share;
        result.polarisation += valueOf("polarisation", values) * share;
        result.nearest += valueOf("nearest_neighbour_m", values) * share;
        result.speed += valueOf("speed_mean_m_s", values) * share;
        const Vec3d middle = centreOf(simulation.flocks()[0]);
        result.farthest = std::max(result.farthest, lengthOf(Vec3d{middle.x, 0.0, middle.z}));
    }
    return result;
}

}  // namespace

TEST_CASE("starlings stay one flock without walls, spaced and as fast as in the field",
          "[sim][starlings][slow]") {
    for (const int birds : {250, 400, 500}) {
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            const Run calm = run(seed, birds, 0);
            CAPTURE(birds, seed, calm.leastShare, calm.polarisation, calm.nearest, calm.speed, calm.farthest);
            CHECK(calm.leastShare >= 0.95);
            CHECK(calm.polarisation > 0.93);
            CHECK(calm.nearest > 0.7);
            CHECK(calm.nearest < 1.5);
            CHECK(calm.speed > 8.0);
            CHECK(calm.speed < 12.0);
            // No wall is near: the world ends 300 m from its middle.
            CHECK(calm.farthest < 200.0);
        }
    }
}

TEST_CASE("a falcon's dashes do not break the starlings up for long", "[sim][starlings][slow]") {
    for (const int birds : {250, 500}) {
        double mean = 0.0;
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            const Run hunted = run(seed, birds, 1);
            CAPTURE(birds, seed, hunted.leastShare, hunted.meanShare, hunted.polarisation);
            CHECK(hunted.meanShare > 0.9);
            CHECK(hunted.lastShare > 0.95);
            CHECK(hunted.polarisation > 0.93);
            mean += hunted.meanShare / static_cast<double>(kSeeds);
        }
        CHECK(mean >= 0.95);
    }
}

TEST_CASE("starlings that respond to all within a short radius burst apart", "[sim][starlings][slow]") {
    Simulation simulation = starlings(1, 800, 0);
    REQUIRE(simulation.apply({"starling.perception.kind", 0.0}));
    REQUIRE(simulation.apply({"starling.perception.radius", 1.6}));
    runSeconds(simulation, 20);
    CHECK(valueOf("largest_cluster", measureValues(simulation, 0)) < 0.3);
}
