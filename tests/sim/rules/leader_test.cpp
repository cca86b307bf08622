// One boid leads, the others follow: the rule against its plain definition, and the preset "leader".

#include <shoal/detail/blocks.hpp>

#include "optimised.hpp"
#include "oracle/hunt_oracle.hpp"
#include "oracle/motion_oracle.hpp"
#include "oracle/stream_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kLeaderSeeds = kIsOptimised ? 5 : 1;

const oracle::Following kModel{1.5, 2.5, 9, 1.7, 3, 1.2, 5};

Scene followingScene() {
    return sceneWith({"follow_leader.enabled=on", "follow_leader.behind=1.5", "follow_leader.slowing=2.5",
                      "follow_leader.speed=9", "follow_leader.weight=1.7", "follow_leader.ahead=3",
                      "follow_leader.clear=1.2", "follow_leader.leader_speed=5", "follow_leader.roam=0"});
}

oracle::Boid boidOf(const Layout& layout, std::size_t id) {
    return {asDouble(layout.positions[id]), asDouble(layout.velocities[id])};
}

/// Returns the largest error of the followers in one step, relative to the rounding tolerance.
double worstOfFollowers(const Stepped& stepped, const Layout& layout, std::size_t leader) {
    double worst = 0.0;
    std::size_t certain = 0;
    for (std::size_t id = 0; id < layout.count(); ++id) {
        const oracle::Steering wanted = oracle::follow(boidOf(layout, id), boidOf(layout, leader), kModel);
        if (id != leader && !wanted.isAmbiguous) {
            ++certain;
            worst = std::max(worst, errorOf(stepped.steering[id], wanted.value) / wanted.error);
        }
    }
    CHECK(certain * 10 > layout.count() * 8);
    return worst;
}

/// Position of a flock relative to one of its boids.
struct Arrangement {
    double behind = 0.0;  ///< fraction of the other boids behind it
    double centre = 0.0;  ///< [m] distance to the flock's centroid
};

Arrangement arrangementAbout(const Simulation& simulation, std::uint32_t id) {
    const std::vector<Vec3f> positions = positionsById(simulation);
    const Vec3f heading = velocitiesById(simulation)[id];
    Arrangement order;
    Vec3d sum;
    for (const Vec3f& position : positions) {
        const Vec3f offset = position - positions[id];
        order.behind += dot(offset, heading) < 0.0f ? 1.0 / static_cast<double>(positions.size() - 1) : 0.0;
        sum += asDouble(offset);
    }
    order.centre = lengthOf(sum * (1.0 / static_cast<double>(positions.size())));
    return order;
}

/// Averages over ten seconds.
Arrangement meanArrangement(Simulation& simulation, std::uint32_t id) {
    Arrangement mean;
    for (int step = 0; step < 10 * kStepsPerSecond; ++step) {
        simulation.step();
        const Arrangement now = arrangementAbout(simulation, id);
        mean.behind += now.behind / (10 * kStepsPerSecond);
        mean.centre += now.centre / (10 * kStepsPerSecond);
    }
    return mean;
}

}  // namespace

TEST_CASE("followers steer as the formula says, whichever boid leads", "[sim][rules][leader][oracle]") {
    for (const std::uint64_t seed : {1, 2}) {
        const Layout layout = uniformLayout(120, {4.0f, 3.0f, 5.0f}, seed);
        for (const std::size_t leader : {0U, 1U, 64U, 119U}) {
            INFO("seed " << seed << ", leader " << leader);
            Scene scene = followingScene();
            REQUIRE(scene.apply({"follow_leader.leader", static_cast<double>(leader)}));
            const Stepped stepped = stepOnce(scene, layout);
            CHECK(worstOfFollowers(stepped, layout, leader) < 1.0);
            const oracle::Steering led = oracle::leadOn(boidOf(layout, leader), kModel);
            CHECK(errorOf(stepped.steering[leader], led.value) <= led.error);
        }
    }
}

