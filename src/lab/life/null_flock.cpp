#include "lab/life/null_flock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <shoal/random.hpp>

#include "sim/measures/principal_axes.hpp"

namespace shoal {
namespace {

/// Uniform in the unit ball of the first `dimensions` axes, 1 to 3.
std::array<double, 3> inUnitBall(RandomSequence& random, std::size_t dimensions) {
    for (;;) {
        std::array<double, 3> point{};
        double square = 0.0;
        for (std::size_t axis = 0; axis < dimensions; ++axis) {
            point[axis] = static_cast<double>(random.uniform(-1.0f, 1.0f));
            square += point[axis] * point[axis];
        }
        if (square <= 1.0) {
            return point;
        }
    }
}

}  // namespace

FlockState nullFlock(MeasuredFlock& flock, std::uint64_t seed) {
    const std::size_t count = flock.count();
    std::array<Vec3d, 3> covariance{};
    const double share = 1.0 / static_cast<double>(std::max<std::size_t>(count, 1));
    for (const Vec3d& position : flock.position()) {
        const Vec3d offset = flock.offset(flock.centre(), position);
        covariance[0] += offset * (offset.x * share);
        covariance[1] += offset * (offset.y * share);
        covariance[2] += offset * (offset.z * share);
    }
    auto axes = principalAxes(covariance);
    std::ranges::reverse(axes);  // the longest first
    const auto isExtended = [&](const PrincipalAxis& axis) { return axis.value > 1e-9 * axes[0].value; };
    const auto dimensions = static_cast<std::size_t>(std::ranges::count_if(axes, isExtended));
    RandomSequence random(seed);
    std::vector<std::size_t> dealt(count);
    std::iota(dealt.begin(), dealt.end(), std::size_t{0});
    for (std::size_t left = count; left > 1; --left) {
        std::swap(dealt[left - 1], dealt[random.bits() % left]);
    }
    FlockState state;
    state.resize(count);
    for (std::size_t id = 0; id < count; ++id) {
        Vec3d position = flock.centre();
        const std::array<double, 3> point = inUnitBall(random, std::max<std::size_t>(dimensions, 1));
        for (std::size_t axis = 0; axis < dimensions; ++axis) {
            // A uniform ball of n dimensions and radius 1 has a mean square of 1/(n + 2) along each axis.
            const double half = std::sqrt(static_cast<double>(dimensions + 2) * axes[axis].value);
            position += axes[axis].direction * (half * point[axis]);
        }
        state.position.put(id, asFloat(nearestImage(position, flock.space().period)));
        state.velocity.put(id, asFloat(flock.velocity()[dealt[id]]));
        state.id[id] = static_cast<std::uint32_t>(id);
    }
    return state;
}

}  // namespace shoal
