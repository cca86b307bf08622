#include "render/scene/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kEasing = 0.12f;      // [s] feels immediate yet smooth
constexpr float kAttending = 1.5f;    // [s] slow enough to go unnoticed
constexpr float kMinDistance = 0.1f;  // [m]
constexpr float kMaxDistance = 5000.0f;
constexpr float kMaxElevation = static_cast<float>(CameraSettings::kMaxElevation) / 180.0f * kPi;
constexpr float kFramedHeight = 0.6f;  // fraction of the frame's height filled by a framed flock
constexpr float kCruise = 0.7f;        // [1/s] speed per metre of distance to the target

glm::vec3 toGlm(const Vec3f& v) {
    return {v.x, v.y, v.z};
}
Vec3f fromGlm(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

bool isUsable(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

float clampedLogDistance(float logDistance) {
    return std::clamp(logDistance, std::log(kMinDistance), std::log(kMaxDistance));
}

/// Returns the direction from the target to the eye; azimuth 0 looks along −z.
glm::vec3 directionToEye(float azimuth, float elevation) {
    return {std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
            std::cos(azimuth) * std::cos(elevation)};
}

}  // namespace

FlockExtent flockExtent(const Flock& flock) {
    constexpr std::size_t kSamples = 4096;
    constexpr double kBulk = 0.85;
    const Column3& position = flock.now().position;
    const std::size_t stride = std::max<std::size_t>(1, flock.count() / kSamples);
    std::vector<glm::dvec3> points;
    points.reserve(kSamples + kSamples / 2);
    for (std::size_t slot = 0; slot < flock.count(); slot += stride) {
        if (const Vec3f at = position.at(slot); isUsable(at)) {
            points.emplace_back(at.x, at.y, at.z);
        }
    }
    if (points.empty()) {
        return {};
    }

    // Stragglers pull the mean of all points, but hardly that of the points nearest to it.
    std::size_t bulk = points.size();
    glm::dvec3 centre{0.0};
    double radiusSq = 0.0;
    for (int pass = 0; pass < 3; ++pass) {
        centre = glm::dvec3{0.0};
        for (std::size_t i = 0; i < bulk; ++i) {
            centre += points[i] / static_cast<double>(bulk);
        }
        const auto distanceSq = [&centre](const glm::dvec3& p) { return glm::dot(p - centre, p - centre); };
        bulk = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(points.size()) * kBulk));
        const auto last = points.begin() + static_cast<std::ptrdiff_t>(bulk - 1);
        std::nth_element(points.begin(), last, points.end(),
                         [&](const auto& a, const auto& b) { return distanceSq(a) < distanceSq(b); });
        radiusSq = distanceSq(*last);
    }
    return {fromGlm(glm::vec3(centre)), static_cast<float>(std::sqrt(radiusSq))};
}

Camera::Camera(const CameraSettings& settings) {
    apply(settings);
}

void Camera::apply(const CameraSettings& settings) {
    m_stood.reset();
    m_fieldOfView = std::clamp(settings.fieldOfView, 0.05f, 2.5f);
    m_orbit = settings.orbit;
    m_goal.logDistance = clampedLogDistance(std::log(std::max(settings.distance, kMinDistance)));
    m_goal.azimuth = settings.azimuth;
    m_goal.elevation = std::clamp(settings.elevation, -kMaxElevation, kMaxElevation);
    settle();
}

CameraSettings Camera::settings() const {
    return {.fieldOfView = m_fieldOfView,
            .distance = std::exp(m_goal.logDistance),
            .azimuth = std::remainder(m_goal.azimuth, 2.0f * kPi),
            .elevation = m_goal.elevation,
            .orbit = m_orbit};
}

void Camera::orbit(float azimuth, float elevation) {
    touch();
    m_goal.azimuth += azimuth;
    m_goal.elevation = std::clamp(m_goal.elevation + elevation, -kMaxElevation, kMaxElevation);
}

void Camera::pan(float right, float up) {
    leave();
    const float height = 2.0f * std::exp(m_now.logDistance) * std::tan(m_fieldOfView / 2.0f);
    m_goal.target += localToWorld({right * height, up * height, 0.0f});
    m_targetEasing = kEasing;
}

void Camera::zoom(float factor) {
    touch();
    if (factor > 0.0f && std::isfinite(factor)) {
        m_goal.logDistance = clampedLogDistance(m_goal.logDistance + std::log(factor));
    }
}

void Camera::fly(const Vec3f& direction, float seconds) {
    if (direction == Vec3f{}) {
        return;
    }
    leave();
    m_goal.target += localToWorld({direction.x, direction.y, -direction.z}) *
                     (kCruise * std::exp(m_now.logDistance) * seconds);
    m_targetEasing = kEasing;
}

