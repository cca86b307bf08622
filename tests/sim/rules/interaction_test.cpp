// One species steered by its perception of another.

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr float kReach = 1.4f;  // [m]

/// Prey that separates from predators and heads for them; every other rule is off.
Scene huntScene() {
    Scene scene = sceneWith({});
    scene.world.width = scene.world.height = scene.world.depth = 6.0f;
    scene.species[0].name = "prey";
    Species predators = scene.species[0];
    predators.name = "predator";
    scene.species.push_back(predators);
    Interaction& interaction = scene.species[0].sees.emplace_back();
    interaction.observed = "predator";
    interaction.perception.radius = kReach;
    for (const char* key : {"separation", "cohesion"}) {
        interaction.rules.find(key)->isEnabled = true;
    }
    REQUIRE(scene.applyText("prey.sees.predator.separation.radius=1"));
    REQUIRE(scene.applyText("prey.sees.predator.cohesion.radius=1.4"));
    return scene;
}

Simulation placedBoth(const Scene& scene, const Layout& prey, const Layout& predators,
                      const SimulationOptions& options = {}) {
    Simulation simulation = placed(scene, prey, options);
    REQUIRE(simulation.place(1, predators.positions, predators.velocities));
    return simulation;
}

/// Compares every prey's steering with all pairs; returns how many were certain.
std::size_t compareWithAllPairs(const Scene& scene, const Layout& prey, const Layout& predators) {
    Simulation simulation = placedBoth(scene, prey, predators);
    simulation.step();
    const std::vector<Vec3f> steering = steeringById(simulation);
    const Interaction& interaction = scene.species[0].sees[0];
    oracle::NeighbourQuery query;
    query.radius = static_cast<double>(interaction.perception.radius);
    query.blindAngle = static_cast<double>(interaction.perception.blindAngle);
    query.isBalanced = interaction.perception.kind == Perception::Kind::balanced;
    query.isVoronoi = interaction.perception.kind == Perception::Kind::voronoi;
    query.nearest =
        interaction.perception.kind == Perception::Kind::nearest || query.isBalanced || query.isVoronoi
            ? static_cast<std::size_t>(interaction.perception.count)
            : 0;
    query.spread = interaction.perception.kind == Perception::Kind::spread
                       ? static_cast<double>(interaction.perception.spread)
                       : 0.0;
    query.isWrapped = scene.species[1].rules.find("wrap")->isEnabled;
    query.worldSize = asDouble(scene.world.halfExtent() * 2.0f);
    const double cohesion = *scene.value("prey.sees.predator.cohesion.radius");
    std::size_t certain = 0;
    for (std::size_t id = 0; id < prey.count(); ++id) {
        // The oracle's flock: this boid and every boid that it may perceive.
        oracle::Boids boids{{asDouble(prey.positions[id]), asDouble(prey.velocities[id])}};
        for (std::size_t k = 0; k < predators.count(); ++k) {
            boids.push_back({asDouble(predators.positions[k]), asDouble(predators.velocities[k])});
        }
        const oracle::Steering wanted =
            oracle::separation(boids, 0, query, 1.0, 1.0) + oracle::cohesion(boids, 0, query, 1.0, cohesion);
        if (wanted.isAmbiguous) {
            continue;
        }
        ++certain;
        const double off = oracle::length(asDouble(steering[id]) - wanted.value);
        INFO("prey " << id << " is off by " << off << ", of " << wanted.error << " allowed");
        REQUIRE(off <= wanted.error);
    }
    return certain;
}

/// One against many, many against one, separate, and across the edge of the world.
std::vector<Layout> otherLayouts() {
    std::vector<Layout> layouts{uniformLayout(150, {3.0f, 3.0f, 3.0f}, 5),
                                uniformLayout(1, {1.0f, 1.0f, 1.0f}, 6),
                                uniformLayout(40, {0.2f, 2.9f, 2.9f}, 7), clustered(200, 8)};
    layouts[0].name = "even";
    layouts[1].name = "one";
    layouts[2].name = "sheet";
    return layouts;
}

}  // namespace

TEST_CASE("one species perceives another as all pairs predict", "[sim][interaction]") {
    for (const char* kind : {"metric", "nearest", "spread", "balanced", "voronoi"}) {
        for (const char* wrap : {"off", "on"}) {
            for (const char* blind : {"0", "100"}) {
                Scene scene = huntScene();
                REQUIRE(scene.applyText(fmt::format("prey.sees.predator.perception.kind={}", kind)));
                REQUIRE(scene.applyText("prey.sees.predator.perception.count=3"));
                REQUIRE(scene.applyText(fmt::format("prey.sees.predator.perception.blind_angle={}", blind)));
                REQUIRE(scene.applyText(fmt::format("prey.wrap.enabled={}", wrap)));
                REQUIRE(scene.applyText(fmt::format("predator.wrap.enabled={}", wrap)));
                std::size_t certain = 0;
                for (const Layout& prey : otherLayouts()) {
                    for (const Layout& predators : otherLayouts()) {
                        INFO(kind << ", wrap " << wrap << ", blind " << blind << ", prey " << prey.name
                                  << ", predators " << predators.name);
                        certain += compareWithAllPairs(scene, prey, predators);
                    }
                }
                CHECK(certain > 800);
            }
        }
    }
}

