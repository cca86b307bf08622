// Hunting: flee, pursue and stalk against their plain definitions, and when a stalker dashes.

#include <iterator>

#include <shoal/detail/blocks.hpp>

#include "oracle/hunt_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene sceneFor(const std::string& rule, const std::vector<Edit>& edits) {
    Scene scene = sceneWith({"perception.radius=200", "perception.max_candidates=4096"});
    REQUIRE(scene.apply({rule + ".enabled", 1}));
    for (const Edit& edit : edits) {
        REQUIRE(scene.apply({rule + "." + edit.key, edit.shown}));
    }
    return scene;
}

/// Largest error of the steering relative to the rounding tolerance, and the number of boids compared.
struct WorstSteering {
    double error = 0.0;
    std::size_t certain = 0;
};

template <class Expected>
WorstSteering worstOf(const Scene& scene, const Layout& layout, const Expected& expected) {
    const oracle::Boids boids = boidsOf(layout);
    const Stepped stepped = stepOnce(scene, layout);
    WorstSteering worst;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::Steering steering = expected(boids, id);
        if (!steering.isAmbiguous) {
            ++worst.certain;
            worst.error = std::max(worst.error,
                                   errorOf(stepped.steering[id], steering.value) / (steering.error + 1e-9));
        }
    }
    return worst;
}

template <class Expected>
void check(const Scene& scene, const Expected& expected) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        for (const std::size_t count : {2, 9, 150}) {
            INFO(count << " boids, seed " << seed);
            const WorstSteering worst =
                worstOf(scene, uniformLayout(count, {4.0f, 3.0f, 5.0f}, seed), expected);
            CHECK(worst.error < 1.0);
            CHECK(worst.certain * 10 > count * 8);
        }
    }
}

/// A hunter at the origin that perceives one prey at `prey`, used to find when it dashes.
class Hunter {
public:
    Hunter(const Vec3f& prey, const std::vector<Edit>& edits) : m_scene(sceneFor("stalk", edits)) {
        m_hunter.resize(8);
        m_steering.resize(8);
        for (AlignedArray<float>* axis : {&m_prey.position.x, &m_prey.position.y, &m_prey.position.z,
                                          &m_prey.velocity.x, &m_prey.velocity.y, &m_prey.velocity.z}) {
            axis->resize(8);
        }
        m_prey.id.resize(8);
        for (std::size_t k = 0; k < 8; ++k) {
            m_prey.position.put(k, {1e15f, 0, 0});
        }
        m_prey.position.put(0, prey);
    }

    /// [m/s²]
    Vec3f steering(std::uint32_t id, const Surroundings& around) {
        m_hunter.id[0] = id;
        m_steering.put(0, {});
        PairBlock block;
        block.state = &m_hunter;
        block.end = 1;
        block.x = m_prey.position.x.data();
        block.y = m_prey.position.y.data();
        block.z = m_prey.position.z.data();
        block.vx = m_prey.velocity.x.data();
        block.vy = m_prey.velocity.y.data();
        block.vz = m_prey.velocity.z.data();
        block.id = m_prey.id.data();
        block.count = 1;
        block.selfIndex = &block.count;
        block.radiusSq = 200.0f * 200.0f;
        block.surroundings = &around;
        block.steering = &m_steering;
        block.steeringEnd = 8;
        Rule& rule = *m_scene.species[0].rules.find("stalk");
        rule.prepare(kStepSeconds);
        rule.steerPairs(block, bestIsa());
        return m_steering.at(0);
    }

private:
    Scene m_scene;
    FlockState m_hunter;
    FlockState m_prey;
    Column3 m_steering;
};

}  // namespace

TEST_CASE("flee steers as its formula says", "[sim][rules][hunt][oracle]") {
    struct Settings {
        double weight, radius, foresight;
    };
    for (const Settings& set : {Settings{20, 4, 0.5}, Settings{1.5, 9, 0}, Settings{7, 2, 3}}) {
        INFO("weight " << set.weight << ", radius " << set.radius << ", foresight " << set.foresight);
        check(
            sceneFor("flee", {{"weight", set.weight}, {"radius", set.radius}, {"foresight", set.foresight}}),
            [&](const oracle::Boids& boids, std::size_t id) {
                return oracle::flee(boids, id, set.weight, set.radius, set.foresight);
            });
    }
}