TEST_CASE("a leader roams by its own smooth noise, or leads to the nearest goal",
          "[sim][rules][leader][oracle]") {
    const Layout layout = uniformLayout(30, {4.0f, 3.0f, 5.0f}, 5);
    Scene scene = followingScene();
    REQUIRE(scene.applyText("follow_leader.leader=17"));
    REQUIRE(scene.applyText("follow_leader.course=goal"));
    const oracle::Boid leader = boidOf(layout, 17);
    // With no goal in the scene it roams.
    const oracle::Steering on = oracle::leadOn(leader, kModel);
    CHECK(errorOf(stepOnce(scene, layout).steering[17], on.value) <= on.error);
    for (const Vec3f& at : {Vec3f{20, -3, 8}, Vec3f{5, 1, 1}}) {
        Goal goal;
        goal.name = "goal" + std::to_string(scene.goals.size());
        goal.x = at.x;
        goal.y = at.y;
        goal.z = at.z;
        scene.goals.push_back(goal);  // each nearer than the previous ones
        const oracle::Steering to = oracle::leadTo(leader, asDouble(at), kModel);
        const Stepped stepped = stepOnce(scene, layout);
        CHECK(errorOf(stepped.steering[17], to.value) <= to.error);
        CHECK(worstOfFollowers(stepped, layout, 17) < 1.0);
    }
    // It roams as by the rule "wander", with random numbers of its own.
    Scene roaming = followingScene();
    REQUIRE(roaming.applyText("follow_leader.roam=3"));
    REQUIRE(roaming.applyText("follow_leader.interval=2"));
    REQUIRE(roaming.applyText("follow_leader.leader=17"));
    const std::uint64_t seed = oracle::ruleSeed(oracle::speciesSeed(roaming.seed, 0), "follow_leader");
    const Vec3d whim = oracle::wander(17, 3.0, {seed, 0, 2 * kStepsPerSecond});
    CHECK(lengthOf(whim) > 0.1);
    CHECK(errorOf(stepOnce(roaming, layout).steering[17], on.value + whim) <= on.error + 1e-5);
}

TEST_CASE("a leader beyond the last boid means the last, and few or none may follow", "[sim][leader]") {
    Scene scene = followingScene();
    REQUIRE(scene.applyText("follow_leader.leader=5000"));
    const Layout layout = uniformLayout(40, {4.0f, 3.0f, 5.0f}, 6);
    const Stepped stepped = stepOnce(scene, layout);
    CHECK(worstOfFollowers(stepped, layout, 39) < 1.0);
    for (const std::size_t count : {0U, 1U, 2U}) {
        Simulation simulation = placed(scene, uniformLayout(count, {1.0f, 1.0f, 1.0f}, 7));
        for (int step = 0; step < 30; ++step) {
            simulation.step();
            REQUIRE(isFinite(simulation));
        }
    }
}

TEST_CASE("a follower right in front of the leader steps aside at full speed", "[sim][leader]") {
    const Scene scene = followingScene();
    for (const Vec3f& heading : {Vec3f{1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{-0.6f, 0, 0.8f}}) {
        const Layout layout{"ahead", {{0, 0, 0}, heading * 2.0f}, {heading * 4.0f, {0, 0, 0}}};
        const Vec3f push = stepOnce(scene, layout).steering[1];
        CHECK(lengthOf(push) == approx(9 * 1.7).epsilon(1e-5));
        CHECK(dot(push, heading) == approx(0.0).margin(1e-5));
    }
}

TEST_CASE("the preset's flock follows its leader, and a new one during the run", "[sim][leader]") {
    for (std::uint64_t seed = 1; seed <= kLeaderSeeds; ++seed) {
        INFO("seed " << seed);
        Simulation simulation = started("leader", seed);
        runSeconds(simulation, 10);
        constexpr std::uint32_t kNext = 123;
        Arrangement first = meanArrangement(simulation, 0);
        CHECK(first.behind > 0.9);
        CHECK(first.centre < 16.0);
        // Any other boid is somewhere in the middle.
        CHECK(arrangementAbout(simulation, kNext).centre < 0.75 * first.centre);
        REQUIRE(simulation.apply({"follow_leader.leader", kNext}));
        runSeconds(simulation, 10);
        const Arrangement second = meanArrangement(simulation, kNext);
        CHECK(second.behind > 0.9);
        CHECK(second.centre < 16.0);
        first = meanArrangement(simulation, 0);
        CHECK(first.behind < 0.9);
        CHECK(first.centre < 0.75 * second.centre);
    }
}
