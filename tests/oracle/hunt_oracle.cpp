#include "oracle/hunt_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::oracle {
namespace {

/// Relative error of float arithmetic, with a margin for long sums.
constexpr double kTolerance = 4e-6;

Vec3d unit(const Vec3d& a) {
    const double size = length(a);
    return size > 0.0 ? a * (1.0 / size) : Vec3d{};
}

Vec3d toOther(const Boids& boids, std::size_t self, std::size_t other) {
    return boids[other].position - boids[self].position;
}

/// Returns the relative error of a direction to a place, because coordinates are floats.
double directionError(const Boids& boids, std::size_t self, const Vec3d& way) {
    return kTolerance * (1.0 + length(boids[self].position) / length(way));
}

}  // namespace

Steering flee(const Boids& boids, std::size_t self, double weight, double radius, double foresight) {
    Steering result;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        const Vec3d d = toOther(boids, self, j);
        if (j == self || length(d) >= radius) {
            continue;
        }
        const double speed = length(boids[j].velocity);
        const double time = speed > 0.0 ? std::min(length(d) / (2.0 * speed), foresight) : foresight;
        const Vec3d there = d + boids[j].velocity * time;
        result.value += unit(there) * (-weight * (1.0 - length(d) / radius));
        result.error += weight * directionError(boids, self, there);
    }
    return result;
}

Steering pursue(const Boids& boids, std::size_t self, double weight, double foresight) {
    Steering result;
    const double speed = length(boids[self].velocity);
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == self) {
            continue;
        }
        const Vec3d d = toOther(boids, self, j);
        const double time = speed > 0.0 ? std::min(length(d) / speed, foresight) : foresight;
        const Vec3d there = d + boids[j].velocity * time;
        result.value += unit(there) * weight;
        // The predicted place can be close to the boid itself, where floats know its direction only poorly.
        result.error +=
            weight * kTolerance * (1.0 + (length(boids[self].position) + length(d)) / length(there));
        result.isAmbiguous = result.isAmbiguous || length(there) < 1e-3;
    }
    return result;
}

Steering inverseSquare(const Boids& boids, std::size_t self, double weight, double radius) {
    Steering result;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        const Vec3d d = toOther(boids, self, j);
        if (j == self) {
            continue;
        }
        const double distance = length(d);
        result.isAmbiguous = result.isAmbiguous || std::abs(distance - radius) < 1e-5;
        if (distance < radius) {
            const double push = weight / (distance * distance);
            result.value += unit(d) * -push;
            result.error += 3.0 * push * directionError(boids, self, d);
        }
    }
    return result;
}

namespace {

/// The flock as a ball, relative to one boid.
struct Ball {
    Vec3d middle;         ///< [m]
    double radius = 0.0;  ///< [m]
    double error = 0.0;   ///< [m] error of the radius
};

Ball ballOf(const Boids& boids, std::size_t self) {
    Ball ball;
    const auto count = static_cast<double>(boids.size() - 1);
    for (std::size_t j = 0; j < boids.size(); ++j) {
        ball.middle += toOther(boids, self, j) * (1.0 / count);
    }
    double spread = 0.0;
    double squares = 0.0;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j != self) {
            const Vec3d d = toOther(boids, self, j);
            spread += lengthSq(d - ball.middle) / count;
            squares += lengthSq(d) / count;
        }
    }
    // A uniform ball of radius R has a mean square distance from its centre of 3/5 R².
    ball.radius = std::sqrt(spread * 5.0 / 3.0);
    ball.error = kTolerance * squares / std::max(ball.radius, std::sqrt(kTolerance * squares)) + kTolerance;
    return ball;
}

}  // namespace

Steering wait(const Boids& boids, std::size_t self, const Stalk& model) {
    const Ball ball = ballOf(boids, self);
    const double edge = length(ball.middle) - ball.radius;
    const double approach = std::clamp((edge - model.distance) / model.distance, -1.0, 1.0);
    const Vec3d inwards = unit(ball.middle);
    const Vec3d heading = unit(boids[self].velocity);
    const Vec3d aside = heading - inwards * dot(heading, inwards);
    const double along = std::sqrt(1.0 - approach * approach);
    const Vec3d wanted = inwards * (model.speed * approach) + unit(aside) * (model.speed * along);
    Steering result;
    result.value = (wanted - boids[self].velocity) * model.weight;
    const double approachError = ball.error / model.distance + kTolerance;
    // The square root is steep for a nearly straight approach.
    const double alongError = std::sqrt(2.0 * approachError);
    result.error =
        model.weight * (model.speed * (approachError + std::min(alongError, approachError / (along + 1e-9)) +
                                       kTolerance / (length(aside) + 1e-9)) +
                        kTolerance * length(boids[self].velocity));
    result.isAmbiguous = length(ball.middle) < 1e-2 || (length(aside) > 0.0 && length(aside) < 1e-3);
    return result;
}

Steering dash(const Boids& boids, std::size_t self, const Stalk& model) {
    const Ball ball = ballOf(boids, self);
    const double away = length(ball.middle);
    const Vec3d way = away > ball.radius ? ball.middle : boids[self].velocity;
    Steering result;
    result.value = (unit(way) * model.dashSpeed - boids[self].velocity) * model.weight;
    result.error = model.weight * kTolerance * (4.0 * model.dashSpeed + length(boids[self].velocity));
    result.isAmbiguous = away < 1e-2 || std::abs(away - ball.radius) < 2.0 * ball.error;
    return result;
}

namespace {

Vec3d arrival(const Vec3d& way, double speed, double slowing) {
    const double distance = length(way);
    return distance < slowing ? way * (speed / slowing) : unit(way) * speed;
}

Steering towards(const Vec3d& wanted, const Boid& boid, double weight) {
    Steering result;
    result.value = (wanted - boid.velocity) * weight;
    result.error =
        weight * kTolerance * (length(wanted) + length(boid.velocity) + length(boid.position)) + 1e-7;
    return result;
}

}  // namespace

Steering follow(const Boid& self, const Boid& leader, const Following& model) {
    const Vec3d forward = unit(leader.velocity);
    const Vec3d before = self.position - leader.position;
    const double along = dot(before, forward);
    const Vec3d aside = before - forward * along;
    const bool isInTheWay = along > 0.0 && along < model.ahead && length(aside) < model.clear;
    const Vec3d point = leader.position - forward * model.behind;
    const Vec3d wanted =
        isInTheWay ? unit(aside) * model.speed : arrival(point - self.position, model.speed, model.slowing);
    Steering result = towards(wanted, self, model.weight);
    const auto isNear = [](double a, double b) { return std::abs(a - b) < 1e-4; };
    result.isAmbiguous = isNear(along, 0.0) || isNear(along, model.ahead) ||
                         isNear(length(aside), model.clear) || (isInTheWay && length(aside) < 5e-2);
    result.error += isInTheWay ? model.weight * model.speed * 1e-4 : 0.0;
    return result;
}

Steering leadOn(const Boid& leader, const Following& model) {
    return towards(unit(leader.velocity) * model.leaderSpeed, leader, model.weight);
}

Steering leadTo(const Boid& leader, const Vec3d& goal, const Following& model) {
    return towards(arrival(goal - leader.position, model.leaderSpeed, model.slowing), leader, model.weight);
}

}  // namespace shoal::oracle
