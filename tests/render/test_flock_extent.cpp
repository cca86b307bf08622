#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "catch.hpp"
#include "picture.hpp"
#include "render/scene/camera.hpp"

namespace shoal {
namespace {

using test::approx;
using test::Body;

std::vector<Body> ball(std::size_t count, const Vec3f& centre, float radius) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> spread(-1.0f, 1.0f);
    std::vector<Body> bodies;
    while (bodies.size() < count) {
        const Vec3f offset{spread(random), spread(random), spread(random)};
        if (lengthSq(offset) <= 1.0f) {
            bodies.push_back({centre + offset * radius});
        }
    }
    return bodies;
}

TEST_CASE("an empty flock has no extent", "[render][camera]") {
    const FlockExtent extent = flockExtent(Flock{});
    CHECK(extent.radius == 0.0f);
    CHECK(extent.centre == Vec3f{});
}

TEST_CASE("the extent of one boid is its place", "[render][camera]") {
    const std::vector<Body> one{{{3.0f, -2.0f, 1.0f}}};
    const FlockExtent extent = flockExtent(test::makeFlock(one));
    CHECK(extent.centre == Vec3f{3.0f, -2.0f, 1.0f});
    CHECK(extent.radius == 0.0f);
}

TEST_CASE("stragglers and broken boids do not move the extent", "[render][camera]") {
    std::vector<Body> bodies = ball(1000, {5.0f, 1.0f, -3.0f}, 2.0f);
    for (int i = 0; i < 50; ++i) {
        bodies.push_back({{500.0f, 100.0f, 0.0f}});
    }
    bodies.push_back({{std::numeric_limits<float>::quiet_NaN(), 0.0f, 0.0f}});
    bodies.push_back({{std::numeric_limits<float>::infinity(), 0.0f, 0.0f}});
    const FlockExtent extent = flockExtent(test::makeFlock(bodies));
    CHECK(extent.centre.x == approx(5.0).margin(0.2));
    CHECK(extent.centre.y == approx(1.0).margin(0.2));
    CHECK(extent.centre.z == approx(-3.0).margin(0.2));
    CHECK(extent.radius > 1.5f);
    CHECK(extent.radius < 2.1f);
}

TEST_CASE("the extent of a large flock comes from a representative sample", "[render][camera]") {
    const FlockExtent extent = flockExtent(test::makeFlock(ball(20000, {0.0f, 0.0f, 7.0f}, 3.0f)));
    CHECK(extent.centre.z == approx(7.0).margin(0.2));
    CHECK(extent.radius > 2.4f);
    CHECK(extent.radius < 3.1f);
}

}  // namespace
}  // namespace shoal
