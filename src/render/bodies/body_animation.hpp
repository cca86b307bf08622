#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

class Workers;

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

    /// Advances by one step. If the count has changed, new bodies start as after restart(). `bodyLength` [m]
    /// and `stepSeconds` [s], in real time, must be above 0. `pace`: seconds of model time in a real second;
    /// the beat matches the displayed speed. `workers` share the work without changing the result; null for
    /// one thread.
    void step(const Flock& flock, float bodyLength, float stepSeconds,
              Species::Body body = Species::Body::fish, float pace = 1.0f, Workers* workers = nullptr);
    void step(const Flock& flock, const Species& species, const TimeSettings& time, Workers* workers) {
        step(flock, species.bodyLength, static_cast<float>(time.realSeconds(1.0)), species.body,
             static_cast<float>(time.ratio()), workers);
    }

    /// Returns the state of all bodies by id as plain floats, the same number for each; restore() reads it
    /// back. If the size does not match, restore() changes nothing.
    std::vector<float> numbers() const;
    void restore(std::span<const float> numbers);

    /// All bodies, by id.
    std::span<const AnimatedBody> all() const { return m_animations; }

    /// Returns the body with this id, or one at rest if there is none.
    const AnimatedBody& of(std::uint32_t id) const;

    /// Has the processor fetch the body of a slot that is needed a few slots later. Slots are sorted by place
    /// and bodies by id, so that each would otherwise be waited for.
    void fetchAhead(const FlockState& flock, std::size_t slot, std::size_t count) const;

private:
    void begin(std::uint32_t id, const Vec3f& velocity, float bodyLength, Species::Body body);

    std::vector<AnimatedBody> m_animations;
};

}  // namespace shoal
