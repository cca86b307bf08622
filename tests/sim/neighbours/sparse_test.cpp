// Staggered boids, sparse among the others: they search a grid that may be several steps old.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <shoal/random.hpp>

#include "catch.hpp"
#include "sim/neighbours/sparse_finder.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint32_t kNoCrowd = std::numeric_limits<std::uint32_t>::max();

/// A flock sorted into a grid several steps ago; since then each boid has moved by up to the allowed drift.
struct Aged {
    FlockState state;
    NeighbourGrid grid;
    std::vector<std::uint32_t> slots;  ///< of all boids

    Aged(const Layout& layout, float reach) {
        const GridRequest request = SparseFinder::requestFor(reach);
        state.resize(layout.count());
        grid.build(stateOf(layout), state, layout.count(), request);
        const float drift = reach * SparseFinder::kDriftFraction * 0.999f;
        RandomSequence random(5, layout.count());
        for (std::uint32_t slot = 0; slot < layout.count(); ++slot) {
            const Vec3f from = state.position.at(slot);
            const Vec3f to = from + random.inBall() * drift;
            state.position.put(slot, lengthOf(to - from) <= drift ? to : from);  // rounding can exceed drift
            slots.push_back(slot);
        }
        grid.addDrift(drift);
        REQUIRE(SparseFinder::isServed(grid, request));
    }
};

/// Returns the slots that boid k has to search, in the order of its cell ranges.
std::vector<std::uint32_t> slotsFor(const SparseBoids& boids, std::size_t k) {
    std::vector<std::uint32_t> slots;
    for (const SlotBatch& batch : std::span(boids.batches[k], boids.batchCount[k])) {
        for (std::uint32_t at = 0; at < std::min<std::uint32_t>(batch.left, kLanes); ++at) {
            slots.push_back(batch.begin + at);
        }
    }
    return slots;
}

/// Calls `check(boids, k, slot)` for each boid of the flock.
template <class Check>
void forEachFound(const Aged& aged, float reach, std::uint32_t crowd, const Check& check) {
    SparseFinder finder;
    for (std::size_t first = 0; first < aged.slots.size(); first += 7) {
        const auto some =
            std::span(aged.slots).subspan(first, std::min<std::size_t>(7, aged.slots.size() - first));
        const SparseBoids& boids = finder.find(aged.state, aged.grid, some, reach, crowd, bestIsa());
        REQUIRE(boids.count == some.size());
        for (std::size_t k = 0; k < some.size(); ++k) {
            check(boids, k, some[k]);
        }
    }
}

Scene flockingAt(const char* rate) {
    Scene scene =
        sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on",
                   "perception.max_candidates=4096", "limit_speed.enabled=on", "limit_speed.max=20"});
    REQUIRE(scene.applyText(std::string("decision_rate=") + rate));
    return scene;
}

/// Makes a step, and compares the steering of each boid that decides in it with a simulation of the same
/// state in which all boids decide.
void checkNextStep(Simulation& simulation) {
    Scene scene = simulation.scene();
    for (Species& species : scene.species) {
        species.decisionRate = kStepsPerSecond;
    }
    Simulation all = *Simulation::create(scene);
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        REQUIRE(all.place(s, positionsById(simulation, s), velocitiesById(simulation, s)));
    }
    const std::uint64_t step = simulation.stepCount();
    all.step();
    simulation.step();
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        const auto period =
            static_cast<std::uint64_t>(kStepsPerSecond / simulation.scene().species[s].decisionRate);
        const std::vector<Vec3f> expected = steeringById(all, s);
        const std::vector<Vec3f> found = steeringById(simulation, s);
        for (std::uint64_t id = step % period; id < found.size(); id += period) {
            INFO("species " << s << ", step " << step << ", boid " << id);
            CHECK(errorOf(found[id], asDouble(expected[id])) <=
                  2e-4 * (1.0 + lengthOf(asDouble(expected[id]))));
        }
    }
}

