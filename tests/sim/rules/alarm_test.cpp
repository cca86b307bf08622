// The rule alarm against a plain state machine, and the wave that it makes against its arithmetic.

#include <cstddef>
#include <numbers>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "sim/measures/measured_run.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// As whole steps of 1/60 s.
constexpr int kReaction = 6;
constexpr int kDuration = 24;
constexpr int kRest = 15;
constexpr double kWeight = 12.0;
constexpr double kFading = 0.2;
constexpr double kRadius = 0.8;

Scene alarmed(int predators) {
    Scene scene = sceneWith({"perception.radius=3", "world.width=80", "world.height=80", "world.depth=80"});
    for (const std::string& text :
         {std::string("alarm.enabled=on"), fmt::format("alarm.weight={}", kWeight),
          fmt::format("alarm.radius={}", kRadius), fmt::format("alarm.reaction={}", kReaction * kStep),
          fmt::format("alarm.duration={}", kDuration * kStep), fmt::format("alarm.rest={}", kRest * kStep),
          fmt::format("alarm.fading={}", kFading)}) {
        REQUIRE(scene.applyText(text));
    }
    if (predators > 0) {
        Species& shark = scene.species.emplace_back();
        shark.name = "shark";
        shark.count = predators;
        Interaction& interaction = scene.species[0].sees.emplace_back();
        interaction.observed = "shark";
        interaction.rules.find("alarm")->isEnabled = true;
        REQUIRE(scene.applyText("species.boid.sees.shark.perception.radius=3"));
        REQUIRE(scene.applyText(fmt::format("species.boid.sees.shark.alarm.radius={}", kRadius)));
    }
    return scene;
}

/// The rule's memory of each boid, by id.
std::vector<Vec3f> memoriesOf(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    return flock.now().byId(flock.memoryOf("alarm")->values);
}

void setMemory(Simulation& simulation, std::uint32_t id, const Vec3f& memory) {
    SimulationState state = simulation.checkpoint().state();
    Flock& flock = state.flocks[0];
    flock.memoryOf("alarm")->values.put(flock.slotOf(id), memory);
    REQUIRE(simulation.resume(Checkpoint(std::move(state))));
}

Vec3d rightOf(const Vec3d& velocity) {
    return unitOf({-velocity.z, 0.0, velocity.x});
}

/// One boid's alarm in whole steps: calm at 0, alarmed from 1 to the end of its manoeuvre, then at rest below
/// 0.
struct Alarmed {
    int since = 0;
    double strength = 0.0;  ///< above 0 to the right

    bool isTurning() const { return since >= kReaction; }
    double push() const {
        return isTurning() ? strength * kWeight *
                                 std::sin(2.0 * std::numbers::pi * (since - kReaction + 0.5) / kDuration)
                           : 0.0;
    }
    Alarmed after(double wanted) const {
        if (since == 0) {
            return std::abs(wanted) >= 0.1 ? Alarmed{1, wanted} : Alarmed{};
        }
        if (since < 0 || since + 1 == kReaction + kDuration) {
            return {since < 0 ? since + 1 : -kRest, 0.0};
        }
        return {since + 1, strength};
    }
};

}  // namespace

