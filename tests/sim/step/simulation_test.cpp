#include <numeric>
#include <set>
#include <string_view>

#include <shoal/preset.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene schoolOf(int count) {
    Scene scene = sceneWith({"perception.radius=1", "separation.enabled=on", "alignment.enabled=on",
                             "cohesion.enabled=on", "limit_speed.enabled=on", "contain.enabled=on",
                             "wander.enabled=on"});
    scene.species[0].count = count;
    return scene;
}

}  // namespace

TEST_CASE("an empty flock and a single boid step like any other", "[sim][simulation]") {
    for (const int count : {0, 1, 2}) {
        INFO(count << " boids");
        Simulation simulation = *Simulation::create(schoolOf(count));
        runSteps(simulation, 20);
        CHECK(simulation.flocks()[0].count() == static_cast<std::size_t>(count));
        CHECK(simulation.stepCount() == 20);
        CHECK(simulation.seconds() == approx(20.0 / 60.0));
        CHECK(isFinite(simulation));
        CHECK(simulation.neighboursPerBoid(0) >= 0.0);
    }
    Simulation nothing = *Simulation::create(Scene());
    runSteps(nothing, 3);
    CHECK(nothing.flocks().empty());
}

TEST_CASE("a lone boid swims straight on", "[sim][simulation]") {
    const Stepped stepped =
        stepOnce(sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on"}),
                 {"one", {{1, 2, 3}}, {{0.5f, 0, -1}}});
    CHECK(stepped.steering[0] == Vec3f{0, 0, 0});
    CHECK(stepped.velocities[0] == Vec3f{0.5f, 0, -1});
}

TEST_CASE("the start fills its ball with the requested speed and order", "[sim][simulation]") {
    Scene scene = schoolOf(2000);
    scene.species[0].start = {.radius = 4, .flatness = 0.5f, .speed = 1.5f, .order = 1};
    const Simulation ordered = *Simulation::create(scene);
    for (const Vec3f& at : positionsById(ordered)) {
        CHECK(lengthOf(Vec3f{at.x, 2 * at.y, at.z}) <= 4.0001f);
    }
    for (const Vec3f& velocity : velocitiesById(ordered)) {
        CHECK(errorOf(velocity, {1.5, 0, 0}) < 1e-5);
    }
    scene.species[0].start.order = 0;
    Vec3d total;
    for (const Vec3f& velocity : velocitiesById(*Simulation::create(scene))) {
        CHECK(lengthOf(velocity) == approx(1.5).epsilon(1e-5));
        total += asDouble(velocity);
    }
    CHECK(lengthOf(total) / 2000 < 0.15);
}

TEST_CASE("the last two states hold the same boids in the same slots", "[sim][simulation]") {
    Simulation simulation = *Simulation::create(schoolOf(1500));
    runSteps(simulation, 10);
    std::vector<Vec3f> last = positionsById(simulation);
    for (int step = 0; step < 10; ++step) {
        simulation.step();
        const Flock& flock = simulation.flocks()[0];
        std::vector<int> times(flock.count(), 0);
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const std::uint32_t id = flock.now().id[slot];
            REQUIRE(id < flock.count());
            ++times[id];
            REQUIRE(flock.before().id[slot] == id);
            REQUIRE(flock.before().position.at(slot) == last[id]);
        }
        REQUIRE(std::ranges::all_of(times, [](int n) { return n == 1; }));
        last = positionsById(simulation);
    }
    CHECK(simulation.flocks()[0].slotOf(1500) == 1500);
    const std::size_t slot = simulation.flocks()[0].slotOf(7);
    CHECK(simulation.flocks()[0].now().id[slot] == 7);
}

TEST_CASE("an edit acts on the next step and on no earlier one", "[sim][simulation]") {
    const Layout layout = uniformLayout(200, {2, 2, 2}, 4);
    Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.weight=1", "cohesion.radius=1"});
    Simulation edited = placed(scene, layout);
    Simulation plain = placed(scene, layout);
    edited.step();
    plain.step();
    const std::uint64_t before = edited.hash();
    REQUIRE(edited.apply({"cohesion.weight", 3}));
    CHECK(edited.hash() == before);
    edited.step();
    plain.step();
    const std::vector<Vec3f> strong = steeringById(edited);
    const std::vector<Vec3f> weak = steeringById(plain);
    for (std::size_t id = 0; id < strong.size(); ++id) {
        CHECK(errorOf(strong[id], asDouble(weak[id]) * 3.0) < 1e-5);
    }
}

