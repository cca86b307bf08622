#include "oracle/motion_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/stream_oracle.hpp"

namespace shoal::oracle {

namespace {

constexpr double kFloatStep = 1.2e-7;
// Below this speed [m/s] a velocity has no usable direction.
constexpr double kStandstill = 1e-6;

Vec3d unit(const Vec3d& a) {
    return a * (1.0 / length(a));
}

double angleBetween(const Vec3d& a, const Vec3d& b) {
    return std::atan2(length(cross(a, b)), dot(a, b));
}

// Rotates about a unit axis, right-handed (Rodrigues).
Vec3d turned(const Vec3d& a, const Vec3d& axis, double angle) {
    return a * std::cos(angle) + cross(axis, a) * std::sin(angle) +
           axis * (dot(axis, a) * (1.0 - std::cos(angle)));
}

double& along(Vec3d& a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

double along(const Vec3d& a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

// Returns whether rounding decides on which side of a wall a boid is.
bool isOnWall(double distance, double wall) {
    return std::abs(distance - wall) < 4.0 * kFloatStep * wall;
}

// Returns the random vector at which the given interval of a boid begins.
Vec3d knot(std::uint32_t boid, std::uint64_t interval) {
    const auto mark = static_cast<std::uint32_t>(interval * 0x9e3779b9U);
    const std::uint32_t x = mixed32(boid + mark);
    const std::uint32_t y = mixed32(x ^ 0x68bc21ebU);
    const std::uint32_t z = mixed32(y ^ 0x02e5be93U);
    const Vec3d inCube{2.0 * fractionOf(x) - 1.0, 2.0 * fractionOf(y) - 1.0, 2.0 * fractionOf(z) - 1.0};
    return length(inCube) > 1.0 ? unit(inCube) : inCube;
}

}  // namespace

Vec3d limitedAcceleration(const Vec3d& acceleration, double largest) {
    const double size = length(acceleration);
    return size > largest ? acceleration * (largest / size) : acceleration;
}

Vec3d limitedSpeed(const Vec3d& velocity, const Vec3d& oldVelocity, double smallest, double largest) {
    const double speed = length(velocity);
    const double wanted = std::min(std::max(speed, smallest), largest);
    if (wanted == speed) {
        return velocity;
    }
    if (speed > kStandstill) {
        return unit(velocity) * wanted;
    }
    return length(oldVelocity) > kStandstill ? unit(oldVelocity) * wanted : Vec3d{};
}

Moved limitedTurn(const Vec3d& velocity, const Vec3d& oldVelocity, double angle) {
    const double speed = length(velocity);
    if (speed < kStandstill || length(oldVelocity) < kStandstill ||
        angleBetween(oldVelocity, velocity) <= angle) {
        return {{}, velocity, false};
    }
    const Vec3d across = cross(unit(oldVelocity), unit(velocity));
    if (length(across) < 1e-3) {
        return {{}, velocity, true};
    }
    return {{}, turned(unit(oldVelocity), unit(across), angle) * speed, false};
}

Vec3d preferHorizontal(const Vec3d& velocity, double weight) {
    return {0.0, -weight * velocity.y, 0.0};
}

Vec3d containSteering(const Boid& boid, const Walls& walls, double weight, double margin, double lookAhead) {
    const Vec3d soon = boid.position + boid.velocity * lookAhead;
    // Depth into the margin as a multiple of it: along each axis in a box, outwards in a sphere.
    Vec3d into;
    if (walls.isSphere) {
        const double depth = std::min(margin, walls.half.x);
        const double past = length(soon) - (walls.half.x - depth);
        if (past > 0.0) {
            into = unit(soon) * (past / depth);
        }
    } else {
        for (int axis = 0; axis < 3; ++axis) {
            const double half = along(walls.half, axis);
            const double depth = std::min(margin, half);
            const double past = std::abs(along(soon, axis)) - (half - depth);
            if (past > 0.0) {
                along(into, axis) = std::copysign(past / depth, along(soon, axis));
            }
        }
    }
    const double depth = length(into);
    if (depth == 0.0) {
        return {};
    }
    // Straight back, with the square of the depth, and no harder beyond the wall.
    return unit(into) * (-weight * std::pow(std::min(depth, 1.0), 2.0));
}

Moved contained(const Boid& boid, const Walls& walls) {
    Moved moved{boid.position, boid.velocity, false};
    if (walls.isSphere) {
        const double distance = length(boid.position);
        moved.isAmbiguous = isOnWall(distance, walls.half.x);
        if (distance > walls.half.x) {
            const Vec3d outwards = unit(boid.position);
            moved.position = outwards * walls.half.x;
            moved.velocity -= outwards * std::max(dot(boid.velocity, outwards), 0.0);
        }
        return moved;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const double half = along(walls.half, axis);
        const double at = along(boid.position, axis);
        if (std::abs(at) > half) {
            along(moved.position, axis) = std::copysign(half, at);
            if (at * along(boid.velocity, axis) > 0.0) {
                along(moved.velocity, axis) = 0.0;
            }
        }
    }
    return moved;
}

Moved bounced(const Boid& boid, const Walls& walls, double restitution) {
    Moved moved{boid.position, boid.velocity, false};
    if (walls.isSphere) {
        const double radius = walls.half.x;
        const double distance = length(boid.position);
        moved.isAmbiguous = isOnWall(distance, radius);
        if (distance > radius) {
            const Vec3d outwards = unit(boid.position);
            // As far inside as it was outside; beyond a whole radius, at the centre.
            moved.position = outwards * std::max(2.0 * radius - distance, 0.0);
            const double leaving = dot(boid.velocity, outwards);
            if (leaving > 0.0) {
                moved.velocity -= outwards * (leaving * (1.0 + restitution));
            }
        }
        return moved;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const double half = along(walls.half, axis);
        const double at = along(boid.position, axis);
        if (std::abs(at) > half) {
            // Beyond a whole world, at the opposite wall.
            along(moved.position, axis) = std::copysign(1.0, at) * std::max(2.0 * half - std::abs(at), -half);
            if (at * along(boid.velocity, axis) > 0.0) {
                along(moved.velocity, axis) *= -restitution;
            }
        }
    }
    return moved;
}

Moved wrapped(const Boid& boid, const Walls& walls) {
    Moved moved{boid.position, boid.velocity, false};
    for (int axis = 0; axis < 3; ++axis) {
        const double size = 2.0 * along(walls.half, axis);
        const double at = along(boid.position, axis);
        double& inside = along(moved.position, axis);
        inside = std::fmod(at, size);
        if (inside > size / 2) {
            inside -= size;
        } else if (inside < -size / 2) {
            inside += size;
        }
        moved.isAmbiguous =
            moved.isAmbiguous || size / 2 - std::abs(inside) < 8.0 * kFloatStep * (size + std::abs(at));
    }
    return moved;
}

Vec3d wander(std::uint32_t id, double weight, const Moment& moment) {
    // The upper half of the mixed seed and the id select the boid's own series of intervals.
    const std::uint32_t boid = mixed32(id + static_cast<std::uint32_t>(mixed64(moment.seed) / 4294967296U));
    // The series begins early by this fraction of an interval.
    const double early = fractionOf(mixed32(boid ^ 0x51ed270bU));
    const double now = static_cast<double>(moment.step % moment.stepsPerInterval) /
                           static_cast<double>(moment.stepsPerInterval) +
                       early;
    const std::uint64_t interval = moment.step / moment.stepsPerInterval + (now >= 1.0 ? 1 : 0);
    const double t = now >= 1.0 ? now - 1.0 : now;
    const double mix = 3.0 * t * t - 2.0 * t * t * t;
    return (knot(boid, interval) * (1.0 - mix) + knot(boid, interval + 1) * mix) * weight;
}

}  // namespace shoal::oracle