/// Makes each boid coincident with the others of its group of three.
Layout inThrees(Layout layout) {
    layout.name += ", in threes";
    for (std::size_t k = 0; k < layout.count(); ++k) {
        layout.positions[k] = layout.positions[k - k % 3];
    }
    return layout;
}

/// Returns the steering after a second step, which starts from this layout.
std::vector<Vec3f> staggeredSteering(const Scene& scene, const Layout& layout,
                                     const SimulationOptions& options = {}) {
    Simulation simulation = placed(scene, layout, options);
    simulation.step();  // all boids decide
    REQUIRE(simulation.place(0, layout.positions, layout.velocities));
    simulation.step();
    return steeringById(simulation);
}

}  // namespace

TEST_CASE("a sparse boid searches each of its neighbours once, and not itself", "[sim][sparse]") {
    std::vector<Layout> layouts = hardLayouts(31);
    layouts.push_back(uniformLayout(900, {4.0f, 4.0f, 4.0f}, 48));
    layouts.back().name = "at the end of the world";
    for (Vec3f& position : layouts.back().positions) {
        position = position + Vec3f{9.9e5f, -9.9e5f, 9.9e5f};
    }
    for (const Layout& layout : layouts) {
        for (const float reach : {0.05f, 0.7f, 3.0f, 60.0f}) {
            INFO(layout.name << ", reach " << reach);
            const Aged aged(layout, reach);
            std::size_t missed = 0;
            std::size_t twice = 0;
            forEachFound(
                aged, reach, kNoCrowd, [&](const SparseBoids& boids, std::size_t k, std::uint32_t slot) {
                    const std::vector<std::uint32_t> found = slotsFor(boids, k);
                    const std::set<std::uint32_t> all(found.begin(), found.end());
                    twice += all.size() == found.size() ? 0 : 1;
                    CHECK(!all.contains(slot));
                    for (const std::uint32_t other : aged.slots) {
                        const Vec3f offset = aged.state.position.at(other) - aged.state.position.at(slot);
                        missed += other != slot && lengthOf(offset) <= reach && !all.contains(other) ? 1 : 0;
                    }
                });
            CHECK(missed == 0);
            CHECK(twice == 0);
        }
    }
}

TEST_CASE("a sparse boid searches hardly farther than it perceives", "[sim][sparse]") {
    const Layout layout = uniformLayout(6000, {6.0f, 6.0f, 6.0f}, 32);
    const Aged aged(layout, 1.0f);
    double looked = 0.0;
    forEachFound(aged, 1.0f, kNoCrowd, [&](const SparseBoids& boids, std::size_t k, std::uint32_t) {
        looked += static_cast<double>(slotsFor(boids, k).size());
    });
    // All 27 cells of one reach would hold the boids of 27 m³, fewer at the walls.
    const double perCubicMetre = 6000.0 / (12.0 * 12.0 * 12.0);
    CHECK(looked / 6000.0 < 17.0 * perCubicMetre);
}

TEST_CASE("a boid's cell ranges stay in their place for any candidate limit", "[sim][sparse]") {
    // An assertion in the finder checks for overruns. Here the next boid's cell ranges must equal those of a
    // search by itself.
    const Layout layout = uniformLayout(3000, {1.2f, 1.2f, 1.2f}, 47);
    const Aged aged(layout, 0.5f);
    for (const std::uint32_t crowd : {64U, 256U, 320U, 400U, 3000U}) {
        SparseFinder together;
        SparseFinder alone;
        for (std::size_t first = 0; first + kLanes <= 240; first += kLanes) {
            const auto eight = std::span(aged.slots).subspan(first, kLanes);
            const SparseBoids& boids = together.find(aged.state, aged.grid, eight, 0.5f, crowd, bestIsa());
            for (std::size_t k = 0; k < kLanes; ++k) {
                const SparseBoids& one =
                    alone.find(aged.state, aged.grid, eight.subspan(k, 1), 0.5f, crowd, bestIsa());
                REQUIRE((boids.refused >> k & 1U) == (one.refused & 1U));
                REQUIRE(slotsFor(boids, k) == slotsFor(one, 0));
            }
        }
    }
}