TEST_CASE("a change of the count keeps the remaining boids", "[sim][simulation]") {
    Simulation simulation = *Simulation::create(schoolOf(1000));
    runSteps(simulation, 30);
    for (const int count : {1500, 400, 401, 0, 3, 2000}) {
        INFO("to " << count << " boids");
        const std::vector<Vec3f> old = positionsById(simulation);
        REQUIRE(simulation.apply({"count", static_cast<double>(count)}));
        REQUIRE(simulation.flocks()[0].count() == static_cast<std::size_t>(count));
        CHECK(simulation.scene().species[0].count == count);
        const std::vector<Vec3f> now = positionsById(simulation);
        for (std::size_t id = 0; id < std::min(old.size(), now.size()); ++id) {
            REQUIRE(now[id] == old[id]);
        }
        const Species& species = simulation.scene().species[0];
        for (std::size_t id = old.size(); id < now.size(); ++id) {
            if (old.empty()) {
                REQUIRE(lengthOf(now[id]) <= species.start.radius * 1.001f);
            }
        }
        runSteps(simulation, 2);
        REQUIRE(isFinite(simulation));
    }
}

TEST_CASE("boids added one by one equal those of a larger start", "[sim][simulation]") {
    Simulation grown = *Simulation::create(schoolOf(10));
    REQUIRE(grown.apply({"count", 50}));
    const Simulation whole = *Simulation::create(schoolOf(50));
    CHECK(positionsById(grown) == positionsById(whole));
    CHECK(grown.hash() == whole.hash());
}

TEST_CASE("steering does not depend on the order of the slots", "[sim][simulation]") {
    // The same boids under other ids: each is steered the same, up to the rounding of sums in another order.
    const Layout layout = clustered(500, 17);
    Layout shuffled{"shuffled", {}, {}};
    std::vector<std::size_t> order(layout.count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t k = 0; k < order.size(); ++k) {
        std::swap(order[k], order[(k * 7919 + 13) % order.size()]);
    }
    for (const std::size_t from : order) {
        shuffled.positions.push_back(layout.positions[from]);
        shuffled.velocities.push_back(layout.velocities[from]);
    }
    for (const char* kind : {"metric", "nearest", "balanced", "voronoi"}) {
        Scene scene = sceneWith({"separation.enabled=on", "separation.radius=1", "alignment.enabled=on",
                                 "cohesion.enabled=on", "perception.radius=1"});
        REQUIRE(scene.applyText(std::string("perception.kind=") + kind));
        INFO(kind);
        const std::vector<Vec3f> plain = stepOnce(scene, layout).steering;
        const std::vector<Vec3f> other = stepOnce(scene, shuffled).steering;
        for (std::size_t k = 0; k < order.size(); ++k) {
            const Vec3f expected = plain[order[k]];
            CHECK(lengthOf(other[k] - expected) <= 1e-4f * (1.0f + lengthOf(expected)));
        }
    }
}

TEST_CASE("species do not disturb each other", "[sim][simulation]") {
    Scene both = schoolOf(300);
    both.species.push_back(both.species[0]);
    both.species[1].name = "other";
    both.species[1].count = 500;
    Simulation pair = *Simulation::create(both);
    Simulation alone = *Simulation::create(schoolOf(300));
    runSteps(pair, 20);
    runSteps(alone, 20);
    CHECK(positionsById(pair) == positionsById(alone));
    CHECK(pair.flocks()[1].count() == 500);
    CHECK(isFinite(pair));
}

TEST_CASE("each instruction set this machine runs has a name, and the others are refused",
          "[sim][simulation]") {
    std::set<std::string_view> names;
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
        names.insert(isaName(isa));
        const bool canRun = isa <= bestIsa();
        CHECK(isaFromName(isaName(isa)) == (canRun ? std::optional(isa) : std::nullopt));
        const Simulation simulation = *Simulation::create(schoolOf(10), {.isa = isa});
        CHECK(simulation.isa() == (canRun ? isa : bestIsa()));
    }
    CHECK(names.size() == 3);
}
