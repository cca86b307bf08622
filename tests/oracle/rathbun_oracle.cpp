#include "oracle/rathbun_oracle.hpp"

#include <cmath>

namespace shoal::oracle {
namespace {

double sign(double value) {
    return value > 0.0 ? 1.0 : (value < 0.0 ? -1.0 : 0.0);
}

bool isNear(double a, double b) {
    return std::abs(a - b) < 1e-5 * (std::abs(b) + 1.0);
}

/// Reflects elastically from a wall.
void bounce(double& position, double& velocity, double half) {
    if (std::abs(position) > half) {
        position = sign(position) * (2.0 * half - std::abs(position));
        velocity = -sign(position) * std::abs(velocity);
    }
}

}  // namespace

FramedBoid rathbunFrame(const Boids& boids, std::size_t self, const Rathbun& model) {
    const Boid& own = boids[self];
    FramedBoid after;
    Vec3d separation;
    Vec3d velocitySum;
    Vec3d positionSum;
    double count = 0.0;
    for (std::size_t other = 0; other < boids.size(); ++other) {
        const Vec3d diff = own.position - boids[other].position;
        const double distance = length(diff);
        if (distance <= model.alert) {
            separation.x += (model.alert - std::abs(diff.x)) * sign(diff.x);
            separation.y += (model.alert - std::abs(diff.y)) * sign(diff.y);
            separation.z += (model.alert - std::abs(diff.z)) * sign(diff.z);
        }
        if (distance <= model.flock) {  // includes the boid itself
            velocitySum += boids[other].velocity;
            positionSum += boids[other].position;
            count += 1.0;
        }
        after.isAmbiguous |= isNear(distance, model.alert) || isNear(distance, model.flock);
    }
    const Vec3d meanVelocity = velocitySum * (1.0 / count);
    const Vec3d centre = positionSum * (1.0 / count);
    after.boid.position = own.position + own.velocity;
    after.boid.velocity = own.velocity + separation * model.alpha -
                          (own.velocity - meanVelocity) * model.beta - (own.position - centre) * model.delta;
    after.isAmbiguous |= isNear(std::abs(after.boid.position.x), model.half.x) ||
                         isNear(std::abs(after.boid.position.z), model.half.z);
    bounce(after.boid.position.x, after.boid.velocity.x, model.half.x);
    bounce(after.boid.position.z, after.boid.velocity.z, model.half.z);
    return after;
}

}  // namespace shoal::oracle
