#pragma once

#include <cstdint>
#include <optional>

#include <shoal/state_view.hpp>

#include "render/camera/camera.hpp"
#include "render/camera/camera_views.hpp"
#include "render/camera/line_of_sight.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// Points a camera at a flock or at one of its boids, according to a view. Films and the viewer
/// share it. Call step() after fixed steps and aim() before every picture.
class CameraDirector {
public:
    explicit CameraDirector(const CameraSettings& settings) : m_camera(settings) {}

    Camera& camera() { return m_camera; }
    const Camera& camera() const { return m_camera; }

    /// Cuts to the scene's own view of its flock.
    void begin(const StateView& state);

    /// Eases to a view. Views of a boid use the chosen one, otherwise one in the middle of the flock.
    /// `turnSeconds` is the duration of a full turn, for views that turn once; with 0 the caller turns the
    /// camera.
    void show(const StateView& state, const CameraView& view, double turnSeconds);
    const CameraView& view() const { return *m_view; }

    /// Follows this boid; through its eyes if it looked through another's.
    void choose(const StateView& state, const BoidName& boid);

    /// The boid that it follows or looks through.
    const std::optional<BoidName>& boid() const { return m_boid; }

    /// Returns from the boid's eyes: to following it from behind or, if no boid had been chosen, to the view
    /// from before. If it already follows, leaves the boid.
    void stepBack(const StateView& state);

    /// Looks at the whole flock again.
    void frameFlock(const StateView& state);

    /// Returns the camera's settings as a scene should keep them. The scene's own settings replace those set
    /// by a view such as "above" or "turntable".
    CameraSettings settingsToKeep(const StateView& state) const;

    /// Whether a circling camera turns aside for obstacles: not under a mouse that moves something.
    void turnAside(bool isOn) {
        m_turnsAside = isOn;
        if (!isOn) {
            m_lineOfSight = {};
        }
    }

    /// Frames this flock as well; null for the watched one alone. It must outlive this.
    void frameToo(const StateView* beside) { m_beside = beside; }

    /// Frames this place as well, if both fit; none for the flock alone.
    void keepInView(const std::optional<Vec3f>& place) { m_alsoInView = place; }

    /// Moves by the fixed steps that the simulation has made since the last call.
    void step(const StateView& state);

    /// Points at the state between the previous step (0) and the last (1). After a jump in time it cuts to
    /// where the flock is now.
    void aim(const StateView& state, float alpha);

private:
    /// The direction in which a boid looks.
    struct Gaze {
        Vec3f forward{0.0f, 0.0f, -1.0f};  ///< unit, smoothed
        float azimuth = 0.0f;  ///< [rad] of the direction back to the camera, continuous over full turns
    };

    void look(const StateView& state, float alpha);
    void dive(const StateView& state, float alpha);
    void turnGaze(const StateView& state, float seconds);
    void letGo();
    CameraSettings clearOfObstacles(const Scene& scene, CameraSettings settings) const;
    FlockExtent extent(const StateView& state, bool isContinued) const;

    Camera m_camera;
    const CameraView* m_view = cameraViews().data();
    std::optional<BoidName> m_boid;
    /// Where stepBack() returns to from the eyes of a boid that the user had not chosen.
    struct ViewBefore {
        const CameraView* view = nullptr;
        Camera::Framing framing;
    };
    std::optional<ViewBefore> m_before;
    const StateView* m_beside = nullptr;
    std::optional<Vec3f> m_alsoInView;  ///< [m]
    LineOfSight m_lineOfSight;
    bool m_turnsAside = false;
    Gaze m_gazeBefore;
    Gaze m_gaze;
    std::optional<std::uint64_t> m_step;  ///< the last one handled
    std::uint64_t m_shownFrom = 0;        ///< [step] when the view was chosen
};

}  // namespace shoal
