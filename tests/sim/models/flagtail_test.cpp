// The model of Gautrais et al. 2012: its formulas step by step, the statistics of a lone fish, and the states
// of a group.

#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "optimised.hpp"
#include "oracle/flagtail_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr oracle::FlagtailModel kPaper{
    .speed = 0.8, .alignment = 2.7, .attraction = 0.41, .wall = 0.94, .inertia = 0.024};
constexpr double kPaperNoise = 28.9;  // [1/(m √s)]

Scene flagtails(const oracle::FlagtailModel& model, double noise,
                std::initializer_list<std::string_view> assignments = {}) {
    Scene scene = sceneWith({"flagtail.enabled=on", "planar.enabled=on", "perception.kind=voronoi",
                             "perception.count=32", "perception.radius=20"});
    const std::pair<const char*, double> settings[] = {{"speed", model.speed},
                                                       {"alignment", model.alignment},
                                                       {"attraction", model.attraction},
                                                       {"frontal", model.frontal},
                                                       {"wall", model.wall},
                                                       {"inertia", model.inertia},
                                                       {"noise", noise}};
    for (const auto& [key, value] : settings) {
        REQUIRE(scene.apply({std::string("flagtail.") + key, value}));
    }
    for (const std::string_view assignment : assignments) {
        REQUIRE(scene.applyText(assignment));
    }
    scene.world.shape = model.isRound ? World::Shape::sphere : World::Shape::box;
    scene.world.width = static_cast<float>(2.0 * model.halfWorld.x);
    scene.world.height = static_cast<float>(2.0 * model.halfWorld.y);
    scene.world.depth = static_cast<float>(2.0 * model.halfWorld.z);
    return scene;
}

/// Returns the turning speed of each boid [rad/s], by id.
std::vector<double> turningSpeeds(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    std::vector<double> speeds(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        speeds[flock.now().id[slot]] = static_cast<double>(flock.memoryOf("flagtail")->values.x[slot]);
    }
    return speeds;
}

/// Returns boids in the plane within this distance [m] of the middle along x and z.
Layout levelLayout(std::size_t count, float half, std::uint64_t seed) {
    Layout layout = uniformLayout(count, {half, 0.0f, half}, seed);
    for (Vec3f& velocity : layout.velocities) {
        velocity.y = 0.0f;
    }
    return layout;
}

struct OrderAt {
    double polarisation = 0.0;
    double milling = 0.0;
};

/// Returns means over some seeds of the preset in its tank, from 20 s to the end.
OrderAt orderAt(const std::string& count, const std::string& speed, std::uint64_t seeds, int seconds) {
    OrderAt order;
    double samples = 0.0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Scene scene =
            presetScene("flagtails", {"count=" + count, "world.width=4", "flagtail.speed=" + speed});
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        const Flock& flock = simulation.flocks()[0];
        for (int step = 1; step <= 100 * seconds; ++step) {
            simulation.step();
            if (step > 2000 && step % 20 == 0) {
                const Measures now = measureMotion(flock.now(), flock.count());
                order.polarisation += now.polarisation;
                order.milling += now.milling;
                samples += 1.0;
            }
        }
    }
    return {order.polarisation / samples, order.milling / samples};
}

}  // namespace

