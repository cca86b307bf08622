// Rules that return numbers that are not finite.

#include <limits>

#include <shoal/preset.hpp>
#include <shoal/rule.hpp>

#include "sim/rules/rule_registry.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// What the faulty rules below return for every fourth boid.
float wrong = kNan;

template <class L>
SHOAL_INLINE L spoilt(const typename L::WordsType& id) {
    const typename L::WordsType low = id & typename L::WordsType(3);
    return select(low.toFloat() < 0.5f, L(wrong), L(0.0f));
}

template <class Faulty>
RegisteredRule registration() {
    return {&Faulty::info, RuleOf<Faulty>::kKind,
            [] { return std::unique_ptr<Rule>(std::make_unique<RuleOf<Faulty>>()); }};
}

struct FaultyPair {
    static constexpr RuleInfo info{
        .key = "faulty_pair", .title = "Faulty", .help = "Fails.", .source = "test"};
    static constexpr std::array<Parameter, 0> parameters{};
    template <class L>
    struct Sums {
        L count;
    };
    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        sums.count += where(others.seen, L(1.0f));
    }
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self) const {
        return {sums.count * 0.0f, spoilt<L>(self.id), sums.count * 0.0f};
    }
};

struct FaultyField {
    static constexpr RuleInfo info{
        .key = "faulty_field", .title = "Faulty", .help = "Fails.", .source = "test"};
    static constexpr std::array<Parameter, 0> parameters{};
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings&) const {
        return {spoilt<L>(self.id), L(0.0f), L(0.0f)};
    }
};

template <LimitStage stage>
struct FaultyLimit {
    static constexpr std::array<std::string_view, 3> keys{"faulty_acceleration", "faulty_velocity",
                                                          "faulty_position"};
    static constexpr RuleInfo info{.key = keys[static_cast<std::size_t>(stage)],
                                   .title = "Faulty",
                                   .help = "Fails.",
                                   .source = "test",
                                   .stage = stage};
    static constexpr std::array<Parameter, 0> parameters{};
    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        motion.acceleration.z += spoilt<L>(motion.id);
        motion.velocity.z += spoilt<L>(motion.id);
        motion.position.z += spoilt<L>(motion.id);
    }
};

struct FaultyMemory {
    static constexpr RuleInfo info{.key = "faulty_memory",
                                   .title = "Faulty",
                                   .help = "Fails.",
                                   .source = "test",
                                   .stage = LimitStage::acceleration};
    static constexpr std::array<Parameter, 0> parameters{};
    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&, Vec3<L>& memory) const {
        memory.z += spoilt<L>(motion.id);
    }
};

}  // namespace

TEST_CASE("a rule whose results are not finite is named and counted, and steers no boid", "[sim][faults]") {
    const std::vector<RegisteredRule> faulty{registration<FaultyPair>(),
                                             registration<FaultyField>(),
                                             registration<FaultyLimit<LimitStage::acceleration>>(),
                                             registration<FaultyLimit<LimitStage::velocity>>(),
                                             registration<FaultyLimit<LimitStage::position>>(),
                                             registration<FaultyMemory>()};
    // Registering one twice fails, so all are gone afterwards.
    const auto registered = registerWhile([&] {
        for (const RegisteredRule& each : faulty) {
            registerRule(each);
        }
        for (const float value : {kNan, kInfinity, -kInfinity}) {
            wrong = value;
            for (const RegisteredRule& each : faulty) {
                for (const char* rate : {"60", "15"}) {
                    for (const Isa isa : everyIsa()) {
                        const std::string key(each.info->key);
                        INFO(key << " returns " << value << ", rate " << rate << ", " << isaName(isa));
                        Scene scene = sceneWith({"count=203", "start.radius=2", "separation.enabled=on",
                                                 "alignment.enabled=on", "cohesion.enabled=on",
                                                 "limit_speed.enabled=on", "limit_acceleration.enabled=on",
                                                 "contain.enabled=on"});
                        REQUIRE(scene.applyText(std::string("decision_rate=") + rate));
                        Simulation sound = *Simulation::create(scene, {.threads = 1, .isa = isa});
                        runSteps(sound, 4);
                        CHECK(sound.faults().empty());
                        scene.species[0].rules.find(key)->isEnabled = true;
                        Simulation simulation = *Simulation::create(scene, {.threads = 2, .isa = isa});
                        runSteps(simulation, 4);
                        REQUIRE(isFinite(simulation));
                        const std::vector<RuleFault> faults = simulation.faults();
                        REQUIRE(faults.size() == 1);
                        CHECK(faults[0].rule == key);
                        CHECK(faults[0].species == "boid");
                        CHECK(faults[0].observed == "boid");
                        // Ids 0, 4 … 200; pair rules of staggered boids only when these decide.
                        if (each.kind != RuleKind::pair || std::string(rate) == "60") {
                            CHECK(faults[0].results == 4 * 51);
                        } else {
                            CHECK(faults[0].results >= 51);
                        }
                        if (each.kind != RuleKind::limit) {
                            CHECK(simulation.hash() == sound.hash());
                        }
                        REQUIRE(simulation.resume(simulation.checkpoint()));
                        CHECK(simulation.faults().empty());
                        simulation.step();
                        CHECK_FALSE(simulation.faults().empty());
                        simulation.restart(1);
                        CHECK(simulation.faults().empty());
                    }
                }
            }
        }
        registerRule(faulty[0]);
    });
    CHECK_FALSE(registered);
}

TEST_CASE("no rule of a built-in preset has a fault", "[sim][faults]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(std::string(preset.name));
        Simulation simulation = started(std::string(preset.name), 4);
        runSteps(simulation, 40);
        CHECK(simulation.faults().empty());
    }
}
