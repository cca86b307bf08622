#pragma once

/// Properties that must hold for every rule, built in or external. Include this in one file of a test
/// program, beside tests/main.cpp and tests/sim/trial.cpp. The test cases walk the registry, so a rule needs
/// no separate test of these properties. The symmetry cases come with it from rule_symmetry.hpp.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "property.hpp"
#include "sim/rule_symmetry.hpp"
#include "sim/rule_trial.hpp"

namespace shoal::test {

/// Returns a random slider value in its range, most often at an end.
inline double anywhere(const Declaration& declared) {
    const double share =
        *rc::gen::weightedOneOf<int>({{3, rc::gen::element(0, 1000000)}, {1, rc::gen::inRange(0, 1000001)}}) /
        1e6;
    return declared.min + share * (declared.max - declared.min);
}

/// Sets every slider of the scene to a random value, except the number of boids, which a test sets itself.
inline void scatterSliders(Scene& scene) {
    for (const Section& section : scene.sections()) {
        for (std::size_t k = 0; k < section.tunables.parameters.size(); ++k) {
            const Parameter& parameter = section.tunables.parameters[k];
            if (section.tunables.settings != &scene.species[0] || parameter.declared.key != "count") {
                section.tunables.set(k, parameter.stored(anywhere(parameter.declared)));
            }
        }
    }
}

/// Returns a flock that breaks careless rules.
inline Layout hostileLayout() {
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    Layout layout = uniformLayout(*rc::gen::element<std::size_t>(0, 1, 2, 3, 17, 60), {2, 2, 2}, seed);
    const auto shape = *rc::gen::inRange(0, 5);
    for (std::size_t k = 0; k < layout.count(); ++k) {
        Vec3f& at = layout.positions[k];
        Vec3f& velocity = layout.velocities[k];
        if (shape == 0) {
            at = {0.25f, -1, 3};  // all coincident
        } else if (shape == 1) {
            at = at * 5e5f;
        } else if (shape == 2) {
            velocity = velocity * 5e3f;
        } else if (shape == 3) {
            velocity = {0, 0, 0};
        } else if (k % 2 == 1) {
            at = layout.positions[k - 1];  // in pairs, head on
            velocity = layout.velocities[k - 1] * -1.0f;
        }
    }
    return layout;
}

/// Checks what rule.hpp asks of texts. Registration has checked keys, units, ranges and defaults.
inline void checkTexts(const Declaration& declared) {
    INFO("parameter " << declared.key);
    CHECK(declared.help.size() > 10);
    CHECK(declared.help.ends_with('.'));
}

TEST_CASE("every rule has a valid declaration", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        const RuleInfo& info = *registered.info;
        INFO("rule " << info.key);
        CHECK(info.help.ends_with('.'));
        CHECK_FALSE(info.source.empty());
        const std::unique_ptr<Rule> rule = registered.make();
        CHECK_FALSE(rule->isEnabled);
        CHECK(rule->kind() == registered.kind);
        CHECK(rule->reach() >= 0.0f);
        const Tunables tunables = rule->tunables();
        for (std::size_t k = 0; k < tunables.parameters.size(); ++k) {
            const Parameter& parameter = tunables.parameters[k];
            checkTexts(parameter.declared);
            INFO("parameter " << parameter.declared.key);
            // A default that no user could set would change when its slider is touched.
            CHECK(parameter.stored(parameter.shown(tunables.get(k))) == tunables.get(k));
        }
    }
}

TEST_CASE("a copy of a rule has the same settings and shares none", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        const std::unique_ptr<Rule> rule = registered.make();
        const Tunables original = rule->tunables();
        for (std::size_t k = 0; k < original.parameters.size(); ++k) {
            original.set(k, original.parameters[k].stored(original.parameters[k].declared.max));
        }
        rule->isEnabled = true;
        const std::unique_ptr<Rule> copy = rule->clone();
        CHECK(copy->isEnabled);
        for (std::size_t k = 0; k < original.parameters.size(); ++k) {
            CHECK(copy->tunables().get(k) == original.get(k));
            copy->tunables().set(k, original.parameters[k].stored(original.parameters[k].declared.min));
            CHECK(copy->tunables().get(k) != original.get(k));
        }
    }
}

TEST_CASE("no pair rule steers a boid without neighbours, unless it says so", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind != RuleKind::pair || registered.info->actsAlone) {
            continue;
        }
        INFO("rule " << registered.info->key);
        const Scene scene = sceneForRule(registered);
        // Alone, and with another boid beyond its perception.
        const Layout layouts[] = {{"alone", {{1, 0, 0}}, {{0.5f, 1, 0}}},
                                  {"apart", {{1, 0, 0}, {1, 1.5625f, 0}}, {{0.5f, 1, 0}, {0, 0, 2}}}};
        for (const Layout& layout : layouts) {
            for (const Vec3f& steering : stepOnce(scene, layout).steering) {
                CHECK(steering == Vec3f{0, 0, 0});
            }
        }
    }
}