TEST_CASE("the shorter batches of two adjacent boids end in empty ones", "[sim][sparse]") {
    // Half of the boids lie in a cluster, the others far apart.
    Layout layout = clustered(1000, 34);
    for (std::size_t k = 0; k < layout.count(); k += 2) {
        layout.positions[k] = layout.positions[k] * 40.0f;
    }
    const Aged aged(layout, 1.0f);
    SparseFinder finder;
    std::uint32_t mostEmpty = 0;
    for (std::uint32_t slot = 0; slot < 1000; ++slot) {
        const std::array<std::uint32_t, 2> two{slot, slot * 389 % 1000};
        const SparseBoids& boids = finder.find(aged.state, aged.grid, two, 1.0f, kNoCrowd, bestIsa());
        const std::size_t shorter = boids.batchCount[0] < boids.batchCount[1] ? 0 : 1;
        const std::uint32_t end = boids.batchCount[1 - shorter];
        for (std::uint32_t at = boids.batchCount[shorter]; at < end; ++at) {
            CHECK(boids.batches[shorter][at].left == 0);
        }
        mostEmpty = std::max(mostEmpty, end - boids.batchCount[shorter]);
    }
    CHECK(mostEmpty > 20);
}

TEST_CASE("boids above the candidate limit are refused, and no others", "[sim][sparse]") {
    const Layout layout = clustered(500, 33);
    const Aged aged(layout, 1.0f);
    std::vector<std::size_t> all;
    forEachFound(aged, 1.0f, kNoCrowd, [&](const SparseBoids& boids, std::size_t k, std::uint32_t) {
        all.push_back(slotsFor(boids, k).size() + 1);
    });
    std::size_t refused = 0;
    forEachFound(aged, 1.0f, 40, [&](const SparseBoids& boids, std::size_t k, std::uint32_t slot) {
        const bool isRefused = (boids.refused >> k & 1U) != 0;
        CHECK(isRefused == (all[slot] > 40));
        CHECK(slotsFor(boids, k).size() == (isRefused ? 0 : all[slot] - 1));
        refused += isRefused ? 1 : 0;
    });
    CHECK(refused > 0);
    CHECK(refused < layout.count());
}

TEST_CASE("sparse boids steer as if all decided, wherever they are", "[sim][sparse]") {
    std::vector<Layout> layouts = hardLayouts(34);
    for (Layout& layout : crowdedLayouts(60, 35)) {
        layouts.push_back(std::move(layout));
    }
    layouts.push_back(inThrees(uniformLayout(900, {3.0f, 3.0f, 3.0f}, 41)));
    for (const Layout& layout : layouts) {
        for (const char* cone : {"perception.blind_angle=0", "perception.blind_angle=120"}) {
            INFO(layout.name << ", " << cone);
            Scene all = flockingAt("60");
            Scene some = flockingAt("12");
            REQUIRE(all.applyText(cone));
            REQUIRE(some.applyText(cone));
            const std::vector<Vec3f> expected = stepOnce(all, layout).steering;
            const std::vector<Vec3f> found = staggeredSteering(some, layout);
            for (std::size_t id = 1; id < layout.count(); id += 5) {
                INFO("boid " << id);
                CHECK(errorOf(found[id], asDouble(expected[id])) <=
                      2e-4 * (1.0 + lengthOf(asDouble(expected[id]))));
            }
        }
    }
}