TEST_CASE("flagtail turns as the paper's formulas say", "[sim][rules][flagtail][oracle]") {
    struct Trial {
        const char* name;
        oracle::FlagtailModel model;
        float step;
    };
    oracle::FlagtailModel round = kPaper;
    round.halfWorld = {2.0, 2.0, 2.0};
    oracle::FlagtailModel frontal = round;
    frontal.frontal = 0.7;
    frontal.speed = 0.3;
    oracle::FlagtailModel box = kPaper;
    box.isRound = false;
    box.halfWorld = {2.0, 3.0, 5.0};
    oracle::FlagtailModel open = round;
    open.wall = 0.0;
    const float presetStep = presetScene("flagtails").time.step;
    for (const Trial& trial : {Trial{"round", round, presetStep},
                               {"frontal", frontal, presetStep},
                               {"box", box, presetStep},
                               {"open", open, presetStep},
                               {"round", round, kStepSeconds},
                               {"round", round, 0.002f}}) {
        for (const std::size_t count : {1, 2, 9, 33, 120}) {
            CAPTURE(trial.name, trial.step, count);
            Scene scene = flagtails(trial.model, 0.0, {"bounce.enabled=on"});
            scene.time.step = trial.step;
            const auto stepSeconds = static_cast<double>(trial.step);
            Simulation simulation = placed(scene, levelLayout(count, 1.3f, count));
            oracle::NeighbourQuery query;
            query.radius = 20.0;
            query.nearest = 32;
            query.isVoronoi = true;
            std::vector<double> before(count, 0.0);
            double worst = 0.0;
            std::size_t checked = 0;
            for (int step = 0; step < 20; ++step) {
                const oracle::Boids boids = boidsOf(simulation);
                simulation.step();
                const std::vector<double> after = turningSpeeds(simulation);
                const std::vector<Vec3f> velocities = velocitiesById(simulation);
                const std::vector<Vec3f> places = positionsById(simulation);
                for (std::size_t id = 0; id < count; ++id) {
                    const oracle::TurningSpeed desired =
                        oracle::desiredTurningSpeed(boids, id, query, trial.model, stepSeconds);
                    const double kept = oracle::keptDifference(trial.model, stepSeconds);
                    if (desired.isAmbiguous) {
                        continue;
                    }
                    ++checked;
                    const double wanted = desired.value + (before[id] - desired.value) * kept;
                    worst = std::max(worst, std::abs(after[id] - wanted) /
                                                (desired.error + 2e-6 * (1.0 + std::abs(before[id]))));
                    // Turned by that speed, unless the wall reflected it.
                    const Vec3d e = unitOf(boids[id].velocity);
                    const double angle = after[id] * stepSeconds;
                    const Vec3d turned{e.x * std::cos(angle) + e.z * std::sin(angle), 0.0,
                                       e.z * std::cos(angle) - e.x * std::sin(angle)};
                    const Vec3d moved = boids[id].position + turned * (trial.model.speed * stepSeconds);
                    if (lengthOf(moved) < 1.99) {
                        CHECK(errorOf(velocities[id], turned * trial.model.speed) < 1e-5);
                        CHECK(errorOf(places[id], moved) < 1e-5);
                    }
                }
                before = after;
            }
            CHECK(worst < 1.0);
            CHECK(checked > 10 * count);
        }
    }
}

TEST_CASE("between its decisions a flagtail keeps turning as it decided", "[sim][rules][flagtail]") {
    // So short an inertia that the turning speed is what the fish desires.
    oracle::FlagtailModel quick = kPaper;
    quick.inertia = 0.001;
    quick.wall = 0.0;
    quick.halfWorld = {900.0, 900.0, 900.0};
    Simulation simulation =
        placed(flagtails(quick, 0.0, {"time.step=0.02", "decision_rate=10"}), levelLayout(30, 1.3f, 4));
    runSteps(simulation, 1);
    for (std::uint32_t step = 1; step < 20; ++step) {
        const std::vector<double> before = turningSpeeds(simulation);
        runSteps(simulation, 1);
        const std::vector<double> after = turningSpeeds(simulation);
        for (std::uint32_t id = 0; id < after.size(); ++id) {
            CAPTURE(step, id);
            const bool isDue = id % 5 == step % 5;
            CHECK((after[id] == approx(before[id]).margin(1e-5)) == !isDue);
        }
    }
}

