// Perching, scattering and the soft box of Parker's pseudocode: against plain definitions, and their effect
// on boids.

#include <shoal/measures.hpp>

#include "optimised.hpp"
#include "oracle/parker_oracle.hpp"
#include "sim/mover_trial.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

const std::vector<std::uint64_t> kParkerSeeds =
    kIsOptimised ? std::vector<std::uint64_t>{1, 2, 3} : std::vector<std::uint64_t>{1};

}  // namespace

TEST_CASE("scatter pushes from the others' centre, in its time and at no other", "[sim][rules][oracle]") {
    const Scene scene =
        sceneWith({"scatter.enabled=on", "scatter.weight=3.5", "scatter.period=0.5", "scatter.duration=0.2"});
    for (const std::size_t count : {1U, 2U, 60U}) {
        Simulation simulation = placed(scene, uniformLayout(count, {4, 3, 5}, 9));
        for (int step = 0; step < 75; ++step) {
            INFO(count << " boids, step " << step);
            const oracle::Boids before = boidsOf(simulation);
            simulation.step();
            const std::vector<Vec3f> steering = steeringById(simulation);
            // 30 steps a period; the last 12 of them scatter.
            const bool isScattering = step % 30 >= 18;
            for (std::size_t id = 0; id < count; ++id) {
                const Vec3d wanted = isScattering ? oracle::scattering(before, id, 3.5) : Vec3d{};
                REQUIRE(errorOf(steering[id], wanted) <= 1e-5 * (oracle::length(wanted) + 1.0));
            }
        }
    }
}

TEST_CASE("scatter at twice its weight exactly reverses flock cohesion", "[sim][rules]") {
    const Layout layout = uniformLayout(80, {4, 3, 5}, 3);
    const Stepped pulled =
        stepOnce(sceneWith({"flock_cohesion.enabled=on", "flock_cohesion.weight=18"}), layout);
    const Stepped both =
        stepOnce(sceneWith({"flock_cohesion.enabled=on", "flock_cohesion.weight=18", "scatter.enabled=on",
                            "scatter.weight=36", "scatter.period=1", "scatter.duration=1"}),
                 layout);
    for (std::size_t id = 0; id < layout.count(); ++id) {
        const Vec3d wanted = asDouble(pulled.steering[id]) * -1.0;
        CHECK(errorOf(both.steering[id], wanted) <= 1e-5 * (oracle::length(wanted) + 1.0));
    }
}

TEST_CASE("the soft box pushes back along each axis on which a boid is outside", "[sim][rules][oracle]") {
    // The second margin leaves no box.
    for (const auto& [weight, margin] : {std::pair{5.0, 1.5}, std::pair{20.0, 30.0}, std::pair{3.0, 0.0}}) {
        const auto rule = ruleWith("soft_box", {{"weight", weight}, {"margin", margin}});
        for (const World& world :
             {World{World::Shape::box, 8, 5, 11}, World{World::Shape::sphere, 9, 3, 40}}) {
            INFO("weight " << weight << ", margin " << margin << ", "
                           << (world.shape == World::Shape::box ? "box" : "sphere"));
            const oracle::Walls walls{world.shape == World::Shape::sphere, asDouble(world.halfExtent())};
            const Movers movers = randomMovers(world.halfExtent() * 1.6f, 12);
            for (const Isa isa : everyIsa()) {
                const std::vector<Vec3f> found = steered(*rule, movers, around(world), isa);
                Worst worst;
                std::size_t pushed = 0;
                for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                    const Vec3d wanted = oracle::softBox(asDouble(movers[k].position), walls, weight, margin);
                    worst.add(found[k], wanted, 1e-6 * weight);
                    pushed += oracle::length(wanted) > 0.0 ? 1 : 0;
                }
                CHECK(worst.share() < 1.0);
                CHECK(pushed > kMoverCount / 10);
            }
        }
    }
}

TEST_CASE("a flock held only by a soft box stays near the box", "[sim][rules]") {
    Scene scene =
        sceneWith({"count=200", "world.width=40", "world.height=40", "world.depth=40", "start.radius=8",
                   "start.speed=4", "soft_box.enabled=on", "soft_box.weight=5", "soft_box.margin=10"});
    for (const std::uint64_t seed : kParkerSeeds) {
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        float farthest = 0.0f;
        std::size_t strayed = 0;
        for (int step = 0; step < 3600; ++step) {
            simulation.step();
            for (const Vec3f& at : positionsById(simulation)) {
                const float out = std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)});
                farthest = std::max(farthest, out);
                strayed += out > 10.0f ? 1 : 0;
            }
        }
        INFO("seed " << seed << ": farthest " << farthest << " m, " << strayed << " boid steps outside");
        // At 4 m/s against 5 m/s², a boid goes v²/2a = 1.6 m too far.
        CHECK(farthest < 12.0f);
        CHECK(strayed > 0);
    }
}

