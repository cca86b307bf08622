#include "render/camera/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include "render/camera/glm_vec3.hpp"

namespace shoal {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kGesture = 0.12f;  // [s] feels immediate yet smooth
constexpr float kGlide = 2.0f;    // [s] of the glide of a first launch: a twentieth is left after six seconds
constexpr float kChange = 0.24f;  // [s] of view, long enough to see where it goes
constexpr float kMinDistance = 0.1f;  // [m]
constexpr float kMaxDistance = 5000.0f;
constexpr float kMaxElevation = static_cast<float>(CameraSettings::kMaxElevation) / 180.0f * kPi;
constexpr float kFramed = 0.6f;       // fraction of the free space that a framed ball fills
constexpr float kCruise = 0.7f;       // [1/s] speed per metre of distance to the target
constexpr float kEyesOpening = 1.3f;  // [rad] vertical, through a boid's eyes
constexpr float kMinRoom = 0.05f;

float clampedLogDistance(float logDistance) {
    return std::clamp(logDistance, std::log(kMinDistance), std::log(kMaxDistance));
}

float logOfDistance(float distance) {
    return clampedLogDistance(std::log(std::max(distance, kMinDistance)));
}

float clampedElevation(float elevation) {
    return std::clamp(elevation, -kMaxElevation, kMaxElevation);
}

/// Returns the direction from the target to the eye; azimuth 0 looks along −z.
glm::vec3 directionToEye(float azimuth, float elevation) {
    return {std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
            std::cos(azimuth) * std::cos(elevation)};
}

glm::vec3 directionToRight(float azimuth) {
    return {std::cos(azimuth), 0.0f, -std::sin(azimuth)};
}

}  // namespace

Camera::Pose Camera::Pose::operator+(const Pose& other) const {
    return {target + other.target,       logDistance + other.logDistance, azimuth + other.azimuth,
            elevation + other.elevation, fieldOfView + other.fieldOfView, offset + other.offset};
}

Camera::Pose Camera::Pose::operator-(const Pose& other) const {
    return *this + other * -1.0f;
}

Camera::Pose Camera::Pose::operator*(float factor) const {
    return {target * factor,    logDistance * factor, azimuth * factor,
            elevation * factor, fieldOfView * factor, offset * factor};
}

Camera::Camera(const CameraSettings& settings) {
    present(settings);
    settle();
}

/// Changes the camera's aim; the picture eases there from the current view.
template <class Change>
void Camera::ease(float seconds, const Change& change) {
    const Pose before = now();
    change();
    m_lead = before - goal();
    m_easing = seconds;
}

/// Takes over all settings but the distance.
void Camera::take(const CameraSettings& settings) {
    m_fieldOfView = std::clamp(settings.fieldOfView, 0.05f, 2.5f);
    m_projection = settings.projection;
    m_aim = settings.aim;
    m_framing.orbit = settings.orbit;
    m_framing.azimuth = settings.azimuth;
    m_framing.elevation = clampedElevation(settings.elevation);
    m_framing.turn = m_turnBefore = 0.0f;
}

void Camera::apply(const CameraSettings& settings) {
    m_heldPose.reset();
    holdTurn();
    take(settings);
    m_framing.logZoom = logOfDistance(settings.distance) - m_tracker.closest();
    settle();
}

void Camera::present(const CameraSettings& settings) {
    m_heldPose.reset();
    ease(kChange, [&] {
        take(settings);
        m_framing.logZoom = 0.0f;
        m_framing.aim = Aim::flock;
        m_framing.isTouched = false;
        m_tracker.setClosest(logOfDistance(settings.distance));
        m_tracker.recompose(lens());
    });
    m_lead.azimuth = std::remainder(m_lead.azimuth, 2.0f * kPi);
}

CameraSettings Camera::settings() const {
    const auto& distances = CameraSettings::parameters[1].declared;
    return {.fieldOfView = m_fieldOfView,
            .distance = std::clamp(std::exp(m_tracker.closest() + m_framing.logZoom),
                                   static_cast<float>(distances.min), static_cast<float>(distances.max)),
            .azimuth = std::remainder(m_framing.azimuth + turned(), 2.0f * kPi),
            .elevation = m_framing.elevation,
            .orbit = m_framing.orbit,
            .projection = m_projection,
            .aim = m_aim};
}

