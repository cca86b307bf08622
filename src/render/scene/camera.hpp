#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

#include "capture/picture/camera_pose.hpp"

namespace shoal {

/// A viewpoint, ready to draw with. `projection` maps to OpenGL's clip space without a far plane; `view` maps
/// world to eye coordinates.
struct View {
    Vec3f eye;  ///< [m]
    glm::mat4 view{1.0f};
    glm::mat4 projection{1.0f};
};

/// Returns the view of a camera in that pose. `aspect` is width over height; anything but a finite positive
/// number counts as 1.
View viewOf(const CameraPose& pose, float aspect);

/// A ball that contains most of a flock.
struct FlockExtent {
    Vec3f centre;         ///< [m]
    float radius = 0.0f;  ///< [m]; 0 for an empty flock
};

/// Returns the centre and radius of the bulk of a flock, ignoring stragglers and non-finite positions.
/// Samples fewer than 8,192 boids, whatever the flock's size.
FlockExtent flockExtent(const Flock& flock);

/// An orbiting camera that eases towards the requested pose. It keeps the flock in view and circles slowly
/// until first touched. Independent of OpenGL.
class Camera {
public:
    explicit Camera(const CameraSettings& settings = {});

    /// Sets lens, distance, angles and orbit at once, as after loading a preset; the target stays.
    void apply(const CameraSettings& settings);

    /// Returns the settings that describe the requested pose, azimuth within ±π.
    CameraSettings settings() const;

    // User actions. Each counts as a touch.
    void orbit(float azimuth, float elevation);       ///< [rad] relative
    void pan(float right, float up);                  ///< in fractions of the view's height at the target
    void zoom(float factor);                          ///< factor on the distance; below 1 moves closer
    void fly(const Vec3f& direction, float seconds);  ///< x right, y up, z ahead; length 1 is cruising speed
    void frame(const Vec3f& centre, float radius);    ///< looks at this ball, filling most of the height

    /// Keeps looking at this point; call every frame. Ends with stopFollowing(), pan(), fly() or frame().
    void follow(const Vec3f& point);
    void stopFollowing() { m_isFollowing = false; }
    bool isFollowing() const { return m_isFollowing; }

    /// Reports the flock's extent; call every frame. The camera drifts with the flock, at any angle and
    /// zoom, until it is panned or flown elsewhere; frame() makes it drift again.
    void attend(const FlockExtent& extent);

    /// Ends the slow circling.
    void touch() {
        m_isTouched = true;
        m_stood.reset();
    }
    bool isTouched() const { return m_isTouched; }

    /// Whether it turns by itself.
    bool isCircling() const { return !m_isTouched && m_orbit != 0.0f; }

    /// Sets where in the frame the target appears: (0, 0) is the middle, (1, 1) the top right corner. For
    /// panels that cover part of the frame, and for composition.
    void setOffset(float right, float up);

    /// Advances by `seconds` of wall time; circles only if `turns`.
    void advance(float seconds, bool turns = true);

    /// Jumps to the pose it is easing towards, as for a single frame.
    void settle();

    /// Returns the current pose.
    CameraPose pose() const;

    View view(float aspect) const { return viewOf(pose(), aspect); }

    /// Jumps to exactly this pose and stays until touched; later motion starts from there.
    void stand(const CameraPose& pose);
    bool isStanding() const { return m_stood.has_value(); }

    Vec3f target() const { return {m_now.target.x, m_now.target.y, m_now.target.z}; }

private:
    struct Pose {
        glm::vec3 target{0.0f};
        float logDistance = 0.0f;
        float azimuth = 0.0f;
        float elevation = 0.0f;
    };

    glm::vec3 localToWorld(const glm::vec3& local) const;
    void leave();

    std::optional<CameraPose> m_stood;  ///< set by stand() and not touched since
    Pose m_now;
    Pose m_goal;
    float m_fieldOfView = 0.8f;
    float m_orbit = 0.0f;
    glm::vec2 m_offset{0.16f, -0.02f};  // off centre, as a photographer would
    float m_targetEasing = 0.0f;        // [s] current time constant
    bool m_isTouched = false;
    bool m_isFollowing = false;
    bool m_isAttending = false;
    bool m_isElsewhere = false;  ///< looks at what the user chose instead of the flock
};

}  // namespace shoal
