#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

#include "capture/format/camera_pose.hpp"
#include "render/camera/flock_tracker.hpp"
#include "render/camera/glm_vec3.hpp"
#include "render/camera/terrain.hpp"
#include "render/frame/view.hpp"

namespace shoal {

/// Returns the view of a camera in that pose. `aspect` is width over height; anything but a finite positive
/// number counts as 1.
View viewOf(const CameraPose& pose, float aspect);

/// Returns the depth of a place [m]: its distance from the eye along the camera's axis, negative behind the
/// eye.
float depthOf(const View& view, const Vec3f& place);

/// Returns a place's position in a picture of this size, from the top left corner; empty if its depth is
/// below 1 mm.
std::optional<glm::vec2> project(const View& view, const Vec3f& place, float width, float height);

/// An orbiting camera. By itself it keeps the flock in view and, until first touched, circles slowly; this
/// automatic motion follows the flock's fixed steps. User actions ease in wall time. Independent of OpenGL.
class Camera {
public:
    /// The camera's target: the flock, a fixed or moving point, or the view from a boid's eyes.
    enum class Aim { flock, point, eyes };

    explicit Camera(const CameraSettings& settings = {});

    /// Sets lens, distance, angles and orbit at once, as with a slider; the target stays.
    void apply(const CameraSettings& settings);

    /// Eases to these settings about the flock, untouched. The distance becomes the minimum distance to the
    /// flock.
    void present(const CameraSettings& settings);

    /// Returns the settings that describe the requested pose, azimuth within ±π. The distance is the chosen
    /// one, before automatic backing off.
    CameraSettings settings() const;

    /// Whether its own view shows the whole world: CameraSettings::aim.
    bool aimsAtWorld() const { return m_aim == CameraSettings::Aim::world; }

    /// Whether its own view is orthographic. That through a boid's eyes never is.
    bool isOrthographic() const { return m_projection == CameraSettings::Projection::orthographic; }

    /// Whether the picture is orthographic now, so that users expect to drag it like a map.
    bool isMap() const { return isOrthographic() && !isLookingFrom(); }

    // User actions. Each counts as a touch.
    void orbit(float azimuth, float elevation);       ///< [rad] relative
    void pan(float right, float up);                  ///< in fractions of the view's height at the target
    void zoom(float factor);                          ///< factor on the distance; below 1 moves closer
    void fly(const Vec3f& direction, float seconds);  ///< x right, y up, z ahead; length 1 is cruising speed

    /// Looks at the flock again, from the distance that its extent needs.
    void frameFlock(const FlockExtent& extent);

    /// Looks at a ball at rest, which then fills most of the free space.
    void frame(const Vec3f& centre, float radius);

    /// Keeps looking at this point; call every frame. Ends with stopFollowing(), pan(), fly(), frame() or
    /// frameFlock().
    void follow(const Vec3f& point);
    void follow(const Vec3f& point, float distance);  ///< begins, from this distance [m]
    bool isFollowing() const { return m_framing.aim == Aim::point && m_framing.isFollowing; }

    /// Looks from this eye [m]. Azimuth and elevation [rad] give the direction from the point looked at back
    /// to the eye. Call every frame. Ends like follow(). `reach` [m] is the distance to the point looked at.
    struct Sight {
        Vec3f eye;
        float azimuth = 0.0f;
        float elevation = 0.0f;
        float reach = 1.0f;
    };
    void lookFrom(const Sight& sight);
    bool isLookingFrom() const { return m_framing.aim == Aim::eyes; }

    /// Turns back to the flock.
    void stopFollowing();

    /// What the user and the view have chosen: where it looks and from which side, zoom and circling.
    struct Framing {
        Aim aim = Aim::flock;
        bool isFollowing = false;      ///< the point moves
        glm::vec3 point{0.0f};         ///< for Aim::point
        float heldLogDistance = 0.0f;  ///< for Aim::point, before the user's zoom
        float azimuth = 0.0f;          ///< [rad]
        float elevation = 0.0f;        ///< [rad]
        float logZoom = 0.0f;          ///< factor on the distance
        float turn = 0.0f;             ///< [rad] automatic circling since the last touch
        float orbit = 0.0f;            ///< [rad/s] around the target while untouched
        bool isTouched = false;
    };
    const Framing& framing() const { return m_framing; }
    /// Eases back to an earlier framing.
    void restore(const Framing& framing);

