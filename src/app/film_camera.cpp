#include "app/film_camera.hpp"

#include <cmath>

namespace shoal {

namespace {

constexpr float kFollowLengths = 9.0f;  // body lengths between the camera and the boid it follows
constexpr float kRadiansPerDegree = 0.0174532925f;

}  // namespace

FilmCamera::FilmCamera(Stage& stage, const Session& session, const CameraView& view)
    : m_stage(stage), m_session(session), m_view(view) {
    m_stage.beginScene(session);
    Camera& camera = m_stage.camera();
    CameraSettings settings = camera.settings();
    if (view.elevationDegrees) {
        settings.elevation = *view.elevationDegrees * kRadiansPerDegree;
    }
    const Simulation& simulation = session.simulation();
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

void FilmCamera::advance(float alpha, double seconds) {
    aim(alpha);
    m_stage.camera().advance(static_cast<float>(seconds - m_seconds));
    m_seconds = seconds;
}

void FilmCamera::aim(float alpha) {
    if (m_view.aim == CameraView::Aim::flock) {
        m_stage.attend(m_session);
    } else if (m_boid) {
        if (const auto place = placeOf(m_session.simulation(), *m_boid, alpha)) {
            m_stage.camera().follow(*place);
        }
    }
}

}  // namespace shoal
