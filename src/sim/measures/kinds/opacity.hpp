#pragma once

#include <algorithm>
#include <numbers>
#include <vector>

#include "sim/measures/measure_kind.hpp"
#include "sim/measures/silhouette.hpp"

namespace shoal {

/// How much of its silhouette a flock covers, seen from far away and level. Bodies are discs whose diameter
/// is the body length. The outline is the convex hull, so gaps in a bent or split flock count as uncovered.
struct Opacity {
    static constexpr int order = 87;
    static constexpr std::string_view key = "opacity";
    static constexpr std::string_view title = "Opacity";
    static constexpr std::string_view source =
        "Pearce et al. 2014, doi:10.1073/pnas.1402202111, the flock seen by an external observer; here of "
        "discs, within the convex hull of the projection";
    static constexpr std::array columns{
        MeasureColumn{"opacity", "",
                      "Fraction of the flock's convex outline that its bodies cover, seen from far away and "
                      "level, averaged over four directions; each body is a disc with a diameter of one body "
                      "length.",
                      1.0}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const double radius = flock.space().bodyRadius;
        if (flock.count() == 0 || !(radius > 0.0)) {
            return;
        }
        constexpr double kHalf = std::numbers::sqrt2 / 2.0;
        struct Level {
            double x, z;
        };
        double sum = 0.0;
        std::vector<ProjectedBody> bodies(flock.count());
        // Seen along z, along x, and from halfway between them.
        for (const Level& across :
             {Level{1.0, 0.0}, Level{kHalf, kHalf}, Level{0.0, 1.0}, Level{-kHalf, kHalf}}) {
            for (std::size_t id = 0; id < flock.count(); ++id) {
                const Vec3d offset = flock.offset(flock.centre(), flock.position()[id]);
                bodies[id] = {offset.x * across.x + offset.z * across.z, offset.y};
            }
            sum += coveredArea(bodies, radius) / hullArea(bodies, radius);
        }
        values[0] = std::min(1.0, sum / 4.0);
    }
};

}  // namespace shoal
