// Every field and limit rule against its plain definition in tests/oracle: one call each, from random states
// that reach all its cases. pair_rules_test.cpp does the same for the rules of pairs.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/blocks.hpp>
#include <shoal/random.hpp>
#include <shoal/rule_base.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "oracle/carpentier_oracle.hpp"
#include "oracle/motion_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Not a multiple of eight: the last lanes are part empty.
constexpr std::uint32_t kCount = 1003;

// A boid between two steps.
struct Mover {
    Vec3f oldPosition;
    Vec3f oldVelocity;
    Vec3f acceleration;
    Vec3f velocity;
    Vec3f position;
};

using Movers = std::vector<Mover>;

// Speeds over many sizes, some standing still, some flying just as before and some straight back.
Movers randomMovers(const Vec3f& reach, std::uint64_t seed) {
    RandomSequence random(seed, 5);
    Movers movers(kCount);
    for (std::uint32_t k = 0; k < kCount; ++k) {
        Mover& mover = movers[k];
        const float sizes[] = {0.01f, 1.0f, 8.0f, 100.0f};
        const Vec3f way = random.inBall();
        mover.position = {way.x * reach.x, way.y * reach.y, way.z * reach.z};
        mover.oldPosition = mover.position + random.inBall() * 0.1f;
        mover.oldVelocity = random.awayFromZero() * sizes[k % 4];
        mover.velocity = random.awayFromZero() * sizes[(k / 4) % 4];
        mover.acceleration = random.inBall() * 60.0f;
        if (k % 16 == 3) {
            mover.velocity = mover.oldVelocity + random.inBall() * (0.1f * sizes[k % 4]);
        }
        const std::uint32_t odd = k % 50;
        if (odd == 7 || odd == 8) {
            mover.velocity = odd == 7 ? Vec3f{} : random.inBall() * 1e-7f;
        }
        if (odd == 8 || odd == 9) {
            mover.oldVelocity = {};
        }
        if (odd == 10) {
            mover.acceleration = {};
        }
    }
    return movers;
}

std::unique_ptr<Rule> ruleWith(std::string_view key,
                               std::initializer_list<std::pair<std::string_view, double>> settings) {
    const auto registered =
        std::ranges::find_if(registeredRules(), [&](const auto& rule) { return rule.info->key == key; });
    REQUIRE(registered != registeredRules().end());
    std::unique_ptr<Rule> rule = registered->make();
    for (const auto& [name, value] : settings) {
        rule->tunables().set(rule->tunables().find(name).value(), value);
    }
    rule->prepare(kStepSeconds);
    return rule;
}

Surroundings around(const World& world) {
    return {world, 1, 0, kStepSeconds};
}

Movers limited(const Rule& rule, const Movers& movers, const Surroundings& surroundings, Isa isa) {
    FlockState old;
    FlockState fresh;
    Column3 acceleration;
    old.resize(kCount);
    fresh.resize(kCount);
    acceleration.resize(kCount);
    for (std::uint32_t k = 0; k < kCount; ++k) {
        old.position.put(k, movers[k].oldPosition);
        old.velocity.put(k, movers[k].oldVelocity);
        old.id[k] = k;
        acceleration.put(k, movers[k].acceleration);
        fresh.velocity.put(k, movers[k].velocity);
        fresh.position.put(k, movers[k].position);
    }
    rule.limit({&old, &fresh, 0, kCount, &surroundings, acceleration.x.data(), acceleration.y.data(),
                acceleration.z.data()},
               isa);
    Movers after;
    for (std::uint32_t k = 0; k < kCount; ++k) {
        after.push_back({old.position.at(k), old.velocity.at(k), acceleration.at(k), fresh.velocity.at(k),
                         fresh.position.at(k)});
    }
    return after;
}

std::vector<Vec3f> steered(const Rule& rule, const Movers& movers, const Surroundings& surroundings,
                           Isa isa) {
    FlockState state;
    Column3 steering;
    state.resize(kCount);
    steering.resize(kCount);
    for (std::uint32_t k = 0; k < kCount; ++k) {
        state.position.put(k, movers[k].position);
        state.velocity.put(k, movers[k].velocity);
        state.id[k] = k;
    }
    rule.steerField({&state, 0, kCount, &surroundings, &steering}, isa);
    std::vector<Vec3f> result;
    for (std::uint32_t k = 0; k < kCount; ++k) {
        result.push_back(steering.at(k));
    }
    return result;
}

