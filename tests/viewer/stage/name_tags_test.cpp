// The tags beside placed boids.

#include "viewer/stage/name_tags.hpp"

#include <shoal/preset.hpp>

#include "viewer/stage/front_view.hpp"

namespace shoal::test {

namespace {

Simulation placedSimulation() {
    const auto scene = parsePreset(R"(
[world]
depth = 60
[species.fish]
count = 3
[species.fish.boid.carl]
x = 2
y = 1
vx = 0.3
vy = 0.4
[species.fish.boid.fish-1]
z = -2.5
[species.fish.boid.behind]
z = 20
[species.fish.boid.beyond]
x = 1
)",
                                   "tags.toml");
    REQUIRE(scene);
    return *Simulation::create(*scene);
}

}  // namespace

TEST_CASE("each placed boid in view has a tag with its name, place and speed", "[app][tags]") {
    const std::vector<NameTag> tags =
        nameTagsOf(placedSimulation(), viewFromFront(), kFrontWidth, kFrontHeight, 1.0f);
    // One boid is behind the eye, another beyond the species' count.
    REQUIRE(tags.size() == 2);
    CHECK(tags[0].text == "Carl (2.00, 1.00) 0.50 m/s");
    CHECK(tags[0].x == approx(kFrontWidth / 2 + 2.0f / 4.0f * kFrontHeight / 2));
    CHECK(tags[0].y == approx(kFrontHeight / 2 - 1.0f / 4.0f * kFrontHeight / 2));
    CHECK(tags[1].text == "Fish 1 (0.00, 0.00, -2.50) 0.00 m/s");
    CHECK(tags[1].x == approx(kFrontWidth / 2));
    CHECK(tags[1].y == approx(kFrontHeight / 2));
}

TEST_CASE("a scene without placed boids has no tags", "[app][tags]") {
    const Simulation reef = *Simulation::create(*openPreset("reef"));
    CHECK(nameTagsOf(reef, viewFromFront(), kFrontWidth, kFrontHeight, 1.0f).empty());
}

}  // namespace shoal::test
