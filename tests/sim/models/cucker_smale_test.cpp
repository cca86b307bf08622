// The model of Cucker and Smale 2007: its formula, and its theorem. With an exponent below ½ a flock always
// comes to one velocity; above it, a flock that begins scattered or fast may not.

#include <numbers>

#include <shoal/measures.hpp>

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