// The largest error in units of what rounding allows for each.
class Worst {
public:
    void add(const Vec3f& found, const Vec3d& expected, double allowed) {
        m_share = std::max(m_share, errorOf(found, expected) / allowed);
    }
    double share() const { return m_share; }

private:
    double m_share = 0.0;
};

oracle::Boid boidOf(const Mover& mover) {
    return {asDouble(mover.position), asDouble(mover.velocity)};
}

oracle::Walls wallsOf(const World& world) {
    return {world.shape == World::Shape::sphere, asDouble(world.halfExtent())};
}

const World kWorlds[] = {{World::Shape::box, 8, 5, 11}, {World::Shape::sphere, 9, 3, 40}};

// Compares a limit at the walls with its definition, from boids inside, outside and far outside.
template <class Expected>
void checkWalls(const Rule& rule, const Expected& expected) {
    for (const World& world : kWorlds) {
        for (const float reach : {0.9f, 1.3f, 9.0f}) {
            INFO("world " << (world.shape == World::Shape::box ? "box" : "sphere") << ", reach " << reach);
            const Vec3f half = world.halfExtent();
            const Movers movers = randomMovers(half * reach, 41);
            for (const Isa isa : everyIsa()) {
                const Movers after = limited(rule, movers, around(world), isa);
                Worst position;
                Worst velocity;
                std::size_t doubtful = 0;
                for (std::uint32_t k = 0; k < kCount; ++k) {
                    const oracle::Moved wanted = expected(boidOf(movers[k]), wallsOf(world));
                    doubtful += wanted.isDoubtful ? 1 : 0;
                    if (!wanted.isDoubtful) {
                        // A sphere leaves them a millionth of the radius inside.
                        const auto size = static_cast<double>(lengthOf(movers[k].position) + half.x);
                        position.add(after[k].position, wanted.position, 2e-6 * size);
                        velocity.add(after[k].velocity, wanted.velocity,
                                     2e-6 * static_cast<double>(lengthOf(movers[k].velocity)) + 1e-12);
                    }
                }
                CHECK(position.share() < 1.0);
                CHECK(velocity.share() < 1.0);
                CHECK(doubtful < kCount / 50);
            }
        }
    }
}

}  // namespace

