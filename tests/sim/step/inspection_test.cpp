// Inspecting what steers a boid gives the same numbers as the step itself.

#include <shoal/preset.hpp>
#include <shoal/random.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

struct Inspected {
    std::size_t speciesIndex;
    std::uint32_t id;
    Inspection inspection;
};

/// Inspects a few boids of every species: the first, the last and some in between.
std::vector<Inspected> inspectSome(const Simulation& simulation, std::uint64_t seed) {
    std::vector<Inspected> some;
    for (std::size_t s = 0; s < simulation.flocks().size(); ++s) {
        const auto count = static_cast<std::uint32_t>(simulation.flocks()[s].count());
        for (const std::uint32_t id :
             {0U, static_cast<std::uint32_t>(mixBits(seed) % std::max(count, 1U)),
              static_cast<std::uint32_t>(mixBits(seed + 1) % std::max(count, 1U)), count - 1}) {
            if (const auto inspection = simulation.inspect(s, id)) {
                some.push_back({s, id, *inspection});
            }
        }
    }
    return some;
}

/// Checks inspections against the state one step later.
void checkAgainstStep(const Simulation& simulation, const std::vector<Inspected>& inspected) {
    for (const Inspected& each : inspected) {
        INFO("species " << each.speciesIndex << ", boid " << each.id);
        const Flock& flock = simulation.flocks()[each.speciesIndex];
        const std::size_t slot = flock.slotOf(each.id);
        Vec3f sum;
        for (const Inspection::Push& push : each.inspection.pushes) {
            sum += push.steering;
        }
        // Equal to the bit: each rule alone computes the bits that it adds in the step, in the same order.
        CHECK(sum == each.inspection.steering);
        CHECK(each.inspection.position == flock.before().position.at(slot));
        if (each.inspection.decides) {
            CHECK(each.inspection.steering == flock.steering().at(slot));
            CHECK(each.inspection.velocityAfter == flock.now().velocity.at(slot));
        }
    }
}

using Ids = std::vector<std::uint32_t>;

Ids neighbourIds(const Inspection& inspection, std::size_t speciesIndex = 0) {
    Ids ids;
    for (const Inspection::Neighbour& neighbour : inspection.neighbours) {
        if (neighbour.speciesIndex == speciesIndex) {
            ids.push_back(neighbour.id);
        }
    }
    std::ranges::sort(ids);
    return ids;
}

/// Returns whether a boid sees a place, by the definition: within the radius, and outside the cone of this
/// full angle [rad] behind it.
bool seesPlace(const Layout& layout, std::uint32_t self, const Vec3d& offset, double radius,
               double blindAngle) {
    const double distance = lengthOf(offset);
    const Vec3d velocity = asDouble(layout.velocities[self]);
    const double ahead = dot(offset, velocity) / (distance * lengthOf(velocity));
    return distance < radius && ahead >= -std::cos(blindAngle / 2.0);
}

/// Returns the boids that a boid sees, by testing all others. `worldSize` [m] is that of a wrapped world.
Ids seenByAll(const Layout& layout, std::uint32_t self, double radius, double blindAngle,
              double worldSize = 1e9) {
    Ids ids;
    for (std::uint32_t other = 0; other < layout.count(); ++other) {
        Vec3d offset = asDouble(layout.positions[other]) - asDouble(layout.positions[self]);
        for (double* axis : {&offset.x, &offset.y, &offset.z}) {
            *axis -= worldSize * std::round(*axis / worldSize);
        }
        if (other != self && seesPlace(layout, self, offset, radius, blindAngle)) {
            ids.push_back(other);
        }
    }
    return ids;
}

}  // namespace

TEST_CASE("the pushes of an inspected boid sum to its steering in the next step, in every preset",
          "[sim][inspection]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        Simulation simulation = *Simulation::create(*openPreset(std::string(preset.name)));
        for (std::uint64_t step = 0; step < 40; ++step) {
            const bool isInspected = step < 3 || step % 13 == 0;
            const std::uint64_t hash = simulation.hash();
            const auto inspected = isInspected ? inspectSome(simulation, step) : std::vector<Inspected>{};
            CHECK(simulation.hash() == hash);
            simulation.step();
            checkAgainstStep(simulation, inspected);
        }
    }
}

