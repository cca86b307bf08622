#pragma once

#include <glm/vec3.hpp>

#include "render/camera/flock_extent.hpp"

namespace shoal {

/// Keeps an automatic camera on a flock: where it looks and from how far. It moves once a fixed step, so its
/// path depends on the flock alone, not on the frame rate.
class FlockTracker {
public:
    /// How the flock is seen.
    struct Lens {
        float slope = 0.414f;     ///< tangent of half the vertical opening
        float roomAcross = 1.5f;  ///< free space on each side of the target, in half picture heights
        float roomUp = 0.98f;     ///< likewise above and below
        float azimuth = 0.0f;     ///< [rad] of the camera
        float elevation = 0.0f;   ///< [rad] likewise
        bool isOrthographic = false;
    };

    /// Where the camera looks.
    struct Aim {
        glm::vec3 centre{0.0f};
        float logDistance = 0.0f;
    };

    /// Sets the logarithm of the minimum distance [m].
    void setClosest(float logDistance) { m_closest = logDistance; }
    float closest() const { return m_closest; }

    /// Jumps to the flock: the picture is composed at once.
    void begin(const FlockExtent& extent, const Lens& lens);

    /// Moves by one fixed step of this length [s].
    void step(const FlockExtent& extent, float seconds, const Lens& lens);

    /// Backs off from the last extent until stragglers, too, are likely to be in view.
    void backOff(const Lens& lens);

    /// Composes the picture again for the last extent.
    void recompose(const Lens& lens);

    /// Adapts the distance to a new lens at once.
    void refit(const Lens& lens);

    /// Returns the aim between the previous step (0) and the last (1).
    Aim at(float alpha) const;

    /// Returns the radius [m] of the ball that fits from `times` the closest distance.
    float reach(float times, const Lens& lens) const;

    bool hasBegun() const { return m_hasBegun; }

private:
    float wanted(const Lens& lens) const;

    FlockExtent m_extent;
    Aim m_before;
    Aim m_now;
    float m_rate = 0.0f;  ///< [1/s] of m_now.logDistance
    float m_closest = 0.0f;
    bool m_hasBegun = false;
};

/// Returns the distance [m] from which a flock fills this fraction of the free space.
float distanceToFill(const FlockExtent& extent, const FlockTracker::Lens& lens, float fraction);

}  // namespace shoal
