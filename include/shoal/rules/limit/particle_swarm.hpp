#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <shoal/ground.hpp>
#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Searches the ground for its lowest or highest place by particle swarm optimisation. With v in metres per
/// frame, v ← w·v + c₁·r₁·(p − x) + c₂·r₂·(g − x), then x ← x + v, along x and z alike. p is the best place
/// that the particle has visited, g the best that any particle has visited; r₁ and r₂ are sampled in [0, 1)
/// for each particle, axis and frame from (seed, step, id). All particles move at once, using the places of
/// the previous frame. A frame is one or several steps; between frames a particle glides and evaluates
/// nothing. Steering by other rules is added to v.
struct ParticleSwarm {
    float inertia = 0.729f;     ///< w
    float cognitive = 1.4945f;  ///< c₁
    float social = 1.4945f;     ///< c₂
    int frame = 1;              ///< steps
    Extremum target = Extremum::lowest;

    static constexpr std::array<std::string_view, 2> targets{"lowest", "highest"};

    static constexpr RuleInfo info{.key = "particle_swarm",
                                   .title = "Particle swarm",
                                   .help =
                                       "Searches the ground for its lowest or highest point; each particle "
                                       "uses its own best find and the "
                                       "swarm's.",
                                   .source = "Kennedy and Eberhart 1995; inertia of Shi and Eberhart 1998",
                                   .stage = LimitStage::velocity,
                                   .order = 0,
                                   .isSeeded = true,
                                   .seesBest = true};
    static constexpr std::array parameters{
        parameter<&ParticleSwarm::inertia>(
            "inertia", linear(0, 1.2),
            "Fraction of the velocity that is kept: low values settle early, values above 1 never do."),
        parameter<&ParticleSwarm::cognitive>("cognitive", linear(0, 4),
                                             "Pull to the best place that the particle has found."),
        parameter<&ParticleSwarm::social>(
            "social", linear(0, 4),
            "Pull to the best place that the swarm has found; at 0 each particle searches alone."),
        parameter<&ParticleSwarm::frame>(
            "frame", logarithmic(1, 120),
            "Steps between decisions, over which particles glide; raise it to watch the search."),
        parameter<&ParticleSwarm::target>(
            "target", targets,
            "What the swarm looks for: the lowest place (minimising) or the highest (maximising).")};

    Extremum extremum() const { return target; }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        if (around.step % static_cast<std::uint64_t>(frame) != 0) {
            return;
        }
        const GroundPoint<L> own = personalBest(around.ground, memory, motion.oldPosition, target);
        memory = {own.x, 1.0f, own.z};
        const auto sample = [&](std::uint32_t use) __attribute__((always_inline)) {
            return uniform(around.seedFor(info), around.step, motion.id, use);
        };
        const float perSecond = 1.0f / (static_cast<float>(frame) * around.stepSeconds);
        const auto searched = [&](const L& velocity, const L& toOwn, const L& toBest, std::uint32_t axis)
            __attribute__((always_inline)) {
            const L pull = sample(axis) * toOwn * cognitive + sample(axis + 1) * toBest * social;
            return velocity * inertia + pull * perSecond;
        };
        const GroundPoint<float>& best = around.best.found;
        const Vec3<L> steered = motion.velocity - motion.oldVelocity;
        motion.velocity.x = steered.x + searched(motion.oldVelocity.x, own.x - motion.oldPosition.x,
                                                 best.x - motion.oldPosition.x, 0);
        motion.velocity.z = steered.z + searched(motion.oldVelocity.z, own.z - motion.oldPosition.z,
                                                 best.z - motion.oldPosition.z, 2);
    }
};

}  // namespace shoal