TEST_CASE("inspecting does not change the run", "[sim][inspection]") {
    Simulation inspected = started("bait-ball", 3);
    Simulation plain = started("bait-ball", 3);
    for (int step = 0; step < 20; ++step) {
        for (std::size_t s = 0; s < inspected.flocks().size(); ++s) {
            REQUIRE(inspected.inspect(s, 0));
        }
        inspected.step();
        plain.step();
    }
    CHECK(inspected.hash() == plain.hash());
}

TEST_CASE("between its decisions, a staggered boid's inspection gives the decision it would make now",
          "[sim][inspection]") {
    // The same flock twice: in one all boids decide at every step.
    const Layout layout = clustered(600, 5);
    Scene scene = sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on"});
    Scene staggered = scene;
    REQUIRE(staggered.applyText("decision_rate=10"));
    Simulation simulation = placed(staggered, layout);
    simulation.step();
    simulation.step();
    const Layout here{"here", positionsById(simulation), velocitiesById(simulation)};
    const Stepped all = stepOnce(scene, here);
    int deciding = 0;
    for (std::uint32_t id = 0; id < 60; ++id) {
        INFO("boid " << id);
        const auto inspection = simulation.inspect(0, id);
        REQUIRE(inspection);
        CHECK(inspection->decides == (id % 6 == 2));
        deciding += inspection->decides ? 1 : 0;
        // A boid that searches alone adds neighbours in another order.
        CHECK(errorOf(inspection->steering, asDouble(all.steering[id])) <=
              1e-4 * (1.0 + lengthOf(asDouble(all.steering[id]))));
    }
    CHECK(deciding == 10);
}

TEST_CASE("an inspected boid's neighbours are those within its radius and outside its blind cone",
          "[sim][inspection]") {
    const Layout layout = uniformLayout(700, {2.0f, 2.0f, 2.0f}, 31);
    // Boids beyond the reach of every rule are still perceived.
    for (const std::string rate : {"60", "10"}) {
        for (const double blindDegrees : {0.0, 90.0}) {
            INFO("rate " << rate << ", blind angle " << blindDegrees);
            Scene scene =
                sceneWith({"separation.enabled=on", "separation.radius=0.4", "perception.radius=0.9"});
            REQUIRE(scene.applyText("decision_rate=" + rate));
            REQUIRE(scene.applyText("perception.blind_angle=" + std::to_string(blindDegrees)));
            Simulation simulation = placed(scene, layout);
            simulation.step();
            const Layout here{"here", positionsById(simulation), velocitiesById(simulation)};
            std::size_t total = 0;
            for (std::uint32_t id = 0; id < layout.count(); id += 23) {
                const Ids found = neighbourIds(*simulation.inspect(0, id));
                CHECK(found == seenByAll(here, id, 0.9, blindDegrees * std::acos(-1.0) / 180.0));
                total += found.size();
            }
            CHECK(total > 0);
        }
    }
}

TEST_CASE("a push names the species that the boid responds to, and its boids are neighbours",
          "[sim][inspection]") {
    Simulation simulation = started("bait-ball", 1);
    runSeconds(simulation, 1);
    const auto& species = simulation.scene().species;
    constexpr std::size_t kShark = 2;
    REQUIRE(species.at(kShark).name == "shark");
    const FlockState& prey = simulation.flocks()[0].now();
    const std::uint32_t id = prey.id[0];
    const Vec3f ahead = prey.velocity.at(0) * (1.0f / lengthOf(prey.velocity.at(0)));
    const Vec3f shark = prey.position.at(0) + ahead;
    REQUIRE(simulation.place(kShark, std::array{shark}, std::array{Vec3f{}}));
    const auto inspection = simulation.inspect(0, id);
    REQUIRE(inspection);
    CHECK(neighbourIds(*inspection, kShark) == Ids{0});
    const auto flees = std::ranges::find_if(inspection->pushes, [](const Inspection::Push& push) {
        return push.rule == "flee" && push.observedIndex == kShark;
    });
    REQUIRE(flees != inspection->pushes.end());
    CHECK(dot(flees->steering, inspection->position - shark) > 0.0f);
}

TEST_CASE("only boids that exist can be inspected", "[sim][inspection]") {
    const Simulation simulation = started("reef", 1);
    const auto count = static_cast<std::uint32_t>(simulation.flocks()[0].count());
    CHECK(simulation.inspect(0, count - 1));
    CHECK_FALSE(simulation.inspect(0, count));
}
