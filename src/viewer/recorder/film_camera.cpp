#include "viewer/recorder/film_camera.hpp"

#include <numbers>

#include <fmt/format.h>

#include "render/camera/picking.hpp"

namespace shoal {

namespace {

/// Returns the view that a flight's targets are relative to.
const CameraView& viewFor(CameraFlight::Aim aim) {
    return *findCameraView(aim == CameraFlight::Aim::flock   ? "school"
                           : aim == CameraFlight::Aim::world ? "wide"
                                                             : "follow");
}

}  // namespace

float azimuthAfter(double seconds, double secondsPerTurn) {
    return static_cast<float>(std::fmod(seconds / secondsPerTurn, 1.0) * 2.0 * std::numbers::pi);
}

Result<FilmCamera> FilmCamera::create(Stage& stage, const Session& session, const Choice& choice,
                                      double filmSeconds) {
    const std::string& camera = choice.name;
    FilmCamera made(stage, session);
    stage.beginScene(session.instant());
    const Take* take = session.playing();
    const bool isPlayed = take != nullptr && !take->camera.isEmpty();
    if (const auto id = followedId(camera)) {
        const auto boid = boidNumbered(session.simulation(), *id);
        if (!boid) {
            return Problem{fmt::format("--camera {}: there is no boid with this id", camera)};
        }
        stage.director().choose(session.simulation(), *boid);
        stage.director().show(session.simulation(), *findCameraView("follow"), 0.0);
        stage.camera().settle();
        return made;
    }
    if (!isFlightFile(camera)) {
        const CameraView& view = *findCameraView(camera.empty() ? (isPlayed ? "played" : "school") : camera);
        if (view.aim == CameraView::Aim::take) {
            if (!isPlayed) {
                return Problem{"--camera played: the take has no recorded camera"};
            }
            made.m_played = &take->camera;
            made.advance({session.simulation().stepCount(), 1.0f}, 0.0);
            return made;
        }
        if (view.turnsOnce) {
            made.m_turnSeconds = filmSeconds;
        }
        stage.director().show(session.simulation(), view, 0.0);
        stage.camera().settle();
        return made;
    }
    auto flight = parseCameraFlight(choice.flight, camera, stage.camera().pose());
    if (!flight) {
        return flight.problem();
    }
    stage.director().show(session.simulation(), viewFor(flight->aim), 0.0);
    stage.camera().settle();
    made.m_flight = std::move(*flight);
    return made;
}

void FilmCamera::advance(const Moment& moment, double seconds) {
    if (m_played != nullptr) {
        m_stage.camera().hold(m_played->at(moment.steps()));
        return;
    }
    m_stage.aim(m_session.instant(), moment.alpha);
    m_stage.camera().advance(static_cast<float>(seconds - m_seconds));
    m_seconds = seconds;
}

CameraPose FilmCamera::pose() const {
    CameraPose pose = m_stage.camera().pose();
    if (m_flight) {
        const CameraPose flown = m_flight->path.at(m_seconds);
        pose.target = m_stage.camera().target() + flown.target;
        pose.distance = flown.distance;
        pose.azimuth = flown.azimuth;
        pose.elevation = flown.elevation;
        pose.fieldOfView = flown.fieldOfView;
        // Centre a key's target in the part that no panel covers.
        pose.offsetRight = m_stage.covered();
        pose.offsetUp = 0.0f;
    }
    if (m_turnSeconds) {
        pose.azimuth += azimuthAfter(m_seconds, *m_turnSeconds);
    }
    // A played camera keeps its pose, even from below the ground.
    return m_played != nullptr ? pose : keptAbove(terrainOf(m_session.simulation().scene()), pose);
}

}  // namespace shoal
