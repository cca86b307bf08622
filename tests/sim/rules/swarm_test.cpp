// Particle swarm optimisation: step by step against its published formula, and whether it finds the minimum.

#include <cstddef>
#include <utility>

#include <shoal/random.hpp>
#include <shoal/state_view.hpp>

#include "oracle/stream_oracle.hpp"
#include "oracle/swarm_oracle.hpp"
#include "sim/step/global_best.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

const std::vector<std::string> kSurfaces{"rastrigin", "ackley", "himmelblau"};

/// Returns a preset's swarm; `more` holds KEY=VALUE assignments.
Scene swarmScene(const std::vector<std::string>& more, const std::string& preset = "particle-swarm-many") {
    Scene scene = presetScene(preset);
    for (const std::string& assignment : more) {
        REQUIRE(scene.applyText(assignment));
    }
    return scene;
}

std::vector<oracle::Particle> particlesOf(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    const Column3* memory = nullptr;
    for (const RuleMemory& each : flock.memories()) {
        REQUIRE(each.rule == "particle_swarm");
        memory = &each.values;
    }
    std::vector<oracle::Particle> particles(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        oracle::Particle& particle = particles[flock.now().id[slot]];
        particle.position = asDouble(flock.now().position.at(slot));
        particle.velocity = asDouble(flock.now().velocity.at(slot));
        if (memory != nullptr) {
            particle.hasFound = memory->y[slot] != 0.0f;
            particle.best = asDouble(memory->at(slot));
        }
    }
    return particles;
}

/// Projects onto the horizontal plane.
Vec3d level(const Vec3d& a) {
    return {a.x, 0.0, a.z};
}

/// Largest errors, relative to the rounding tolerance.
struct Compared {
    double position = 0.0;
    double velocity = 0.0;
    std::size_t wrongMemories = 0;
    std::size_t count = 0;
    std::size_t ambiguous = 0;
};

/// Makes a hundred steps and compares each with the formula applied to the state before it.
Compared compareSteps(Simulation& simulation, const oracle::SwarmSettings& settings) {
    const bool hasWalls = simulation.scene().species[0].rules.find("bounce")->isEnabled;
    const std::uint64_t seed =
        oracle::ruleSeed(oracle::speciesSeed(simulation.scene().seed, 0), "particle_swarm");
    Compared compared;
    for (std::uint64_t step = 0; step < 100; ++step) {
        const std::vector<oracle::Framed> expected = oracle::particleSwarm(
            particlesOf(simulation), simulation.scene().ground, settings, seed, simulation.stepCount());
        simulation.step();
        const std::vector<oracle::Particle> found = particlesOf(simulation);
        for (std::size_t id = 0; id < expected.size(); ++id) {
            const oracle::Framed& framed = expected[id];
            // The formula has no walls.
            const double far = std::max(std::abs(framed.position.x), std::abs(framed.position.z));
            if (framed.isAmbiguous || (hasWalls && far > 11.999)) {
                ++compared.ambiguous;
                continue;
            }
            ++compared.count;
            const Vec3d moved = level(found[id].position - framed.position);
            const Vec3d turned = level(found[id].velocity - framed.velocity);
            compared.position = std::max(compared.position, lengthOf(moved) / (framed.positionError + 1e-12));
            compared.velocity =
                std::max(compared.velocity, lengthOf(turned) / (framed.velocityError + 1e-12));
            const Vec3d memory = found[id].best;
            const bool isSame = memory.x == framed.memory.x && memory.z == framed.memory.z &&
                                (found[id].hasFound ? 1.0 : 0.0) == framed.memory.y;
            compared.wrongMemories += isSame ? 0 : 1;
        }
    }
    return compared;
}

double bestValue(const Simulation& simulation) {
    const std::optional<GlobalBest> best = StateView(simulation).best(0);
    REQUIRE(best);
    return static_cast<double>(best->found.value);
}

}  // namespace

