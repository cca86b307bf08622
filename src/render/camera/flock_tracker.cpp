#include "render/camera/flock_tracker.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

#include "render/camera/glm_vec3.hpp"

namespace shoal {
namespace {

// The flock's bulk may fill between these fractions of the free space. In between the distance does not
// change, so that the picture does not pump while the flock breathes.
constexpr float kMinFill = 0.62f;
constexpr float kMaxFill = 0.88f;
constexpr float kCentring = 0.6f;    // [s] smooths the jitter of the measured centre
constexpr float kBackingOff = 0.4f;  // [s] time constant of the critically damped distance

}  // namespace

float distanceToFill(const FlockExtent& extent, const FlockTracker::Lens& lens, float fraction) {
    // The cylinder has the same width from any azimuth; its height on the screen is that of an ellipsoid.
    const float upright =
        std::hypot(extent.halfHeight * std::cos(lens.elevation), extent.halfWidth * std::sin(lens.elevation));
    const float far = std::max(extent.halfWidth / lens.roomAcross, upright / lens.roomUp);
    return std::hypot(far / (fraction * lens.slope), extent.radius);
}

void FlockTracker::begin(const FlockExtent& extent, const Lens& lens) {
    if (!isUsable(extent.centre)) {
        return;
    }
    m_extent = extent;
    m_hasBegun = true;
    recompose(lens);
}

void FlockTracker::recompose(const Lens& lens) {
    m_now = {toGlm(m_extent.centre), m_closest};
    refit(lens);
}

void FlockTracker::step(const FlockExtent& extent, float seconds, const Lens& lens) {
    m_before = m_now;
    if (!(seconds > 0.0f) || !isUsable(extent.centre) || !isUsable(extent.velocity) ||
        !std::isfinite(extent.radius)) {
        return;
    }
    m_extent = extent;
    // Predicted with the flock's velocity, so that the aim does not trail behind a moving flock.
    const glm::vec3 predicted = m_now.centre + toGlm(extent.velocity) * seconds;
    m_now.centre = glm::mix(toGlm(extent.centre), predicted, std::exp(-seconds / kCentring));

    const float goal = wanted(lens);
    const float ahead = m_now.logDistance - goal;
    const float decay = std::exp(-seconds / kBackingOff);
    const float pull = (m_rate + ahead / kBackingOff) * seconds;
    m_now.logDistance = goal + (ahead + pull) * decay;
    m_rate = (m_rate - pull / kBackingOff) * decay;
}

void FlockTracker::refit(const Lens& lens) {
    m_now.logDistance = wanted(lens);
    m_rate = 0.0f;
    m_before = m_now;
}

float FlockTracker::reach(float times, const Lens& lens) const {
    return times * std::exp(m_closest) / distanceToFill(ballExtent({}, 1.0f), lens, kMaxFill);
}

float FlockTracker::wanted(const Lens& lens) const {
    const float near =
        std::max(m_closest, std::log(std::max(1e-3f, distanceToFill(m_extent, lens, kMaxFill))));
    const float far = std::max(near, std::log(std::max(1e-3f, distanceToFill(m_extent, lens, kMinFill))));
    return std::clamp(m_now.logDistance, near, far);
}

FlockTracker::Aim FlockTracker::at(float alpha) const {
    return {glm::mix(m_before.centre, m_now.centre, alpha),
            m_before.logDistance + (m_now.logDistance - m_before.logDistance) * alpha};
}

}  // namespace shoal