TEST_CASE("pursue steers as its formula says", "[sim][rules][hunt][oracle]") {
    struct Settings {
        double weight, foresight;
    };
    for (const Settings& set : {Settings{10, 1}, Settings{1.5, 0}, Settings{3, 10}}) {
        INFO("weight " << set.weight << ", foresight " << set.foresight);
        check(sceneFor("pursue", {{"weight", set.weight}, {"foresight", set.foresight}}),
              [&](const oracle::Boids& boids, std::size_t id) {
                  return oracle::pursue(boids, id, set.weight, set.foresight);
              });
    }
}

TEST_CASE("stalk steers as its formula says, at rest and in a dash", "[sim][rules][hunt][oracle]") {
    const oracle::Stalk models[] = {{2, 2, 3, 6}, {0.5, 7, 0.4, 1}, {20, 1, 12, 40}};
    for (const oracle::Stalk& model : models) {
        INFO("weight " << model.weight << ", distance " << model.distance);
        const auto sceneWithDash = [&](double seconds) {
            return sceneFor("stalk", {{"weight", model.weight},
                                      {"speed", model.speed},
                                      {"distance", model.distance},
                                      {"dash_speed", model.dashSpeed},
                                      {"rest", 0.1},
                                      {"dash", seconds}});
        };
        check(sceneWithDash(0.0),
              [&](const oracle::Boids& boids, std::size_t id) { return oracle::wait(boids, id, model); });
        // Almost always in a dash: none of these boids happens to rest at the first step.
        check(sceneWithDash(60.0),
              [&](const oracle::Boids& boids, std::size_t id) { return oracle::dash(boids, id, model); });
    }
}

TEST_CASE("prey flees the hunter's predicted position, and a hunter heads for the prey's", "[sim][hunt]") {
    // The hunter passes by along x. The prey, beside its path, flees sideways and backwards.
    const Layout layout{"passing", {{0, 0, 0}, {-2, 0, 1}}, {{0, 0, 0}, {4, 0, 0}}};
    const auto fled = [&](double foresight) {
        return stepOnce(sceneFor("flee", {{"radius", 5}, {"foresight", foresight}}), layout).steering[0];
    };
    CHECK(fled(0.0).x > 0.0f);
    CHECK(fled(0.0).z < 0.0f);
    CHECK(fled(5.0).x < fled(0.0).x);
    // Head on, the prediction ends half way, so the prey flees backwards for any foresight.
    const Layout headOn{"head on", {{0, 0, 0}, {-2, 0, 0}}, {{0, 0, 0}, {4, 0, 0}}};
    for (const double foresight : {0.0, 0.5, 10.0}) {
        CHECK(stepOnce(sceneFor("flee", {{"radius", 5}, {"foresight", foresight}}), headOn).steering[0].x >
              1.0f);
    }
    const Layout chase{"chase", {{0, 0, 0}, {6, 0, 0}}, {{3, 0, 0}, {0, 0, 2}}};
    // Two seconds away, by when the prey will be 4 m along z.
    const Vec3f chased = stepOnce(sceneFor("pursue", {{"foresight", 10}}), chase).steering[0];
    CHECK(chased.z / chased.x == approx(4.0 / 6.0).epsilon(1e-5));
}

