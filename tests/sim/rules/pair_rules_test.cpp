#include "oracle/flock_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

using OracleRule = oracle::Steering (*)(const oracle::Boids&, std::size_t, const oracle::NeighbourQuery&,
                                        double, double);

struct RuleCase {
    std::string key;
    OracleRule oracle;
};
const RuleCase kRules[] = {
    {"separation", oracle::separation}, {"alignment", oracle::alignment}, {"cohesion", oracle::cohesion}};

oracle::NeighbourQuery sightTo(double radius) {
    oracle::NeighbourQuery query;
    query.radius = radius;
    return query;
}

// Compares the steering of these rules together with the sum of their oracles.
void checkRules(const std::vector<RuleCase>& rules, const Layout& layout,
                const oracle::NeighbourQuery& query) {
    Scene scene = sceneWith({});
    scene.species[0].perception.radius = static_cast<float>(query.radius);
    double weight = 0.7;
    double radius = 0.45;
    for (const RuleCase& rule : rules) {
        REQUIRE(scene.apply({rule.key + ".enabled", 1}));
        REQUIRE(scene.apply({rule.key + ".weight", weight}));
        REQUIRE(scene.apply({rule.key + ".radius", radius}));
        weight += 0.9;
        radius += 0.4;
    }
    const Stepped stepped = stepOnce(scene, layout);
    const oracle::Boids boids = boidsOf(layout);
    double worst = 0.0;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        oracle::Steering expected;
        for (const RuleCase& rule : rules) {
            const double ruleWeight = *scene.value(rule.key + ".weight");
            const double ruleRadius = *scene.value(rule.key + ".radius");
            expected = expected + rule.oracle(boids, id, query, ruleWeight, ruleRadius);
        }
        if (!expected.isAmbiguous) {
            worst = std::max(worst, errorOf(stepped.steering[id], expected.value) / (expected.error + 1e-12));
        }
    }
    CHECK(worst <= 1.0);
}

}  // namespace

TEST_CASE("each classic rule steers as its formula says", "[sim][rules]") {
    for (const std::uint64_t seed : {1, 2}) {
        for (const Layout& layout : hardLayouts(seed * 100)) {
            for (const RuleCase& rule : kRules) {
                INFO(rule.key << ", seed " << seed << ", layout \"" << layout.name << "\"");
                checkRules({rule}, layout, sightTo(1.1));
            }
        }
    }
}

TEST_CASE("rules that act together add up", "[sim][rules]") {
    for (const Layout& layout : hardLayouts(300)) {
        INFO("layout \"" << layout.name << "\"");
        checkRules({kRules[0], kRules[1], kRules[2]}, layout, sightTo(1.1));
        checkRules({kRules[2], kRules[0]}, layout, sightTo(1.1));
        checkRules({kRules[1], kRules[0]}, layout, sightTo(0.6));
    }
}

TEST_CASE("two boids apart push and pull along the line between them", "[sim][rules]") {
    const Layout pair{"pair", {{0, 0, 0}, {0.25f, 0, 0}}, {{1, 0, 0}, {0, 0, 1}}};
    const auto steeringOf = [&](std::string_view rule) {
        Scene scene = sceneWith({"perception.radius=1"});
        REQUIRE(scene.apply({std::string(rule) + ".enabled", 1}));
        REQUIRE(scene.apply({std::string(rule) + ".weight", 2}));
        REQUIRE(scene.apply({std::string(rule) + ".radius", 0.5}));
        return stepOnce(scene, pair).steering;
    };
    // −d/|d|² has the length 1/|d|.
    CHECK(errorOf(steeringOf("separation")[0], {-8, 0, 0}) < 1e-6);
    CHECK(errorOf(steeringOf("separation")[1], {8, 0, 0}) < 1e-6);
    CHECK(errorOf(steeringOf("alignment")[0], {-2, 0, 2}) < 1e-6);
    CHECK(errorOf(steeringOf("alignment")[1], {2, 0, -2}) < 1e-6);
    CHECK(errorOf(steeringOf("cohesion")[0], {0.5, 0, 0}) < 1e-6);
    CHECK(errorOf(steeringOf("cohesion")[1], {-0.5, 0, 0}) < 1e-6);
}

TEST_CASE("a boid does not perceive others inside its blind cone", "[sim][rules]") {
    Scene scene = sceneWith({"cohesion.enabled=on", "cohesion.weight=1", "cohesion.radius=5",
                             "perception.radius=5", "perception.blind_angle=60"});
    // Others at 149° and 151° from the heading; the cone begins at 150°.
    for (const double degrees : {0.0, 90.0, 149.0, 151.0, 180.0}) {
        const double angle = degrees * 3.14159265358979 / 180.0;
        const Vec3f other{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0};
        const Stepped stepped = stepOnce(scene, {"pair", {{0, 0, 0}, other}, {{2, 0, 0}, {0, 0, 0}}});
        INFO(degrees << " degrees off the heading");
        CHECK((lengthOf(stepped.steering[0]) > 0.5f) == (degrees < 150.0));
        // A boid at rest has no back.
        CHECK(lengthOf(stepped.steering[1]) > 0.5f);
    }
}

TEST_CASE("coincident boids push each other apart evenly and stay finite", "[sim][rules]") {
    for (const std::size_t count : {2, 3, 9, 200}) {
        INFO(count << " coincident boids");
        Layout layout;
        layout.positions.assign(count, {1.5f, -2, 0.25f});
        layout.velocities.assign(count, {0.5f, 0, 0});
        Scene scene = sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on",
                                 "perception.radius=1", "limit_speed.enabled=on", "limit_speed.max=2"});
        Simulation simulation = placed(scene, layout);
        simulation.step();
        REQUIRE(isFinite(simulation));
        Vec3d total;
        for (const Vec3f& steering : steeringById(simulation)) {
            CHECK(lengthOf(steering) > 0.0f);
            total += asDouble(steering);
        }
        // Equal and opposite in each pair, so the flock as a whole gets no push.
        CHECK(lengthOf(total) < 0.02 * 1000.0 * static_cast<double>(count));
        for (int step = 0; step < 60; ++step) {
            simulation.step();
        }
        REQUIRE(isFinite(simulation));
        const std::vector<Vec3f> positions = positionsById(simulation);
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = a + 1; b < count; ++b) {
                REQUIRE(lengthOf(positions[a] - positions[b]) > 1e-3f);
            }
        }
    }
}