TEST_CASE("sparse boids perceive the same in an old grid as in a new one", "[sim][sparse]") {
    // Speeds at which the grid lasts for one step, for several and for all of them.
    for (const float speed : {0.05f, 2.0f, 15.0f}) {
        INFO(speed << " m/s");
        Layout layout = uniformLayout(900, {3.0f, 3.0f, 3.0f}, 36);
        for (Vec3f& velocity : layout.velocities) {
            velocity = velocity * (speed / std::max(lengthOf(velocity), 1e-3f));
        }
        Scene scene = flockingAt("15");
        REQUIRE(scene.apply({"limit_speed.max", static_cast<double>(speed)}));
        Simulation simulation = placed(scene, layout);
        simulation.step();
        std::size_t unmoved = 0;
        for (int step = 1; step < 16; ++step) {
            const AlignedArray<std::uint32_t>& ids = simulation.flocks()[0].now().id;
            const std::vector<std::uint32_t> order(ids.data(), ids.data() + ids.size());
            checkNextStep(simulation);
            unmoved += std::ranges::equal(order, simulation.flocks()[0].now().id.span()) ? 1 : 0;
        }
        CHECK((unmoved == 14) == (speed < 1.0f));
        CHECK((unmoved == 0) == (speed > 10.0f));
    }
}

TEST_CASE("sparse boids never search the grid of another flock, count or radius", "[sim][sparse]") {
    Scene scene = flockingAt("15");
    REQUIRE(scene.applyText("limit_speed.max=0.5"));  // slow, so that a grid lasts long
    Simulation simulation = placed(scene, uniformLayout(700, {3.0f, 3.0f, 3.0f}, 42));
    const std::vector<Edit> edits{{"count", 900.0},           {"perception.radius", 2.0},
                                  {"perception.radius", 0.8}, {"alignment.enabled", 0.0},
                                  {"count", 400.0},           {"cohesion.radius", 0.5},
                                  {"cohesion.radius", 1.5},   {"alignment.enabled", 1.0},
                                  {"decision_rate", 60.0},    {"decision_rate", 12.0}};
    for (const Edit& edit : edits) {
        for (int step = 0; step < 3; ++step) {
            checkNextStep(simulation);
        }
        REQUIRE(simulation.apply(edit));
    }
    for (const std::uint64_t seed : {43, 44}) {
        const Layout layout = inThrees(uniformLayout(600, {2.0f, 2.0f, 2.0f}, seed));
        REQUIRE(simulation.place(0, layout.positions, layout.velocities));
        for (int step = 0; step < 3; ++step) {
            checkNextStep(simulation);
        }
    }
    simulation.restart(5);
    for (int step = 0; step < 3; ++step) {
        checkNextStep(simulation);
    }
}

TEST_CASE("species with sparse boids perceive each other in old grids", "[sim][sparse][interaction]") {
    Scene scene = flockingAt("12");
    REQUIRE(scene.applyText("limit_speed.max=2"));
    scene.species.push_back(scene.species[0]);
    scene.species[0].name = "one";
    scene.species[1].name = "other";
    scene.species[1].decisionRate = 20;
    REQUIRE(scene.applyText("other.limit_speed.max=0.1"));  // each grid ages by its own boids' movement
    for (std::size_t s = 0; s < 2; ++s) {
        Interaction& interaction = scene.species[s].sees.emplace_back();
        interaction.observed = scene.species[1 - s].name;
        interaction.perception.radius = 1.2f;
        interaction.perception.kind = s == 0 ? Perception::Kind::metric : Perception::Kind::nearest;
        interaction.rules.find("cohesion")->isEnabled = true;
        interaction.rules.find("separation")->isEnabled = true;
    }
    Simulation simulation = placed(scene, uniformLayout(700, {2.5f, 2.5f, 2.5f}, 45));
    const Layout others = uniformLayout(300, {2.5f, 2.5f, 2.5f}, 46);
    REQUIRE(simulation.place(1, others.positions, others.velocities));
    for (int step = 0; step < 14; ++step) {
        checkNextStep(simulation);
    }
}

