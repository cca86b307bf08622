// The forms of separation, each by itself: how its push changes with distance.

#include "oracle/hunt_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns the push on a boid at the origin, of weight 3, from another at this offset.
Vec3f push(const std::string& rule, const Vec3f& offset) {
    Scene scene = sceneWith({"perception.radius=5"});
    REQUIRE(scene.apply({rule + ".enabled", 1}));
    REQUIRE(scene.apply({rule + ".weight", 3}));
    REQUIRE(scene.apply({rule + ".radius", 2}));
    return stepOnce(scene, {"pair", {{0, 0, 0}, offset}, {{0, 0, 0}, {0, 0, 0}}}).steering[0];
}

}  // namespace

TEST_CASE("each form of separation fades with distance as declared", "[sim][rules][separation]") {
    // Along (2, −1, 2)/3, for which the length of the offset is exact.
    const Vec3d e{2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0};
    for (const double d : {0.1875, 0.375, 0.75, 1.5}) {
        INFO(d << " m apart");
        const auto at = static_cast<float>(d / 3.0);
        const Vec3f offset{2 * at, -at, 2 * at};
        CHECK(errorOf(push("separation_offsets", offset), e * (-3.0 * d)) < 1e-5);
        CHECK(errorOf(push("separation", offset), e * (-3.0 / d)) < 1e-5 / d);
        CHECK(errorOf(push("separation_inverse_square", offset), e * (-3.0 / (d * d))) < 1e-5 / (d * d));
        // (radius − |diff|)⋆sign(diff) along each axis, diff pointing away.
        const Vec3d perAxis{-(2.0 - 2.0 * d / 3.0), 2.0 - d / 3.0, -(2.0 - 2.0 * d / 3.0)};
        CHECK(errorOf(push("axis_separation", offset), perAxis * 3.0) < 1e-5);
    }
    for (const char* rule :
         {"separation_offsets", "separation", "separation_inverse_square", "axis_separation"}) {
        CHECK(push(rule, {2.001f, 0, 0}) == Vec3f{0, 0, 0});
    }
}

TEST_CASE("inverse-square separation steers as its formula says", "[sim][rules][separation][oracle]") {
    const Scene scene =
        sceneWith({"perception.radius=3", "separation_inverse_square.enabled=on",
                   "separation_inverse_square.weight=0.7", "separation_inverse_square.radius=0.8"});
    for (const std::uint64_t seed : {1, 2}) {
        for (const std::size_t count : {2, 40, 400}) {
            const Layout layout = uniformLayout(count, {1.2f, 1.2f, 1.2f}, seed);
            oracle::Boids boids;
            for (std::size_t k = 0; k < layout.count(); ++k) {
                boids.push_back({asDouble(layout.positions[k]), asDouble(layout.velocities[k])});
            }
            const Stepped stepped = stepOnce(scene, layout);
            double worst = 0.0;
            for (std::size_t id = 0; id < count; ++id) {
                const oracle::Steering wanted = oracle::inverseSquare(boids, id, 0.7, 0.8);
                if (!wanted.isAmbiguous) {
                    worst =
                        std::max(worst, errorOf(stepped.steering[id], wanted.value) / (wanted.error + 1e-9));
                }
            }
            INFO(count << " boids, seed " << seed);
            CHECK(worst < 1.0);
        }
    }
}
