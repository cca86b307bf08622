// The example rule contagion.cpp: neighbours read what a rule keeps for each boid.

#include <utility>

#include "sim/step/checkpoint.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr double kSpread = 2.0;
constexpr double kCalm = 1.5;
constexpr double kRadius = 0.8;

Scene alarmed(int predators) {
    Scene scene = sceneWith({"contagion.enabled=on", "contagion.radius=0.8", "limit_speed.enabled=on"});
    if (predators > 0) {
        Species& shark = scene.species.emplace_back();
        shark.name = "shark";
        shark.count = predators;
        Interaction& interaction = scene.species[0].sees.emplace_back();
        interaction.observed = "shark";
        interaction.rules.find("contagion")->isEnabled = true;
        REQUIRE(scene.applyText("species.boid.sees.shark.contagion.radius=0.8"));
    }
    return scene;
}

/// Returns the alarm of each boid, by id.
std::vector<double> alarmsOf(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    std::vector<double> alarms(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        alarms[flock.now().id[slot]] = static_cast<double>(flock.memoryOf("contagion")->values.x[slot]);
    }
    return alarms;
}

/// Returns the alarms one step later.
std::vector<double> expectedAfter(const std::vector<double>& alarms, const std::vector<Vec3f>& places,
                                  const std::vector<Vec3f>& predators) {
    const auto isNear = [](const Vec3f& a, const Vec3f& b) {
        return lengthOf(asDouble(a) - asDouble(b)) < kRadius;
    };
    std::vector<double> after;
    for (std::size_t k = 0; k < alarms.size(); ++k) {
        double sum = 0.0;
        for (std::size_t j = 0; j < alarms.size(); ++j) {
            sum += j != k && isNear(places[j], places[k]) ? alarms[j] : 0.0;
        }
        for (const Vec3f& predator : predators) {
            sum += isNear(predator, places[k]) ? 1.0 : 0.0;
        }
        const double rate = kSpread * (1.0 - alarms[k]) * sum - alarms[k] / kCalm;
        after.push_back(std::clamp(alarms[k] + rate / kStepsPerSecond, 0.0, 1.0));
    }
    return after;
}

}  // namespace

TEST_CASE("alarm spreads from predators and neighbours as its formula says", "[rules][memory]") {
    Simulation simulation = placed(alarmed(3), uniformLayout(600, {2.0f, 2.0f, 2.0f}, 51));
    simulation.step();
    double most = 0.0;
    for (int step = 0; step < 90; ++step) {
        const std::vector<double> expected =
            expectedAfter(alarmsOf(simulation), positionsById(simulation), positionsById(simulation, 1));
        simulation.step();
        const std::vector<double> found = alarmsOf(simulation);
        double worst = 0.0;
        for (std::size_t id = 0; id < found.size(); ++id) {
            worst = std::max(worst, std::abs(found[id] - expected[id]));
            most = std::max(most, found[id]);
        }
        INFO("step " << step);
        CHECK(worst < 1e-5);
    }
    CHECK(most > 0.1);
}

TEST_CASE("alarm fades without a cause, and is zero where there never was one", "[rules][memory]") {
    const Layout layout{"far apart", {{0, 0, 0}, {50, 0, 0}}, {{1, 0, 0}, {0, 1, 0}}};
    Simulation simulation = placed(alarmed(0), layout);
    simulation.step();
    SimulationState state = simulation.checkpoint().state();
    Flock& flock = state.flocks[0];
    flock.memoryOf("contagion")->values.x[flock.slotOf(0)] = 1.0f;
    REQUIRE(simulation.resume(Checkpoint(std::move(state))));
    runSteps(simulation, 90);
    const std::vector<double> alarms = alarmsOf(simulation);
    CHECK(alarms[0] == approx(std::pow(1.0 - 1.0 / (kCalm * kStepsPerSecond), 90)).epsilon(1e-4));
    CHECK(alarms[1] == 0.0);
}

TEST_CASE("what neighbours remember does not depend on threads, instruction set or phases",
          "[rules][memory][determinism]") {
    for (const int rate : {kStepsPerSecond, 20}) {
        INFO("decision rate " << rate);
        Scene scene = alarmed(40);
        scene.species[0].decisionRate = rate;
        const auto hashWith = [&](const SimulationOptions& options) {
            Simulation simulation = placed(scene, uniformLayout(5000, {4.0f, 4.0f, 4.0f}, 52), options);
            runSteps(simulation, 20);
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

TEST_CASE("inspecting a boid does not change its memory", "[rules][memory][inspection]") {
    Simulation simulation = placed(alarmed(3), uniformLayout(200, {1.0f, 1.0f, 1.0f}, 53));
    Simulation plain = placed(alarmed(3), uniformLayout(200, {1.0f, 1.0f, 1.0f}, 53));
    for (int step = 0; step < 10; ++step) {
        const auto inspection = simulation.inspect(0, 7);
        REQUIRE(inspection);
        simulation.step();
        plain.step();
        const Flock& flock = simulation.flocks()[0];
        const Vec3f velocity = flock.now().velocity.at(flock.slotOf(7));
        CHECK(velocity == inspection->velocityAfter);
    }
    CHECK(simulation.hash() == plain.hash());
}
