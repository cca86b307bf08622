// The tags beside placed boids.

#include "app/stage/name_tags.hpp"

#include <vector>

#include <shoal/preset.hpp>

#include "catch.hpp"

namespace shoal::test {

namespace {

constexpr float kWidth = 800.0f;
constexpr float kHeight = 600.0f;

/// A view along −z from 10 m in front of the origin, with 4 m from the middle of the picture to its upper
/// edge.
View viewFromFront() {
    View view;
    view.eye = {0, 0, 10};
    view.view[3][2] = -10.0f;
    view.projection = glm::mat4(0.0f);
    view.projection[0][0] = 10.0f / 4.0f * kHeight / kWidth;
    view.projection[1][1] = 10.0f / 4.0f;
    view.projection[2][3] = -1.0f;
    return view;
}

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
    const std::vector<NameTag> tags = nameTagsOf(placedSimulation(), viewFromFront(), kWidth, kHeight, 1.0f);
    // One boid is behind the eye, another beyond the species' count.
    REQUIRE(tags.size() == 2);
    CHECK(tags[0].text == "Carl (2.00, 1.00) 0.50 m/s");
    CHECK(tags[0].x == approx(kWidth / 2 + 2.0f / 4.0f * kHeight / 2));
    CHECK(tags[0].y == approx(kHeight / 2 - 1.0f / 4.0f * kHeight / 2));
    CHECK(tags[1].text == "Fish 1 (0.00, 0.00, -2.50) 0.00 m/s");
    CHECK(tags[1].x == approx(kWidth / 2));
    CHECK(tags[1].y == approx(kHeight / 2));
}

TEST_CASE("a scene without placed boids has no tags", "[app][tags]") {
    const Simulation reef = *Simulation::create(*openPreset("reef"));
    CHECK(nameTagsOf(reef, viewFromFront(), kWidth, kHeight, 1.0f).empty());
}

}  // namespace shoal::test