TEST_CASE("a particle swarm moves by its published formula, step by step", "[sim][swarm][oracle]") {
    struct Case {
        std::string name;
        std::vector<std::string> settings;
        oracle::SwarmSettings rule;
    };
    const std::vector<Case> cases{
        {"as the preset is", {}, {0.6, 1.7, 1.7, 40}},
        {"at every step", {"particle_swarm.frame=1"}, {0.6, 1.7, 1.7, 1}},
        // With an inertia of 1 a swarm diverges: velocities stay within their range for only a few frames.
        {"as of 1995",
         {"particle_swarm.frame=20", "particle_swarm.inertia=1", "particle_swarm.cognitive=2",
          "particle_swarm.social=2", "bounce.enabled=off"},
         {1.0, 2.0, 2.0, 20}},
        {"each alone",
         {"particle_swarm.frame=2", "particle_swarm.social=0", "particle_swarm.cognitive=0.7",
          "bounce.enabled=off"},
         {0.6, 0.7, 0.0, 2}},
        {"maximising", {"particle_swarm.frame=4", "particle_swarm.target=highest"}, {0.6, 1.7, 1.7, 4, true}},
    };
    for (const Case& each : cases) {
        for (const std::string& form : kSurfaces) {
            INFO(each.name << ", " << form);
            std::vector<std::string> settings = each.settings;
            settings.push_back("ground.form=" + form);
            Simulation simulation = *Simulation::create(swarmScene(settings));
            const Compared compared = compareSteps(simulation, each.rule);
            INFO(compared.count << " compared, " << compared.ambiguous << " doubtful or beyond the walls");
            CHECK(compared.position < 1.0);
            CHECK(compared.velocity < 1.0);
            CHECK(compared.wrongMemories == 0);
            CHECK(compared.count > compared.ambiguous);
        }
    }
}

TEST_CASE("particles glide on the surface that they search", "[sim][swarm]") {
    const Scene scene = swarmScene({});
    Simulation simulation = *Simulation::create(scene);
    for (int step = 0; step < 200; ++step) {
        simulation.step();
        for (const Vec3f& at : positionsById(simulation)) {
            REQUIRE(at.y == scene.ground.heightAt(at.x, at.z) + 0.2f);
            REQUIRE(std::abs(at.x) <= 12.0f);
            REQUIRE(std::abs(at.z) <= 12.0f);
        }
    }
}

TEST_CASE("a particle swarm finds the lowest place of each surface, from every seed",
          "[sim][swarm][behaviour]") {
    for (const std::string& form : kSurfaces) {
        // Ackley's funnel ends in a point, near which the value falls only linearly with the distance.
        const double tolerance = form == "ackley" ? 1e-3 : 1e-5;
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            INFO(form << ", seed " << seed);
            Simulation simulation =
                *Simulation::create(swarmScene({"ground.form=" + form, "particle_swarm.frame=1"}));
            simulation.restart(seed);
            double before = bestValue(simulation);
            const double first = before;
            for (int step = 0; step < 200; ++step) {
                simulation.step();
                const double now = bestValue(simulation);
                REQUIRE(now <= before);
                before = now;
            }
            CHECK(before < tolerance);
            CHECK(first > 100.0 * tolerance);
        }
    }
}

TEST_CASE("with few particles a fraction of the swarms ends in a local minimum, with many none",
          "[sim][swarm][behaviour]") {
    constexpr int kRuns = 40;
    const auto trappedOf = [&](const std::string& preset) {
        int trapped = 0;
        for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
            Simulation simulation = *Simulation::create(swarmScene({}, preset));
            simulation.restart(seed);
            for (int step = 0; step < 90 * 40; ++step) {
                simulation.step();
            }
            // The lowest of the local minima has a value of 0.99.
            trapped += bestValue(simulation) > 0.5 ? 1 : 0;
        }
        return trapped;
    };
    const int few = trappedOf("particle-swarm");
    const int many = trappedOf("particle-swarm-many");
    WARN("trapped of " << kRuns << ": " << few << " with few particles, " << many << " with many");
    // 168 of 400 runs of eight particles are trapped. Four standard deviations for forty runs.
    CHECK(std::abs(few - 0.42 * kRuns) < 4.0 * std::sqrt(0.42 * 0.58 * kRuns));
    CHECK(many == 0);
}

