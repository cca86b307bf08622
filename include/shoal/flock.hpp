#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <shoal/aligned_array.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Three coordinates of every boid, as structure of arrays.
struct Column3 {
    AlignedArray<float> x;
    AlignedArray<float> y;
    AlignedArray<float> z;

    void resize(std::size_t count);
    std::size_t bytes() const { return x.bytes() + y.bytes() + z.bytes(); }
    Vec3f at(std::size_t index) const { return {x[index], y[index], z[index]}; }
    void put(std::size_t index, const Vec3f& value) {
        x[index] = value.x;
        y[index] = value.y;
        z[index] = value.z;
    }
};

/// One instant of a flock: slot k of every column is the same boid.
struct FlockState {
    Column3 position;                ///< [m]
    Column3 velocity;                ///< [m/s]
    AlignedArray<std::uint32_t> id;  ///< 0 .. count−1; a boid keeps it when its slot changes

    void resize(std::size_t count);
    std::size_t bytes() const { return position.bytes() + velocity.bytes() + id.bytes(); }
};

/// The vectors that a rule keeps from step to step, one for each boid.
struct RuleMemory {
    std::string_view rule;  ///< its key
    Column3 values;         ///< in the order of Flock::now
};

/// One species' boids at step n (`now`) and step n−1 (`before`), in the same order of slots, so that a frame
/// may interpolate between them. The order may change at every step (boids are sorted by grid cell): follow a
/// boid by its id. In a wrapped world `before` is on the same side of the edge as `now`.
class Flock {
public:
    std::size_t count() const { return m_count; }
    const FlockState& now() const { return m_now; }
    const FlockState& before() const { return m_before; }

    /// Steering of the last step [m/s²], before limits, in the order of `now`.
    const Column3& steering() const { return m_steering; }

    /// One for each rule that keeps one and took part in the last step.
    std::span<const RuleMemory> memories() const { return m_memories; }

    /// Returns the slot of the boid with this id, or count() if there is none. O(count).
    std::size_t slotOf(std::uint32_t id) const;

    /// Resizes to `count` boids; the caller then writes the slots.
    void resize(std::size_t count);

    std::size_t bytes() const;

    FlockState& now() { return m_now; }
    FlockState& before() { return m_before; }
    Column3& steering() { return m_steering; }
    /// Scratch column for reordering another; empty until first used.
    Column3& spare();

    std::span<RuleMemory> memories() { return m_memories; }
    /// Keeps the memories of exactly these rules, in this order: drops all others and starts new ones at
    /// zero.
    void remember(std::span<const std::string_view> rules);

private:
    std::size_t m_count = 0;
    FlockState m_now;
    FlockState m_before;
    Column3 m_steering;
    Column3 m_spare;
    std::vector<RuleMemory> m_memories;
};

}  // namespace shoal
