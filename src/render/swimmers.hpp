#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// How one body holds itself and swims at the end of a fixed step and of the one before.
struct Swimmer {
    struct Pose {
        Vec3f forward{1.0f, 0.0f, 0.0f};  ///< unit, at most 45° above or below the horizon
        float roll = 0.0f;                ///< [rad] into the turn, right side down above zero, within ±45°
        float bend = 0.0f;                ///< [rad] turned along one body length, right above zero
    };

    Pose before;
    Pose now;
    float phase = 0.0f;    ///< 0 .. 1 of a beat or stride, now
    float advance = 0.0f;  ///< beats since the step before
    float beat = 0.6f;  ///< 0 .. 1: sweep of the tail, stroke of the wings or reach of the legs, 1 the widest
    float round = 0.0f;  ///< 0 .. 1 of a bird's round of flapping harder and less hard
};

/// What a picture knows of each body of a flock beyond its position: a smooth heading, roll, bend and the
/// phase of its tail, wings or legs, kept by id. Advanced exactly once each fixed step and never read by the
/// simulation, so that a picture cannot change a flock.
class Swimmers {
public:
    /// Bodies straight along their velocities, tails at a phase of their own.
    void restart(const Flock& flock, float bodyLength, Species::Body body = Species::Body::fish);
    void restart(const Flock& flock, const Species& species) {
        restart(flock, species.bodyLength, species.body);
    }

    /// One step on. Copes with a changed count: new bodies begin as after restart.
    /// `bodyLength` [m] above 0; `stepSeconds` [s] above 0.
    void step(const Flock& flock, float bodyLength, float stepSeconds,
              Species::Body body = Species::Body::fish);
    void step(const Flock& flock, const Species& species, float stepSeconds) {
        step(flock, species.bodyLength, stepSeconds, species.body);
    }

    /// All that is known of the bodies, by id, as plain numbers; and back. A body is as many of them as of
    /// any other; where there are not enough, bodies stay as they are.
    std::vector<float> numbers() const;
    void restore(std::span<const float> numbers);

    /// By id.
    std::span<const Swimmer> all() const { return m_swimmers; }

    /// The body with this id, or one at rest when there is none.
    const Swimmer& of(std::uint32_t id) const;

private:
    void begin(std::uint32_t id, const Vec3f& velocity, float bodyLength, Species::Body body);

    std::vector<Swimmer> m_swimmers;
};

}  // namespace shoal
