#include <limits>

#include "picture.hpp"
#include "render/camera/flock_extent.hpp"

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
    CHECK(extent.halfWidth < 2.1f);
    CHECK(extent.halfHeight < 2.1f);
}

TEST_CASE("the extent tells a flat flock from a ball and gives its velocity", "[render][camera]") {
    std::vector<Body> bodies = ball(1000, {}, 4.0f);
    for (Body& body : bodies) {
        body.position.y *= 0.1f;
        body.velocity = {1.0f, 0.0f, -2.0f};
    }
    const FlockExtent extent = flockExtent(test::makeFlock(bodies));
    CHECK(extent.halfWidth > 2.8f);
    CHECK(extent.halfHeight < 0.4f);
    CHECK(extent.velocity.x == approx(1.0).margin(1e-4));
    CHECK(extent.velocity.z == approx(-2.0).margin(1e-4));
}

TEST_CASE("of a split flock, one part is found and kept", "[render][camera]") {
    std::vector<Body> bodies = ball(600, {-100.0f, 0.0f, 0.0f}, 4.0f);
    const std::vector<Body> rest = ball(300, {100.0f, 0.0f, 0.0f}, 4.0f);
    bodies.insert(bodies.end(), rest.begin(), rest.end());
    const Flock flock = test::makeFlock(bodies);
    CHECK(flockExtent(flock).radius > 60.0f);
    CHECK(flockPart(flock, 20.0f).centre.x == approx(-100.0).margin(0.5));
    CHECK(flockPart(flock, 20.0f).radius < 4.0f);
    CHECK(flockPart(flock, 20.0f, Vec3f{85.0f, 0.0f, 0.0f}).centre.x == approx(100.0).margin(0.5));
    CHECK(flockPart(flock, 20.0f, Vec3f{}).centre.x == approx(-100.0).margin(0.5));
}

TEST_CASE("the extent of a large flock comes from a representative sample", "[render][camera]") {
    const FlockExtent extent = flockExtent(test::makeFlock(ball(20000, {0.0f, 0.0f, 7.0f}, 3.0f)));
    CHECK(extent.centre.z == approx(7.0).margin(0.2));
    CHECK(extent.radius > 2.4f);
    CHECK(extent.radius < 3.1f);
}

}  // namespace
}  // namespace shoal
