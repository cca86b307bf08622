#pragma once

#include <optional>
#include <string>

#include "app/camera_views.hpp"
#include "app/picking.hpp"
#include "app/session.hpp"
#include "app/stage.hpp"
#include "capture/camera_flight.hpp"
#include "capture/camera_path.hpp"

namespace shoal {

/// The camera of one film, as --camera names it: a view, or a file with a flight. It moves by the film's own
/// time, never the wall's.
class FilmCamera {
public:
    /// Composes the first picture of a film of so many seconds. Without a name a take is seen as it was
    /// played, anything else as "school". A problem is the file's, or that there is no take.
    static Result<FilmCamera> create(Stage& stage, const Session& session, const std::string& camera,
                                     double filmSeconds);

    /// Turns to where the picture of that moment needs it, `seconds` into the film.
    void advance(const Moment& moment, double seconds);

    /// Where it is, never below the ground.
    CameraPose pose() const;

private:
    FilmCamera(Stage& stage, const Session& session) : m_stage(stage), m_session(session) {}

    void start(const CameraView& view);
    void aim(float alpha);

    Stage& m_stage;
    const Session& m_session;
    CameraView::Aim m_aim = CameraView::Aim::flock;
    std::optional<CameraFlight> m_flight;
    const CameraPath* m_played = nullptr;  ///< of the take
    std::optional<BoidName> m_boid;        ///< that it follows
    std::optional<double> m_turnSeconds;   ///< for once round
    double m_seconds = 0.0;                ///< at the last picture
};

/// [rad] How far a turntable has turned that takes so many seconds for once round: where the picture after a
/// film's last would be its first again, nothing.
float azimuthAfter(double seconds, double secondsOnce);

/// The same pose, raised as far as it takes for the eye to be above the ground.
CameraPose keptAbove(const Ground& ground, CameraPose pose);

}  // namespace shoal