    /// Reports the flock's extent. Call after each fixed step of `seconds` [s, real time]; 0 jumps there.
    void track(const FlockExtent& extent, float seconds = 0.0f);

    /// Circles by so much more [rad] in the last step, if it circles about the flock.
    void circleBy(float angle);

    /// Where circling has brought it after the last step: without what users' actions and views still ease.
    CameraPose poseAfterStep() const;

    /// The point it aims at to see the flock [m], after the last step.
    Vec3f flockCentre() const { return fromGlm(m_tracker.at(1.0f).centre); }

    /// Radius [m] of the largest ball that fits in view from `times` the distance of the settings.
    float reach(float times) const;

    /// Chooses the moment shown: 0 at the previous step, 1 at the last.
    void showMoment(float alpha) { m_alpha = alpha; }

    /// Ends the slow circling.
    void touch();
    bool isTouched() const { return m_framing.isTouched; }

    /// Whether it turns by itself.
    bool isCircling() const { return !m_framing.isTouched && m_framing.orbit != 0.0f; }

    /// Sets where in the frame the target appears: (0, 0) is the middle, (1, 1) the top right corner. For
    /// panels that cover part of the frame, and for composition.
    void setOffset(float right, float up);
    void easeOffset(float right, float up);  ///< likewise, but moves there smoothly

    /// Sets the free space on each side of the target and above and below it, in half picture heights.
    void setRoom(float across, float up);

    /// How much nearer the flock is than the framing says: factor e^-`depth` on the distance.
    void setDive(float depth) { m_dive = depth; }

    void setTerrain(const Terrain& terrain) { m_terrain = terrain; }

    /// Advances the easing of user actions and view changes by `seconds` of wall time.
    void advance(float seconds);

    /// Jumps to twice the distance and glides in from there for some seconds, or until the user moves it.
    void glideIn();

    /// Ends all easing at once, as for a single frame.
    void settle() { m_lead = {}; }

    /// Returns the current pose, which is above the terrain.
    CameraPose pose() const;

    View view(float aspect) const { return viewOf(pose(), aspect); }

    /// Jumps to exactly this pose and stays until touched; later motion starts from there.
    void hold(const CameraPose& pose);
    bool isHeld() const { return m_heldPose.has_value(); }

    Vec3f target() const;

private:
    struct Pose {
        glm::vec3 target{0.0f};
        float logDistance = 0.0f;
        float azimuth = 0.0f;
        float elevation = 0.0f;
        float fieldOfView = 0.0f;
        glm::vec2 offset{0.0f};

        Pose operator+(const Pose& other) const;
        Pose operator-(const Pose& other) const;
        Pose operator*(float factor) const;
    };

    template <class Change>
    void ease(float seconds, const Change& change);
    Pose goal() const;
    Pose now() const { return goal() + m_lead; }
    void take(const CameraSettings& settings);
    CameraPose poseOf(const Pose& pose) const;
    float turned() const { return m_turnBefore + (m_framing.turn - m_turnBefore) * m_alpha; }
    float baseLogDistance() const;
    FlockTracker::Lens lens() const;
    glm::vec3 localToWorld(const glm::vec3& local) const;
    void holdTurn();
    void lookAt(const glm::vec3& point);

    std::optional<CameraPose> m_heldPose;  ///< set by hold() and not touched since
    FlockTracker m_tracker;
    Framing m_framing;
    Sight m_sight;              ///< for Aim::eyes
    glm::vec2 m_glance{0.0f};   ///< [rad] azimuth and elevation added to the sight
    float m_turnBefore = 0.0f;  ///< one step ago
    float m_alpha = 1.0f;
    Pose m_lead;            ///< rest of the last change; eases to zero
    float m_easing = 0.1f;  ///< [s] time constant of m_lead
    float m_fieldOfView = 0.8f;
    CameraSettings::Projection m_projection = CameraSettings::Projection::perspective;
    CameraSettings::Aim m_aim = CameraSettings::Aim::flock;
    float m_dive = 0.0f;
    glm::vec2 m_offset{0.0f};
    glm::vec2 m_room{1.5f, 0.98f};
    Terrain m_terrain;
};

}  // namespace shoal
