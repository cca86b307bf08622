#include "sim/mover_trial.hpp"

#include <shoal/random.hpp>
#include <shoal/world.hpp>

namespace shoal::test {

Movers randomMovers(const Vec3f& reach, std::uint64_t seed) {
    RandomSequence random(seed, 5);
    Movers movers(kMoverCount);
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
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

oracle::Boid boidOf(const Mover& mover) {
    return {asDouble(mover.position), asDouble(mover.velocity)};
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
    old.resize(kMoverCount);
    fresh.resize(kMoverCount);
    acceleration.resize(kMoverCount);
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
        old.position.put(k, movers[k].oldPosition);
        old.velocity.put(k, movers[k].oldVelocity);
        old.id[k] = k;
        acceleration.put(k, movers[k].acceleration);
        fresh.velocity.put(k, movers[k].velocity);
        fresh.position.put(k, movers[k].position);
    }
    rule.limit({&old, &fresh, 0, kMoverCount, &surroundings, acceleration.x.data(), acceleration.y.data(),
                acceleration.z.data()},
               isa);
    Movers after;
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
        after.push_back({old.position.at(k), old.velocity.at(k), acceleration.at(k), fresh.velocity.at(k),
                         fresh.position.at(k)});
    }
    return after;
}

std::vector<Vec3f> steered(const Rule& rule, const Movers& movers, const Surroundings& surroundings,
                           Isa isa) {
    FlockState state;
    Column3 steering;
    state.resize(kMoverCount);
    steering.resize(kMoverCount);
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
        state.position.put(k, movers[k].position);
        state.velocity.put(k, movers[k].velocity);
        state.id[k] = k;
    }
    rule.steerField({&state, 0, kMoverCount, &surroundings, &steering}, isa);
    std::vector<Vec3f> result;
    for (std::uint32_t k = 0; k < kMoverCount; ++k) {
        result.push_back(steering.at(k));
    }
    return result;
}

}  // namespace shoal::test
