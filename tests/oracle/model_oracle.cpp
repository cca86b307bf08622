#include "oracle/model_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "oracle/stream_oracle.hpp"

namespace shoal::oracle {

namespace {

constexpr double kFloatStep = 1.2e-7;
constexpr double kFramesPerSecond = 60.0;

double largestOf(const Vec3d& a) {
    return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
}

// Returns whether floats could put two boids on the other side of this distance, or find them coincident.
bool isAmbiguous(const Vec3d& a, const Vec3d& b, double near) {
    const double distance = length(b - a);
    const double tolerance = 1e-5 + 8.0 * kFloatStep * (largestOf(a) + largestOf(b));
    return std::abs(distance - near) < tolerance || distance < tolerance;
}

// Sum −Σ d over the boids nearer than `near`, with its uncertainty.
struct Push {
    Vec3d sum;
    double size = 0.0;   // total length of the terms
    double count = 0.0;  // number of terms
    double place = 0.0;  // rounding error of the positions
    bool isAmbiguous = false;
};

template <class Each>
Push pushOn(const std::vector<Each>& boids, std::size_t i, double near) {
    Push push;
    for (std::size_t j = 0; j < boids.size(); ++j) {
        if (j == i) {
            continue;
        }
        const Vec3d d = boids[j].position - boids[i].position;
        push.isAmbiguous = push.isAmbiguous || isAmbiguous(boids[i].position, boids[j].position, near);
        if (length(d) < near) {
            push.sum -= d;
            push.size += length(d);
            push.count += 1.0;
            push.place += kFloatStep * (largestOf(boids[i].position) + largestOf(boids[j].position));
        }
    }
    return push;
}

double errorOf(const Push& push) {
    return push.place + push.size * (4.0 + 0.5 * push.count) * kFloatStep;
}

// Applies v += change, the speed limit and x += v, in metres and frames. `changeError` is the tolerance of
// the change in float arithmetic.
Framed framed(const Boid& boid, const Vec3d& change, double changeError, double maxSpeed) {
    const double largest = maxSpeed / kFramesPerSecond;
    Vec3d v = boid.velocity * (1.0 / kFramesPerSecond) + change;
    double error =
        changeError + 4.0 * kFloatStep * (length(boid.velocity) / kFramesPerSecond + length(change));
    if (length(v) > largest) {
        error = error * (largest / length(v)) + 4.0 * kFloatStep * largest;
        v = v * (largest / length(v));
    }
    Framed result;
    result.velocity = v * kFramesPerSecond;
    result.velocityError = error * kFramesPerSecond;
    result.position = boid.position + v;
    result.positionError = error + 2.0 * kFloatStep * (largestOf(boid.position) + length(v));
    return result;
}

}  // namespace

std::vector<Framed> parker(const Boids& boids, double near, double maxSpeed) {
    const double others = static_cast<double>(boids.size()) - 1.0;
    std::vector<Framed> result;
    for (std::size_t i = 0; i < boids.size(); ++i) {
        Vec3d cohesion;
        Vec3d alignment;
        double size = 0.0;
        if (others > 0.0) {
            for (std::size_t j = 0; j < boids.size(); ++j) {
                if (j != i) {
                    cohesion += boids[j].position;
                    alignment += boids[j].velocity * (1.0 / kFramesPerSecond);
                }
            }
            const Vec3d centre = cohesion * (1.0 / others);
            const Vec3d mean = alignment * (1.0 / others);
            const Vec3d own = boids[i].velocity * (1.0 / kFramesPerSecond);
            cohesion = (centre - boids[i].position) * (1.0 / 200.0);
            alignment = (mean - own) * (1.0 / 10.0);
            size = (largestOf(centre) + largestOf(boids[i].position)) / 200.0 +
                   (length(mean) + length(own)) / 10.0;
        }
        const Push separation = pushOn(boids, i, near);
        Framed next = framed(boids[i], cohesion + separation.sum + alignment,
                             8.0 * kFloatStep * size + errorOf(separation), maxSpeed);
        next.isAmbiguous = separation.isAmbiguous;
        result.push_back(next);
    }
    return result;
}

std::vector<Framed> boidwatching(const Boids& boids, double near, double maxSpeed) {
    const double count = static_cast<double>(boids.size());
    Vec3d centre;
    Vec3d heading;
    for (const Boid& boid : boids) {
        centre += boid.position * (1.0 / count);
        heading += boid.velocity * (1.0 / kFramesPerSecond / count);
    }
    std::vector<Framed> result;
    for (std::size_t i = 0; i < boids.size(); ++i) {
        const Vec3d cohesion = (centre - boids[i].position) * (1.0 / 100.0);
        const Push separation = pushOn(boids, i, near);
        const Vec3d alignment = heading * (1.0 / 8.0);
        const double size =
            (largestOf(centre) + largestOf(boids[i].position)) / 100.0 + length(heading) / 8.0;
        Framed next = framed(boids[i], cohesion + separation.sum + alignment,
                             8.0 * kFloatStep * size + errorOf(separation), maxSpeed);
        next.isAmbiguous = separation.isAmbiguous;
        result.push_back(next);
    }
    return result;
}

std::vector<Framed> catchingFishes(const std::vector<Fish>& fishes, double near) {
    const double count = static_cast<double>(fishes.size());
    std::vector<Framed> result;
    for (std::size_t i = 0; i < fishes.size(); ++i) {
        const Fish& fish = fishes[i];
        Vec3d cohesion;
        double averageSpeed = 0.0;
        for (std::size_t j = 0; j < fishes.size(); ++j) {
            if (j != i) {
                cohesion += fishes[j].position;
                averageSpeed += fishes[j].baseSpeed;
            }
        }
        const Vec3d toCentre = cohesion * (1.0 / count) - fish.position;
        const double distance = length(toCentre);
        cohesion = distance > 0.0 ? toCentre * (1.0 / distance) : Vec3d{};
        const Push separation = pushOn(fishes, i, near);
        const double align = count > 1.0 ? (averageSpeed / (count - 1.0) - fish.baseSpeed) * 0.125 : 0.0;

        Framed next;
        next.memory = fish.direction + cohesion + separation.sum;
        next.memoryError = errorOf(separation) + 8.0 * kFloatStep *
                                                     (1.0 + length(fish.direction) + separation.size +
                                                      (largestOf(fish.position) + distance) / distance);
        const double size = length(next.memory);
        const double speed = fish.baseSpeed + align;
        // If no direction remains, the old heading stays.
        const double oldSpeed = length(fish.velocity);
        const Vec3d heading = size > 0.0 ? next.memory * (1.0 / size) : fish.velocity * (1.0 / oldSpeed);
        next.velocity = heading * speed;
        next.velocityError = speed * (next.memoryError / std::max(size, 1e-12) + 8.0 * kFloatStep);
        next.position = fish.position + next.velocity * (1.0 / kFramesPerSecond);
        next.positionError =
            next.velocityError / kFramesPerSecond + 2.0 * kFloatStep * largestOf(fish.position);
        next.isAmbiguous = separation.isAmbiguous || next.memoryError > 0.5 * size;
        result.push_back(next);
    }
    return result;
}

double ownDraw(std::uint32_t id, std::uint64_t seed) {
    const auto own = static_cast<std::uint32_t>(mixed64(seed) >> 32);
    return fractionOf(mixed32(mixed32(id + own) ^ 0x3c6ef372U));
}

}  // namespace shoal::oracle
