// The state depends on the scene and the seed, not on what the simulation did before.

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

#include "sim/rule_trial.hpp"
#include "sim/rules/rule_registry.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Reads everything that surroundings hold about the flock, although it declares no need.
struct Nosy {
    float weight = 1.0f;

    static constexpr RuleInfo info{.key = "nosy", .title = "Nosy", .help = "Reads all.", .source = "a test"};
    static constexpr std::array parameters{parameter<&Nosy::weight>("weight", linear(0, 10), "How much.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const GroundPoint<float>& best = around.best.found;
        const Vec3f seen = around.flock.centre() + around.flock.meanVelocity() + around.leader.position +
                           around.leader.velocity + Vec3f{best.x, best.value, best.z} +
                           Vec3f{around.flock.meanDraw(), static_cast<float>(around.flock.count), 0.0f};
        const L zero = self.position.x * 0.0f;
        return Vec3<L>{zero + seen.x, zero + seen.y, zero + seen.z} * weight;
    }
};

std::uint64_t hashAfter(Simulation& simulation, int steps) {
    runSteps(simulation, steps);
    return simulation.hash();
}

void switchTo(Simulation& simulation, const std::string& rule, bool isOn) {
    REQUIRE(simulation.apply({"species.boid." + rule + ".enabled", isOn ? 1.0 : 0.0}));
}

/// Edits at random, with steps in between.
void live(Simulation& simulation, RandomSequence& random) {
    const auto rules = registeredRules();
    std::vector<std::string> on;
    for (int edit = 0; edit < 6; ++edit) {
        const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<float>(rules.size()));
        on.emplace_back(rules[pick].info->key);
        switchTo(simulation, on.back(), true);
        REQUIRE(simulation.apply({"count", std::floor(20.0 + 40.0 * static_cast<double>(random.uniform()))}));
        runSteps(simulation, 1 + static_cast<int>(random.uniform() * 3.0f));
    }
    for (const std::string& rule : on) {
        switchTo(simulation, rule, false);
    }
}

}  // namespace

TEST_CASE(
    "after any edits, a restart, a load or a resume gives the hashes of a new simulation, for every rule",
    "[sim][determinism]") {
    const RegisteredRule nosy{&Nosy::info, RuleKind::field,
                              [] { return std::unique_ptr<Rule>(std::make_unique<RuleOf<Nosy>>()); }};
    int compared = 0;
    // Registering it twice fails, so it is gone afterwards.
    const auto registered = registerWhile([&] {
        registerRule(nosy);
        for (const RegisteredRule& rule : registeredRules()) {
            INFO("rule " << rule.info->key);
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                CAPTURE(seed);
                Scene scene = sceneForRule(rule);
                furnish(scene);
                RandomSequence random(seed, compared);
                Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
                live(simulation, random);
                switchTo(simulation, "nosy", true);
                switchTo(simulation, std::string(rule.info->key), true);

                Scene now = simulation.scene();
                now.seed = seed;
                Simulation fresh = *Simulation::create(now, {.threads = 1, .isa = {}});
                const Checkpoint start = fresh.checkpoint();
                const std::uint64_t expected = hashAfter(fresh, 4);
                simulation.restart(seed);
                REQUIRE(hashAfter(simulation, 4) == expected);

                live(simulation, random);
                REQUIRE(simulation.load(now));
                REQUIRE(hashAfter(simulation, 4) == expected);

                live(simulation, random);
                REQUIRE(simulation.resume(start));
                REQUIRE(hashAfter(simulation, 4) == expected);
                ++compared;
            }
        }
        registerRule(nosy);
    });
    CHECK_FALSE(registered);
    CHECK(compared > 80);
}
