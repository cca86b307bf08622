#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

class Workers;

/// Bodies that one thread prepares at a time: long enough that starting its task costs little.
inline constexpr std::size_t kPartBodies = 1024;

/// The animation state of one body at the end of a fixed step and of the previous one.
struct AnimatedBody {
    struct Pose {
        Vec3f forward{1.0f, 0.0f, 0.0f};  ///< unit, at most 45° above or below the horizon
        float roll = 0.0f;                ///< [rad] into the turn; positive: right side down; within ±45°
        /// [rad] turned along one body length, or by a bird's tail; positive: to the right
        float bend = 0.0f;
    };

    Pose before;
    Pose now;
    float phase = 0.0f;    ///< 0 .. 1 of the current beat or stride
    float advance = 0.0f;  ///< beats since the previous step
    /// 0 .. 1 (widest): sweep of the tail, stroke of the wings or reach of the legs. Below 0, down to −1, a
    /// standing bird folds its wings.
    float beat = 0.6f;
    float round = 0.0f;  ///< 0 .. 1: phase of a bird's cycle of stronger and weaker flapping
};

/// Body animation of a flock, by id: smoothed heading, roll, bend and the phase of tail, wings or legs.
/// Advanced exactly once per fixed step and never read by the simulation, so that rendering cannot change a
/// flock.
class BodyAnimation {
public:
    /// Resets every body: straight along its velocity, with a phase of its own.
    void restart(const Flock& flock, float bodyLength, Species::Body body = Species::Body::fish);
    void restart(const Flock& flock, const Species& species) {
        restart(flock, species.bodyLength, species.body);
    }

    /// The kind of bodies, and the duration of a step.
    struct Pace {
        float bodyLength = 0.25f;  ///< [m] above 0
        float seconds = 0.0f;      ///< [s] real time of the step, above 0
        Species::Body body = Species::Body::fish;
        float ratio = 1.0f;  ///< seconds of model time in a real second; the beat matches the displayed speed
    };

    /// Advances by one step. If the count has changed, new bodies start as after restart(). If `workers` is
    /// null, one thread does it all; the result is the same.
    void step(const Flock& flock, const Pace& pace, Workers* workers = nullptr);
    void step(const Flock& flock, const Species& species, const TimeSettings& time, Workers* workers) {
        step(flock,
             {.bodyLength = species.bodyLength,
              .seconds = static_cast<float>(time.realSeconds(1.0)),
              .body = species.body,
              .ratio = static_cast<float>(time.ratio())},
             workers);
    }

    /// Returns the state of all bodies by id as plain floats, the same number for each; restore() reads it
    /// back. If the size does not match, restore() changes nothing.
    std::vector<float> numbers() const;
    void restore(std::span<const float> numbers);

    /// All bodies, by id.
    std::span<const AnimatedBody> all() const { return m_animations; }

    /// Returns the body with this id, or one at rest if there is none.
    const AnimatedBody& of(std::uint32_t id) const;

    /// Prefetches the body that a loop over slots up to `end` reaches a few slots after this one. Slots are
    /// in spatial order and bodies in order of id, so that most reads would miss the cache.
    void prefetch(const FlockState& flock, std::size_t slot, std::size_t end) const;

private:
    void begin(std::uint32_t id, const Vec3f& velocity, float bodyLength, Species::Body body);

    std::vector<AnimatedBody> m_animations;
};

}  // namespace shoal