void Camera::orbit(float azimuth, float elevation) {
    touch();
    ease(kGesture, [&] {
        if (m_framing.aim == Aim::eyes) {
            m_glance += glm::vec2{azimuth, elevation};
            return;
        }
        m_framing.azimuth += azimuth;
        m_framing.elevation = clampedElevation(m_framing.elevation + elevation);
        if (elevation < 0.0f) {
            // Stop at the ground, so that dragging back up takes effect at once.
            m_framing.elevation =
                std::max(m_framing.elevation, keptAbove(m_terrain, poseOf(goal())).elevation);
        }
    });
}

void Camera::pan(float right, float up) {
    touch();
    const Pose shown = now();
    const float height = 2.0f * std::exp(shown.logDistance) * std::tan(shown.fieldOfView / 2.0f);
    ease(kGesture, [&] { lookAt(goal().target + localToWorld({right * height, up * height, 0.0f})); });
}

void Camera::zoom(float factor) {
    touch();
    if (m_framing.aim != Aim::eyes && factor > 0.0f && std::isfinite(factor)) {
        ease(kGesture, [&] {
            const float base = baseLogDistance();
            m_framing.logZoom = clampedLogDistance(base + m_framing.logZoom + std::log(factor)) - base;
        });
    }
}

void Camera::fly(const Vec3f& direction, float seconds) {
    if (direction == Vec3f{}) {
        return;
    }
    touch();
    const float metres = kCruise * std::exp(now().logDistance) * seconds;
    ease(kGesture, [&] {
        lookAt(goal().target + localToWorld({direction.x, direction.y, -direction.z}) * metres);
    });
}

/// Aims at a fixed point from the current distance.
void Camera::lookAt(const glm::vec3& point) {
    if (m_framing.aim == Aim::eyes) {
        m_framing.azimuth = goal().azimuth - turned();
        m_framing.elevation = clampedElevation(goal().elevation);
        m_framing.heldLogDistance = goal().logDistance - m_framing.logZoom;
    } else {
        m_framing.heldLogDistance = baseLogDistance();
    }
    m_framing.aim = Aim::point;
    m_framing.isFollowing = false;
    m_framing.point = point;
}

void Camera::frameFlock(const FlockExtent& extent) {
    touch();
    ease(kChange, [&] {
        m_framing.aim = Aim::flock;
        m_framing.logZoom = 0.0f;
        m_tracker.begin(extent, lens());
        m_tracker.backOff(lens());
    });
    m_lead.azimuth = std::remainder(m_lead.azimuth, 2.0f * kPi);
}

float Camera::reach(float times) const {
    return m_tracker.reach(times, lens());
}

void Camera::frame(const Vec3f& centre, float radius) {
    touch();
    if (!isUsable(centre) || !std::isfinite(radius)) {
        return;
    }
    ease(kChange, [&] {
        lookAt(toGlm(centre));
        m_framing.logZoom = 0.0f;
        const FlockExtent ball = ballExtent(centre, std::max(radius, 0.05f));
        m_framing.heldLogDistance = logOfDistance(distanceToFill(ball, lens(), kFramed));
    });
}

void Camera::follow(const Vec3f& point) {
    touch();
    if (!isUsable(point)) {
        return;
    }
    if (isFollowing()) {
        m_framing.point = toGlm(point);
        return;
    }
    ease(kChange, [&] {
        lookAt(toGlm(point));
        m_framing.isFollowing = true;
    });
}

void Camera::follow(const Vec3f& point, float distance) {
    follow(point);
    ease(kChange, [&] {
        m_framing.logZoom = 0.0f;
        m_framing.heldLogDistance = logOfDistance(distance);
    });
}

