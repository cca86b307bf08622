// Initial positions and velocities of boids.

#include <string_view>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr int kStartCount = 4000;

Simulation begun(std::initializer_list<std::string_view> assignments) {
    Scene scene = sceneWith(assignments);
    scene.species[0].count = kStartCount;
    return *Simulation::create(scene);
}

/// Returns a place relative to a body of these sizes: each axis from −1 to 1.
Vec3d shareOf(const Vec3f& position, const Vec3d& size) {
    const Vec3d at = asDouble(position);
    return {2 * at.x / size.x, 2 * at.y / size.y, 2 * at.z / size.z};
}

Vec3d meanSquare(const std::vector<Vec3d>& shares) {
    Vec3d sum;
    for (const Vec3d& share : shares) {
        sum += {share.x * share.x, share.y * share.y, share.z * share.z};
    }
    return sum * (1.0 / static_cast<double>(shares.size()));
}

std::vector<Vec3d> sharesOf(const Simulation& simulation, const Vec3d& size) {
    std::vector<Vec3d> shares;
    for (const Vec3f& position : positionsById(simulation)) {
        shares.push_back(shareOf(position, size));
    }
    return shares;
}

/// Mean number of other boids within a distance [m] of a boid.
double meanAround(const std::vector<Vec3f>& places, float distance) {
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            pairs += lengthSq(places[a] - places[b]) < distance * distance ? 1 : 0;
        }
    }
    return 2.0 * static_cast<double>(pairs) / static_cast<double>(places.size());
}

}  // namespace

TEST_CASE("waves shift a ball's parts, other ones for each seed, and keep its boids as dense",
          "[sim][start]") {
    const auto placed = [](std::string_view billow, std::uint64_t seed) {
        Scene scene = sceneWith({"start.radius=5", billow});
        scene.species[0].count = kStartCount;
        scene.seed = seed;
        return positionsById(*Simulation::create(scene));
    };
    const std::vector<Vec3f> ball = placed("start.billow=0", 1);
    const std::vector<Vec3f> waves = placed("start.billow=0.3", 1);
    const std::vector<Vec3f> others = placed("start.billow=0.3", 2);
    const auto up = [](const std::vector<Vec3f>& places, bool right) {
        double sum = 0.0;
        double count = 0.0;
        for (const Vec3f& place : places) {
            if ((place.x > 0.0f) == right) {
                sum += static_cast<double>(place.y);
                count += 1.0;
            }
        }
        return sum / count;
    };
    CHECK(std::abs(up(ball, true)) < 0.2);
    CHECK(std::abs(up(waves, true) - up(waves, false)) > 0.3);
    CHECK(std::abs(up(waves, true) - up(others, true)) > 0.1);
    CHECK(meanAround(waves, 0.5f) == approx(meanAround(ball, 0.5f)).epsilon(0.1));
}

TEST_CASE("a start in a box fills it uniformly", "[sim][start]") {
    const Simulation simulation =
        begun({"start.shape=box", "start.width=8", "start.height=2", "start.depth=14"});
    const std::vector<Vec3d> shares = sharesOf(simulation, {8, 2, 14});
    int octants[8] = {};
    for (const Vec3d& share : shares) {
        REQUIRE(std::abs(share.x) <= 1.0);
        REQUIRE(std::abs(share.y) <= 1.0);
        REQUIRE(std::abs(share.z) <= 1.0);
        ++octants[(share.x > 0 ? 1 : 0) + (share.y > 0 ? 2 : 0) + (share.z > 0 ? 4 : 0)];
    }
    // Five standard deviations of a binomial count.
    for (const int inside : octants) {
        CHECK(std::abs(inside - kStartCount / 8) < 5 * std::sqrt(kStartCount * 7.0 / 64.0));
    }
    const Vec3d spread = meanSquare(shares);
    for (const double axis : {spread.x, spread.y, spread.z}) {
        CHECK(axis == approx(1.0 / 3.0).margin(5 * std::sqrt(4.0 / 45.0 / kStartCount)));
    }
}

TEST_CASE("a start on a shell lies on the ellipsoid and not inside it", "[sim][start]") {
    const Simulation simulation =
        begun({"start.shape=shell", "start.width=6", "start.height=3", "start.depth=9"});
    const std::vector<Vec3d> shares = sharesOf(simulation, {6, 3, 9});
    for (const Vec3d& share : shares) {
        REQUIRE(lengthOf(share) == approx(1.0).epsilon(1e-6));
    }
    const Vec3d spread = meanSquare(shares);
    for (const double axis : {spread.x, spread.y, spread.z}) {
        CHECK(axis == approx(1.0 / 3.0).margin(5 * std::sqrt(4.0 / 45.0 / kStartCount)));
    }
}

TEST_CASE("a box or shell of zero height is flat", "[sim][start]") {
    for (const char* shape : {"start.shape=box", "start.shape=shell"}) {
        INFO(shape);
        for (const Vec3f& position : positionsById(begun({shape, "start.height=0"}))) {
            REQUIRE(position.y == 0.0f);
            REQUIRE(isFinite(position));
        }
    }
}

TEST_CASE("a start larger than the world is clipped to it", "[sim][start]") {
    for (const char* shape : {"start.shape=ball", "start.shape=box", "start.shape=shell"}) {
        INFO(shape);
        const Simulation simulation =
            begun({shape, "start.radius=1000", "start.width=2000", "start.depth=2000"});
        for (const Vec3f& position : positionsById(simulation)) {
            REQUIRE(std::abs(position.x) < 10.0f);
            REQUIRE(std::abs(position.y) < 10.0f);
            REQUIRE(std::abs(position.z) < 10.0f);
        }
    }
}

TEST_CASE("level headings are uniform about the vertical and keep their speed", "[sim][start]") {
    const Simulation simulation = begun({"start.level=true", "start.speed=3"});
    int quarters[4] = {};
    for (const Vec3f& velocity : velocitiesById(simulation)) {
        REQUIRE(velocity.y == 0.0f);
        REQUIRE(lengthOf(velocity) == approx(3.0).epsilon(1e-6));
        ++quarters[(velocity.x > 0 ? 1 : 0) + (velocity.z > 0 ? 2 : 0)];
    }
    for (const int inside : quarters) {
        CHECK(std::abs(inside - kStartCount / 4) < 5 * std::sqrt(kStartCount * 3.0 / 16.0));
    }
    const Simulation mixed =
        begun({"start.level=true", "start.order=0.5", "start.swirl=0.3", "start.speed=1"});
    for (const Vec3f& velocity : velocitiesById(mixed)) {
        REQUIRE(velocity.y == 0.0f);
        REQUIRE(lengthOf(velocity) == approx(1.0).epsilon(1e-6));
    }
}
