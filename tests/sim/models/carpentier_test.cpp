// The preset "carpentier" against a plain loop over its model, step by step.

#include <string_view>

#include "optimised.hpp"
#include "oracle/carpentier_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns the first species' settings in the model's terms. A disabled rule has no weight and sets no limit.
oracle::Carpentier modelOf(Scene scene) {
    const std::string species = scene.species[0].name;
    const auto value = [&](std::string_view rule, std::string_view key, double otherwise) {
        const bool isOn = scene.species[0].rules.find(rule)->isEnabled;
        return isOn ? *scene.value(species + "." + std::string(rule) + "." + std::string(key)) : otherwise;
    };
    const auto weights = [&](std::string_view rule) {
        const double weight = value(rule, "weight", 0.0);
        return oracle::Weights{weight, weight * value(rule, "vertical", 1.0)};
    };
    constexpr double kNoLimit = 1e30;
    const Perception& perception = scene.species[0].perception;
    oracle::Carpentier model;
    model.query.radius = static_cast<double>(perception.radius);
    model.query.spread = static_cast<double>(perception.spread);
    model.query.blindAngle = static_cast<double>(perception.blindAngle);
    model.avoid = weights("separation");
    model.preferDistance = weights("prefer_distance");
    model.preferred = value("prefer_distance", "preferred", 0.0);
    model.matchVelocity = weights("match_velocity");
    model.preferHorizontal = value("prefer_horizontal", "weight", 0.0);
    model.preferHeight = value("prefer_height", "weight", 0.0);
    model.height = value("prefer_height", "height", 0.0);
    model.ranges = {value("limit_axes", "brake", kNoLimit), value("limit_axes", "forward", kNoLimit),
                    value("limit_axes", "side", kNoLimit), value("limit_axes", "down", kNoLimit),
                    value("limit_axes", "up", kNoLimit)};
    model.smoothing = value("smooth_speed", "smoothing", 0.0);
    model.gravity = value("gravity", "strength", 0.0);
    if (!scene.species[0].sees.empty()) {
        const std::string predators = species + ".sees.hawk.";
        const double weight = *scene.value(predators + "separation.weight");
        model.predatorQuery.radius = std::min(*scene.value(predators + "perception.radius"),
                                              *scene.value(predators + "separation.radius"));
        model.avoidPredator = {weight, weight * *scene.value(predators + "separation.vertical")};
    }
    model.minSpeed = value("limit_speed", "min", 0.0);
    model.maxSpeed = value("limit_speed", "max", kNoLimit);
    return model;
}

/// Returns the species of this index and the predators, with everything outside the model switched off.
Scene modelScene(std::size_t speciesIndex) {
    Scene scene = presetScene("carpentier");
    scene.species = {scene.species[speciesIndex], scene.species[2]};
    for (Species& species : scene.species) {
        std::erase_if(species.sees, [&](const Interaction& interaction) {
            return std::ranges::find(scene.species, interaction.observed, &Species::name) ==
                   scene.species.end();
        });
    }
    for (auto& rule : scene.species[0].rules) {
        const std::string_view key = rule->info().key;
        constexpr std::string_view kOfModel[] = {"separation",    "prefer_distance",   "match_velocity",
                                                 "prefer_height", "prefer_horizontal", "limit_axes",
                                                 "smooth_speed",  "gravity",           "limit_speed"};
        rule->isEnabled = rule->isEnabled && std::ranges::find(kOfModel, key) != std::end(kOfModel);
    }
    return scene;
}

/// Largest errors over many steps, relative to the rounding tolerance.
struct WorstStep {
    double steering = 0.0;
    double velocity = 0.0;
    double position = 0.0;
    std::size_t compared = 0;
    std::size_t ambiguous = 0;
};

