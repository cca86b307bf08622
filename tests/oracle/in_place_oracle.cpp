#include "oracle/in_place_oracle.hpp"

#include <cstddef>

namespace shoal::oracle {

namespace {

constexpr double kFramesPerSecond = 60.0;

/// Sums over the other boids in their current state.
struct Others {
    Vec3d places;  // sum of their positions
    Vec3d speeds;  // sum of their velocities
    Vec3d push;    // −Σ d over the near ones
};

template <class Each>
Others othersOf(const std::vector<Each>& boids, std::size_t i, double near) {
    Others others;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == i) {
            continue;
        }
        others.places += boids[j].position;
        others.speeds += boids[j].velocity;
        const Vec3d d = boids[j].position - boids[i].position;
        if (length(d) < near) {
            others.push -= d;
        }
    }
    return others;
}

}  // namespace

void parkerInPlace(Boids& boids, double near, double maxSpeed) {
    const double count = static_cast<double>(boids.size()) - 1.0;
    const double largest = maxSpeed / kFramesPerSecond;
    for (std::size_t i = 0; i < boids.size(); ++i) {
        const Others others = othersOf(boids, i, near);
        Vec3d v = boids[i].velocity * (1.0 / kFramesPerSecond);
        const Vec3d mean = others.speeds * (1.0 / count / kFramesPerSecond);
        v = v + (others.places * (1.0 / count) - boids[i].position) * (1.0 / 200.0) + others.push +
            (mean - v) * (1.0 / 10.0);
        if (length(v) > largest) {
            v = v * (largest / length(v));
        }
        boids[i].velocity = v * kFramesPerSecond;
        boids[i].position += v;
    }
}

void catchingFishesInPlace(std::vector<Fish>& fishes, double near) {
    const double count = static_cast<double>(fishes.size());
    double speeds = 0.0;
    for (const Fish& fish : fishes) {
        speeds += fish.baseSpeed;
    }
    for (std::size_t i = 0; i < fishes.size(); ++i) {
        Fish& fish = fishes[i];
        const Others others = othersOf(fishes, i, near);
        const Vec3d toCentre = others.places * (1.0 / count) - fish.position;
        fish.direction += toCentre * (1.0 / length(toCentre)) + others.push;
        const double align = ((speeds - fish.baseSpeed) / (count - 1.0) - fish.baseSpeed) * 0.125;
        fish.velocity = fish.direction * ((fish.baseSpeed + align) / length(fish.direction));
        fish.position += fish.velocity * (1.0 / kFramesPerSecond);
    }
}

}  // namespace shoal::oracle
