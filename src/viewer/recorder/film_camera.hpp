#pragma once

#include <optional>
#include <string>

#include "capture/take/camera_flight.hpp"
#include "capture/take/camera_path.hpp"
#include "play/session/session.hpp"
#include "render/camera/camera_views.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// The camera of one film or shot: a view, as named by --camera, or a flight. It moves in film time, never in
/// wall time.
class FilmCamera {
public:
    struct Choice {
        std::string name;                    ///< of a view; for a flight, as messages name it
        std::optional<CameraFlight> flight;  ///< in place of a view
        std::string text = {};               ///< of the flight's file
    };

    /// Composes the first frame. `filmSeconds`: length of the film, for a turntable. An empty name means the
    /// recorded camera of a take that has one, otherwise "school". Fails if no boid has the id of the name,
    /// or if the name is "played" but there is no recorded camera.
    static Result<FilmCamera> create(Stage& stage, const Session& session, const Choice& choice,
                                     double filmSeconds);

    static constexpr double kGlideSeconds = 1.5;  ///< of film, from one view to another

    /// Eases to another view, starting and ending at rest. Fails as create() does.
    Outcome glideTo(const std::string& view);

    /// Moves by the fixed step that the session has just made.
    void step() { m_stage.step(m_session.instant()); }

    /// Moves the camera to its pose for this moment of the flock, `seconds` into the film.
    void advance(const Moment& moment, double seconds);

    /// Its current pose; never below the ground, unless a take's camera was.
    CameraPose pose() const;

private:
    FilmCamera(Stage& stage, const Session& session, double filmSeconds)
        : m_stage(stage), m_session(session), m_filmSeconds(filmSeconds) {}

    /// Where a glide begins.
    struct Departure {
        CameraPose pose;
        double seconds = 0.0;
        Vec3f flock;  ///< its centre, which the pose keeps following
    };

    Outcome show(const std::string& view);
    CameraPose viewedPose() const;

    Stage& m_stage;
    const Session& m_session;
    std::optional<Departure> m_departure;
    double m_filmSeconds;
    std::optional<CameraPath> m_flight;
    const CameraPath* m_played = nullptr;  ///< the take's camera, if it is used
    std::optional<double> m_turnSeconds;   ///< for one full turn …
    double m_turnFrom = 0.0;               ///< … from here on [s]
    double m_seconds = 0.0;                ///< of the last frame
};

/// Returns the angle [rad] of a turntable that takes `secondsPerTurn` for a full turn. After a full turn the
/// angle is 0 again: the frame after a film's last would equal its first.
float azimuthAfter(double seconds, double secondsPerTurn);

}  // namespace shoal
