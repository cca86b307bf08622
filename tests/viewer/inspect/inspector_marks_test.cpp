// Marks over the picture that show what steers a boid.

#include "viewer/inspect/inspector_marks.hpp"

#include <numbers>

#include <glm/geometric.hpp>

#include <shoal/preset.hpp>

#include "viewer/inspect/push_colours.hpp"
#include "viewer/stage/front_view.hpp"

namespace shoal::test {

namespace {

constexpr float kPerMetre = 75.0f;  // [px] at the boid

/// A boid at the origin that swims along +x, with one boid ahead, one behind and one out of sight.
Simulation fewFish(const std::string& more = "") {
    const auto scene = parsePreset(R"(
[world]
width = 20
height = 20
depth = 20
[species.fish]
count = 4
[species.fish.boid.own]
vx = 1
[species.fish.boid.ahead]
x = 1
[species.fish.boid.behind]
x = -2
[species.fish.boid.far]
x = 9
[species.fish.cohesion]
enabled = true
radius = 5
[species.fish.separation]
enabled = true
radius = 0.75
[species.fish.perception]
radius = 3
)" + more,
                                   "few.toml");
    if (!scene) {
        throw std::runtime_error(scene.problem().text);
    }
    return *Simulation::create(*scene);
}

Inspection inspectionOf(const Simulation& simulation) {
    return *simulation.inspect(0, 0);
}

InspectorPicture pictureOf(const Simulation& simulation, const Inspection& inspection, const View& view) {
    return {.state = simulation,
            .boid = {0, 0},
            .inspection = inspection,
            .read = inspection,
            .fullScale = 2.0f,
            .view = view,
            .width = kFrontWidth,
            .height = kFrontHeight};
}

}  // namespace

TEST_CASE("arrows start at the boid, and those of the pushes add up to the sum", "[app][inspector]") {
    const Simulation simulation = fewFish();
    const View view = viewFromFront();
    Inspection inspection = inspectionOf(simulation);
    inspection.pushes[0].steering = {0.5f, 1.0f, 0.25f};
    inspection.pushes[1].steering = {0.5f, -0.5f, 5.0f};
    inspection.steering = {1.0f, 0.5f, 5.25f};
    const InspectorMarks marks = inspectorMarks(pictureOf(simulation, inspection, view));
    CHECK(marks.boid.x == approx(kFrontWidth / 2));
    CHECK(marks.boid.y == approx(kFrontHeight / 2));
    REQUIRE(marks.arrows.size() == 4);
    // The scale of 2 m/s² is 150 px; the picture's y points down.
    CHECK(marks.arrows[0].reach.x == approx(75.0));
    CHECK(marks.arrows[0].reach.y == approx(-37.5));
    const glm::vec2 sum = marks.arrows[2].reach + marks.arrows[3].reach;
    CHECK(glm::length(sum - marks.arrows[0].reach) < 1e-3f);
    CHECK(marks.arrows[2].colour.red == pushColour(0).red);
    CHECK(marks.arrows[3].colour.red == pushColour(1).red);
}

TEST_CASE("an arrow far beyond the scale is cut, and keeps its direction", "[app][inspector]") {
    const Simulation simulation = fewFish();
    const View view = viewFromFront();
    Inspection inspection = inspectionOf(simulation);
    inspection.steering = {-300.0f, 400.0f, 0.0f};
    const glm::vec2 reach = inspectorMarks(pictureOf(simulation, inspection, view)).arrows[0].reach;
    CHECK(glm::length(reach) == approx(1.5 * kFullArrow));
    CHECK(reach.x / reach.y == approx(0.75));
}

TEST_CASE("the neighbours that a boid perceives are marked where they are", "[app][inspector]") {
    const Simulation simulation = fewFish();
    const View view = viewFromFront();
    const Inspection inspection = inspectionOf(simulation);
    InspectorMarks marks = inspectorMarks(pictureOf(simulation, inspection, view));
    REQUIRE(marks.neighbours.size() == 2);
    std::ranges::sort(marks.neighbours, {}, [](const auto& neighbour) { return neighbour.at.x; });
    CHECK(marks.neighbours[0].at.x == approx(kFrontWidth / 2 - 2.0 * kPerMetre));
    CHECK(marks.neighbours[1].at.x == approx(kFrontWidth / 2 + 1.0 * kPerMetre));
    CHECK(marks.neighbours[1].at.y == approx(kFrontHeight / 2));
    CHECK(marks.neighbours[0].isLinked);
    CHECK(marks.blindEdge.empty());
}