/// Makes a step of the simulation and one of the plain loop from the same state, and compares them.
void compareStep(Simulation& simulation, const oracle::Carpentier& model, WorstStep& worst) {
    const oracle::Boids before = boidsOf(simulation, 0);
    const oracle::Boids predators = simulation.flocks().size() > 1 ? boidsOf(simulation, 1) : oracle::Boids{};
    const std::vector<Vec3f> held = steeringById(simulation);
    const auto period =
        static_cast<std::uint64_t>(kStepsPerSecond / simulation.scene().species[0].decisionRate);
    const std::uint64_t step = simulation.stepCount();
    simulation.step();
    const oracle::Boids after = boidsOf(simulation, 0);
    const std::vector<Vec3f> steering = steeringById(simulation);
    for (std::size_t id = 0; id < before.size(); ++id) {
        // Between its decisions a boid keeps its steering.
        oracle::Steering decided{asDouble(held[id]), 0.0, false};
        if (step == 0 || id % period == step % period) {
            decided = oracle::decision(before, predators, id, model);
        }
        if (decided.isAmbiguous) {
            ++worst.ambiguous;
            continue;
        }
        ++worst.compared;
        const double steered = oracle::length(decided.value);
        worst.steering = std::max(
            worst.steering, errorOf(steering[id], decided.value) / (decided.error + 1e-6 * steered + 1e-12));
        const oracle::Boid wanted = oracle::moved(before[id], decided.value, model);
        const double speed = oracle::length(wanted.velocity) + oracle::length(before[id].velocity);
        // The axes' clamps and the new heading pass on the rounding uncertainty of the steering.
        const double allowed =
            4.0 * model.stepSeconds * (decided.error + 1e-6 * steered) + 2e-6 * speed + 1e-9;
        worst.velocity =
            std::max(worst.velocity, oracle::length(after[id].velocity - wanted.velocity) / allowed);
        worst.position = std::max(worst.position, oracle::length(after[id].position - wanted.position) /
                                                      (model.stepSeconds * allowed +
                                                       4e-7 * (oracle::length(wanted.position) + 1.0)));
    }
}

void checkAgainstLoop(const Scene& scene, const Layout& layout) {
    const oracle::Carpentier model = modelOf(scene);
    Simulation simulation = placed(scene, layout, {.threads = 2, .isa = {}});
    WorstStep worst;
    for (int step = 0; step < (kIsOptimised ? 100 : 12); ++step) {
        compareStep(simulation, model, worst);
    }
    INFO(worst.compared << " boids compared, " << worst.ambiguous << " doubtful");
    CHECK(worst.steering <= 1.0);
    CHECK(worst.velocity <= 1.0);
    CHECK(worst.position <= 1.0);
    CHECK(worst.ambiguous * 50 < worst.compared);
}

/// Scatters `count` boids in a ball, flying at about their permitted speed.
Layout flying(std::size_t count, float radius, float speed, std::uint64_t seed) {
    Layout layout = uniformLayout(count, {radius, radius * 0.4f, radius}, seed);
    for (Vec3f& velocity : layout.velocities) {
        velocity = velocity * (speed * 0.5f);
    }
    return layout;
}

}  // namespace

TEST_CASE("carpentier's species move as a plain loop over the model predicts, step by step",
          "[sim][carpentier][oracle]") {
    for (const std::size_t species : {0U, 1U}) {
        INFO("species " << species);
        const Scene scene = modelScene(species);
        checkAgainstLoop(scene, flying(160, 12.0f, 6.0f, 31));
    }
}

TEST_CASE("every term of carpentier's model acts as a plain loop predicts", "[sim][carpentier][oracle]") {
    // All weights different from 1, vertical weights different from level ones, all ranges unequal.
    Scene scene = sceneWith({"perception.kind=spread",
                             "perception.spread=2.5",
                             "perception.radius=60",
                             "separation.enabled=on",
                             "separation.weight=1.7",
                             "separation.radius=200",
                             "separation.vertical=0.4",
                             "prefer_distance.enabled=on",
                             "prefer_distance.weight=2.3",
                             "prefer_distance.preferred=1.3",
                             "prefer_distance.vertical=1.6",
                             "match_velocity.enabled=on",
                             "match_velocity.weight=0.8",
                             "match_velocity.vertical=0.3",
                             "prefer_horizontal.enabled=on",
                             "prefer_horizontal.weight=0.9",
                             "prefer_height.enabled=on",
                             "prefer_height.weight=0.3",
                             "prefer_height.height=2.5",
                             "limit_axes.enabled=on",
                             "limit_axes.forward=4",
                             "limit_axes.brake=2",
                             "limit_axes.side=7",
                             "limit_axes.up=3",
                             "limit_axes.down=5",
                             "smooth_speed.enabled=on",
                             "smooth_speed.smoothing=0.7",
                             "gravity.enabled=on",
                             "gravity.strength=0.2",
                             "limit_speed.enabled=on",
                             "limit_speed.min=2",
                             "limit_speed.max=7"});
    for (const char* rate : {"60", "10"}) {
        INFO(rate << " decisions a second");
        REQUIRE(scene.applyText(std::string("decision_rate=") + rate));
        for (const std::uint64_t seed : {1, 2}) {
            checkAgainstLoop(scene, flying(150, 6.0f, 5.0f, seed));
            checkAgainstLoop(scene, flying(60, 20.0f, 5.0f, seed));
        }
    }
}