/// Eight boids, candidates of another flock around them, and what a pair rule keeps for each.
class Meeting {
public:
    Meeting(std::uint32_t candidates, float calm, std::uint64_t seed) {
        RandomSequence random(seed, 7);
        m_boids.resize(kLanes);
        m_others.resize(candidates);
        for (Column3* column : {&m_steering, &m_memory}) {
            column->resize(kLanes);
        }
        m_spare.resize(std::size_t{3} * (candidates + kLanes));
        m_otherMemory.resize(candidates);
        const auto scatter = [&](FlockState& state, Column3& memory, std::uint32_t count) {
            for (std::uint32_t k = 0; k < count; ++k) {
                state.position.put(k, random.inBall());
                state.velocity.put(k, random.inBall());
                state.id[k] = k;
                memory.put(k, random.uniform(0.0f, 1.0f) < calm ? Vec3f{} : random.inBall());
            }
        };
        scatter(m_boids, m_memory, kLanes);
        scatter(m_others, m_otherMemory, candidates);
        for (std::uint32_t k = candidates; k < candidates + kLanes; ++k) {
            m_others.position.put(k, {1e15f, 1e15f, 1e15f});  // padding
        }
        for (std::uint32_t k = 0; k < kLanes; ++k) {
            m_steering.put(k, random.inBall());
        }
        block = {.state = &m_boids, .end = kLanes};
        block.x = m_others.position.x.data();
        block.y = m_others.position.y.data();
        block.z = m_others.position.z.data();
        block.vx = m_others.velocity.x.data();
        block.vy = m_others.velocity.y.data();
        block.vz = m_others.velocity.z.data();
        block.id = m_others.id.data();
        block.count = candidates;
        block.selfAt = 1U << 31;  // none of them
        block.spare = m_spare.data();
        block.radiusSq = 4.0f;
        block.memory = &m_memory;
        block.candidateMemory = {m_otherMemory.x.data(), m_otherMemory.y.data(), m_otherMemory.z.data()};
        block.surroundings = &m_around;
        block.steering = &m_steering;
        block.steeringEnd = kLanes;
    }
    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;
    ~Meeting() = default;

    /// Returns the bits of everything that a rule may change.
    std::vector<std::uint32_t> bits() const {
        std::vector<std::uint32_t> result;
        for (const Column3* column : {&m_steering, &m_memory}) {
            for (const auto* axis : {&column->x, &column->y, &column->z}) {
                for (std::uint32_t k = 0; k < kLanes; ++k) {
                    result.push_back(std::bit_cast<std::uint32_t>((*axis)[k]));
                }
            }
        }
        return result;
    }

    PairBlock block;

private:
    FlockState m_boids;
    FlockState m_others;
    Column3 m_steering;
    Column3 m_memory;
    Column3 m_otherMemory;
    AlignedArray<float> m_spare;
    Surroundings m_around{{}, 5, 1000, kStepSeconds};
};

TEST_CASE("a pair rule that says it idles over a block would change nothing there", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind != RuleKind::pair) {
            continue;
        }
        INFO("rule " << registered.info->key);
        const std::unique_ptr<Rule> rule = registered.make();
        rule->prepare(kStepSeconds);
        for (const std::uint32_t candidates : {0U, 1U, 40U}) {
            for (const float calm : {1.0f, 0.9f, 0.0f}) {
                for (const bool isOwnSpecies : {true, false}) {
                    INFO(candidates << " candidates, calm " << calm << ", own species " << isOwnSpecies);
                    Meeting meeting(candidates, calm, candidates + 1);
                    meeting.block.isOwnSpecies = isOwnSpecies;
                    if (rule->isIdle(meeting.block)) {
                        const std::vector<std::uint32_t> before = meeting.bits();
                        rule->steerPairs(meeting.block, bestIsa());
                        CHECK(meeting.bits() == before);
                    }
                    if (candidates == 0) {
                        CHECK(rule->isIdle(meeting.block) == !registered.info->actsAlone);
                    }
                }
            }
        }
    }
}

TEST_CASE("no pair rule looks farther than it declares", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind != RuleKind::pair || registered.info->actsAlone) {
            continue;
        }
        INFO("rule " << registered.info->key);
        Scene scene = sceneForRule(registered);
        scene.species[0].perception.radius = 200.0f;
        const float reach = scene.species[0].rules.find(registered.info->key)->reach();
        if (reach < 150.0f) {
            const Layout layout{"beyond", {{0, 0, 0}, {reach * 1.001f, 0, 0}}, {{1, 0, 0}, {0, 1, 0}}};
            CHECK(stepOnce(scene, layout).steering[0] == Vec3f{0, 0, 0});
        }
    }
}

