#include <array>

#include <shoal/rule.hpp>

namespace outside {

using namespace shoal;

/// Alarm that spreads from neighbour to neighbour as an infection does in the SIS model: a boid's alarm a,
/// 0 .. 1, follows da/dt = spread · (1 − a) · Σ aⱼ − a / calm over its neighbours j. A boid of another
/// species that it sees counts as alarmed. An alarmed boid speeds up.
///
/// Turn it on for the species that takes alarm, [species.fish.contagion], and for what alarms it,
/// [species.fish.sees.shark.contagion].
struct Contagion {
    float weight = 6.0f;  ///< [m/s²]
    float spread = 2.0f;  ///< [1/s]
    float calm = 1.5f;    ///< [s]
    float radius = 2.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "contagion",
                                   .title = "Contagion",
                                   .help = "Makes boids take fright from others and speed up.",
                                   .source = "SIS model, Hethcote 2000, doi:10.1137/S0036144500371907",
                                   .stage = LimitStage::acceleration};
    static constexpr std::array parameters{
        parameter<&Contagion::weight>("weight", linear(0, 20, "m/s²"),
                                      "How hard a boid in full alarm speeds up."),
        parameter<&Contagion::spread>("spread", linear(0, 20, "1/s"),
                                      "How fast one alarmed neighbour alarms a calm boid."),
        parameter<&Contagion::calm>("calm", logarithmic(0.1, 60, "s"),
                                    "How long alarm lasts without a cause."),
        parameter<&Contagion::radius>("radius", logarithmic(0.05, 200, "m"),
                                      "Others farther away do not alarm.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L alarm;
    };

    /// Skipped where no neighbour is alarmed, the step skips the rule.
    template <class L>
    SHOAL_INLINE typename L::MaskType respondsTo(const Vec3<L>& memory, bool isOwnSpecies) const {
        return isOwnSpecies ? !(memory.x == 0.0f) : everyLane<L>();
    }

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L alarm = others.isOwnSpecies ? others.memory().x : L(1.0f);
        addWhere(others.within(radius), sums.alarm, alarm);
    }

    /// The memory's x is the alarm, its y what this step's neighbours add to it, of all species.
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings&,
                               Vec3<L>& memory) const {
        memory.y += sums.alarm;
        return {};
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        motion.acceleration += normalised(motion.oldVelocity) * (memory.x * weight);
        const L rate = (1.0f - memory.x) * memory.y * spread - memory.x / calm;
        memory.x = min(max(memory.x + rate * around.stepSeconds, 0.0f), 1.0f);
        memory.y = L();
    }
};

SHOAL_REGISTER_RULE(Contagion);

}  // namespace outside
