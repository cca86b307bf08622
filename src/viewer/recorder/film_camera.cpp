#include "viewer/recorder/film_camera.hpp"

#include <cmath>
#include <numbers>
#include <utility>

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
    FilmCamera made(stage, session, filmSeconds);
    stage.beginScene(session.instant());
    if (choice.flight) {
        made.m_flight = choice.flight->path(stage.camera().pose());
        stage.director().show(session.simulation(), viewFor(choice.flight->aim), 0.0);
    } else if (auto shown = made.show(choice.name); !shown) {
        return shown.problem();
    }
    if (made.m_played == nullptr) {
        stage.camera().settle();
    }
    return made;
}

Outcome FilmCamera::glideTo(const std::string& view) {
    Departure departure{.pose = pose(), .seconds = m_seconds, .flock = m_stage.camera().flockCentre()};
    auto shown = show(view);
    if (!shown) {
        return shown;
    }
    if (m_played == nullptr) {
        m_stage.aim(m_session.instant(), 1.0f);
        m_stage.camera().settle();
    }
    // The short way round.
    constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
    departure.pose.azimuth += kTurn * std::round((viewedPose().azimuth - departure.pose.azimuth) / kTurn);
    m_departure = departure;
    return shown;
}

Outcome FilmCamera::show(const std::string& view) {
    const Take* take = m_session.playing();
    const bool isPlayed = take != nullptr && !take->camera.isEmpty();
    m_played = nullptr;
    m_flight.reset();
    m_turnSeconds.reset();
    const auto id = followedId(view);
    if (id) {
        const auto boid = boidNumbered(m_session.simulation(), *id);
        if (!boid) {
            return Problem{fmt::format("--camera {}: there is no boid with this id", view)};
        }
        m_stage.director().choose(m_session.simulation(), *boid);
    }
    const CameraView& found = *findCameraView(id             ? "follow"
                                              : view.empty() ? (isPlayed ? "played" : "school")
                                                             : view);
    if (found.aim == CameraView::Aim::take) {
        if (!isPlayed) {
            return Problem{"--camera played: the take has no recorded camera"};
        }
        m_played = &take->camera;
        advance({m_session.simulation().stepCount(), 1.0f}, m_seconds);
        return Done{};
    }
    if (found.turnsOnce) {
        m_turnSeconds = m_filmSeconds;
        m_turnFrom = m_seconds;
    }
    m_stage.director().show(m_session.simulation(), found, 0.0);
    return Done{};
}

void FilmCamera::advance(const Moment& moment, double seconds) {
    const auto elapsed = static_cast<float>(seconds - std::exchange(m_seconds, seconds));
    if (m_played != nullptr) {
        m_stage.camera().hold(m_played->at(moment.steps()));
        return;
    }
    m_stage.aim(m_session.instant(), moment.alpha);
    m_stage.camera().advance(elapsed);
}

CameraPose FilmCamera::pose() const {
    CameraPose pose = viewedPose();
    if (m_departure && m_seconds < m_departure->seconds + kGlideSeconds) {
        const auto u = static_cast<float>((m_seconds - m_departure->seconds) / kGlideSeconds);
        CameraPose from = m_departure->pose;
        from.target = from.target + (m_stage.camera().flockCentre() - m_departure->flock);
        pose = mixed(from, pose, u * u * (3.0f - 2.0f * u));
    }
    // A played camera keeps its pose, even from below the ground.
    return m_played != nullptr && !m_departure ? pose
                                               : keptAbove(terrainOf(m_session.simulation().scene()), pose);
}

/// Its pose in the present view, without the way there.
CameraPose FilmCamera::viewedPose() const {
    CameraPose pose = m_stage.camera().pose();
    if (m_flight) {
        const CameraPose flown = m_flight->at(m_seconds);
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
        pose.azimuth += azimuthAfter(m_seconds - m_turnFrom, *m_turnSeconds);
    }
    return pose;
}

}  // namespace shoal