TEST_CASE("no line leads to a neighbour across the edge of a wrapped world", "[app][inspector]") {
    const Simulation simulation = fewFish(R"(
[species.fish.wrap]
enabled = true
)");
    Inspection inspection = inspectionOf(simulation);
    inspection.neighbours = {{0, 1}, {0, 3}};
    Simulation moved = fewFish("[species.fish.wrap]\nenabled = true\n");
    const std::vector<Vec3f> places{{-3, 0, 0}, {-2, 0, 0}, {0, 0, 0}, {5, 0, 0}};
    REQUIRE(moved.apply({"world.width", 12.0}));
    REQUIRE(moved.place(0, places, std::vector<Vec3f>(4)));
    const View view = viewFromFront();
    InspectorMarks marks = inspectorMarks(pictureOf(moved, inspection, view));
    REQUIRE(marks.neighbours.size() == 2);
    std::ranges::sort(marks.neighbours, {}, [](const auto& neighbour) { return neighbour.at.x; });
    CHECK(marks.neighbours[0].isLinked);
    CHECK_FALSE(marks.neighbours[1].isLinked);
}

TEST_CASE("the edge of the blind cone is a circle behind the boid", "[app][inspector]") {
    Simulation simulation = fewFish();
    REQUIRE(simulation.apply({"species.fish.perception.blind_angle", 90.0}));
    const View view = viewFromFront();
    const Inspection inspection = inspectionOf(simulation);
    const InspectorMarks marks = inspectorMarks(pictureOf(simulation, inspection, view));
    // The boid behind lies in the cone.
    CHECK(marks.neighbours.size() == 1);
    REQUIRE(!marks.blindEdge.empty());
    // From the side, the edge is 3 m · cos 45° behind the boid. Perspective moves its nearer part outwards.
    const double back = 3.0 * std::numbers::sqrt2 / 2.0;
    for (const glm::vec2& at : marks.blindEdge) {
        CHECK(at.x < kFrontWidth / 2 - back * kPerMetre * 0.7);
        CHECK(at.x > kFrontWidth / 2 - back * kPerMetre * 1.4);
    }
    const auto [top, bottom] = std::ranges::minmax_element(marks.blindEdge, {}, &glm::vec2::y);
    CHECK(bottom->y - top->y == approx(2.0 * back * kPerMetre).epsilon(0.1));
}

TEST_CASE("nothing is marked for a boid that is not in the picture", "[app][inspector]") {
    const Simulation simulation = fewFish();
    const Inspection inspection = inspectionOf(simulation);
    View view = viewFromFront();
    view.view[3][0] = 100.0f;
    CHECK(inspectorMarks(pictureOf(simulation, inspection, view)).arrows.empty());
    view = viewFromFront();
    view.view[3][2] = 10.0f;  // behind the eye
    CHECK(inspectorMarks(pictureOf(simulation, inspection, view)).arrows.empty());
}

TEST_CASE("spheres show the perception radius and the shorter reach of rules", "[app][inspector]") {
    Simulation simulation = fewFish();
    const View view = viewFromFront();
    const Inspection inspection = inspectionOf(simulation);
    const std::vector<Ring> rings = inspectorRings(pictureOf(simulation, inspection, view));
    REQUIRE(rings.size() == 2);
    CHECK(rings[0].radius == approx(3.0));
    CHECK(rings[1].radius == approx(0.75));
    // The eye is 10 m away. A sphere around it would only tint the picture, so it is smaller.
    REQUIRE(simulation.apply({"species.fish.perception.radius", 10.5}));
    const std::vector<Ring> around = inspectorRings(pictureOf(simulation, inspection, view));
    REQUIRE(around.size() == 2);
    CHECK(std::ranges::max(around, {}, &Ring::radius).radius == approx(5.0));
    // No radius bounds the few nearest.
    REQUIRE(simulation.apply({"species.fish.perception.kind", 1.0}));
    CHECK(inspectorRings(pictureOf(simulation, inspection, view)).empty());
}

}  // namespace shoal::test