void Camera::lookFrom(const Sight& sight) {
    touch();
    if (!isUsable(sight.eye) || !std::isfinite(sight.azimuth) || !std::isfinite(sight.elevation) ||
        !(sight.reach > 0.0f)) {
        return;
    }
    if (m_framing.aim == Aim::eyes) {
        m_sight = sight;
        return;
    }
    ease(kChange, [&] {
        m_framing.aim = Aim::eyes;
        m_sight = sight;
        m_glance = {};
    });
    m_lead.azimuth = std::remainder(m_lead.azimuth, 2.0f * kPi);
}

void Camera::stopFollowing() {
    if (isFollowing() || m_framing.aim == Aim::eyes) {
        ease(kChange, [&] { m_framing.aim = Aim::flock; });
        m_lead.azimuth = std::remainder(m_lead.azimuth, 2.0f * kPi);
    }
}

void Camera::restore(const Framing& framing) {
    m_heldPose.reset();
    ease(kChange, [&] {
        m_framing = framing;
        m_turnBefore = framing.turn;
    });
    m_lead.azimuth = std::remainder(m_lead.azimuth, 2.0f * kPi);
}

void Camera::track(const FlockExtent& extent, float seconds) {
    m_turnBefore = m_framing.turn;
    if (isCircling() && !m_heldPose) {
        m_framing.turn += m_framing.orbit * seconds;
    }
    if (seconds > 0.0f && m_tracker.hasBegun()) {
        m_tracker.step(extent, seconds, lens());
    } else {
        m_tracker.begin(extent, lens());
    }
}

void Camera::circleBy(float angle) {
    if (isCircling() && !m_heldPose && m_framing.aim == Aim::flock) {
        m_framing.turn += angle;
    }
}

CameraPose Camera::poseAfterStep() const {
    Camera after = *this;
    after.m_alpha = 1.0f;
    return after.poseOf(after.goal());
}

void Camera::touch() {
    holdTurn();
    m_framing.isTouched = true;
    m_heldPose.reset();
}

/// Adds the angle circled so far, at the moment shown, to the chosen azimuth.
void Camera::holdTurn() {
    m_framing.azimuth += turned();
    m_framing.turn = m_turnBefore = 0.0f;
}

void Camera::setOffset(float right, float up) {
    m_offset = {std::clamp(right, -0.9f, 0.9f), std::clamp(up, -0.9f, 0.9f)};
}

void Camera::easeOffset(float right, float up) {
    const glm::vec2 before = m_offset;
    setOffset(right, up);
    if (!m_heldPose && m_offset != before) {
        m_lead.offset += before - m_offset;
        m_easing = kChange;
    }
}

void Camera::setRoom(float across, float up) {
    const glm::vec2 room{std::max(across, kMinRoom), std::max(up, kMinRoom)};
    if (room == m_room || !std::isfinite(across) || !std::isfinite(up)) {
        return;
    }
    ease(kChange, [&] {
        m_room = room;
        if (m_tracker.hasBegun()) {
            m_tracker.refit(lens());
        }
    });
}

void Camera::advance(float seconds) {
    if (seconds > 0.0f && !m_heldPose) {
        m_lead = m_lead * std::exp(-seconds / m_easing);
    }
}

void Camera::glideIn() {
    m_lead = {};
    m_lead.logDistance = std::log(2.0f);
    m_easing = kGlide;
}

float Camera::baseLogDistance() const {
    return m_framing.aim == Aim::point ? m_framing.heldLogDistance : m_tracker.at(m_alpha).logDistance;
}

FlockTracker::Lens Camera::lens() const {
    return {.slope = std::tan(m_fieldOfView / 2.0f),
            .roomAcross = m_room.x,
            .roomUp = m_room.y,
            .azimuth = m_framing.azimuth,
            .elevation = m_framing.elevation,
            .isOrthographic = isOrthographic()};
}

Camera::Pose Camera::goal() const {
    if (m_framing.aim == Aim::eyes) {
        const float azimuth = m_sight.azimuth + m_glance.x;
        const float elevation = clampedElevation(m_sight.elevation + m_glance.y);
        return {toGlm(m_sight.eye) - directionToEye(azimuth, elevation) * m_sight.reach,
                std::log(m_sight.reach),
                azimuth,
                elevation,
                kEyesOpening,
                m_offset};
    }
    return {m_framing.aim == Aim::point ? m_framing.point : m_tracker.at(m_alpha).centre,
            clampedLogDistance(baseLogDistance() + m_framing.logZoom - m_dive),
            m_framing.azimuth + turned(),
            m_framing.elevation,
            m_fieldOfView,
            m_offset};
}

