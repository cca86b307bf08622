#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// A wave of agitation: a threatened boid turns aside and back, and its neighbours copy it after their
/// reaction time. The manoeuvre is the level acceleration weight·s·sin(2πt/duration) across the heading: the
/// boid rolls to one side, then to the other, and ends on its old heading beside its old path. Its strength
/// s, -1 .. 1, is above zero if it begins to the right.
///
/// Within the radius, each boid of another species asks for a manoeuvre of strength ±1 away from itself, and
/// each neighbour in its manoeuvre for one of (1 − fading)·s. An attractor that is an animal asks as another
/// species does, within half its reach. A calm boid takes alarm if the mean m of these is not below 0.1
/// either way. After the reaction time, at least one step, it makes a manoeuvre of strength m. For the rest
/// time afterwards nothing alarms it.
///
/// Turn it on for the species that takes alarm, [species.fish.alarm], and for what threatens it,
/// [species.fish.sees.shark.alarm]; of the latter, only the radius counts.
///
/// Its memory: x is the time since the boid took alarm, 0 while it is calm, and minus the remaining rest; z
/// is the strength.
struct Alarm {
    float weight = 30.0f;    ///< [m/s²]
    float radius = 4.0f;     ///< [m]
    float reaction = 0.13f;  ///< [s]
    float duration = 0.5f;   ///< [s]
    float rest = 0.27f;      ///< [s]
    float fading = 0.25f;    ///< part of its strength that a manoeuvre loses when it is copied

    static constexpr RuleInfo info{
        .key = "alarm",
        .title = "Alarm",
        .help = "Makes threatened boids roll aside and back, and neighbours copy them: a wave of agitation.",
        .source =
            "after Hemelrijk, van Zuidam and Hildenbrandt 2015, doi:10.1007/s00265-015-1891-3, "
            "manoeuvres that neighbours repeat; the formula is Shoal's own",
        .stage = LimitStage::acceleration,
        .knowsUp = true,
        .idleWhile = "no boid is threatened"};
    static constexpr std::array parameters{
        parameter<&Alarm::weight>(
            "weight", linear(0, 100, "m/s²"),
            "Largest sideways acceleration of the manoeuvre; 0 spreads alarm without any."),
        parameter<&Alarm::radius>("radius", logarithmic(0.05, 200, "m"),
                                  "Neighbours and threats farther away do not alarm.")
            .upTo(Extent::perception),
        parameter<&Alarm::reaction>(
            "reaction", linear(0, 2, "s"),
            "Time from seeing a manoeuvre or a threat to the own manoeuvre; shorter makes faster waves."),
        parameter<&Alarm::duration>("duration", logarithmic(0.1, 10, "s"),
                                    "Time that the turn aside and back takes."),
        parameter<&Alarm::rest>("rest", linear(0, 60, "s"),
                                "Time after a manoeuvre in which nothing alarms the boid."),
        parameter<&Alarm::fading>(
            "fading", linear(0, 1),
            "What part of its strength a manoeuvre loses from boid to boid; without any, "
            "waves cross every flock and may return.")};

    float reach() const { return radius; }

    void prepare(float stepSeconds) {
        m_reaction = std::max(reaction, stepSeconds);
        m_begin = m_reaction - 0.5f * stepSeconds;
    }

    template <class L>
    struct Sums {
        L strength;  ///< of the manoeuvres that others ask for
        L count;     ///< of these others
    };

    /// To threats, and to neighbours in their manoeuvre.
    template <class L>
    SHOAL_INLINE typename L::MaskType respondsTo(const Vec3<L>& memory, bool isOwnSpecies) const {
        return isOwnSpecies ? memory.x > m_begin : everyLane<L>();
    }

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto isNear = others.within(radius);
        if (others.isOwnSpecies) {
            const Vec3<L>& memory = others.memory();
            const auto isTurning = isNear & respondsTo(memory, true);
            addWhere(isTurning, sums.strength, memory.z * (1.0f - fading));
            addWhere(isTurning, sums.count, 1.0f);
        } else {
            const L right = dot(others.offset, rightOf(others.self.velocity));
            addWhere(isNear, sums.strength, select(right > 0.0f, L(-1.0f), L(1.0f)));
            addWhere(isNear, sums.count, 1.0f);
        }
    }

    /// Until the step ends, the memory of a calm boid holds these sums over all species: z and y.
    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings&,
                               Vec3<L>& memory) const {
        const auto isCalm = memory.x == 0.0f;
        memory.y += where(isCalm, sums.count);
        memory.z += where(isCalm, sums.strength);
        return {};
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        const float step = around.stepSeconds;
        const L since = memory.x;
        const auto isCalm = since == 0.0f;
        const auto isAlarmed = since > 0.0f;
        // In the middle of the step, so that the parts of the turn cancel.
        const L turns = (since + (0.5f * step - m_reaction)) * (1.0f / duration);
        const L push = memory.z * sineOfTurns(turns) * weight;
        motion.acceleration += where(since > m_begin, rightOf(motion.oldVelocity) * push);

        L asked = memory.z;
        L askers = memory.y;
        for (const Attractor& attractor : around.attractors) {
            if (attractor.isHunter()) {
                const Vec3f place = attractor.place();
                const Vec3<L> offset = Vec3<L>{place.x, place.y, place.z} - motion.oldPosition;
                const auto isNear = lengthSq(offset) < attractor.alarmReach() * attractor.alarmReach();
                const L right = dot(offset, rightOf(motion.oldVelocity));
                addWhere(isNear, asked, select(right > 0.0f, L(-1.0f), L(1.0f)));
                addWhere(isNear, askers, 1.0f);
            }
        }
        const L next = since + step;
        const auto ends = next > m_reaction + duration - 0.5f * step;
        const L wanted = asked / max(askers, 1.0f);
        const auto begins = isCalm & (abs(wanted) >= kMinStrength);
        memory.x = select(isAlarmed, select(ends, L(-rest), next),
                          select(isCalm, where(begins, L(step)), where(next < -0.5f * step, next)));
        memory.y = L();
        memory.z = select(isAlarmed, where(!ends, memory.z), where(begins, wanted));
    }

private:
    static constexpr float kMinStrength = 0.1f;

    float m_reaction = 0.0f;  ///< [s] at least one step
    float m_begin = 0.0f;     ///< [s] half a step less: a manoeuvre later than this has begun

    /// The level direction to the right of the heading; zero for vertical flight.
    template <class L>
    SHOAL_INLINE static Vec3<L> rightOf(const Vec3<L>& velocity) {
        return normalised(Vec3<L>{-velocity.z, L(), velocity.x});
    }
};

}  // namespace shoal
