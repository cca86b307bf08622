#include "oracle/swarm_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "oracle/stream_oracle.hpp"

namespace shoal::oracle {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFloatStep = 1.2e-7;
constexpr double kStepsPerSecond = 60.0;

// The four random numbers of a particle in one frame, sampled in the order own x, swarm x, own z, swarm z.
struct Draws {
    double own[2];
    double swarm[2];
};

Draws drawsOf(std::uint32_t id, std::uint64_t seed, std::uint64_t step) {
    const std::uint32_t particle =
        mixed32(id + static_cast<std::uint32_t>(mixed64(seed ^ mixed64(step)) >> 32));
    const auto draw = [&](std::uint32_t use) { return fractionOf(mixed32(particle ^ (use * 0x9e3779b9U))); };
    return {{draw(1), draw(3)}, {draw(2), draw(4)}};
}

// Returns the difference above which float arithmetic is sure to order the two values correctly.
double toleranceOf(const Ground& ground, double a, double b) {
    const double cancelled =
        ground.form == Ground::Form::himmelblau ? std::sqrt(std::abs(a) + std::abs(b)) : 0.0;
    return 1e-5 * (std::abs(a) + std::abs(b) + cancelled) + 1e-11;
}

// Returns a wave in 0 .. 1 with this many crests per unit along each axis.
double wave(double x, double z, double alongX, double alongZ, double phase) {
    return 0.5 + 0.5 * std::cos(2.0 * kPi * (x * alongX + z * alongZ + phase));
}

struct Find {
    Vec3d place;
    double cost = 0.0;  ///< to be minimised: the value, or its negative if the highest is sought
    bool isAmbiguous = false;
};

Find ownBest(const Particle& particle, const Ground& ground, bool seeksHighest) {
    const double sign = seeksHighest ? -1.0 : 1.0;
    const double here = sign * groundValue(ground, particle.position.x, particle.position.z);
    if (!particle.hasFound) {
        return {particle.position, here};
    }
    const double found = sign * groundValue(ground, particle.best.x, particle.best.z);
    const bool isSame = particle.position.x == particle.best.x && particle.position.z == particle.best.z;
    return {here < found ? particle.position : particle.best, std::min(here, found),
            !isSame && std::abs(here - found) < toleranceOf(ground, here, found)};
}

}  // namespace

double rastrigin(double x, double y) {
    return 20.0 + (x * x - 10.0 * std::cos(2.0 * kPi * x)) + (y * y - 10.0 * std::cos(2.0 * kPi * y));
}

double ackley(double x, double y) {
    return -20.0 * std::exp(-0.2 * std::sqrt(0.5 * (x * x + y * y))) -
           std::exp(0.5 * (std::cos(2.0 * kPi * x) + std::cos(2.0 * kPi * y))) + std::exp(1.0) + 20.0;
}

double himmelblau(double x, double y) {
    return std::pow(x * x + y - 11.0, 2) + std::pow(x + y * y - 7.0, 2);
}

double groundValue(const Ground& ground, double x, double z) {
    const double size = static_cast<double>(ground.size);
    if (ground.form == Ground::Form::hills) {
        const double u = x / size;
        const double v = z / size;
        return 0.4 * wave(u, v, 0.80, 0.60, 0.13) + 0.3 * wave(u, v, -0.71, 1.04, 0.57) +
               0.2 * wave(u, v, 1.53, -0.66, 0.29) + 0.1 * wave(u, v, 0.94, 1.99, 0.81);
    }
    if (!ground.isSurface()) {
        return 0.0;
    }
    const double half = ground.form == Ground::Form::rastrigin ? 5.12 : 5.0;
    const double u = std::clamp(x * 2.0 * half / size, -half, half);
    const double v = std::clamp(z * 2.0 * half / size, -half, half);
    switch (ground.form) {
        case Ground::Form::rastrigin:
            return rastrigin(u, v);
        case Ground::Form::ackley:
            return ackley(u, v);
        default:
            return himmelblau(u, v);
    }
}

double groundHeight(const Ground& ground, double x, double z) {
    double highest = 1.0;
    if (ground.form == Ground::Form::rastrigin) {
        highest = rastrigin(4.52299, 4.52299);
    } else if (ground.form == Ground::Form::ackley) {
        highest = ackley(4.598, 4.598);
    } else if (ground.form == Ground::Form::himmelblau) {
        highest = himmelblau(5.0, 5.0);
    }
    return static_cast<double>(ground.level) +
           static_cast<double>(ground.relief) * groundValue(ground, x, z) / highest;
}

std::vector<Framed> particleSwarm(const std::vector<Particle>& particles, const Ground& ground,
                                  const SwarmSettings& settings, std::uint64_t seed, std::uint64_t step) {
    const bool isDecided = step % settings.stepsPerFrame == 0;
    const double framesPerSecond = kStepsPerSecond / static_cast<double>(settings.stepsPerFrame);
    std::vector<Find> finds;
    Find best;
    for (const Particle& particle : particles) {
        finds.push_back(ownBest(particle, ground, settings.seeksHighest));
        if (finds.size() == 1 || finds.back().cost < best.cost) {
            best = finds.back();
        }
    }
    bool isBestAmbiguous = false;
    for (const Find& find : finds) {
        const bool isOther = find.place.x != best.place.x || find.place.z != best.place.z;
        const bool isNear = find.cost - best.cost < toleranceOf(ground, find.cost, best.cost);
        isBestAmbiguous = isBestAmbiguous || (isNear && (isOther || find.isAmbiguous));
    }
    std::vector<Framed> result;
    for (std::size_t id = 0; id < particles.size(); ++id) {
        const Particle& particle = particles[id];
        Vec3d velocity = particle.velocity * (1.0 / framesPerSecond);  // [m] per frame
        Framed framed;
        framed.memory = {particle.best.x, particle.hasFound ? 1.0 : 0.0, particle.best.z};
        double pulls = 0.0;
        if (isDecided) {
            const Draws draws = drawsOf(static_cast<std::uint32_t>(id), seed, step);
            const Vec3d toOwn = finds[id].place - particle.position;
            const Vec3d toBest = best.place - particle.position;
            velocity.x = settings.inertia * velocity.x + settings.cognitive * draws.own[0] * toOwn.x +
                         settings.social * draws.swarm[0] * toBest.x;
            velocity.z = settings.inertia * velocity.z + settings.cognitive * draws.own[1] * toOwn.z +
                         settings.social * draws.swarm[1] * toBest.z;
            framed.memory = {finds[id].place.x, 1.0, finds[id].place.z};
            framed.isAmbiguous = finds[id].isAmbiguous || (isBestAmbiguous && settings.social > 0.0);
            pulls = settings.cognitive * length(toOwn) + settings.social * length(toBest);
        }
        framed.velocity = velocity * framesPerSecond;
        framed.position = particle.position + framed.velocity * (1.0 / kStepsPerSecond);
        framed.velocityError =
            4.0 * kFloatStep *
            (length(particle.velocity) + length(framed.velocity) + pulls * framesPerSecond);
        framed.positionError = kFloatStep * (length(particle.position) + length(framed.position)) +
                               framed.velocityError / kStepsPerSecond;
        result.push_back(framed);
    }
    return result;
}

}  // namespace shoal::oracle