TEST_CASE("a perching boid rests where it landed for a random time and then leaps off",
          "[sim][rules][perch]") {
    Scene scene = sceneWith({"count=500", "world.width=60", "world.height=60", "world.depth=60",
                             "start.radius=12", "start.speed=3", "ground.form=hills", "ground.level=-6",
                             "ground.relief=3", "ground.size=20", "wind.enabled=on", "wind.weight=1",
                             "wind.speed=1", "wind.climb=-1.5", "perch.enabled=on", "perch.min_rest=0.5",
                             "perch.max_rest=2.5", "perch.leap=3", "perch.clearance=0.2"});
    for (const std::uint64_t seed : kParkerSeeds) {
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        std::vector<oracle::Rest> rests(500);
        std::vector<Vec3f> last = positionsById(simulation);
        std::vector<double> seconds;
        for (int step = 0; step < 1500; ++step) {
            simulation.step();
            const std::vector<Vec3f> positions = positionsById(simulation);
            const std::vector<Vec3f> velocities = velocitiesById(simulation);
            for (std::size_t id = 0; id < rests.size(); ++id) {
                const Vec3f& at = positions[id];
                const float ground = scene.ground.heightAt(at.x, at.z) + 0.2f;
                const oracle::Rest before = rests[id];
                rests[id] = oracle::watched(before, {asDouble(at), asDouble(velocities[id])});
                REQUIRE(at.y >= ground - 1e-4f);
                if (rests[id].isDown) {
                    REQUIRE(at.y == ground);
                    REQUIRE((!before.isDown || at == last[id]));
                } else if (before.isDown) {
                    seconds.push_back(before.steps / 60.0);
                    REQUIRE(velocities[id].y >= 3.0f);
                }
            }
            last = positions;
        }
        std::ranges::sort(seconds);
        double mean = 0.0;
        for (const double rest : seconds) {
            mean += rest / static_cast<double>(seconds.size());
        }
        INFO("seed " << seed << ": " << seconds.size() << " rests, " << seconds.front() << " .. "
                     << seconds.back() << " s, mean " << mean << " s");
        REQUIRE(seconds.size() > 1000);
        // Whole steps: up to one step to either side of 0.5 .. 2.5 s.
        CHECK(seconds.front() >= 0.5 - 1.0 / 60.0);
        CHECK(seconds.back() <= 2.5 + 1.0 / 60.0);
        // Uniform, so the mean is 1.5 s with a deviation of 2/√12 s for each rest. Long rests that have not
        // ended are missing; hence a wider bound than chance needs.
        CHECK(mean == approx(1.5).margin(0.1));
    }
}

TEST_CASE("parker-scatter's flock bursts in its time and gathers again", "[sim][preset][scatter]") {
    for (const std::uint64_t seed : kParkerSeeds) {
        Simulation simulation = started("parker-scatter", seed);
        const auto runTo = [&](int seconds) {
            while (simulation.stepCount() < static_cast<std::uint64_t>(seconds) * 60) {
                simulation.step();
            }
            return spreadOf(simulation.flocks()[0]);  // [m]
        };
        // It scatters from 13 to 15 s and from 28 to 30 s.
        for (const int start : {13, 28}) {
            const double calm = runTo(start);
            const double burst = runTo(start + 2);
            const double gathered = runTo(start + 12);
            INFO("seed " << seed << ": " << calm << " m before, " << burst << " m after the fright, "
                         << gathered << " m ten seconds later");
            CHECK(burst > calm + 2.0);
            CHECK(gathered < 1.1 * calm);
        }
    }
}

TEST_CASE("some of parker-perching's birds are down at a time, and each comes back", "[sim][preset][perch]") {
    for (const std::uint64_t seed : kParkerSeeds) {
        Simulation simulation = started("parker-perching", seed);
        std::vector<oracle::Rest> rests(simulation.flocks()[0].count());
        double down = 0.0;
        int longest = 0;
        constexpr int kFrom = 20 * 60;
        constexpr int kTo = 90 * 60;
        for (int step = 0; step < kTo; ++step) {
            simulation.step();
            const std::vector<Vec3f> velocities = velocitiesById(simulation);
            for (std::size_t id = 0; id < rests.size(); ++id) {
                rests[id] = oracle::watched(rests[id], {{}, asDouble(velocities[id])});
                longest = std::max(longest, rests[id].steps);
                if (step >= kFrom && rests[id].isDown) {
                    down += 1.0 / (static_cast<double>(rests.size()) * (kTo - kFrom));
                }
            }
        }
        const double polarisation =
            measure(simulation.flocks()[0].now(), simulation.flocks()[0].count(), 2.0).polarisation;
        INFO("seed " << seed << ": " << 100.0 * down << " % are down, the longest rest is " << longest / 60.0
                     << " s, polarisation " << polarisation);
        CHECK(down > 0.02);
        CHECK(down < 0.2);
        CHECK(longest <= 8 * 60 + 1);
        CHECK(longest > 4 * 60);
        CHECK(polarisation > 0.5);
    }
}