void Camera::frame(const Vec3f& centre, float radius) {
    touch();
    stopFollowing();
    if (!isUsable(centre) || !std::isfinite(radius)) {
        return;
    }
    m_isElsewhere = false;
    m_goal.target = toGlm(centre);
    const float distance = std::max(radius, 0.05f) / (kFramedHeight * std::tan(m_fieldOfView / 2.0f));
    m_goal.logDistance = clampedLogDistance(std::log(distance));
    m_targetEasing = 2.0f * kEasing;
}

void Camera::follow(const Vec3f& point) {
    touch();
    if (isUsable(point)) {
        m_goal.target = toGlm(point);
        m_targetEasing = m_isFollowing ? m_targetEasing : 2.0f * kEasing;
        m_isFollowing = true;
    }
}

void Camera::attend(const FlockExtent& extent) {
    if (m_stood || m_isElsewhere || m_isFollowing || !isUsable(extent.centre)) {
        return;
    }
    m_goal.target = toGlm(extent.centre);
    m_targetEasing = kAttending;
    if (!m_isAttending) {
        // Start with the frame already composed.
        m_now.target = m_goal.target;
        m_isAttending = true;
    }
}

void Camera::setOffset(float right, float up) {
    m_offset = {std::clamp(right, -0.9f, 0.9f), std::clamp(up, -0.9f, 0.9f)};
}

void Camera::leave() {
    touch();
    stopFollowing();
    m_isElsewhere = true;
}

void Camera::advance(float seconds, bool turns) {
    if (!(seconds > 0.0f)) {
        return;
    }
    if (turns && !m_isTouched) {
        m_goal.azimuth += m_orbit * seconds;
        m_now.azimuth += m_orbit * seconds;
    }
    const float share = 1.0f - std::exp(-seconds / kEasing);
    const float targetShare = m_targetEasing > 0.0f ? 1.0f - std::exp(-seconds / m_targetEasing) : 1.0f;
    m_now.azimuth += (m_goal.azimuth - m_now.azimuth) * share;
    m_now.elevation += (m_goal.elevation - m_now.elevation) * share;
    m_now.logDistance += (m_goal.logDistance - m_now.logDistance) * share;
    m_now.target += (m_goal.target - m_now.target) * targetShare;
    if (m_isFollowing) {
        // Tighten the easing over time: a fast body must end in the middle of the frame, not trail off it.
        m_targetEasing *= std::exp(-seconds / 0.5f);
    }
}

void Camera::settle() {
    m_now = m_goal;
}

glm::vec3 Camera::localToWorld(const glm::vec3& local) const {
    const glm::vec3 back = directionToEye(m_now.azimuth, m_now.elevation);
    const glm::vec3 right{std::cos(m_now.azimuth), 0.0f, -std::sin(m_now.azimuth)};
    return local.x * right + local.y * glm::cross(back, right) + local.z * back;
}

CameraPose Camera::pose() const {
    if (m_stood) {
        return *m_stood;
    }
    return {.target = fromGlm(m_now.target),
            .distance = std::exp(m_now.logDistance),
            .azimuth = m_now.azimuth,
            .elevation = m_now.elevation,
            .fieldOfView = m_fieldOfView,
            .offsetRight = m_offset.x,
            .offsetUp = m_offset.y};
}

void Camera::stand(const CameraPose& pose) {
    touch();
    stopFollowing();
    m_isElsewhere = false;
    m_isAttending = true;
    m_goal = {.target = toGlm(pose.target),
              .logDistance = clampedLogDistance(std::log(std::max(pose.distance, kMinDistance))),
              .azimuth = pose.azimuth,
              .elevation = std::clamp(pose.elevation, -kMaxElevation, kMaxElevation)};
    m_fieldOfView = pose.fieldOfView;
    settle();
    m_stood = pose;
}

View viewOf(const CameraPose& pose, float aspect) {
    const float shape = std::isfinite(aspect) && aspect > 0.0f ? aspect : 1.0f;
    const glm::vec3 back = directionToEye(pose.azimuth, pose.elevation);
    const glm::vec3 eye = toGlm(pose.target) + back * pose.distance;

    View view;
    view.eye = fromGlm(eye);
    view.view = glm::lookAt(eye, eye - back, glm::vec3{0.0f, 1.0f, 0.0f});
    // Depth precision is best near the eye, so the near plane is no closer than the scene's scale needs.
    const float nearPlane = std::clamp(pose.distance * 0.01f, 0.01f, 5.0f);
    view.projection = glm::infinitePerspective(pose.fieldOfView, shape, nearPlane);
    view.projection[2][0] = -pose.offsetRight;
    view.projection[2][1] = -pose.offsetUp;
    return view;
}

}  // namespace shoal
