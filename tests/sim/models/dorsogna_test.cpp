// The rules "morse" and "self_propulsion" by their formulas, and the preset "dorsogna" by the mills that
// D'Orsogna et al. (2006) found.

#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "optimised.hpp"
#include "oracle/physics_oracle.hpp"
#include "sim/mover_trial.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kDorsognaSeeds = kIsOptimised ? 8 : 0;

Scene morseScene(const oracle::MorsePotential& potential) {
    Scene scene = sceneWith({"morse.enabled=on", "perception.radius=6"});
    const auto set = [&scene](const char* key, double value) { REQUIRE(scene.apply({key, value})); };
    set("morse.attraction", potential.attraction);
    set("morse.attraction_length", potential.attractionLength);
    set("morse.repulsion", potential.repulsion);
    set("morse.repulsion_length", potential.repulsionLength);
    return scene;
}

/// Distances of all boids from their centre [m].
std::vector<double> radiiOf(const Simulation& simulation) {
    const Vec3d centre = centreOf(simulation.flocks()[0]);
    std::vector<double> radii;
    for (const Vec3f& position : positionsById(simulation)) {
        radii.push_back(lengthOf(asDouble(position) - centre));
    }
    std::ranges::sort(radii);
    return radii;
}

}  // namespace

TEST_CASE("morse steers as its formula says", "[sim][rules][morse][oracle]") {
    const oracle::MorsePotential potentials[] = {
        {0.5, 3, 1, 0.5}, {0.5, 2, 1, 0.5}, {2, 0.3, 0, 1}, {0, 1, 7, 0.05}, {3, 0.5, 1, 2}};
    for (const oracle::MorsePotential& potential : potentials) {
        const Scene scene = morseScene(potential);
        for (const std::size_t count : {2, 40, 300}) {
            INFO(count << " boids, attraction " << potential.attraction << ", repulsion "
                       << potential.repulsion);
            const Layout layout = uniformLayout(count, {3, 3, 3}, count);
            const Stepped stepped = stepOnce(scene, layout);
            const oracle::Boids boids = boidsOf(layout);
            oracle::NeighbourQuery query;
            query.radius = 6;
            double worst = 0.0;
            std::size_t checked = 0;
            for (std::size_t id = 0; id < count; ++id) {
                const oracle::Steering force = oracle::morseForce(boids, id, query, potential);
                if (!force.isAmbiguous) {
                    ++checked;
                    worst =
                        std::max(worst, errorOf(stepped.steering[id], force.value) / (force.error + 1e-9));
                }
            }
            CHECK(worst < 1.0);
            CHECK(checked > count / 2);
        }
    }
}

TEST_CASE("self_propulsion matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 12);
    for (const auto& [thrust, friction] : {std::pair{1.0, 0.5}, std::pair{1.6, 0.5}, std::pair{0.0, 0.1}}) {
        const auto rule = ruleWith("self_propulsion", {{"thrust", thrust}, {"friction", friction}});
        for (const Isa isa : everyIsa()) {
            const std::vector<Vec3f> found = steered(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const double speedSq = lengthOf(velocity) * lengthOf(velocity);
                if (friction * speedSq - thrust < kStepsPerSecond) {
                    worst.add(found[k], oracle::selfPropulsion(velocity, thrust, friction),
                              1e-6 * (thrust + friction * speedSq) * lengthOf(velocity) + 1e-12);
                }
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("friction brings a boid that is far too fast to where it settles, and never throws it back",
          "[sim][rules]") {
    for (const double thrust : {0.0, 1.0, 10.0}) {
        Scene scene = sceneWith({"self_propulsion.enabled=on", "self_propulsion.friction=10"});
        REQUIRE(scene.apply({"self_propulsion.thrust", thrust}));
        const Stepped stepped = stepOnce(scene, {"fast", {{0, 0, 0}}, {{0, 500, 0}}});
        CHECK(stepped.velocities[0].y == approx(std::sqrt(thrust / 10.0)).margin(1e-2));
    }
}

TEST_CASE("where repulsion is half as strong as attraction, D'Orsogna's particles form a double mill",
          "[sim][dorsogna]") {
    std::string report;
    for (std::uint64_t seed = 1; seed <= kDorsognaSeeds; ++seed) {
        Scene scene = presetScene("dorsogna", {"morse.repulsion=0.25"});
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        while (simulation.seconds() < 100.0) {
            simulation.step();
        }
        const Flock& flock = simulation.flocks()[0];
        const Measures late = measure(flock.now(), flock.count(), 3.0);
        report += fmt::format("\n  {}: milling {:.3f}, rotation {:.3f}, polarisation {:.3f}", seed,
                              late.milling, late.rotation, late.polarisation);
        INFO("seed " << seed << report);
        CHECK(groupStateOf(late.polarisation, late.milling, late.rotation) == GroupState::doubleMill);
        CHECK(late.milling < 0.4);
        CHECK(late.rotation > 0.9);
    }
    if (kIsOptimised) {
        WARN("double mills by seed:" << report);
    }
}

TEST_CASE("from random headings the particles of D'Orsogna et al. form one mill", "[sim][dorsogna]") {
    std::string report;
    for (std::uint64_t seed = 1; seed <= kDorsognaSeeds; ++seed) {
        Simulation simulation = started("dorsogna", seed);
        const auto until = [&simulation](double seconds) {
            while (simulation.seconds() < seconds) {
                simulation.step();
            }
            const Flock& flock = simulation.flocks()[0];
            return measure(flock.now(), flock.count(), 3.0);
        };
        // At first two rings turn against each other.
        const double early = until(15).milling;
        const Measures late = until(100);
        const std::vector<double> radii = radiiOf(simulation);
        report += fmt::format(
            "\n  {}: milling {:.3f} at 15 s, {:.3f} at 100 s, polarisation {:.3f}, speed "
            "{:.3f}, radii {:.2f} .. {:.2f}",
            seed, early, late.milling, late.polarisation, late.speed.mean, radii.front(), radii.back());
        INFO("seed " << seed);
        CHECK(early < 0.8);
        CHECK(late.milling > 0.9);
        CHECK(late.polarisation < 0.1);
        CHECK(late.clusters == 1);
        // √(α/β) = 1.414; the others' repulsion and attraction slow each slightly.
        CHECK(late.speed.mean == approx(1.4).margin(0.03));
        // The middle is empty. In a full disc some particle would usually be this near to the centre.
        CHECK(radii.front() > 0.1 * radii.back());
    }
    if (kIsOptimised) {
        WARN("mills by seed:" << report);
    }
}
