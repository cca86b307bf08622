// The model of Cucker and Smale 2007: its formula, and its theorem. With an exponent below ½ a flock always
// comes to one velocity; above it, a flock that begins scattered or fast may not.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene cuckerSmale(double weight, double range, double exponent) {
    Scene scene = sceneWith({"cucker_smale.enabled=on", "perception.radius=200", "world.width=2000"});
    REQUIRE(scene.apply({"cucker_smale.weight", weight}));
    REQUIRE(scene.apply({"cucker_smale.range", range}));
    REQUIRE(scene.apply({"cucker_smale.exponent", exponent}));
    return scene;
}

/// Two boids that part along a line, 1 m apart at first; returns how fast they part after these seconds
/// [m/s].
double partingSpeed(double exponent, double begin, int seconds) {
    const auto half = static_cast<float>(begin / 2.0);
    const Layout pair{"pair", {{-0.5f, 0, 0}, {0.5f, 0, 0}}, {{-half, 0, 0}, {half, 0, 0}}};
    Simulation simulation = placed(cuckerSmale(1.0, 1.0, exponent), pair);
    runSeconds(simulation, seconds);
    const std::vector<Vec3f> velocities = velocitiesById(simulation);
    return static_cast<double>(velocities[1].x - velocities[0].x);
}

}  // namespace

TEST_CASE("Cucker-Smale steers as its formula says", "[sim][rules][oracle]") {
    for (const double range : {0.5, 4.0}) {
        for (const double exponent : {0.0, 0.4, 1.0, 2.7}) {
            const Layout layout = uniformLayout(200, {3.0f, 3.0f, 3.0f}, 11);
            const oracle::Boids boids = boidsOf(layout);
            const Stepped stepped = stepOnce(cuckerSmale(0.3, range, exponent), layout);
            for (std::size_t i = 0; i < boids.size(); ++i) {
                Vec3d wanted;
                double total = 0.0;
                for (std::size_t j = 0; j < boids.size(); ++j) {
                    const double distance = lengthOf(boids[j].position - boids[i].position);
                    const double rate = std::pow(1.0 + distance * distance / (range * range), -exponent);
                    const Vec3d push = (boids[j].velocity - boids[i].velocity) * (0.3 * rate);
                    wanted += push;
                    total += lengthOf(push);
                }
                CAPTURE(range, exponent, i);
                CHECK(errorOf(stepped.steering[i], wanted) < 3e-6 * total);
            }
        }
    }
}

TEST_CASE("up to an exponent of one half two boids in sight agree, above it only if they begin slowly enough",
          "[sim][models]") {
    // With K = 1 and exponent 1 the parting speed w falls by dw = −2 dr/(1 + r²): from w₀ at r = 1 it comes
    // to rest if w₀ < 2 (π/2 − π/4), and else ends at the difference.
    const double enough = std::numbers::pi / 2.0;
    CHECK(partingSpeed(1.0, 0.7 * enough, 90) < 0.01);
    CHECK(partingSpeed(1.0, 1.2 * enough, 90) == approx(0.2 * enough).margin(0.06));
    CHECK(partingSpeed(1.0, 2.0 * enough, 60) == approx(enough).margin(0.06));
    // As fast, but with a rate whose integral has no end.
    CHECK(partingSpeed(0.5, 2.0 * enough, 60) < 0.01);
    CHECK(partingSpeed(0.4, 2.0 * enough, 60) < 0.01);
    CHECK(partingSpeed(0.0, 2.0 * enough, 30) < 0.01);
    // Fast enough to lose sight of each other, 200 m apart, they part for ever.
    CHECK(partingSpeed(0.4, 40.0, 60) > 5.0);
}

TEST_CASE("a scattered flock agrees below an exponent of one half and not far above it", "[sim][models]") {
    const auto disagreement = [](double exponent) {
        const Layout layout = uniformLayout(60, {30.0f, 30.0f, 30.0f}, 5);
        Simulation simulation = placed(cuckerSmale(0.05, 1.0, exponent), layout);
        runSeconds(simulation, 60);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        Vec3d mean;
        for (const Vec3f& velocity : velocities) {
            mean += asDouble(velocity) * (1.0 / static_cast<double>(velocities.size()));
        }
        double farthest = 0.0;
        for (const Vec3f& velocity : velocities) {
            farthest = std::max(farthest, lengthOf(asDouble(velocity) - mean));
        }
        return farthest;
    };
    CHECK(disagreement(0.3) < 0.02);
    CHECK(disagreement(1.5) > 0.5);
}

TEST_CASE("the preset cucker-smale flies as one, and scatters with a larger exponent", "[sim][models]") {
    for (std::uint64_t seed = 7; seed < 10; ++seed) {
        CAPTURE(seed);
        Simulation together = started("cucker-smale", seed);
        runSeconds(together, 5);
        const Flock& flock = together.flocks()[0];
        CHECK(measure(flock.now(), flock.count(), 12.0).polarisation > 0.999);
        CHECK(measure(flock.now(), flock.count(), 12.0).clusters == 1);
        Simulation apart = *Simulation::create(presetScene("cucker-smale", {"cucker_smale.exponent=1.5"}));
        apart.restart(seed);
        runSeconds(apart, 15);
        const Flock& parted = apart.flocks()[0];
        CHECK(measure(parted.now(), parted.count(), 12.0).polarisation < 0.8);
        CHECK(measure(parted.now(), parted.count(), 12.0).clusters > 100);
    }
}