/// Returns how a rule steers boids with these ids, by slot. All have one velocity and one place, moved by
/// `shift`.
inline std::vector<Vec3f> steeringOf(const Rule& rule, const std::vector<std::uint32_t>& ids,
                                     const Surroundings& around, const Vec3f& shift = {}) {
    const auto count = static_cast<std::uint32_t>(ids.size());
    FlockState state;
    Column3 steering;
    state.resize(count);
    steering.resize(count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        state.position.put(slot, Vec3f{0.25f, -0.5f, 1} + shift);
        state.velocity.put(slot, {1, 0.5f, -0.25f});
        state.id[slot] = ids[slot];
    }
    rule.steerField({&state, 0, count, &around, &steering}, bestIsa());
    std::vector<Vec3f> result;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        result.push_back(steering.at(slot));
    }
    return result;
}

inline std::size_t differingIn(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    std::size_t differing = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        differing += a[k] == b[k] ? 0 : 1;
    }
    return differing;
}

TEST_CASE("every seeded rule samples by seed, step and id alone", "[rules][properties]") {
    std::vector<std::uint32_t> ids(100);
    for (std::uint32_t k = 0; k < 100; ++k) {
        ids[k] = k * k;
    }
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind != RuleKind::field || !registered.info->isSeeded) {
            continue;
        }
        INFO("rule " << registered.info->key);
        const std::unique_ptr<Rule> rule = registered.make();
        rule->prepare(kStepSeconds);
        const Surroundings now{{}, 5, 1000, kStepSeconds};
        const std::vector<Vec3f> drawn = steeringOf(*rule, ids, now);
        CHECK(steeringOf(*rule, ids, now) == drawn);

        std::vector<std::uint32_t> shuffled;
        std::vector<Vec3f> expected;
        for (std::size_t slot = 0; slot < ids.size(); ++slot) {
            shuffled.push_back(ids[slot * 37 % ids.size()]);
            expected.push_back(drawn[slot * 37 % ids.size()]);
        }
        CHECK(steeringOf(*rule, shuffled, now) == expected);
        const std::vector<Vec3f> first(ids.size(), drawn[0]);
        const std::vector<Vec3f> elsewhere = steeringOf(*rule, ids, now, {-1.5f, 2, 0.125f});
        // At least half of them: a rule may sample from few values.
        CHECK(elsewhere == drawn);
        CHECK(differingIn(drawn, first) > ids.size() / 2);
        CHECK(differingIn(drawn, steeringOf(*rule, ids, {{}, 6, 1000, kStepSeconds})) > ids.size() / 2);
        CHECK(differingIn(drawn, steeringOf(*rule, ids, {{}, 5, 90000, kStepSeconds})) > ids.size() / 2);
    }
}

/// Returns the velocities of boids after a field or limit rule in these surroundings.
inline std::vector<Vec3f> answersOf(const RegisteredRule& registered, const Surroundings& around) {
    const Layout layout = latticeLayout(40, 9);
    const auto count = static_cast<std::uint32_t>(layout.count());
    FlockState old = stateOf(layout);
    FlockState fresh = stateOf(layout);
    Column3 steering;
    Column3 memory;
    steering.resize(count);
    memory.resize(count);
    const std::unique_ptr<Rule> rule = registered.make();
    rule->prepare(kStepSeconds);
    rule->steerField({&old, 0, count, &around, &steering}, bestIsa());
    if (rule->hasLimit()) {
        Column3 acceleration;
        acceleration.resize(count);
        rule->limit({&old, &fresh, 0, count, &around, acceleration.x.data(), acceleration.y.data(),
                     acceleration.z.data(), &memory},
                    bestIsa());
    }
    std::vector<Vec3f> answers;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        answers.push_back(steering.at(slot));
        answers.push_back(fresh.velocity.at(slot));
        answers.push_back(fresh.position.at(slot));
    }
    return answers;
}

TEST_CASE("every rule that declares it uses the whole flock, and no other does", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        Surroundings around{{}, 5, 1000, kStepSeconds};
        around.flock = {40.0, {1, 2, 3}, {-7, 5, 4}, 20.0};
        const std::vector<Vec3f> first = answersOf(registered, around);
        around.flock = {40.0, {-30, 20, 9}, {60, 50, -40}, 29.0};
        CHECK((answersOf(registered, around) != first) == registered.info->seesFlock);
    }
}

TEST_CASE("every rule that declares it uses the best place found, and no other does", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        Surroundings around{{}, 5, 1000, kStepSeconds};
        around.best = {{1, -2, 0.5f}, 3};
        const std::vector<Vec3f> first = answersOf(registered, around);
        around.best = {{-4, 3, 0.25f}, 7};
        CHECK((answersOf(registered, around) != first) == registered.info->seesBest);
        CHECK((!registered.info->seesBest || registered.make()->hasMemory()));
    }
}

