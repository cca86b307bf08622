#include "oracle/steering_oracle.hpp"

#include <cmath>

namespace shoal::oracle {
namespace {

/// Relative error of float arithmetic, with a margin for long sums.
constexpr double kTolerance = 3e-6;

Vec3d unit(const Vec3d& a) {
    const double size = length(a);
    return size > 0.0 ? a * (1.0 / size) : Vec3d{};
}

/// A sum and the total length of its terms: a short sum of long vectors has an uncertain direction.
struct Sum {
    Vec3d value;
    double lengths = 0.0;

    void add(const Vec3d& a) {
        value += a;
        lengths += length(a);
    }
    double directionError() const {
        const double size = length(value);
        return size > 0.0 ? kTolerance * lengths / size : 0.0;
    }
    bool isAmbiguous() const { return lengths > 0.0 && length(value) < 1e-3 * lengths; }
};

bool isNear(double a, double b, double tolerance) {
    return std::abs(a - b) < tolerance;
}

}  // namespace

Steering unitFlocking(const Boids& boids, std::size_t self, const UnitFlocking& model) {
    Sum away;
    Sum turn;
    Sum towards;
    double followed = 0.0;
    Steering result;
    const Vec3d heading = unit(boids[self].velocity);
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == self) {
            continue;
        }
        const Vec3d d = boids[j].position - boids[self].position;
        const double distance = length(d);
        const double forwardness = dot(heading, d) / distance;
        const auto isFelt = [&](const Behaviour& behaviour) {
            const bool isInReach = distance < behaviour.radius && distance > 0.0;
            result.isAmbiguous = result.isAmbiguous || isNear(distance, behaviour.radius, 1e-5) ||
                                 isNear(distance, model.touch, 1e-5) ||
                                 (isInReach && isNear(forwardness, behaviour.cosine, 1e-5));
            return distance < model.touch || (isInReach && forwardness > behaviour.cosine);
        };
        if (isFelt(model.separation)) {
            away.add(d * (-1.0 / (distance * distance)));
        }
        if (isFelt(model.alignment)) {
            turn.add(unit(boids[j].velocity));
            followed += 1.0;
        }
        if (isFelt(model.cohesion)) {
            towards.add(d);
        }
    }
    if (followed > 0.0) {
        turn.value = turn.value * (1.0 / followed) - heading;
        turn.lengths = 2.0;
    }
    const auto push = [&result](const Sum& sum, double weight) {
        result.value += unit(sum.value) * weight;
        result.error += weight * sum.directionError() + weight * kTolerance;
        result.isAmbiguous = result.isAmbiguous || sum.isAmbiguous();
    };
    push(away, model.separation.weight);
    push(turn, model.alignment.weight);
    push(towards, model.cohesion.weight);
    return result;
}

Steering steerTowards(const Boids& boids, std::size_t self, const SteerTowards& model) {
    Sum heading;
    Sum centre;
    Sum away;
    std::size_t count = 0;
    Steering result;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == self) {
            continue;
        }
        const Vec3d d = boids[j].position - boids[self].position;
        const double distance = length(d);
        result.isAmbiguous = result.isAmbiguous || isNear(distance, model.radius, 1e-5) ||
                             isNear(distance, model.separationRadius, 1e-5);
        if (distance < model.radius) {
            ++count;
            heading.add(unit(boids[j].velocity));
            centre.add(d);
            if (distance < model.separationRadius) {
                away.add(d * (-1.0 / (distance * distance)));
            }
        }
    }
    if (count == 0) {
        return result;
    }
    const auto wish = [&](const Sum& sum, double weight) {
        const Vec3d missing = unit(sum.value) * model.speed - boids[self].velocity;
        const double needed = length(missing);
        result.value += missing * (weight * (needed > model.strength ? model.strength / needed : 1.0));
        result.error += weight * (model.speed * sum.directionError() +
                                  kTolerance * (model.speed + length(boids[self].velocity)));
        result.isAmbiguous = result.isAmbiguous || sum.isAmbiguous();
    };
    wish(heading, model.alignment);
    wish(centre, model.cohesion);
    wish(away, model.separation);
    return result;
}

}  // namespace shoal::oracle