TEST_CASE("alarm spreads, turns boids and ends as a plain state machine says", "[rules][memory][alarm]") {
    const int predators = 3;
    Scene scene = alarmed(predators);
    const Attractor hunter{
        .name = "hunter", .x = 1.0f, .y = -0.5f, .reach = 1.4f, .animal = Attractor::Animal::shark};
    const Attractor point{.name = "point", .x = -1.0f, .reach = 1.4f};  // no animal: no alarm
    scene.attractors = {hunter, point};
    Simulation simulation = placed(scene, uniformLayout(500, {2.5f, 2.5f, 2.5f}, 51));
    std::vector<Alarmed> boids(500);
    int calm = 0;
    int ambiguous = 0;  // rounding could decide
    int turning = 0;
    int resting = 0;
    int hunted = 0;
    for (int step = 0; step < 120; ++step) {
        const std::vector<Vec3f> places = positionsById(simulation);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        const std::vector<Vec3f> sharks = positionsById(simulation, 1);
        std::vector<Alarmed> next;
        std::vector<bool> isAmbiguous(boids.size());
        for (std::size_t k = 0; k < boids.size(); ++k) {
            double count = 0.0;
            double strength = 0.0;
            const auto isNear = [&](const Vec3d& offset, double radius = kRadius) {
                isAmbiguous[k] = isAmbiguous[k] || std::abs(lengthOf(offset) - radius) < 1e-5;
                return lengthOf(offset) < radius;
            };
            const auto fear = [&](const Vec3d& offset) {
                const double right = dot(offset, rightOf(asDouble(velocities[k])));
                isAmbiguous[k] = isAmbiguous[k] || std::abs(right) < 1e-5;
                count += 1.0;
                strength += right > 0.0 ? -1.0 : 1.0;
            };
            for (std::size_t j = 0; j < boids.size(); ++j) {
                if (j != k && boids[j].isTurning() && isNear(asDouble(places[j]) - asDouble(places[k]))) {
                    count += 1.0;
                    strength += (1.0 - kFading) * boids[j].strength;
                }
            }
            for (const Vec3f& shark : sharks) {
                const Vec3d offset = asDouble(shark) - asDouble(places[k]);
                if (isNear(offset)) {
                    fear(offset);
                }
            }
            const Vec3d fromHunter = asDouble(hunter.place()) - asDouble(places[k]);
            if (isNear(fromHunter, 0.5 * static_cast<double>(hunter.reach))) {
                fear(fromHunter);
                ++hunted;
            }
            const double wanted = count > 0.0 ? strength / count : 0.0;
            isAmbiguous[k] = isAmbiguous[k] || std::abs(std::abs(wanted) - 0.1) < 1e-5;
            next.push_back(boids[k].after(wanted));
            calm += boids[k].since == 0 ? 1 : 0;
            turning += boids[k].isTurning() ? 1 : 0;
            resting += boids[k].since < 0 ? 1 : 0;
        }
        simulation.step();
        const std::vector<Vec3f> memories = memoriesOf(simulation);
        const std::vector<Vec3f> after = velocitiesById(simulation);
        double worst = 0.0;
        for (std::size_t k = 0; k < boids.size(); ++k) {
            const Vec3d old = asDouble(velocities[k]);
            const Vec3d expected = old + rightOf(old) * (boids[k].push() * kStep);
            worst = std::max(worst, errorOf(after[k], expected));
            if (isAmbiguous[k]) {
                next[k] = {static_cast<int>(std::lround(static_cast<double>(memories[k].x) / kStep)),
                           static_cast<double>(memories[k].z)};
                ++ambiguous;
            }
            worst = std::max(worst, std::abs(static_cast<double>(memories[k].x) - next[k].since * kStep));
            worst = std::max(worst, std::abs(static_cast<double>(memories[k].z) - next[k].strength));
        }
        INFO("step " << step);
        REQUIRE(worst < 2e-5);
        boids = next;
    }
    CHECK(ambiguous < 60);
    CHECK(calm > 1000);
    CHECK(turning > 1000);
    CHECK(resting > 1000);
    CHECK(hunted > 100);
}

TEST_CASE("a threatened boid turns away, back, and goes on beside its old path", "[rules][alarm]") {
    for (const float right : {0.4f, -0.4f}) {
        const float speed = 10.0f;
        Scene scene = alarmed(1);
        REQUIRE(scene.applyText("species.boid.alarm.rest=60"));
        Simulation simulation = placed(scene, {"prey", {{0, 0, 0}}, {{0, 0, -speed}}});
        REQUIRE(simulation.place(1, std::vector<Vec3f>{{right, 0, 0}}, std::vector<Vec3f>{{0, 0, 0}}));
        double farthest = 0.0;
        for (int step = 0; step < kReaction + kDuration + 5; ++step) {
            simulation.step();
            const Vec3f velocity = velocitiesById(simulation)[0];
            farthest = std::max(farthest, static_cast<double>(std::abs(velocity.x)));
        }
        const double seconds = kDuration * kStep;
        const Vec3f place = positionsById(simulation)[0];
        const Vec3f velocity = velocitiesById(simulation)[0];
        CAPTURE(right, farthest, place.x, velocity.x);
        CHECK(place.x * right < 0.0f);
        // The integrals of a sine of one period; its push follows the heading, which turns by up to 17°.
        CHECK(std::abs(place.x) ==
              approx(kWeight * seconds * seconds / (2.0 * std::numbers::pi)).epsilon(0.1));
        CHECK(farthest == approx(kWeight * seconds / std::numbers::pi).epsilon(0.1));
        CHECK(std::abs(velocity.x) < 0.02f * speed);
        CHECK(velocity.y == 0.0f);
        CHECK(lengthOf(velocity) == approx(10.0).epsilon(0.02));
    }
}

