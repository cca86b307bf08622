// Boids with a name and a given start.

#include <shoal/preset.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr const char* kPlaced = R"(
[world]
width = 20
height = 20
depth = 20

[species.fish]
count = 5

[species.fish.start]
radius = 2

[species.fish.boid.stevie]
x = -1
y = 1
vx = 0.5

[species.fish.boid.carl]
x = -3
y = -2
z = 4
vz = -2
)";

Scene placedScene() {
    auto scene = parsePreset(kPlaced, "placed.toml");
    REQUIRE(scene);
    return *std::move(scene);
}

}  // namespace

TEST_CASE("placed boids start where their tables say, in the order of the file", "[sim][start][placed]") {
    const Simulation simulation = *Simulation::create(placedScene());
    const std::vector<Vec3f> positions = positionsById(simulation);
    const std::vector<Vec3f> velocities = velocitiesById(simulation);
    REQUIRE(positions.size() == 5);
    CHECK(positions[0] == Vec3f{-1, 1, 0});
    CHECK(velocities[0] == Vec3f{0.5f, 0, 0});
    CHECK(positions[1] == Vec3f{-3, -2, 4});
    CHECK(velocities[1] == Vec3f{0, 0, -2});
}

TEST_CASE("the boids after the placed ones start as they would without them", "[sim][start][placed]") {
    Scene without = placedScene();
    without.species[0].placed.clear();
    const std::vector<Vec3f> expected = positionsById(*Simulation::create(without));
    const std::vector<Vec3f> found = positionsById(*Simulation::create(placedScene()));
    for (std::size_t id = 2; id < expected.size(); ++id) {
        CHECK(found[id] == expected[id]);
    }
}

TEST_CASE("placed boids beyond the count do not exist, and appear at their start when it grows",
          "[sim][start][placed]") {
    Scene scene = placedScene();
    REQUIRE(scene.applyText("count=1"));
    Simulation simulation = *Simulation::create(scene);
    REQUIRE(positionsById(simulation).size() == 1);
    simulation.step();
    REQUIRE(simulation.apply({"count", 2}));
    CHECK(positionsById(simulation)[1] == Vec3f{-3, -2, 4});
}

TEST_CASE("a placed boid outside the world starts just inside it", "[sim][start][placed]") {
    Scene scene = placedScene();
    REQUIRE(scene.applyText("fish.boid.carl.x=500"));
    const Vec3f carl = positionsById(*Simulation::create(scene))[1];
    CHECK(carl.x > 9.0f);
    CHECK(carl.x < 10.0f);
}

TEST_CASE("placed boids survive saving and loading, and are tunables", "[sim][preset][placed]") {
    Scene scene = placedScene();
    REQUIRE(scene.applyText("boid.stevie.vy=-0.25"));
    CHECK(*scene.value("species.fish.boid.stevie.vy") == -0.25);
    const auto again = parsePreset(presetText(scene), "placed.toml");
    REQUIRE(again);
    REQUIRE(again->species[0].placed.size() == 2);
    CHECK(again->species[0].placed[0].name == "stevie");
    CHECK(again->species[0].placed[1].name == "carl");
    CHECK(Simulation::create(scene)->hash() == Simulation::create(*again)->hash());
}

TEST_CASE("mistakes in the table of a placed boid name its line", "[sim][preset][placed]") {
    struct Case {
        std::string text;
        std::string message;
    };
    const std::vector<Case> cases{
        {"[species.fish.boid.carl]\nw = 1\n", "p.toml:2:1: unknown key \"w\""},
        {"[species.fish]\nboid = 3\n", "boid is a whole number, but must be a table"},
        {"[species.fish.boid]\ncarl = 3\n", "boid.carl is a whole number, but must be a table"},
        {"[species.fish.boid.\"two words\"]\nx = 1\n", "\"two words\" cannot name a boid"},
        {"[species.fish.boid.carl]\nx = 1e9\n", "p.toml:2:5: "},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        const auto scene = parsePreset(each.text, "p.toml");
        REQUIRE_FALSE(scene);
        CHECK_THAT(scene.problem().text, contains(each.message));
    }
    std::string many;
    for (std::size_t k = 0; k <= kMaxPlaced; ++k) {
        many += "[species.fish.boid.b" + std::to_string(k) + "]\n";
    }
    CHECK_FALSE(parsePreset(many, "p.toml"));
    Scene twice = placedScene();
    twice.species[0].placed[1].name = "stevie";
    CHECK_FALSE(twice.check());
}
