#include "sim/scene/start_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <shoal/random.hpp>
#include <shoal/vec3.hpp>

namespace shoal {
namespace {

constexpr std::uint64_t kWaves = ~std::uint64_t{0};  // no boid's id

Vec3f unit(const Vec3f& a) {
    const float size = std::sqrt(lengthSq(a));
    return size > 0.0f ? a * (1.0f / size) : Vec3f{1.0f, 0.0f, 0.0f};
}

Vec3f insideWorld(const Vec3f& position, const World& world) {
    // Slightly off the walls, so that no rule has to act at once.
    const Vec3f half = world.halfExtent() * 0.98f;
    if (world.shape == World::Shape::sphere) {
        const float distance = std::sqrt(lengthSq(position));
        return distance > half.x ? position * (half.x / distance) : position;
    }
    return {std::clamp(position.x, -half.x, half.x), std::clamp(position.y, -half.y, half.y),
            std::clamp(position.z, -half.z, half.z)};
}

/// Shifts a point of a unit ball by waves, as parts of a flock rise and bend. Each wave is a shear, which
/// keeps volumes, so that the flock is as dense as in the ball. `phases`: −1 .. 1 [turns].
Vec3f billowed(Vec3f point, float size, const Vec3f& phases) {
    const auto wave = [size](float turns) {
        return size * static_cast<float>(sine(2.0 * std::numbers::pi * static_cast<double>(turns)));
    };
    point.y += wave(0.55f * point.x + phases.x) + 0.5f * wave(0.6f * point.z + phases.y);
    point.x += wave(0.35f * point.y + phases.y);
    point.z += wave(0.45f * point.x + phases.z);
    point.y += 0.3f * wave(1.3f * point.x + phases.z);
    return point;
}

Vec3f placeIn(const Start& start, const BoidKey& key, RandomSequence& sequence) {
    const Vec3f half{start.width / 2, start.height / 2, start.depth / 2};
    const auto stretched = [&half](const Vec3f& a) {
        return Vec3f{a.x * half.x, a.y * half.y, a.z * half.z};
    };
    switch (start.shape) {
        case Start::Shape::box:
            return stretched(sequence.inCube());
        case Start::Shape::shell:
            return stretched(unit(sequence.awayFromZero()));
        case Start::Shape::ball:
            break;
    }
    Vec3f position = sequence.inBall();
    if (start.billow > 0.0f) {
        // All boids of a species are shifted by the same waves.
        const Vec3f phases = RandomSequence(key.seed, key.speciesIndex, kWaves).inCube();
        position = billowed(position, start.billow, phases);
    }
    position = position * start.radius;
    position.y *= 1.0f - start.flatness;
    return position;
}

Vec3f randomHeading(const Start& start, RandomSequence& sequence) {
    Vec3f heading = sequence.awayFromZero();
    if (start.isLevel) {
        heading.y = 0.0f;
    }
    return unit(heading);
}

}  // namespace

BoidStart startOf(const BoidKey& key, const Species& species, const World& world) {
    if (key.id < species.placed.size()) {
        const PlacedBoid& boid = species.placed[key.id];
        return {insideWorld({boid.x, boid.y, boid.z}, world), {boid.vx, boid.vy, boid.vz}};
    }
    const Start& start = species.start;
    RandomSequence sequence(key.seed, key.speciesIndex, key.id);
    const Vec3f position = placeIn(start, key, sequence) + Vec3f{0.0f, start.altitude, 0.0f};
    const Vec3f random = randomHeading(start, sequence);
    const Vec3f together = unit(random * (1.0f - start.order) + Vec3f{start.order, 0.0f, 0.0f});
    const Vec3f round = unit(Vec3f{position.z, 0.0f, -position.x});
    const Vec3f heading = unit(together * (1.0f - start.swirl) + round * start.swirl);
    return {insideWorld(position, world), heading * start.speed};
}

BoidStart startBeside(const BoidStart& other, const Joining& joining, const BoidKey& key,
                      const Species& species, const World& world) {
    RandomSequence sequence(key.seed, key.speciesIndex, key.id);
    Vec3f position = joining.centre + (other.position - joining.centre) * joining.stretch +
                     sequence.inBall() * joining.apart;
    if (species.start.isLevel) {
        position.y = other.position.y;
    }
    return {insideWorld(position, world), other.velocity};
}

}  // namespace shoal
