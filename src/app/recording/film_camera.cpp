#include "app/recording/film_camera.hpp"

#include <cmath>
#include <numbers>

namespace shoal {

namespace {

constexpr float kFollowLengths = 9.0f;  // body lengths between the camera and the boid it follows
constexpr float kRadiansPerDegree = 0.0174532925f;
constexpr float kMaxElevation = static_cast<float>(CameraSettings::kMaxElevation) * kRadiansPerDegree;
// Min height of the eye above the ground, as a fraction of its distance: closer ground would fill the
// picture.
constexpr float kClearance = 0.04f;

Vec3f eyeOf(const CameraPose& pose) {
    const float across = std::cos(pose.elevation) * pose.distance;
    return pose.target + Vec3f{std::sin(pose.azimuth) * across, std::sin(pose.elevation) * pose.distance,
                               std::cos(pose.azimuth) * across};
}

}  // namespace

CameraPose keptAbove(const Ground& ground, CameraPose pose) {
    if (ground.form == Ground::Form::none) {
        return pose;
    }
    const auto isClear = [&](float elevation) {
        CameraPose raised = pose;
        raised.elevation = elevation;
        const Vec3f eye = eyeOf(raised);
        return eye.y >= ground.heightAt(eye.x, eye.z) + kClearance * pose.distance;
    };
    if (pose.elevation >= kMaxElevation || isClear(pose.elevation)) {
        return pose;
    }
    float low = pose.elevation;
    float high = kMaxElevation;
    for (int halving = 0; halving < 24; ++halving) {
        const float middle = (low + high) / 2;
        (isClear(middle) ? high : low) = middle;
    }
    pose.elevation = high;
    return pose;
}

float azimuthAfter(double seconds, double secondsPerTurn) {
    return static_cast<float>(std::fmod(seconds / secondsPerTurn, 1.0) * 2.0 * std::numbers::pi);
}

Result<FilmCamera> FilmCamera::create(Stage& stage, const Session& session, const std::string& camera,
                                      double filmSeconds) {
    FilmCamera made(stage, session);
    stage.beginScene(session);
    const Take* take = session.playing();
    const bool isPlayed = take != nullptr && !take->camera.isEmpty();
    if (!isFlightFile(camera)) {
        const CameraView& view = *findCameraView(camera.empty() ? (isPlayed ? "played" : "school") : camera);
        if (view.aim == CameraView::Aim::take) {
            if (!isPlayed) {
                return Problem{"--camera played: the take has no recorded camera"};
            }
            made.m_played = &take->camera;
            made.m_aim = view.aim;
            made.advance({session.simulation().stepCount(), 1.0f}, 0.0);
            return made;
        }
        if (view.turnsOnce) {
            made.m_turnSeconds = filmSeconds;
        }
        made.start(view);
        return made;
    }
    auto flight = loadCameraFlight(camera, stage.camera().pose());
    if (!flight) {
        return flight.problem();
    }
    made.start({.name = {},
                .help = {},
                .aim = flight->aim == CameraFlight::Aim::flock   ? CameraView::Aim::flock
                       : flight->aim == CameraFlight::Aim::world ? CameraView::Aim::world
                                                                 : CameraView::Aim::boid});
    made.m_flight = std::move(*flight);
    return made;
}

void FilmCamera::start(const CameraView& view) {
    m_aim = view.aim;
    Camera& camera = m_stage.camera();
    CameraSettings settings = camera.settings();
    if (view.elevationDegrees) {
        settings.elevation = *view.elevationDegrees * kRadiansPerDegree;
    }
    if (view.turnsOnce) {
        settings.orbit = 0.0f;
    }
    const Simulation& simulation = m_session.simulation();
    if (view.aim == CameraView::Aim::world) {
        const Vec3f half = simulation.scene().world.halfExtent();
        camera.frame({}, std::sqrt(lengthSq(half)) * 0.6f);
        settings.distance = camera.settings().distance;
    }
    if (view.aim == CameraView::Aim::boid) {
        m_boid = nearestBoid(simulation, 0, sceneExtent(simulation).centre);
        if (m_boid) {
            settings.distance = kFollowLengths * simulation.scene().species[m_boid->species].bodyLength;
        }
    }
    camera.apply(settings);
    aim(1.0f);
    camera.settle();
}

void FilmCamera::advance(const Moment& moment, double seconds) {
    if (m_played != nullptr) {
        m_stage.camera().stand(m_played->at(moment.steps()));
        return;
    }
    aim(moment.alpha);
    m_stage.camera().advance(static_cast<float>(seconds - m_seconds));
    m_seconds = seconds;
}

void FilmCamera::aim(float alpha) {
    if (m_aim == CameraView::Aim::flock) {
        m_stage.attend(m_session);
    } else if (m_boid) {
        if (const auto place = placeOf(m_session.simulation(), *m_boid, alpha)) {
            m_stage.camera().follow(*place);
        }
    }
}

CameraPose FilmCamera::pose() const {
    CameraPose pose = m_stage.camera().pose();
    if (m_flight) {
        const CameraPose flown = m_flight->path.at(m_seconds);
        pose.target = pose.target + flown.target;
        pose.distance = flown.distance;
        pose.azimuth = flown.azimuth;
        pose.elevation = flown.elevation;
        pose.fieldOfView = flown.fieldOfView;
        // A key's target is centred in the part that no panel covers.
        pose.offsetRight = m_stage.covered();
        pose.offsetUp = 0.0f;
    }
    if (m_turnSeconds) {
        pose.azimuth += azimuthAfter(m_seconds, *m_turnSeconds);
    }
    // A played camera keeps its pose, even from below the ground.
    return m_played != nullptr ? pose : keptAbove(m_session.simulation().scene().ground, pose);
}

}  // namespace shoal
