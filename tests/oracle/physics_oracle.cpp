#include "oracle/physics_oracle.hpp"

#include <cmath>

namespace shoal::oracle {

Wanted vicsekHeading(const Boids& boids, std::size_t self, const NeighbourQuery& query, double radius) {
    const View view = look(boids, self, query);
    const double ownSpeed = length(boids[self].velocity);
    Wanted wanted;
    wanted.isAmbiguous = view.isAmbiguous;
    Vec3d sum = boids[self].velocity * (1.0 / ownSpeed);
    double count = 1.0;
    for (const std::size_t j : view.neighbours) {
        const double distance = length(offset(boids[self].position, boids[j].position, query));
        wanted.isAmbiguous = wanted.isAmbiguous || std::abs(distance - radius) < 1e-5;
        if (distance < radius) {
            sum += boids[j].velocity * (1.0 / length(boids[j].velocity));
            count += 1.0;
        }
    }
    const double size = length(sum);
    wanted.isAmbiguous = wanted.isAmbiguous || size < 1e-3 * count;
    wanted.direction = sum * (1.0 / size);
    wanted.error = 1e-6 * count / size;
    return wanted;
}

double morseEnergy(double distance, const MorsePotential& potential) {
    return potential.repulsion * std::exp(-distance / potential.repulsionLength) -
           potential.attraction * std::exp(-distance / potential.attractionLength);
}

Steering morseForce(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                    const MorsePotential& potential) {
    const View view = look(boids, self, query);
    Steering force;
    force.isAmbiguous = view.isAmbiguous;
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double r = length(d);
        const double pull =
            potential.attraction / potential.attractionLength * std::exp(-r / potential.attractionLength);
        const double push =
            potential.repulsion / potential.repulsionLength * std::exp(-r / potential.repulsionLength);
        force.value += d * ((pull - push) / r);
        force.error += 3e-6 * (pull + push) *
                       (1.0 + r / potential.attractionLength + r / potential.repulsionLength + 0.1 / r);
    }
    return force;
}

Vec3d selfPropulsion(const Vec3d& velocity, double thrust, double friction) {
    return velocity * (thrust - friction * dot(velocity, velocity));
}

}  // namespace shoal::oracle
