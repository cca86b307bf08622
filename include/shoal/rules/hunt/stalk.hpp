#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Alternates between waiting near a flock and dashing into it. The flock is modelled as a ball: its middle m
/// is the mean offset of the perceived boids, its radius R = √(5/3·(mean |d|² − |m|²)) that of a uniform ball
/// with the same spread. Its edge is therefore |m| − R away.
/// - At rest the desired velocity has length `speed`. Its component towards the middle is the fraction
///   s = (edge − distance)/distance of it, limited to ±1; the rest follows the boid's own direction round the
///   ball. The result is a circle at `distance` from the edge.
/// - In a dash the desired velocity has length `dash_speed` and points to the middle; inside the ball it
///   follows the heading.
///
/// The steering is the weight times the difference between desired and actual velocity. Time is divided into
/// cycles of rest + dash, offset for each id. In each cycle the dash begins at a random time and ends before
/// the cycle does.
struct Stalk {
    float weight = 2.0f;     ///< [1/s]
    float speed = 2.0f;      ///< [m/s]
    float distance = 3.0f;   ///< [m]
    float rest = 10.0f;      ///< [s]
    float dashSpeed = 6.0f;  ///< [m/s]
    float dash = 2.0f;       ///< [s]

    static constexpr RuleInfo info{
        .key = "stalk",
        .title = "Stalk",
        .help = "Makes predators circle the edge of a flock and dash into it from time to time.",
        .source = "after Carpentier 2006, predators; Reynolds 1999",
        .isSeeded = true,
        .idleWhile = "no boid sees one of the other species"};
    static constexpr std::array parameters{
        parameter<&Stalk::weight>(
            "weight", linear(0, 20, "1/s"),
            "How fast the predator reaches its desired velocity; 0 turns stalking off."),
        parameter<&Stalk::speed>("speed", linear(0, 40, "m/s"), "Speed between dashes."),
        parameter<&Stalk::distance>(
            "distance", logarithmic(0.1, 200, "m"),
            "Distance from the flock's edge while waiting; too near and the flock never rests.")
            .upTo(Extent::world),
        parameter<&Stalk::rest>("rest", logarithmic(0.1, 120, "s"), "Time without a dash in each cycle.")
            .idleWhile("no predator dashes"),
        parameter<&Stalk::dashSpeed>("dash_speed", linear(0, 40, "m/s"), "Speed in a dash.")
            .idleWhile("no predator dashes"),
        parameter<&Stalk::dash>("dash", linear(0, 60, "s"), "Duration of a dash; 0 only waits.")
            .idleWhile("no predator dashes")};

    template <class L>
    struct Sums {
        L count;
        Vec3<L> offset;
        L distanceSq;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        addWhere(others.seen, sums.count, 1.0f);
        addWhere(others.seen, sums.offset, others.offset);
        addWhere(others.seen, sums.distanceSq, others.distanceSq);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        const L share = 1.0f / max(sums.count, 1.0f);
        const Vec3<L> middle = sums.offset * share;
        const L away = length(middle);
        const L spreadSq = max(sums.distanceSq * share - away * away, 0.0f);
        const L radius = sqrt(spreadSq * (5.0f / 3.0f));
        const Vec3<L> inwards = normalised(middle);
        const Vec3<L> heading = self.heading();

        const L deficit = (away - radius - distance) * (1.0f / distance);
        const L approach = min(max(deficit, -1.0f), 1.0f);
        const Vec3<L> round = normalised(heading - inwards * dot(heading, inwards));
        const L along = sqrt(max(1.0f - approach * approach, 0.0f));
        const Vec3<L> waiting = (inwards * approach + round * along) * speed;

        const Vec3<L> dashing = select(away > radius, inwards, heading) * dashSpeed;
        const Vec3<L> wanted = select(isInDash(self, around), dashing, waiting);
        return where(sums.count > 0.0f,
                     (wanted - self.velocity) * std::min(weight, around.decisionsPerSecond));
    }

private:
    template <class L>
    SHOAL_INLINE typename L::MaskType isInDash(const Self<L>& self, const Surroundings& around) const {
        using Words = typename L::WordsType;
        // Whole steps keep the time exact however long the run.
        const float seconds = rest + dash;
        const auto steps = static_cast<std::uint32_t>(std::max(seconds / around.stepSeconds + 0.5f, 1.0f));
        const auto cycle = static_cast<std::uint32_t>(around.step / steps);
        const auto passed = static_cast<float>(around.step % steps) / static_cast<float>(steps);
        const auto seed = static_cast<std::uint32_t>(mixBits(around.seedFor(info)) >> 32);
        const Words key = mixWords((self.id + Words(seed)) ^ Words(0x2545f491U));
        const L moment = passed + uniform(key);
        const auto isNext = moment >= L(1.0f);
        const L time = select(isNext, moment - 1.0f, moment);
        const L begin = select(isNext, draw<L>(key, cycle + 1), draw<L>(key, cycle)) * (rest / seconds);
        return (time >= begin) & (time < begin + (dash / seconds));
    }

    /// Uniform in [0, 1), one sample for each cycle.
    template <class L>
    SHOAL_INLINE static L draw(const typename L::WordsType& key, std::uint32_t cycle) {
        using Words = typename L::WordsType;
        return uniform(mixWords(Words(key + Words(cycle * 0x9e3779b9U))));
    }
};

}  // namespace shoal