TEST_CASE("a lone flagtail's turning speed and path have the statistics of the paper's process",
          "[sim][flagtail]") {
    for (const double speed : {0.2, 0.8, 1.4}) {
        for (const char* step : {"0.01", "0.005"}) {
            CAPTURE(speed, step);
            oracle::FlagtailModel model = kPaper;
            model.speed = speed;
            model.wall = 0.0;
            model.halfWorld = {900.0, 900.0, 900.0};
            Scene scene =
                flagtails(model, kPaperNoise, {"perception.radius=0.05", std::string("time.step=") + step});
            Layout layout;
            for (int k = 0; k < 4000; ++k) {
                layout.positions.push_back({static_cast<float>(10 * (k % 64)) - 320.0f, 0,
                                            static_cast<float>(10 * (k / 64)) - 320.0f});
                layout.velocities.push_back({0.6f, 0, -0.8f});
            }
            Simulation simulation = placed(scene, layout);
            // After ten persistence times ω = 0 at the start is forgotten.
            const double persistence = model.inertia / speed;
            runSteps(simulation, static_cast<int>(10.0 * persistence / scene.time.step) + 1);
            const std::vector<double> first = turningSpeeds(simulation);
            const std::vector<Vec3f> begin = velocitiesById(simulation);
            const int between = static_cast<int>(std::lround(1.0 / static_cast<double>(scene.time.step)));
            const int lag = std::max(1, static_cast<int>(persistence / scene.time.step));
            runSteps(simulation, lag);
            const std::vector<double> second = turningSpeeds(simulation);
            runSteps(simulation, between - lag);
            const std::vector<Vec3f> end = velocitiesById(simulation);
            double variance = 0.0;
            double covariance = 0.0;
            double alignment = 0.0;
            for (std::size_t id = 0; id < first.size(); ++id) {
                variance += first[id] * first[id] / 4000.0;
                covariance += first[id] * second[id] / 4000.0;
                alignment += dot(unitOf(asDouble(begin[id])), unitOf(asDouble(end[id]))) / 4000.0;
            }
            const double expected = kPaperNoise * kPaperNoise * speed * model.inertia / 2.0;
            CHECK(variance == approx(expected).epsilon(0.1));
            const double kept =
                std::exp(-static_cast<double>(lag) * static_cast<double>(scene.time.step) / persistence);
            CHECK(covariance / variance == approx(kept).margin(0.06));
            // A heading diffuses by σ²ξ²/2 rad²/s at every speed, after its persistence time.
            const double diffusion = kPaperNoise * kPaperNoise * model.inertia * model.inertia / 2.0;
            const double spread =
                2.0 * diffusion * (1.0 - persistence * (1.0 - std::exp(-1.0 / persistence)));
            CHECK(alignment == approx(std::exp(-spread / 2.0)).margin(0.04));
        }
    }
}

TEST_CASE("flagtails align the better the faster they swim and the fewer they are", "[sim][flagtail][slow]") {
    const std::uint64_t seeds = kIsOptimised ? 5 : 1;
    const int seconds = kIsOptimised ? 80 : 30;
    std::string report;
    double fewer = 1.0;
    for (const char* count : {"5", "10", "30"}) {
        double slower = 0.0;
        for (const char* speed : {"0.1", "0.4", "0.8"}) {
            if (!kIsOptimised && std::string_view(speed) == "0.4") {
                continue;  // one short run tells only the extremes apart
            }
            const OrderAt order = orderAt(count, speed, seeds, seconds);
            report += fmt::format("\n  {} fish  {} m/s  {:.2f}  {:.2f}", count, speed, order.polarisation,
                                  order.milling);
            CHECK(order.polarisation > slower);
            slower = order.polarisation;
        }
        CHECK((slower < fewer || !kIsOptimised));  // at 0.8 m/s
        fewer = slower;
    }
    WARN("number, speed, polarisation and milling of flagtails in the tank" << report);
}

TEST_CASE("the preset's fish swim as one, and no longer when they slow down to 0.1 m/s", "[sim][flagtail]") {
    for (std::uint64_t seed = 7; seed < 10; ++seed) {
        CAPTURE(seed);
        Simulation simulation = started("flagtails", seed);
        const Flock& flock = simulation.flocks()[0];
        const auto meanOver = [&](int steps) {
            double mean = 0.0;
            for (int step = 0; step < steps; ++step) {
                simulation.step();
                mean += measureMotion(flock.now(), flock.count()).polarisation / steps;
            }
            return mean;
        };
        runSteps(simulation, 1000);
        const double fast = meanOver(3000);
        REQUIRE(simulation.apply({"flagtail.speed", 0.1}));
        runSteps(simulation, 1000);
        const double slow = meanOver(3000);
        INFO("polarisation " << fast << ", then " << slow);
        CHECK(fast > slow + 0.2);
        CHECK(slow < 0.5);
    }
}
