#include "render/scene/world_marks.hpp"

namespace shoal::test {

TEST_CASE("the edges of a box and the grid lie on its walls", "[render][marks]") {
    const World world{.width = 22.0f, .height = 9.0f, .depth = 16.0f};
    const std::vector<LinePoint> marks = worldMarks(world);
    bool isHighest = false;
    for (const LinePoint& point : marks) {
        const bool isOnFloor = point.place.y == -4.5f;
        const bool isOnWall = std::abs(point.place.x) == 11.0f || std::abs(point.place.z) == 8.0f;
        CHECK((isOnFloor || isOnWall));
        CHECK(std::abs(point.place.x) <= 11.0f);
        CHECK(std::abs(point.place.z) <= 8.0f);
        isHighest = isHighest || point.place.y == 4.5f;
    }
    CHECK(isHighest);
    CHECK(marks.back().colour == 0);
    // 12 edges, 23 lines across a floor 22 m wide and 17 along one 16 m deep: three points each.
    CHECK(gridSpacing(world) == 1.0f);
    CHECK(marks.size() == 3 * (12 + 23 + 17));
}

TEST_CASE("the marks of a sphere stay on it and within it", "[render][marks]") {
    const World world{.shape = World::Shape::sphere, .width = 30.0f};
    for (const LinePoint& point : worldMarks(world)) {
        CHECK(std::sqrt(lengthSq(point.place)) == approx(15.0).margin(1e-3));
    }
}

TEST_CASE("a grid has round distances, and neither too few nor too many lines", "[render][marks]") {
    for (float width = 1.0f; width <= 2000.0f; width *= 1.07f) {
        const float spacing = gridSpacing({.width = width, .height = 5.0f, .depth = 0.5f * width});
        const float leading = spacing / std::pow(10.0f, std::floor(std::log10(spacing * 1.0001f)));
        CAPTURE(width, spacing);
        CHECK(std::ranges::any_of(std::vector{1.0f, 2.0f, 5.0f},
                                  [&](float each) { return std::abs(leading - each) < 0.01f; }));
        CHECK(width / spacing <= 25.01f);
        CHECK(width / spacing >= 9.9f);
    }
}

}  // namespace shoal::test