TEST_CASE("a stalker dashes once in each cycle, for the set time, at moments of its own",
          "[sim][rules][hunt]") {
    const std::vector<Edit> edits{{"weight", 1}, {"speed", 2},      {"distance", 3},
                                  {"rest", 4},   {"dash_speed", 9}, {"dash", 1}};
    Hunter hunter({50, 0, 0}, edits);
    Surroundings around;
    around.stepSeconds = kStepSeconds;
    constexpr int kCycle = 5 * kStepsPerSecond;
    constexpr int kCycles = 12;
    std::vector<std::vector<int>> beginnings;
    for (const std::uint64_t seed : {1, 2}) {
        for (const std::uint32_t id : {0U, 1U, 2U, 77U}) {
            INFO("seed " << seed << ", id " << id);
            around.seed = seed;
            std::vector<int> begins;
            int dashed = 0;
            bool wasInDash = true;
            for (int step = 0; step < kCycle * kCycles; ++step) {
                around.step = static_cast<std::uint64_t>(step);
                const float push = hunter.steering(id, around).x;
                REQUIRE((push == approx(9.0) || push == approx(2.0)));
                const bool isInDash = push > 5.0f;
                dashed += isInDash ? 1 : 0;
                if (isInDash && !wasInDash) {
                    begins.push_back(step);
                }
                wasInDash = isInDash;
            }
            // The end of the trial may cut a dash off, and a dash may begin before it.
            CHECK(std::abs(dashed - kCycles * kStepsPerSecond) <= kStepsPerSecond + kCycles);
            CHECK(begins.size() + 1 >= kCycles);
            CHECK(begins.size() <= kCycles + 1);
            int smallest = 3 * kCycle;
            int largest = 0;
            for (std::size_t k = 1; k < begins.size(); ++k) {
                smallest = std::min(smallest, begins[k] - begins[k - 1]);
                largest = std::max(largest, begins[k] - begins[k - 1]);
            }
            CHECK(smallest >= kStepsPerSecond - 1);
            CHECK(largest <= 9 * kStepsPerSecond + 1);
            CHECK(largest - smallest > kStepsPerSecond);
            beginnings.push_back(begins);
        }
    }
    for (std::size_t a = 0; a < beginnings.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            CHECK(beginnings[a] != beginnings[b]);
        }
    }
}

TEST_CASE("a stalker circles at its distance from the edge, then goes through the flock", "[sim][hunt]") {
    // A flock at rest and one hunter beside it.
    Scene scene = sceneWith({"limit_speed.enabled=on", "limit_speed.max=0"});
    scene.species[0].name = "prey";
    Scene other = sceneWith({});
    scene.species.push_back(other.species[0]);
    scene.species[1].name = "hunter";
    Interaction& interaction = scene.species[1].sees.emplace_back();
    interaction.observed = "prey";
    interaction.perception.radius = 100.0f;
    interaction.rules.find("stalk")->isEnabled = true;
    const auto set = [&scene](const char* key, double value) {
        REQUIRE(scene.apply({std::string("hunter.sees.prey.stalk.") + key, value}));
    };
    set("dash", 0);
    set("distance", 3);
    set("speed", 2);
    Layout flock = uniformLayout(4000, {4.0f, 4.0f, 4.0f}, 3);
    std::vector<Vec3f> ball;
    std::ranges::copy_if(flock.positions, std::back_inserter(ball),
                         [](const Vec3f& at) { return lengthSq(at) < 16.0f; });
    const Layout prey{"ball", ball, std::vector<Vec3f>(ball.size())};
    const auto hunt = [&](int seconds, const auto& visit) {
        Simulation simulation = placed(scene, prey);
        const std::vector<Vec3f> at{{12, 0, 0}};
        const std::vector<Vec3f> velocity{{0, 0, 1}};
        REQUIRE(simulation.place(1, at, velocity));
        for (int step = 0; step < seconds * kStepsPerSecond; ++step) {
            simulation.step();
            visit(step, simulation.flocks()[1].now().position.at(0));
        }
    };
    hunt(30, [](int step, const Vec3f& at) {
        if (step > 10 * kStepsPerSecond) {
            // The ball's radius plus the distance.
            CHECK(lengthOf(at) == approx(7.0).margin(0.7));
        }
    });
    set("rest", 0.1);
    set("dash", 60);
    float nearest = 100.0f;
    hunt(6, [&nearest](int, const Vec3f& at) { nearest = std::min(nearest, lengthOf(at)); });
    CHECK(nearest < 1.0f);
}
