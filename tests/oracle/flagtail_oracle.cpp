#include "oracle/flagtail_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shoal::oracle {
namespace {

/// Angle [rad] of a level vector, counter-clockwise seen from above.
double angleOf(const Vec3d& a) {
    return std::atan2(-a.z, a.x);
}

/// Distance [m] along a heading to the wall, found by halving; and the angle [rad] of the outward direction
/// there.
struct Impact {
    double distance = 0.0;
    double outwards = 0.0;
};

Impact impactOf(const Vec3d& at, double heading, const FlagtailModel& model) {
    const auto pointAt = [&](double distance) {
        return Vec3d{at.x + distance * std::cos(heading), at.y, at.z - distance * std::sin(heading)};
    };
    const auto isInside = [&](const Vec3d& a) {
        return model.isRound ? length(a) < model.halfWorld.x
                             : std::abs(a.x) < model.halfWorld.x && std::abs(a.z) < model.halfWorld.z;
    };
    double near = 0.0;
    double far = 4.0 * (model.halfWorld.x + model.halfWorld.z);
    for (int k = 0; k < 80; ++k) {
        const double middle = 0.5 * (near + far);
        (isInside(pointAt(middle)) ? near : far) = middle;
    }
    const Vec3d point = pointAt(near);
    Impact impact{near, angleOf(point)};
    if (!model.isRound) {
        const bool isX = model.halfWorld.x - std::abs(point.x) < model.halfWorld.z - std::abs(point.z);
        impact.outwards = angleOf(isX ? Vec3d{point.x, 0.0, 0.0} : Vec3d{0.0, 0.0, point.z});
    }
    return impact;
}

}  // namespace

TurningSpeed desiredTurningSpeed(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                                 const FlagtailModel& model, double step) {
    const View view = look(boids, self, query);
    TurningSpeed desired;
    desired.isAmbiguous = view.isAmbiguous;
    const double heading = angleOf(boids[self].velocity);
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double relative = angleOf(boids[j].velocity) - heading;
        const double bearing = angleOf(d) - heading;
        const double aligning = model.alignment * model.speed * std::sin(relative);
        const double approaching = model.attraction * length(d) * std::sin(bearing);
        const double share =
            (1.0 + model.frontal * std::cos(bearing)) / static_cast<double>(view.neighbours.size());
        desired.value += (aligning + approaching) * share;
        desired.error += 5e-6 * (model.alignment * model.speed + model.attraction * length(d)) * share;
    }
    if (model.wall > 0.0) {
        const Impact impact = impactOf(boids[self].position, heading, model);
        const double seconds = std::max(impact.distance / model.speed, step);
        const double aside = std::sin(heading - impact.outwards);
        desired.isAmbiguous = desired.isAmbiguous || std::abs(aside) < 1e-4;
        desired.value += model.wall * (aside > 0.0 ? 1.0 : -1.0) / seconds;
        desired.error += 1e-5 * model.wall / seconds * (1.0 + 1.0 / impact.distance);
    }
    return desired;
}

double keptDifference(const FlagtailModel& model, double step) {
    return std::exp(-step * model.speed / model.inertia);
}

}  // namespace shoal::oracle
