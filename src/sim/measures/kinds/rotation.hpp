#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"
#include "sim/measures/principal_axes.hpp"

namespace shoal {

/// How much the boids circle one axis, whichever way each of them turns: 1 for a mill and for a double mill,
/// whose two rings cancel in `milling`.
struct Rotation {
    static constexpr int order = 25;
    static constexpr std::string_view key = "rotation";
    static constexpr std::string_view title = "Rotation";
    static constexpr std::string_view source =
        "Chuang et al. 2007, doi:10.1016/j.physd.2007.05.007, their M_abs, with unit vectors as in milling "
        "and "
        "in three dimensions the axis that most boids circle";
    static constexpr std::array columns{MeasureColumn{
        "rotation", "",
        "Mean size of unit radius × unit heading along the flock's axis of rotation, whichever way a boid "
        "turns: 1 is a mill or a double mill, 2/π random headings in a plane.",
        1.0}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        std::array<Vec3d, 3> spread{};  // the mean of l·lᵀ, l = unit radius × unit heading
        for (std::size_t id = 0; id < flock.count(); ++id) {
            const Vec3d turn = turnOf(flock, id) * (1.0 / std::sqrt(static_cast<double>(flock.count())));
            spread[0] += turn * turn.x;
            spread[1] += turn * turn.y;
            spread[2] += turn * turn.z;
        }
        const Vec3d axis = principalAxes(spread)[2].direction;  // any, if nothing turns
        values[0] = 0.0;
        for (std::size_t id = 0; id < flock.count(); ++id) {
            values[0] += std::abs(dot(turnOf(flock, id), axis)) / static_cast<double>(flock.count());
        }
        values[0] = std::min(1.0, values[0]);  // rounding may exceed 1
    }

private:
    static Vec3d turnOf(MeasuredFlock& flock, std::size_t id) {
        const Vec3d radius = unitVector(flock.offset(flock.centre(), flock.position()[id]));
        return cross(radius, flock.heading()[id]);
    }
};

}  // namespace shoal