glm::vec3 Camera::localToWorld(const glm::vec3& local) const {
    const Pose shown = now();
    const glm::vec3 back = directionToEye(shown.azimuth, shown.elevation);
    const glm::vec3 right = directionToRight(shown.azimuth);
    return local.x * right + local.y * glm::cross(back, right) + local.z * back;
}

CameraPose Camera::poseOf(const Pose& pose) const {
    return {.target = fromGlm(pose.target),
            .distance = std::exp(pose.logDistance),
            .azimuth = pose.azimuth,
            .elevation = pose.elevation,
            .fieldOfView = pose.fieldOfView,
            .offsetRight = pose.offset.x,
            .offsetUp = pose.offset.y,
            .isOrthographic = isOrthographic() && m_framing.aim != Aim::eyes};
}

CameraPose Camera::pose() const {
    return m_heldPose ? *m_heldPose : keptAbove(m_terrain, poseOf(now()));
}

Vec3f Camera::target() const {
    return fromGlm(now().target);
}

void Camera::hold(const CameraPose& pose) {
    touch();
    m_framing.aim = Aim::flock;
    m_framing.azimuth = pose.azimuth;
    m_framing.elevation = clampedElevation(pose.elevation);
    m_fieldOfView = pose.fieldOfView;
    m_framing.logZoom = logOfDistance(pose.distance) - baseLogDistance();
    m_lead = {};
    m_lead.target = toGlm(pose.target) - goal().target;
    m_easing = kChange;
    m_heldPose = pose;
}

View viewOf(const CameraPose& pose, float aspect) {
    const float shape = std::isfinite(aspect) && aspect > 0.0f ? aspect : 1.0f;
    const glm::vec3 back = directionToEye(pose.azimuth, pose.elevation);
    const glm::vec3 eye = toGlm(pose.target) + back * pose.distance;

    View view;
    view.eye = fromGlm(eye);
    // The azimuth gives the direction to the right of the picture, so that straight down is like any other
    // direction.
    const glm::vec3 right = directionToRight(pose.azimuth);
    view.view = glm::mat4(glm::transpose(glm::mat3(right, glm::cross(back, right), back)));
    view.view[3] = view.view * glm::vec4(-eye, 1.0f);
    // Depth precision is best near the eye, so the near plane is no closer than the scene's scale needs.
    const float nearPlane = std::clamp(pose.distance * 0.01f, 0.01f, 5.0f);
    if (pose.isOrthographic) {
        const float half = pose.distance * std::tan(pose.fieldOfView / 2.0f);
        view.projection =
            glm::ortho(-half * shape, half * shape, -half, half, nearPlane, pose.distance + kMaxDistance);
        view.projection[3][0] = pose.offsetRight;
        view.projection[3][1] = pose.offsetUp;
    } else {
        view.projection = glm::infinitePerspective(pose.fieldOfView, shape, nearPlane);
        view.projection[2][0] = -pose.offsetRight;
        view.projection[2][1] = -pose.offsetUp;
    }
    view.focus = pose.distance;
    return view;
}

float depthOf(const View& view, const Vec3f& place) {
    return -(view.view * glm::vec4(toGlm(place), 1.0f)).z;
}

std::optional<glm::vec2> project(const View& view, const Vec3f& place, float width, float height) {
    constexpr float kMinDepth = 1e-3f;  // [m]
    const glm::vec4 seen = view.view * glm::vec4(toGlm(place), 1.0f);
    if (!(-seen.z >= kMinDepth)) {
        return std::nullopt;
    }
    const glm::vec4 clip = view.projection * seen;
    return glm::vec2{(0.5f + 0.5f * clip.x / clip.w) * width, (0.5f - 0.5f * clip.y / clip.w) * height};
}

}  // namespace shoal