TEST_CASE("a swarm that maximises climbs to nearly the highest place within its walls",
          "[sim][swarm][behaviour]") {
    const Scene scene = swarmScene({"count=60"}, "particle-swarm-highest");
    // The ground is continuous: on a lattice of 5 cm the highest point is within a thousandth of the
    // summit's.
    double summit = 0.0;
    for (int x = -240; x <= 240; ++x) {
        for (int z = -240; z <= 240; ++z) {
            summit = std::max(summit, oracle::groundValue(scene.ground, x * 0.05, z * 0.05));
        }
    }
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Simulation simulation = *Simulation::create(scene);
        simulation.restart(seed);
        double before = bestValue(simulation);
        const double first = before;
        for (int step = 0; step < 60 * 40; ++step) {
            simulation.step();
            const double now = bestValue(simulation);
            REQUIRE(now >= before);
            before = now;
        }
        INFO("seed " << seed << ": from " << first << " to " << before << " of " << summit);
        CHECK(before > 0.97 * summit);
        CHECK(before <= summit + 1e-3);
    }
}

TEST_CASE("on Himmelblau's surface different seeds end in different ones of its four lowest places",
          "[sim][swarm][behaviour]") {
    int places[4] = {};
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Simulation simulation = *Simulation::create(swarmScene({}, "particle-swarm-himmelblau"));
        simulation.restart(seed);
        for (int step = 0; step < 60 * 40; ++step) {
            simulation.step();
        }
        const std::optional<GlobalBest> best = StateView(simulation).best(0);
        REQUIRE(best);
        CHECK(best->found.value < 1e-3f);
        // There is one minimum in each quadrant.
        ++places[(best->found.x > 0 ? 1 : 0) + (best->found.z > 0 ? 2 : 0)];
    }
    WARN("swarms in each place: " << places[0] << ' ' << places[1] << ' ' << places[2] << ' ' << places[3]);
    CHECK(std::ranges::count(places, 0) <= 1);
}

TEST_CASE("gliding changes when a swarm decides but not its result, and its best value never rises",
          "[sim][swarm][behaviour]") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        INFO("seed " << seed);
        Simulation simulation = *Simulation::create(swarmScene({"particle_swarm.frame=10"}));
        simulation.restart(seed);
        double before = bestValue(simulation);
        for (int step = 0; step < 1500; ++step) {
            simulation.step();
            const double now = bestValue(simulation);
            REQUIRE(now <= before);
            // It searches where it decides, and nowhere on the way.
            CHECK((step % 10 == 0 || now == before));
            before = now;
        }
        CHECK(before < 1e-5);
    }
}

TEST_CASE("without the swarm's best each particle stays in its own local minimum",
          "[sim][swarm][behaviour]") {
    std::size_t together = 0;
    std::size_t alone = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        for (const bool isTogether : {true, false}) {
            Simulation simulation = *Simulation::create(
                swarmScene({"particle_swarm.frame=1",
                            isTogether ? "particle_swarm.social=1.7" : "particle_swarm.social=0"}));
            simulation.restart(seed);
            for (int step = 0; step < 300; ++step) {
                simulation.step();
            }
            for (const oracle::Particle& particle : particlesOf(simulation)) {
                const bool isInMiddle = lengthOf(level(particle.best)) < 1.0;
                (isTogether ? together : alone) += isInMiddle ? 1 : 0;
            }
        }
    }
    INFO(together << " of 400 in the middle together, " << alone << " alone");
    CHECK(together > 380);
    CHECK(alone < 40);
}