TEST_CASE("sampled neighbours keep the expected value for sparse boids", "[sim][sparse][crowd]") {
    // Within one cell, and over several.
    for (const float half : {0.3f, 1.3f}) {
        INFO("half a side of " << half << " m");
        const Layout layout = uniformLayout(half < 1.0f ? 600 : 2000, {half, half, half}, 37);
        Scene scene = flockingAt("30");
        const std::vector<Vec3f> exact = staggeredSteering(scene, layout);
        REQUIRE(scene.applyText("perception.max_candidates=128"));
        constexpr int kDraws = 200;
        std::vector<std::vector<Vec3f>> draws;
        for (int draw = 0; draw < kDraws; ++draw) {
            scene.seed = static_cast<std::uint64_t>(draw + 1);
            draws.push_back(staggeredSteering(scene, layout));
        }
        for (const std::size_t id : {1U, 17U, 599U}) {
            INFO("boid " << id);
            const auto isNear = [&](float Vec3f::*axis) {
                double sum = 0.0;
                double squares = 0.0;
                for (const std::vector<Vec3f>& steering : draws) {
                    const auto value = static_cast<double>(steering[id].*axis);
                    sum += value;
                    squares += value * value;
                }
                const double mean = sum / kDraws;
                const double deviation = std::sqrt(std::max(squares / kDraws - mean * mean, 0.0) / kDraws);
                return deviation > 0.0 &&
                       std::abs(mean - static_cast<double>(exact[id].*axis)) < 5.0 * deviation;
            };
            CHECK(isNear(&Vec3f::x));
            CHECK(isNear(&Vec3f::y));
            CHECK(isNear(&Vec3f::z));
        }
    }
}

TEST_CASE("the candidate limit bounds the search of sparse boids", "[sim][sparse][crowd]") {
    Scene scene = flockingAt("10");
    REQUIRE(scene.applyText("perception.max_candidates=256"));
    Simulation simulation = placed(scene, uniformLayout(20000, {0.2f, 0.2f, 0.2f}, 38));
    simulation.step();
    simulation.step();
    const double perDecision = static_cast<double>(simulation.profile().candidates) / (20000.0 / 6.0);
    CHECK(perDecision > 50.0);
    CHECK(perDecision <= 257.0);
}

TEST_CASE("sparse boids have the same bits for any threads, instruction set, and fused or separate",
          "[sim][sparse][determinism]") {
    // Over several sorts, with some coincident boids and a dense crowd.
    Layout layout = uniformLayout(5000, {5.0f, 5.0f, 5.0f}, 39);
    for (std::size_t k = 0; k < 900; ++k) {
        layout.positions[k] = k < 400 ? layout.positions[k] * 0.08f : layout.positions[k - k % 3];
    }
    for (const char* more : {"perception.max_candidates=128", "perception.blind_angle=100"}) {
        INFO(more);
        Scene scene = flockingAt("10");
        REQUIRE(scene.applyText(more));
        const auto hashWith = [&](const SimulationOptions& options) {
            Simulation simulation = placed(scene, layout, options);
            for (int step = 0; step < 25; ++step) {
                simulation.step();
            }
            return simulation.hash();
        };
        const std::uint64_t expected = hashWith({1, Isa::baseline, true});
        for (const Isa isa : everyIsa()) {
            INFO(isaName(isa));
            CHECK(hashWith({1, isa, true}) == expected);
            CHECK(hashWith({1, isa, false}) == expected);
        }
        CHECK(hashWith({2, {}, true}) == expected);
        CHECK(hashWith({7, {}, false}) == expected);
    }
}

TEST_CASE("sparse boids continue from a checkpoint bit for bit, between two sorts too",
          "[sim][sparse][checkpoint]") {
    const Layout layout = uniformLayout(800, {3.0f, 3.0f, 3.0f}, 40);
    for (int begin = 1; begin < 12; ++begin) {
        INFO("from step " << begin);
        Simulation simulation = placed(flockingAt("10"), layout);
        const auto run = [](Simulation& any, int steps) {
            for (int step = 0; step < steps; ++step) {
                any.step();
            }
        };
        run(simulation, begin);
        const Checkpoint checkpoint = simulation.checkpoint();
        run(simulation, 9);
        const std::uint64_t later = simulation.hash();
        REQUIRE(simulation.resume(checkpoint));
        run(simulation, 9);
        CHECK(simulation.hash() == later);
        Simulation other = *Simulation::create(Scene{}, {.threads = 2, .isa = {}});
        REQUIRE(other.resume(checkpoint));
        run(other, 9);
        CHECK(other.hash() == later);
    }
}
