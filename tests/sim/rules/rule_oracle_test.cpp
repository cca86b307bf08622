// Field and limit rules against their plain definitions in tests/oracle: one call each, from random states
// that reach all cases. pair_rules_test.cpp does the same for pair rules, world_rule_oracle_test.cpp for the
// rules about the world's walls and random motion.

#include <numbers>
#include <utility>

#include "oracle/carpentier_oracle.hpp"
#include "oracle/motion_oracle.hpp"
#include "sim/mover_trial.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("limit_acceleration matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 1);
    for (const double largest : {0.0, 0.5, 20.0, 45.0}) {
        INFO("most " << largest);
        const auto rule = ruleWith("limit_acceleration", {{"max", largest}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d acceleration = asDouble(movers[k].acceleration);
                worst.add(after[k].acceleration, oracle::limitedAcceleration(acceleration, largest),
                          1e-6 * lengthOf(acceleration) + 1e-12);
                CHECK(after[k].velocity == movers[k].velocity);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_speed matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 2);
    const std::pair<double, double> bounds[] = {{0.0, 5.0}, {0.5, 4.0}, {3.0, 3.0}, {6.0, 2.0}, {0.0, 0.0}};
    for (const auto& [smallest, largest] : bounds) {
        INFO(smallest << " to " << largest << " m/s");
        const auto rule = ruleWith("limit_speed", {{"min", smallest}, {"max", largest}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d wanted = oracle::limitedSpeed(asDouble(movers[k].velocity),
                                                          asDouble(movers[k].oldVelocity), smallest, largest);
                worst.add(after[k].velocity, wanted, 1e-6 * lengthOf(wanted) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_turn matches its definition", "[sim][rules][oracle]") {
    Movers movers = randomMovers({5, 5, 5}, 3);
    for (std::uint32_t k = 0; k < kMoverCount; k += 100) {
        movers[k].velocity = movers[k].oldVelocity * -2.0f;
    }
    // Rates [rad/s] from slow to half a turn per step.
    for (const double rate : {0.2, 2.0, 12.0, 60.0, 60.0 * std::numbers::pi}) {
        INFO(rate << " rad/s");
        const auto rule = ruleWith("limit_turn", {{"rate", rate}});
        const double angle = rate / kStepsPerSecond;
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            double reversal = 0.0;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const Vec3d old = asDouble(movers[k].oldVelocity);
                const oracle::Moved wanted = oracle::limitedTurn(velocity, old, angle);
                const double speed = lengthOf(velocity);
                if (!wanted.isAmbiguous) {
                    // A float cosine resolves a small angle no better than this.
                    worst.add(after[k].velocity, wanted.velocity,
                              speed * (3e-6 + 3e-7 / std::max(angle, 1e-3)) + 1e-12);
                } else {
                    const Vec3d found = asDouble(after[k].velocity);
                    const double turn = std::atan2(lengthOf(cross(old, found)), dot(old, found));
                    reversal = std::max(reversal, std::abs(turn - angle));
                    reversal = std::max(reversal, std::abs(lengthOf(found) / speed - 1.0));
                }
            }
            CHECK(worst.share() < 1.0);
            CHECK(reversal < 1e-3);
        }
    }
}

TEST_CASE("prefer_horizontal matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 4);
    for (const double weight : {0.0, 1.0, 4.5}) {
        const auto rule = ruleWith("prefer_horizontal", {{"weight", weight}});
        for (const Isa isa : everyIsa()) {
            const std::vector<Vec3f> found = steered(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d wanted = oracle::preferHorizontal(asDouble(movers[k].velocity), weight);
                worst.add(found[k], wanted, 1e-6 * lengthOf(wanted) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("prefer_height matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 50, 5}, 8);
    for (const auto& [weight, height] : {std::pair{0.0, 3.0}, std::pair{0.1, 0.0}, std::pair{2.0, -20.0}}) {
        const auto rule = ruleWith("prefer_height", {{"weight", weight}, {"height", height}});
        for (const Isa isa : everyIsa()) {
            const std::vector<Vec3f> found = steered(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                worst.add(found[k], oracle::preferHeight(boidOf(movers[k]), weight, height),
                          weight * 3e-7 * (50.0 + std::abs(height)) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_axes matches its definition", "[sim][rules][oracle]") {
    Movers movers = randomMovers({5, 5, 5}, 9);
    // Straight up and down, and nearly so.
    for (std::uint32_t k = 0; k < kMoverCount; k += 20) {
        const float aside = k % 40 == 0 ? 0.0f : 0.01f;
        movers[k].oldVelocity = {aside, k % 60 == 0 ? 3.0f : -3.0f, 0};
    }
    const oracle::AxisRanges settings[] = {{10, 10, 10, 10, 10}, {2, 8, 20, 3, 40}, {0, 5, 0, 0, 5}};
    for (const oracle::AxisRanges& ranges : settings) {
        const auto rule = ruleWith("limit_axes", {{"brake", ranges.brake},
                                                  {"forward", ranges.forward},
                                                  {"side", ranges.side},
                                                  {"down", ranges.down},
                                                  {"up", ranges.up}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            std::size_t untouched = 0;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d acceleration = asDouble(movers[k].acceleration);
                const Vec3d wanted =
                    oracle::limitedAxes(acceleration, asDouble(movers[k].oldVelocity), ranges);
                worst.add(after[k].acceleration, wanted, 1e-6 * lengthOf(acceleration) + 1e-12);
                untouched += after[k].acceleration == movers[k].acceleration ? 1 : 0;
                CHECK(after[k].velocity == movers[k].velocity);
            }
            CHECK(worst.share() < 1.0);
            CHECK(untouched < kMoverCount / 2);
        }
    }
}

TEST_CASE("smooth_speed matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 10);
    for (const double smoothing : {0.0, 0.3, 0.95, 1.0}) {
        INFO("smoothing " << smoothing);
        const auto rule = ruleWith("smooth_speed", {{"smoothing", smoothing}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const Vec3d old = asDouble(movers[k].oldVelocity);
                worst.add(after[k].velocity, oracle::smoothedSpeed(velocity, old, smoothing),
                          1e-6 * (lengthOf(velocity) + lengthOf(old)) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("gravity matches its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 11);
    for (const double strength : {0.0, 0.05, 1.0}) {
        INFO("strength " << strength);
        const auto rule = ruleWith("gravity", {{"strength", strength}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kMoverCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const double speed = lengthOf(velocity);
                worst.add(after[k].velocity, oracle::weighedDown(velocity, strength, 1.0 / kStepsPerSecond),
                          1e-6 * speed * (1.0 + strength * speed) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}
