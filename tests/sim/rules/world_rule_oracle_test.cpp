// The rules about the world's walls, and wander, against their plain definitions in tests/oracle.

#include "oracle/motion_oracle.hpp"
#include "oracle/stream_oracle.hpp"
#include "sim/mover_trial.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

oracle::Walls wallsOf(const World& world) {
    return {world.shape == World::Shape::sphere, asDouble(world.halfExtent())};
}

const World kWorlds[] = {{World::Shape::box, 8, 5, 11}, {World::Shape::sphere, 9, 3, 40}};

// Compares a limit rule at the walls with its definition, for boids inside, outside and far outside.
template <class Expected>
void checkWalls(const Rule& rule, const Expected& expected) {
    for (const World& world : kWorlds) {
        for (const float reach : {0.9f, 1.3f, 9.0f}) {
            INFO("world " << (world.shape == World::Shape::box ? "box" : "sphere") << ", reach " << reach);
            const Vec3f half = world.halfExtent();
            const Movers movers = randomMovers(half * reach, 41);
            for (const Isa isa : everyIsa()) {
                const Movers after = limited(rule, movers, around(world), isa);
                Worst position;
                Worst velocity;
                std::size_t ambiguous = 0;
                for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                    const oracle::Moved wanted = expected(boidOf(movers[k]), wallsOf(world));
                    ambiguous += wanted.isAmbiguous ? 1 : 0;
                    if (!wanted.isAmbiguous) {
                        // A sphere leaves boids a millionth of the radius inside.
                        const auto size = static_cast<double>(lengthOf(movers[k].position) + half.x);
                        position.add(after[k].position, wanted.position, 2e-6 * size);
                        velocity.add(after[k].velocity, wanted.velocity,
                                     2e-6 * static_cast<double>(lengthOf(movers[k].velocity)) + 1e-12);
                    }
                }
                CHECK(position.share() < 1.0);
                CHECK(velocity.share() < 1.0);
                CHECK(ambiguous < kMoverCount / 50);
            }
        }
    }
}

}  // namespace

TEST_CASE("contain steers as its definition says", "[sim][rules][oracle]") {
    // The second margin is more than half the size of the worlds.
    const double settings[][3] = {{6, 2, 0.5}, {3, 7, 0.25}, {20, 0.3, 0}, {0.5, 1, 5}};
    for (const auto& [weight, margin, lookAhead] : settings) {
        const auto rule =
            ruleWith("contain", {{"weight", weight}, {"margin", margin}, {"look_ahead", lookAhead}});
        for (const World& world : kWorlds) {
            INFO("weight " << weight << ", margin " << margin << ", look_ahead " << lookAhead << ", "
                           << (world.shape == World::Shape::box ? "box" : "sphere"));
            const Movers movers = randomMovers(world.halfExtent() * 1.2f, 5);
            for (const Isa isa : everyIsa()) {
                const std::vector<Vec3f> found = steered(*rule, movers, around(world), isa);
                Worst worst;
                std::size_t pushed = 0;
                for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                    const oracle::Boid boid = boidOf(movers[k]);
                    const Vec3d wanted =
                        oracle::containSteering(boid, wallsOf(world), weight, margin, lookAhead);
                    // A depth as a fraction of the margin carries the rounding of its position.
                    const double place = lengthOf(boid.position) + lengthOf(boid.velocity) * lookAhead;
                    worst.add(found[k], wanted, weight * (2e-6 + 4e-7 * (place + 5.0) / margin));
                    pushed += lengthOf(wanted) > 0.0 ? 1 : 0;
                }
                CHECK(worst.share() < 1.0);
                CHECK(pushed > 20);
            }
        }
    }
}

TEST_CASE("contain stops at the walls as its definition says", "[sim][rules][oracle]") {
    checkWalls(*ruleWith("contain", {}), [](const oracle::Boid& boid, const oracle::Walls& walls) {
        return oracle::contained(boid, walls);
    });
}

TEST_CASE("bounce matches its definition", "[sim][rules][oracle]") {
    for (const double restitution : {0.0, 0.5, 1.0}) {
        INFO("restitution " << restitution);
        checkWalls(*ruleWith("bounce", {{"restitution", restitution}}),
                   [&](const oracle::Boid& boid, const oracle::Walls& walls) {
                       return oracle::bounced(boid, walls, restitution);
                   });
    }
}

TEST_CASE("wrap matches its definition", "[sim][rules][oracle]") {
    const auto rule = ruleWith("wrap", {});
    checkWalls(*rule, [](const oracle::Boid& boid, const oracle::Walls& walls) {
        return oracle::wrapped(boid, walls);
    });
    // The previous position moves along, so the displacement is unchanged.
    const Movers movers = randomMovers({14, 9, 20}, 6);
    const Movers after = limited(*rule, movers, around(kWorlds[0]), bestIsa());
    Worst worst;
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
        worst.add(after[k].position - after[k].oldPosition,
                  asDouble(movers[k].position) - asDouble(movers[k].oldPosition), 1e-5);
    }
    CHECK(worst.share() < 1.0);
}

TEST_CASE("wander matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 7);
    for (const double interval : {0.1, 1.0, 7.3}) {
        const auto rule = ruleWith("wander", {{"weight", 2.5}, {"interval", interval}});
        const auto steps = static_cast<std::uint64_t>(std::lround(interval * kStepsPerSecond));
        for (const std::uint64_t seed : {0ULL, 1ULL, 42ULL, 0xfedcba9876543210ULL}) {
            // Seeds of a scene's first two species.
            for (const std::uint64_t species : {0ULL, 1ULL}) {
                const std::uint64_t own = oracle::speciesSeed(seed, species);
                for (const std::uint64_t step : {0ULL, 1ULL, 59ULL, 60ULL, 12345ULL, 7000000000ULL}) {
                    INFO("interval " << interval << ", seed " << seed << ", species " << species << ", step "
                                     << step);
                    const Surroundings surroundings{{}, own, step, kStepSeconds};
                    Worst worst;
                    const std::vector<Vec3f> found = steered(*rule, movers, surroundings, bestIsa());
                    for (std::uint32_t id = 0; id < kMoverCount; ++id) {
                        worst.add(found[id],
                                  oracle::wander(id, 2.5, {oracle::ruleSeed(own, "wander"), step, steps}),
                                  5e-6);
                    }
                    CHECK(worst.share() < 1.0);
                    CHECK(steered(*rule, movers, surroundings, Isa::baseline) == found);
                }
            }
        }
    }
}

TEST_CASE("wander in a scene uses the seed of each species", "[sim][rules][oracle]") {
    Scene scene = sceneWith({"count=200", "wander.enabled=on", "wander.weight=2", "wander.interval=0.5"});
    scene.species.push_back(scene.species[0]);
    scene.species[1].name = "other";
    scene.seed = 77;
    Simulation simulation = *Simulation::create(scene);
    for (std::uint64_t step = 0; step < 40; ++step) {
        simulation.step();
        for (std::uint64_t species = 0; species < 2; ++species) {
            const std::uint64_t own = oracle::ruleSeed(oracle::speciesSeed(77, species), "wander");
            const Flock& flock = simulation.flocks()[species];
            Worst worst;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                worst.add(flock.steering().at(slot),
                          oracle::wander(flock.now().id[slot], 2.0, {own, step, 30}), 5e-6);
            }
            CHECK(flock.count() == 200);
            CHECK(worst.share() < 1.0);
        }
    }
}