TEST_CASE("a few of another species are found from near to far, whatever the size of its cells",
          "[sim][interaction]") {
    for (const char* kind : {"nearest", "spread", "balanced", "voronoi"}) {
        for (const char* wrap : {"off", "on"}) {
            Scene scene = huntScene();
            for (const std::string& text :
                 {fmt::format("prey.sees.predator.perception.kind={}", kind),
                  std::string("prey.sees.predator.perception.count=9"),
                  std::string("prey.sees.predator.perception.radius=2.9"),
                  std::string("prey.sees.predator.cohesion.radius=2.9"),
                  std::string("predator.perception.radius=0.2"), fmt::format("prey.wrap.enabled={}", wrap),
                  fmt::format("predator.wrap.enabled={}", wrap)}) {
                REQUIRE(scene.applyText(text));
            }
            std::size_t certain = 0;
            for (const Layout& predators : {uniformLayout(500, {2.9f, 2.9f, 2.9f}, 9), clustered(400, 10)}) {
                for (const Layout& prey : otherLayouts()) {
                    INFO(kind << ", wrap " << wrap << ", prey " << prey.name);
                    certain += compareWithAllPairs(scene, prey, predators);
                }
            }
            CHECK(certain > 200);
        }
    }
}

TEST_CASE("a species without boids is not perceived", "[sim][interaction]") {
    const Layout prey = uniformLayout(20, {1.0f, 1.0f, 1.0f}, 4);
    Simulation simulation = placedBoth(huntScene(), prey, {"empty", {}, {}});
    simulation.step();
    for (const Vec3f& push : steeringById(simulation)) {
        CHECK(push == Vec3f{});
    }
}

TEST_CASE("whichever species comes first, each perceives the other's previous state", "[sim][interaction]") {
    const Layout prey = uniformLayout(60, {1.0f, 1.0f, 1.0f}, 9);
    Layout predators = uniformLayout(5, {1.0f, 1.0f, 1.0f}, 10);
    for (Vec3f& velocity : predators.velocities) {
        velocity = velocity * 20.0f;
    }
    const Scene scene = huntScene();
    Simulation simulation = placedBoth(scene, prey, predators);
    Scene turned = scene;
    std::swap(turned.species[0], turned.species[1]);
    Simulation other = *Simulation::create(turned);
    REQUIRE(other.place(1, prey.positions, prey.velocities));
    REQUIRE(other.place(0, predators.positions, predators.velocities));
    simulation.step();
    other.step();
    const Flock& last = other.flocks()[1];
    for (std::uint32_t id = 0; id < prey.count(); ++id) {
        CHECK(steeringById(simulation)[id] == last.steering().at(last.slotOf(id)));
    }
}

TEST_CASE("interactions give the same bits for any threads, instruction set and fusing",
          "[sim][interaction]") {
    Scene scene = huntScene();
    for (const char* assignment : {"prey.cohesion.enabled=on", "prey.alignment.enabled=on",
                                   "prey.separation.enabled=on", "prey.limit_speed.enabled=on",
                                   "prey.decision_rate=20", "prey.sees.predator.alignment.enabled=on"}) {
        REQUIRE(scene.applyText(assignment));
    }
    const Layout prey = clustered(3000, 11);
    const Layout predators = uniformLayout(700, {2.0f, 2.0f, 2.0f}, 12);
    std::string first;
    for (const Isa isa : everyIsa()) {
        for (const int threads : {1, 2, 7}) {
            for (const bool isFused : {true, false}) {
                Simulation simulation = placedBoth(scene, prey, predators, {threads, isa, isFused});
                for (int step = 0; step < 8; ++step) {
                    simulation.step();
                }
                const std::string hash = hashText(simulation.hash());
                first = first.empty() ? hash : first;
                INFO(isaName(isa) << ", " << threads << " threads, fused " << isFused);
                REQUIRE(hash == first);
            }
        }
    }
}

TEST_CASE("a preset states how a species perceives another", "[sim][interaction][preset]") {
    const std::string text =
        "[species.prey]\ncount = 5\n"
        "[species.prey.sees.predator.perception]\nradius = 9\n"
        "[species.prey.sees.predator.separation]\nweight = 4\n"
        "[species.predator]\ncount = 1\n";
    const auto scene = parsePreset(text, "hunt.toml");
    REQUIRE(scene);
    REQUIRE(scene->species[0].sees.size() == 1);
    const Interaction& interaction = scene->species[0].sees[0];
    CHECK(interaction.observed == "predator");
    CHECK(interaction.perception.radius == 9.0f);
    CHECK(interaction.rules.find("separation")->isEnabled);
    CHECK_FALSE(interaction.rules.find("cohesion")->isEnabled);
    Scene copy = *scene;
    CHECK(*copy.value("prey.sees.predator.separation.weight") == 4.0);
    const auto again = parsePreset(presetText(*scene), "hunt.toml");
    REQUIRE(again);
    CHECK(presetText(*again) == presetText(*scene));
}

TEST_CASE("an error in an interaction is reported where it stands", "[sim][interaction][preset]") {
    const auto problemOf = [](const std::string& seen) {
        const auto scene =
            parsePreset("[species.prey]\n[species.predator]\n[species.prey.sees." + seen + "\n", "hunt.toml");
        REQUIRE_FALSE(scene);
        return scene.problem().text;
    };
    CHECK_THAT(problemOf("predater.separation]"), contains("hunt.toml:3:20: ") && contains("\"predator\"?"));
    CHECK_THAT(problemOf("prey.separation]"), contains("its own kind"));
    CHECK_THAT(problemOf("predator.seperation]"),
               contains("unknown rule \"seperation\"") && contains("\"separation\"?"));
    CHECK_THAT(problemOf("predator.bounce]"), contains("bounce is no pair rule"));
    CHECK_THAT(problemOf("predator.xyzzy]"),
               contains("unknown rule \"xyzzy\"") && contains("needs its plugin"));
    CHECK_THAT(problemOf("predator.separation]\nweigth = 1"), contains("\"weight\"?"));
}
