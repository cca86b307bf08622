#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"
#include "sim/measures/principal_axes.hpp"

namespace shoal {

/// Where the neighbours of a boid are, relative to the flight: whether the nearest keep aside or ahead. Only
/// boids inside the flock count, since those on its border have neighbours on one side.
struct Anisotropy {
    static constexpr int order = 84;
    static constexpr std::string_view key = "anisotropy";
    static constexpr std::string_view title = "Anisotropy of neighbours";
    static constexpr std::string_view source =
        "Ballerini et al. 2008, doi:10.1073/pnas.0711437105, their γ as Makiguchi and Inoue "
        "(arXiv:1004.3837) "
        "state it; the border is defined here";
    static constexpr std::string_view kFewInside =
        "for a small or thin flock, with fewer than 30 boids that are inside it, as is their nearest";
    static constexpr std::string_view kFewInsideSeven =
        "for a small or thin flock, with fewer than 30 boids that are inside it, as are their seven nearest";
    static constexpr std::array columns{
        MeasureColumn{
            "anisotropy_1", "",
            "γ(1): squared cosine between the mean velocity and the direction with the fewest nearest "
            "neighbours; 1/3 on average without order, 1 if nearest neighbours avoid ahead.",
            1.0, kFewInside},
        MeasureColumn{"anisotropy_7", "", "γ(7): the same of the seventh nearest neighbours.", 1.0,
                      kFewInsideSeven},
        MeasureColumn{"ahead_1", "",
                      "Mean squared cosine between the nearest neighbour and the mean velocity: 1/3 without "
                      "order, 0 if neighbours keep aside.",
                      1.0, kFewInside},
        MeasureColumn{"ahead_7", "", "The same of the seventh nearest neighbours.", 1.0, kFewInsideSeven},
        MeasureColumn{"border_spacing", "",
                      "Distance to the nearest neighbour of boids on the border, divided by that of boids "
                      "inside."}};

    static constexpr std::size_t kAround = 24;    ///< neighbours that tell whether a boid is on the border
    static constexpr double kBorder = 0.35;       ///< mean of their directions; 0.5 on a plane's border
    static constexpr std::size_t kMinBoids = 30;  ///< directions of fewer say nothing

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const Vec3d ahead = unitVector(flock.meanVelocity());
        if (flock.count() <= kAround) {
            return;
        }
        // By id, so that sums do not depend on how the tree sorts the boids.
        std::vector<bool> isBorder(flock.count());
        std::vector<BoidTree::Near> nearest(flock.count() * kSeventh);  // of each boid, by rank
        std::vector<BoidTree::Near> found;
        for (std::uint32_t place = 0; place < flock.count(); ++place) {
            const std::uint32_t id = flock.tree().idAt(place);
            flock.tree().findNearest(place, kAround, found);
            Vec3d directions;
            for (const BoidTree::Near& near : found) {
                directions += towards(flock, id, near.id);
            }
            isBorder[id] = vectorLength(directions) > kBorder * static_cast<double>(kAround);
            std::copy_n(found.begin(), kSeventh,
                        nearest.begin() + static_cast<std::ptrdiff_t>(id * kSeventh));
        }
        double sums[2] = {0.0, 0.0};  // of the distances to the nearest, inside and on the border
        std::size_t counts[2] = {0, 0};
        for (std::size_t id = 0; id < flock.count(); ++id) {
            sums[isBorder[id] ? 1 : 0] += std::sqrt(nearest[id * kSeventh].distanceSq);
            ++counts[isBorder[id] ? 1 : 0];
        }
        if (counts[0] > 0 && counts[1] > 0 && sums[0] > 0.0) {
            values[4] = sums[1] / static_cast<double>(counts[1]) * static_cast<double>(counts[0]) / sums[0];
        }
        if (ahead == Vec3d{}) {
            return;
        }
        for (const std::size_t rank : {std::size_t{1}, kSeventh}) {
            // A flat flock's inner boids have their far neighbours at the same height, which is no order of
            // the flight. So only those count whose neighbours up to this one are inside, too.
            std::array<Vec3d, 3> moments{};
            double cosineSq = 0.0;
            std::size_t boids = 0;
            for (std::uint32_t id = 0; id < flock.count(); ++id) {
                const BoidTree::Near* const near = &nearest[id * kSeventh];
                if (isBorder[id] ||
                    std::any_of(near, near + rank, [&](const auto& each) { return isBorder[each.id]; })) {
                    continue;
                }
                const Vec3d direction = towards(flock, id, near[rank - 1].id);
                moments[0] += direction * direction.x;
                moments[1] += direction * direction.y;
                moments[2] += direction * direction.z;
                cosineSq += dot(direction, ahead) * dot(direction, ahead);
                ++boids;
            }
            if (boids >= kMinBoids) {
                const double cosine = dot(principalAxes(moments)[0].direction, ahead);
                values[rank == 1 ? 0 : 1] = std::min(1.0, cosine * cosine);
                values[rank == 1 ? 2 : 3] = cosineSq / static_cast<double>(boids);
            }
        }
    }

private:
    static constexpr std::size_t kSeventh = 7;

    static Vec3d towards(MeasuredFlock& flock, std::uint32_t from, std::uint32_t to) {
        return unitVector(flock.offset(flock.position()[from], flock.position()[to]));
    }
};

}  // namespace shoal
