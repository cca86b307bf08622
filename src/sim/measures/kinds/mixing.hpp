#pragma once

#include <shoal/lanes.hpp>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How fast the boids move within their flock, and how much the distances to their nearest neighbours change,
/// over one second.
struct Mixing {
    static constexpr int order = 101;
    static constexpr bool usesEarlier = true;
    static constexpr std::string_view key = "mixing";
    static constexpr std::string_view title = "Mixing";
    static constexpr std::string_view source =
        "Cavagna et al. 2013, doi:10.1098/rspb.2012.2484, their diffusion and mutual diffusion; the "
        "exponents, which they fit to delays of up to seconds, are here those of the last step";
    static constexpr std::array columns{
        MeasureColumn{"mixing_m2", "m²",
                      "Mean squared displacement of the boids in the last second, relative to their mean "
                      "displacement; only in a run."},
        MeasureColumn{
            "mixing_exponent", "",
            "Growth of that with time: as time to the power of this, 2 for straight paths and 1 for a "
            "random walk."},
        MeasureColumn{"mutual_mixing_m2", "m²",
                      "Mean squared change in the last second of the distance between a boid and the one "
                      "that was nearest to it."},
        MeasureColumn{"mutual_mixing_exponent", "", "Growth of that with time, by the same exponent."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const MeasuredFlock::Drift drift = flock.drift();
        const std::size_t count = drift.displacement.size();
        if (count < 2) {
            return;
        }
        const double step = flock.space().stepSeconds;
        Growth own{step};
        Growth mutual{step};
        const auto nearest = flock.nearestEarlier(1);
        for (std::size_t id = 0; id < count; ++id) {
            const Vec3d& way = drift.displacement[id];
            const Vec3d wayBefore = way - drift.velocity[id] * step;
            own.add(lengthSq(way), lengthSq(wayBefore));

            const std::uint32_t other = nearest[id][0];
            const Vec3d apart = flock.offset(flock.earlier()[id], flock.earlier()[other]);
            const Vec3d parting = drift.displacement[other] - way;
            const Vec3d partingBefore = parting - (drift.velocity[other] - drift.velocity[id]) * step;
            const auto changeSq = [&](const Vec3d& by) {
                const double change = vectorLength(apart + by) - vectorLength(apart);
                return change * change;
            };
            mutual.add(changeSq(parting), changeSq(partingBefore));
        }
        values[0] = own.now / static_cast<double>(count);
        values[1] = own.exponent(flock.earlierSeconds());
        values[2] = mutual.now / static_cast<double>(count);
        values[3] = mutual.exponent(flock.earlierSeconds());
    }

private:
    /// With the same bits on every machine; absolute error below 2e-7, so 1e-5 in an exponent over 60 steps.
    static double portableLog(double value) {
        return static_cast<double>(logarithm(BaselineLanes(static_cast<float>(value))).lane(0));
    }

    /// Sums of squares [m²] now and one step before.
    struct Growth {
        double step = 0.0;  ///< [s]
        double now = 0.0;
        double before = 0.0;

        void add(double squareNow, double squareBefore) {
            now += squareNow;
            before += squareBefore;
        }
        double exponent(double seconds) const {
            return before > 0.0 && step > 0.0 && seconds > 1.5 * step
                       ? portableLog(now / before) / portableLog(seconds / (seconds - step))
                       : kUndefined;
        }
    };
};

}  // namespace shoal