TEST_CASE("every rule that asks for a leader responds to it, and no other does", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        Surroundings around{{}, 5, 1000, kStepSeconds};
        around.leader = {true, 3, {1, 2, 3}, {-7, 5, 4}};
        const std::vector<Vec3f> first = answersOf(registered, around);
        around.leader = {true, 7, {-3, 2, 1}, {6, 0, -4}};
        const bool asks = registered.make()->leaderId().has_value();
        CHECK((answersOf(registered, around) != first) == asks);
    }
}

TEST_CASE("every rule that declares it depends on the seed, and no other does", "[rules][properties]") {
    const Layout layout = latticeLayout(100, 4);
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        Scene scene = sceneForRule(registered);
        const auto runTwoSteps = [&] {
            Simulation simulation = placed(scene, layout);
            simulation.step();
            simulation.step();
            return simulation.hash();
        };
        const std::uint64_t first = runTwoSteps();
        CHECK(runTwoSteps() == first);
        scene.seed += 1;
        CHECK((runTwoSteps() != first) == registered.info->isSeeded);
    }
}

TEST_CASE("every rule gives the same bits however it is run", "[rules][properties]") {
    const Layout layout = clustered(1500, 6);
    for (const RegisteredRule& registered : registeredRules()) {
        INFO("rule " << registered.info->key);
        for (const bool isInCompany : {false, true}) {
            Scene scene = sceneForRule(registered);
            furnish(scene);
            for (const char* key : {"separation", "alignment", "cohesion"}) {
                scene.species[0].rules.find(key)->isEnabled |= isInCompany;
            }
            const auto hashOf = [&](const SimulationOptions& options) {
                Simulation simulation = placed(scene, layout, options);
                for (int step = 0; step < 5; ++step) {
                    simulation.step();
                }
                return simulation.hash();
            };
            const std::uint64_t expected = hashOf({.threads = 1, .isa = Isa::baseline, .isFused = true});
            for (const Isa isa : everyIsa()) {
                INFO(isaName(isa));
                CHECK(hashOf({.threads = 1, .isa = isa, .isFused = true}) == expected);
                CHECK(hashOf({.threads = 1, .isa = isa, .isFused = false}) == expected);
            }
            CHECK(hashOf({.threads = 3, .isa = bestIsa(), .isFused = true}) == expected);
        }
    }
}

TEST_CASE("every rule stays finite for any slider values", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        checkProperty("rule " + std::string(registered.info->key), [&registered] {
            Scene scene = sceneForRule(registered);
            furnish(scene);
            scatterSliders(scene);
            Simulation simulation = placed(scene, hostileLayout(), {.threads = 1, .isa = {}});
            for (int step = 0; step < 5; ++step) {
                simulation.step();
                RC_ASSERT(isFinite(simulation));
            }
        });
    }
}

TEST_CASE("rules stay finite in any combination", "[rules][properties]") {
    checkProperty("any rules and any sliders", [] {
        Scene scene = sceneWith({});
        furnish(scene);
        for (auto& rule : scene.species[0].rules) {
            rule->isEnabled = *rc::gen::arbitrary<bool>();
        }
        scatterSliders(scene);
        Simulation simulation = placed(scene, hostileLayout(), {.threads = 1, .isa = {}});
        for (int step = 0; step < 8; ++step) {
            simulation.step();
            RC_ASSERT(isFinite(simulation));
        }
    });
}

TEST_CASE("every rule has its table in a preset", "[rules][properties]") {
    for (const RegisteredRule& registered : registeredRules()) {
        checkProperty("rule " + std::string(registered.info->key), [&registered] {
            Scene scene = sceneForRule(registered);
            Rule& rule = *scene.species[0].rules.find(registered.info->key);
            for (std::size_t k = 0; k < rule.tunables().parameters.size(); ++k) {
                const Parameter& parameter = rule.tunables().parameters[k];
                rule.tunables().set(k, parameter.stored(anywhere(parameter.declared)));
            }
            rule.isEnabled = *rc::gen::arbitrary<bool>();
            Result<Scene> back = parsePreset(presetText(scene), "back.toml");
            RC_ASSERT(static_cast<bool>(back));
            Rule& read = *back->species[0].rules.find(registered.info->key);
            RC_ASSERT(read.isEnabled == rule.isEnabled);
            for (std::size_t k = 0; k < rule.tunables().parameters.size(); ++k) {
                RC_ASSERT(read.tunables().get(k) == rule.tunables().get(k));
            }
        });
    }
}

}  // namespace shoal::test
