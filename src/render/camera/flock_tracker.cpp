#include "render/camera/flock_tracker.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/camera/glm_vec3.hpp"

namespace shoal {
namespace {

// The flock's bulk may fill between these fractions of the free space. In between the distance does not
// change, so that the picture does not pump while the flock breathes.
constexpr float kMinFill = 0.56f;
constexpr float kMaxFill = 0.80f;
constexpr float kReachFill = 0.88f;  // likewise, of the largest part of a flock that is still shown whole
// The aim is ahead of a moving flock, by at most this part of its half width, so that it has room to move
// into.
constexpr float kLead = 0.10f;
constexpr float kLeadSeconds = 0.8f;
constexpr float kCentring = 0.6f;    // [s] smooths the jitter of the measured centre
constexpr float kBackingOff = 0.4f;  // [s] time constant of the critically damped distance

constexpr float kFarAway = 30.0f;  // logarithm of a distance beyond any flock

constexpr float kWideRoom = 16.0f / 9.0f;

constexpr float kBoxFill = 0.86f;  // of the free space, for a box that must be seen whole

/// Returns the distance from which all corners of a box about the target lie within the fraction.
float distanceToHold(const Vec3f& half, const FlockTracker::Lens& lens, float fraction) {
    const glm::vec3 right{std::cos(lens.azimuth), 0.0f, -std::sin(lens.azimuth)};
    const glm::vec3 back{std::sin(lens.azimuth) * std::cos(lens.elevation), std::sin(lens.elevation),
                         std::cos(lens.azimuth) * std::cos(lens.elevation)};
    const glm::vec3 up = glm::cross(back, right);
    float distance = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 at{corner % 2 == 0 ? half.x : -half.x, corner / 2 % 2 == 0 ? half.y : -half.y,
                           corner / 4 == 0 ? half.z : -half.z};
        const float away = std::max(std::abs(glm::dot(at, right)) / lens.roomAcross,
                                    std::abs(glm::dot(at, up)) / lens.roomUp);
        distance = std::max(
            distance, away / (fraction * lens.slope) + (lens.isOrthographic ? 0.0f : glm::dot(at, back)));
    }
    return distance;
}

glm::vec3 aimFor(const FlockExtent& extent) {
    const glm::vec3 ahead = kLeadSeconds * toGlm(extent.velocity);
    const float most = kLead * extent.halfWidth;
    const float length = glm::length(ahead);
    return toGlm(extent.centre) + (length > most ? ahead * (most / length) : ahead);
}

}  // namespace

float distanceToFill(const FlockExtent& extent, const FlockTracker::Lens& lens, float fraction) {
    if (extent.box) {
        return distanceToHold(*extent.box, lens, fraction);
    }
    // The cylinder has the same width from any azimuth; its height on the screen is that of an ellipsoid.
    const float upright =
        std::hypot(extent.halfHeight * std::cos(lens.elevation), extent.halfWidth * std::sin(lens.elevation));
    const float far = std::max(extent.halfWidth / lens.roomAcross, upright / lens.roomUp);
    return std::hypot(far / (fraction * lens.slope), lens.isOrthographic ? 0.0f : extent.radius);
}

void FlockTracker::begin(const FlockExtent& extent, const Lens& lens) {
    if (!isUsable(extent.centre)) {
        return;
    }
    m_extent = extent;
    m_hasBegun = true;
    recompose(lens);
}

void FlockTracker::backOff(const Lens& lens) {
    m_now.logDistance = kFarAway;
    refit(lens);
}

void FlockTracker::recompose(const Lens& lens) {
    m_now = {aimFor(m_extent), m_closest};
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
    m_now.centre = glm::mix(aimFor(extent), predicted, std::exp(-seconds / kCentring));

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
    // A narrow picture shows as much of the flock as a wide one: the camera backs off for it.
    Lens wide = lens;
    wide.roomAcross = std::max(lens.roomAcross, kWideRoom * lens.roomUp);
    return times * std::exp(m_closest) / distanceToFill(ballExtent({}, 1.0f), wide, kReachFill);
}

float FlockTracker::wanted(const Lens& lens) const {
    const auto logDistance = [&](float fill) {
        return std::max(m_closest, std::log(std::max(1e-3f, distanceToFill(m_extent, lens, fill))));
    };
    const float near = logDistance(m_extent.box ? kBoxFill : kMaxFill);
    const float far = logDistance(m_extent.box ? kBoxFill : kMinFill);
    return std::clamp(m_now.logDistance, near, far);
}

FlockTracker::Aim FlockTracker::at(float alpha) const {
    return {glm::mix(m_before.centre, m_now.centre, alpha),
            m_before.logDistance + (m_now.logDistance - m_before.logDistance) * alpha};
}

}  // namespace shoal
