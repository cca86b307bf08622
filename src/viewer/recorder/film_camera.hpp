#pragma once

#include <optional>
#include <string>

#include "capture/take/camera_flight.hpp"
#include "capture/take/camera_path.hpp"
#include "play/session/session.hpp"
#include "render/camera/camera_views.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// The camera of one film, as named by --camera: a view or a flight file. It moves in film time, never in
/// wall time.
class FilmCamera {
public:
    struct Choice {
        std::string name;
        std::string flight;  ///< the text of the flight file of that name
    };

    /// Composes the first frame. `filmSeconds`: length of the film, for a turntable. An empty name means the
    /// recorded camera of a take that has one, otherwise "school". Fails if the flight file is invalid, or if
    /// the name is "played" but there is no recorded camera.
    static Result<FilmCamera> create(Stage& stage, const Session& session, const Choice& choice,
                                     double filmSeconds);

    /// Moves by the fixed step that the session has just made.
    void step() { m_stage.step(m_session.instant()); }

    /// Moves the camera to its pose for this moment of the flock, `seconds` into the film.
    void advance(const Moment& moment, double seconds);

    /// Its current pose; never below the ground, unless a take's camera was.
    CameraPose pose() const;

private:
    FilmCamera(Stage& stage, const Session& session) : m_stage(stage), m_session(session) {}

    Stage& m_stage;
    const Session& m_session;
    std::optional<CameraFlight> m_flight;
    const CameraPath* m_played = nullptr;  ///< the take's camera, if it is used
    std::optional<double> m_turnSeconds;   ///< for one full turn
    double m_seconds = 0.0;                ///< of the last frame
};

/// Returns the angle [rad] of a turntable that takes `secondsPerTurn` for a full turn. After a full turn the
/// angle is 0 again: the frame after a film's last would equal its first.
float azimuthAfter(double seconds, double secondsPerTurn);

}  // namespace shoal