TEST_CASE("limit_acceleration is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 1);
    for (const double most : {0.0, 0.5, 20.0, 45.0}) {
        INFO("most " << most);
        const auto rule = ruleWith("limit_acceleration", {{"most", most}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d acceleration = asDouble(movers[k].acceleration);
                worst.add(after[k].acceleration, oracle::limitedAcceleration(acceleration, most),
                          1e-6 * lengthOf(acceleration) + 1e-12);
                CHECK(after[k].velocity == movers[k].velocity);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_speed is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 2);
    const std::pair<double, double> bounds[] = {{0.0, 5.0}, {0.5, 4.0}, {3.0, 3.0}, {6.0, 2.0}, {0.0, 0.0}};
    for (const auto& [least, most] : bounds) {
        INFO(least << " to " << most << " m/s");
        const auto rule = ruleWith("limit_speed", {{"least", least}, {"most", most}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d wanted = oracle::limitedSpeed(asDouble(movers[k].velocity),
                                                          asDouble(movers[k].oldVelocity), least, most);
                worst.add(after[k].velocity, wanted, 1e-6 * lengthOf(wanted) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_turn is its definition", "[sim][rules][oracle]") {
    Movers movers = randomMovers({5, 5, 5}, 3);
    for (std::uint32_t k = 0; k < kCount; k += 100) {
        movers[k].velocity = movers[k].oldVelocity * -2.0f;
    }
    // Rates [rad/s] from slow to half a turn a step.
    for (const double rate : {0.2, 2.0, 12.0, 60.0, 60.0 * std::numbers::pi}) {
        INFO(rate << " rad/s");
        const auto rule = ruleWith("limit_turn", {{"rate", rate}});
        const double angle = rate / kStepsPerSecond;
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            double reversal = 0.0;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const Vec3d old = asDouble(movers[k].oldVelocity);
                const oracle::Moved wanted = oracle::limitedTurn(velocity, old, angle);
                const double speed = lengthOf(velocity);
                if (!wanted.isDoubtful) {
                    // A cosine in floats knows a small angle no better than this.
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

TEST_CASE("prefer_horizontal is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 4);
    for (const double weight : {0.0, 1.0, 4.5}) {
        const auto rule = ruleWith("prefer_horizontal", {{"weight", weight}});
        for (const Isa isa : everyIsa()) {
            const std::vector<Vec3f> found = steered(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d wanted = oracle::preferHorizontal(asDouble(movers[k].velocity), weight);
                worst.add(found[k], wanted, 1e-6 * lengthOf(wanted) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("prefer_height is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 50, 5}, 8);
    for (const auto& [weight, height] : {std::pair{0.0, 3.0}, std::pair{0.1, 0.0}, std::pair{2.0, -20.0}}) {
        const auto rule = ruleWith("prefer_height", {{"weight", weight}, {"height", height}});
        for (const Isa isa : everyIsa()) {
            const std::vector<Vec3f> found = steered(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                worst.add(found[k], oracle::preferHeight(boidOf(movers[k]), weight, height),
                          weight * 3e-7 * (50.0 + std::abs(height)) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("limit_axes is its definition", "[sim][rules][oracle]") {
    Movers movers = randomMovers({5, 5, 5}, 9);
    // Straight up and down, and all but.
    for (std::uint32_t k = 0; k < kCount; k += 20) {
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
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d acceleration = asDouble(movers[k].acceleration);
                const Vec3d wanted =
                    oracle::limitedAxes(acceleration, asDouble(movers[k].oldVelocity), ranges);
                worst.add(after[k].acceleration, wanted, 1e-6 * lengthOf(acceleration) + 1e-12);
                untouched += after[k].acceleration == movers[k].acceleration ? 1 : 0;
                CHECK(after[k].velocity == movers[k].velocity);
            }
            CHECK(worst.share() < 1.0);
            CHECK(untouched < kCount / 2);
        }
    }
}

TEST_CASE("smooth_speed is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 10);
    for (const double smoothing : {0.0, 0.3, 0.95, 1.0}) {
        INFO("smoothing " << smoothing);
        const auto rule = ruleWith("smooth_speed", {{"smoothing", smoothing}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const Vec3d old = asDouble(movers[k].oldVelocity);
                worst.add(after[k].velocity, oracle::smoothedSpeed(velocity, old, smoothing),
                          1e-6 * (lengthOf(velocity) + lengthOf(old)) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("gravity is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 11);
    for (const double strength : {0.0, 0.05, 1.0}) {
        INFO("strength " << strength);
        const auto rule = ruleWith("gravity", {{"strength", strength}});
        for (const Isa isa : everyIsa()) {
            const Movers after = limited(*rule, movers, around({}), isa);
            Worst worst;
            for (std::uint32_t k = 0; k < kCount; ++k) {
                const Vec3d velocity = asDouble(movers[k].velocity);
                const double speed = lengthOf(velocity);
                worst.add(after[k].velocity, oracle::weighedDown(velocity, strength, 1.0 / kStepsPerSecond),
                          1e-6 * speed * (1.0 + strength * speed) + 1e-12);
            }
            CHECK(worst.share() < 1.0);
        }
    }
}

TEST_CASE("contain steers as its definition says", "[sim][rules][oracle]") {
    // The second margin is more than half of the worlds.
    const double settings[][3] = {{6, 2, 0.5}, {3, 7, 0.25}, {20, 0.3, 0}, {0.5, 1, 5}};
    for (const auto& [weight, margin, lookAhead] : settings) {
        const auto rule =
            ruleWith("contain", {{"weight", weight}, {"margin", margin}, {"look_ahead", lookAhead}});
        for (const World& world : kWorlds) {
            INFO("weight " << weight << ", margin " << margin << ", look_ahead " << lookAhead << ", "
                           << (world.shape == World::Shape::box ? "box" : "sphere"));
            const Movers movers = randomMovers(world.halfExtent() * 1.2f, 5);
            for (const Isa isa : everyIsa()) {
                const std::vector<Vec3f> found = steered(*rule, movers, around(world), isa);
                Worst worst;
                std::size_t pushed = 0;
                for (std::uint32_t k = 0; k < kCount; ++k) {
                    const oracle::Boid boid = boidOf(movers[k]);
                    const Vec3d wanted =
                        oracle::containSteering(boid, wallsOf(world), weight, margin, lookAhead);
                    // A share of the margin carries the rounding of the place that it is taken of.
                    const double place = lengthOf(boid.position) + lengthOf(boid.velocity) * lookAhead;
                    worst.add(found[k], wanted, weight * (2e-6 + 4e-7 * (place + 5.0) / margin));
                    pushed += lengthOf(wanted) > 0.0 ? 1 : 0;
                }
                CHECK(worst.share() < 1.0);
                CHECK(pushed > 20);
            }
        }
    }
}

TEST_CASE("contain stops at the walls as its definition says", "[sim][rules][oracle]") {
    checkWalls(*ruleWith("contain", {}), [](const oracle::Boid& boid, const oracle::Walls& walls) {
        return oracle::contained(boid, walls);
    });
}

TEST_CASE("bounce is its definition", "[sim][rules][oracle]") {
    for (const double restitution : {0.0, 0.5, 1.0}) {
        INFO("restitution " << restitution);
        checkWalls(*ruleWith("bounce", {{"restitution", restitution}}),
                   [&](const oracle::Boid& boid, const oracle::Walls& walls) {
                       return oracle::bounced(boid, walls, restitution);
                   });
    }
}

TEST_CASE("wrap is its definition", "[sim][rules][oracle]") {
    const auto rule = ruleWith("wrap", {});
    checkWalls(*rule, [](const oracle::Boid& boid, const oracle::Walls& walls) {
        return oracle::wrapped(boid, walls);
    });
    // The past is moved along: the way flown stays what it was.
    const Movers movers = randomMovers({14, 9, 20}, 6);
    const Movers after = limited(*rule, movers, around(kWorlds[0]), bestIsa());
    Worst worst;
    for (std::uint32_t k = 0; k < kCount; ++k) {
        worst.add(after[k].position - after[k].oldPosition,
                  asDouble(movers[k].position) - asDouble(movers[k].oldPosition), 1e-5);
    }
    CHECK(worst.share() < 1.0);
}

TEST_CASE("wander is its definition", "[sim][rules][oracle]") {
    const Movers movers = randomMovers({5, 5, 5}, 7);
    for (const double interval : {0.1, 1.0, 7.3}) {
        const auto rule = ruleWith("wander", {{"weight", 2.5}, {"interval", interval}});
        const auto steps = static_cast<std::uint64_t>(std::lround(interval * kStepsPerSecond));
        for (const std::uint64_t seed : {0ULL, 1ULL, 42ULL, 0xfedcba9876543210ULL}) {
            // What a scene's first two species are seeded with.
            for (const std::uint64_t species : {0ULL, 1ULL}) {
                const std::uint64_t own = mixBits(seed + 0x9e3779b97f4a7c15ULL * (species + 1));
                for (const std::uint64_t step : {0ULL, 1ULL, 59ULL, 60ULL, 12345ULL, 7000000000ULL}) {
                    INFO("interval " << interval << ", seed " << seed << ", species " << species << ", step "
                                     << step);
                    const Surroundings surroundings{{}, own, step, kStepSeconds};
                    Worst worst;
                    const std::vector<Vec3f> found = steered(*rule, movers, surroundings, bestIsa());
                    for (std::uint32_t id = 0; id < kCount; ++id) {
                        worst.add(found[id], oracle::wander(id, 2.5, {own, step, steps}), 5e-6);
                    }
                    CHECK(worst.share() < 1.0);
                    CHECK(steered(*rule, movers, surroundings, Isa::baseline) == found);
                }
            }
        }
    }
}

TEST_CASE("wander in a scene draws from the seed of each species", "[sim][rules][oracle]") {
    Scene scene = sceneWith({"count=200", "wander.enabled=on", "wander.weight=2", "wander.interval=0.5"});
    scene.species.push_back(scene.species[0]);
    scene.species[1].name = "other";
    scene.seed = 77;
    Simulation simulation(scene);
    for (std::uint64_t step = 0; step < 40; ++step) {
        simulation.step();
        for (std::uint64_t species = 0; species < 2; ++species) {
            const std::uint64_t own = mixBits(77 + 0x9e3779b97f4a7c15ULL * (species + 1));
            const Flock& flock = simulation.flocks()[species];
            Worst worst;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                worst.add(flock.steering().at(slot),
                          oracle::wander(flock.now().id[slot], 2.0, {own, step, 30}), 5e-6);
            }
            CHECK(flock.count() == 200);
            CHECK(worst.share() < 1.0);
        }
    }
}
