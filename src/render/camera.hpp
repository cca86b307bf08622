#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <shoal/camera_pose.hpp>
#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Where the picture is taken from, ready to draw with. `projection` maps to OpenGL's clip space with no far
/// plane; `view` maps world to eye coordinates.
struct View {
    Vec3f eye;  ///< [m]
    glm::mat4 view{1.0f};
    glm::mat4 projection{1.0f};
};

/// What a camera in that pose sees; `aspect` is width over height, and what is not a positive number counts
/// as 1.
View viewOf(const CameraPose& pose, float aspect);

/// A ball that holds most of a flock.
struct FlockExtent {
    Vec3f centre;         ///< [m]
    float radius = 0.0f;  ///< [m]; 0 for an empty flock
};

/// Centre and radius of the bulk of a flock: stragglers and boids that are not finite do not count. Looks at
/// some 4,000 boids at most, whatever the flock's size.
FlockExtent flockExtent(const Flock& flock);

/// An orbiting camera that eases towards what it was asked for. It keeps the flock in view, and circles
/// slowly until first touched. Knows nothing of OpenGL.
class Camera {
public:
    explicit Camera(const CameraSettings& settings = {});

    /// Takes over lens, distance, angles and orbit at once, as after loading a preset; the target stays.
    void apply(const CameraSettings& settings);

    /// The settings that describe the camera as it is being asked to be, azimuth within ±π.
    CameraSettings settings() const;

    // What the user does. Each counts as a touch.
    void orbit(float azimuth, float elevation);       ///< [rad] to turn by
    void pan(float right, float up);                  ///< in fractions of the view's height at the target
    void zoom(float factor);                          ///< on the distance; below 1 goes nearer
    void fly(const Vec3f& direction, float seconds);  ///< x right, y up, z ahead; length 1 is cruising speed
    void frame(const Vec3f& centre, float radius);    ///< looks at this ball, filling most of the height

    /// Keeps looking at this point, call it every frame; until stopFollowing or a pan, a flight or a frame.
    void follow(const Vec3f& point);
    void stopFollowing() { m_isFollowing = false; }
    bool isFollowing() const { return m_isFollowing; }

    /// The flock's place, told every frame: the camera drifts along with it, turned and zoomed as it may be,
    /// until it is panned or flown elsewhere; framing brings it back.
    void attend(const FlockExtent& extent);

    /// Ends the slow circling.
    void touch() {
        m_isTouched = true;
        m_stood.reset();
    }
    bool isTouched() const { return m_isTouched; }

    /// Whether it turns of itself.
    bool isCircling() const { return !m_isTouched && m_orbit != 0.0f; }

    /// Where in the picture the target appears: (0, 0) its middle, (1, 1) its top right corner. For panels
    /// that cover a part, and for composition.
    void setOffset(float right, float up);

    /// Moves on by so many seconds of wall time; circles only where it `turns`.
    void advance(float seconds, bool turns = true);

    /// Arrives at once where it is easing to, as for a single picture.
    void settle();

    /// Where it is now.
    CameraPose pose() const;

    View view(float aspect) const { return viewOf(pose(), aspect); }

    /// Stands there at once, just so, until it is touched; what follows goes on from there.
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

    std::optional<CameraPose> m_stood;  ///< put there, and not touched since
    Pose m_now;
    Pose m_goal;
    float m_fieldOfView = 0.8f;
    float m_orbit = 0.0f;
    glm::vec2 m_offset{0.16f, -0.02f};  // off centre, as a photographer would
    float m_targetEasing = 0.0f;        // [s] time constant now in use
    bool m_isTouched = false;
    bool m_isFollowing = false;
    bool m_isAttending = false;
    bool m_isElsewhere = false;  ///< looks at what the user chose, not at the flock
};

}  // namespace shoal
