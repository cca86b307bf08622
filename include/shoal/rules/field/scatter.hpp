#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <shoal/rule.hpp>

namespace shoal {

/// Pushes every boid away from the centre of the others, weight · (x_i − mean x_j), for the last `duration`
/// seconds of each period. Between these times it does nothing. A weight equal to that of flock cohesion
/// cancels the pull of that rule; twice that weight turns it into an equal push.
struct Scatter {
    float weight = 20.0f;   ///< [1/s²]
    float period = 20.0f;   ///< [s]
    float duration = 4.0f;  ///< [s]

    static constexpr RuleInfo info{
        .key = "scatter",
        .title = "Scatter",
        .help = "Breaks the flock up for a while, time and again, as a loud noise would.",
        .source = "Parker's pseudocode, scattering the flock",
        .seesFlock = true};
    static constexpr std::array parameters{
        parameter<&Scatter::weight>("weight", logarithmic(0, 200, "1/s²"),
                                    "Push away from the flock's centre, which grows with distance; must "
                                    "exceed the pull of cohesion.")
            .idleWhile("no scattering is on"),
        parameter<&Scatter::period>("period", logarithmic(0.5, 600, "s"),
                                    "Time from one scattering to the next.")
            .idleWhile("no scattering is on"),
        parameter<&Scatter::duration>(
            "duration", linear(0, 60, "s"),
            "Duration of each scattering, at the end of the period; longer than it never ends.")
            .idleWhile("no scattering is on")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        if (!isScattering(around)) {
            return {};
        }
        const Vec3<L> fromCentre = self.position - lanesOf<L>(around.flock.centre());
        return fromCentre * (weight * around.flock.othersFactor());
    }

private:
    // Whole steps keep the time exact however long the run.
    bool isScattering(const Surroundings& around) const {
        const auto stepsIn = [&](float seconds) {
            return static_cast<std::uint64_t>(seconds / around.stepSeconds + 0.5f);
        };
        const std::uint64_t cycle = std::max<std::uint64_t>(stepsIn(period), 1);
        return around.step % cycle + stepsIn(duration) >= cycle;
    }
};

}  // namespace shoal