TEST_CASE("alarm crosses a lattice by its radius in each reaction time, as its measure finds",
          "[rules][alarm][measures]") {
    for (const auto& [radius, reaction, hop] : {std::tuple{1.1, 6, 1.0}, std::tuple{2.1, 6, 2.0},
                                                std::tuple{2.1, 12, 2.0}, std::tuple{3.1, 9, 3.0}}) {
        Scene scene = alarmed(0);
        for (const std::string& text :
             {std::string("alarm.weight=0"), fmt::format("alarm.radius={}", radius),
              fmt::format("alarm.reaction={}", reaction * kStep), std::string("perception.radius=5"),
              std::string("alarm.duration=0.5"), std::string("alarm.fading=0")}) {
            REQUIRE(scene.applyText(text));
        }
        Layout layout{"lattice", {}, {}};
        constexpr int kAside = 8;
        constexpr int kAlong = 60;
        for (int x = 0; x < kAlong; ++x) {
            for (int k = 0; k < kAside * kAside; ++k) {
                layout.positions.push_back({static_cast<float>(x - kAlong / 2),
                                            static_cast<float>(k % kAside), static_cast<float>(k / kAside)});
                layout.velocities.push_back({0, 0, 0.25f});
            }
        }
        Simulation simulation = placed(scene, layout);
        simulation.step();
        for (std::uint32_t id = 0; id < kAside * kAside; ++id) {
            setMemory(simulation, id, {static_cast<float>(kStep), 0, 1});
        }
        const double expected = hop / (reaction * kStep);
        const int steps = static_cast<int>(0.5 * kAlong / expected * kStepsPerSecond);
        runSteps(simulation, steps);
        const std::vector<double> values =
            MeasuredRun(*measureKindsNamed("alarm_wave")).values(simulation, 0);
        CAPTURE(radius, reaction, steps, expected, values[0], values[1]);
        CHECK(values[0] == approx(expected).epsilon(0.06));
        // As many layers as the front passes in the time of reaction and manoeuvre.
        const double layers = expected * (reaction * kStep + 0.5);
        CHECK(values[1] == approx(layers / kAlong).margin(hop / kAlong));
        // It ends when it has crossed all.
        runSteps(simulation, steps + 2 * kStepsPerSecond);
        CHECK(MeasuredRun(*measureKindsNamed("alarm_wave")).values(simulation, 0)[1] == 0.0);
    }
}

TEST_CASE("alarm has the same bits whatever the threads, the instruction set and the phases",
          "[rules][alarm][determinism]") {
    for (const int rate : {kStepsPerSecond, 20}) {
        Scene scene = alarmed(40);
        scene.species[0].decisionRate = rate;
        const auto hashWith = [&](const SimulationOptions& options) {
            Simulation simulation = placed(scene, uniformLayout(5000, {4.0f, 4.0f, 4.0f}, 52), options);
            runSteps(simulation, 40);
            return simulation.hash();
        };
        const std::uint64_t one = hashWith({.threads = 1, .isa = Isa::baseline});
        CHECK(hashWith({.threads = 3, .isa = {}}) == one);
        for (const Isa isa : everyIsa()) {
            INFO(isaName(isa));
            CHECK(hashWith({.threads = 2, .isa = isa}) == one);
        }
    }
}