TEST_CASE("the best place of a flock is that of a plain loop, with the smallest id among equal ones",
          "[sim][swarm]") {
    Workers workers(2);
    GlobalBestSearch bests;
    Ground ground;
    ground.form = Ground::Form::rastrigin;
    for (const std::size_t count : {0, 1, 2, 7, 8, 9, 4095, 4096, 4097, 20000}) {
        for (const bool hasEqual : {false, true}) {
            INFO(count << " boids" << (hasEqual ? ", many equal" : ""));
            Layout layout = uniformLayout(count, {9, 1, 9}, count + 1);
            RandomSequence random(count);
            for (Vec3f& at : layout.positions) {
                at = hasEqual && random.uniform() < 0.5f ? Vec3f{0.25f, 0.0f, -0.5f} : at;
            }
            FlockState state = stateOf(layout);
            RuleMemory memory;
            memory.values.resize(count);
            for (std::size_t slot = 0; slot < count; ++slot) {
                // Ids in the reverse order of slots; every third boid remembers nothing.
                state.id[slot] = static_cast<std::uint32_t>(count - 1 - slot);
                const Vec3f place = hasEqual
                                        ? layout.positions[(slot * 7) % count]
                                        : Vec3f{random.uniform(-9.0f, 9.0f), 0, random.uniform(-9.0f, 9.0f)};
                memory.values.put(slot, {place.x, slot % 3 == 0 ? 0.0f : 1.0f, place.z});
            }
            for (const auto& [extremum, countsHere] :
                 {std::pair{Extremum::lowest, false}, std::pair{Extremum::lowest, true},
                  std::pair{Extremum::highest, false}, std::pair{Extremum::highest, true}}) {
                const float sign = extremum == Extremum::lowest ? 1.0f : -1.0f;
                GlobalBest expected;
                for (std::size_t slot = count; slot-- > 0;) {
                    const Vec3f at = state.position.at(slot);
                    const Vec3f kept = memory.values.at(slot);
                    const float here = ground.valueAt(at.x, at.z);
                    const float there = ground.valueAt(kept.x, kept.z);
                    const bool isHere = kept.y == 0.0f || (countsHere && sign * here < sign * there);
                    const GroundPoint<float> found = isHere ? GroundPoint<float>{at.x, at.z, here}
                                                            : GroundPoint<float>{kept.x, kept.z, there};
                    if (slot + 1 == count || sign * found.value < sign * expected.found.value) {
                        expected = {found, state.id[slot]};
                    }
                }
                const GlobalBest best =
                    bests.of({&state, count, &memory, extremum, countsHere}, ground, workers);
                CHECK(best.id == expected.id);
                CHECK(best.found.x == expected.found.x);
                CHECK(best.found.z == expected.found.z);
                CHECK(best.found.value == expected.found.value);
            }
        }
    }
}

TEST_CASE("a large swarm has the same hash on any number of threads", "[sim][swarm][determinism]") {
    const Scene scene = swarmScene({"count=20000", "particle_swarm.frame=2"});
    std::uint64_t expected = 0;
    for (const int threads : {1, 2, 3, 7}) {
        Simulation simulation = *Simulation::create(scene, {.threads = threads, .isa = {}});
        for (int step = 0; step < 12; ++step) {
            simulation.step();
        }
        expected = threads == 1 ? simulation.hash() : expected;
        CHECK(simulation.hash() == expected);
    }
}

TEST_CASE("only a species that searches has a best place, which follows a changed ground", "[sim][swarm]") {
    Simulation simulation = *Simulation::create(swarmScene({"particle_swarm.frame=1"}));
    for (int step = 0; step < 60; ++step) {
        simulation.step();
    }
    const std::optional<GlobalBest> best = StateView(simulation).best(0);
    REQUIRE(best);
    REQUIRE(simulation.apply({"ground.form", 5}));
    const std::optional<GlobalBest> other = StateView(simulation).best(0);
    REQUIRE(other);
    CHECK(other->found.value == simulation.scene().ground.valueAt(other->found.x, other->found.z));
    CHECK(other->found.value > best->found.value);
    simulation.step();
    REQUIRE(simulation.apply({"count", 0}));
    CHECK_FALSE(StateView(simulation).best(0));
    simulation.step();
    REQUIRE(simulation.apply({"count", 3}));
    CHECK(StateView(simulation).best(0));
    REQUIRE(simulation.apply({"particle_swarm.enabled", 0}));
    CHECK_FALSE(StateView(simulation).best(0));
}
