#include "app/viewer/stage.hpp"

#include <algorithm>

namespace shoal {

namespace {

// Off centre, as a photographer would compose it, within the part that no panel covers.
constexpr float kOffsetRight = 0.16f;
constexpr float kOffsetUp = -0.02f;

// The first boid that others follow. It is highlighted in every picture because the leader is part of the
// scene.
std::optional<BoidName> leaderOf(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const auto count = static_cast<std::uint32_t>(flocks[index].count());
        for (const auto& rule : simulation.scene().species[index].rules) {
            if (const auto id = rule->isEnabled ? rule->leaderId() : std::nullopt; id && count > 0) {
                return BoidName{index, std::min(*id, count - 1)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

FlockExtent sceneExtent(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto largest = std::max_element(
        flocks.begin(), flocks.end(), [](const Flock& a, const Flock& b) { return a.count() < b.count(); });
    return largest == flocks.end() ? FlockExtent{} : flockExtent(*largest);
}

Result<std::unique_ptr<Stage>> Stage::create(const CameraSettings& settings,
                                             const std::filesystem::path& shaderDir) {
    auto renderer = Renderer::create(shaderDir);
    if (!renderer) {
        return renderer.problem();
    }
    return std::unique_ptr<Stage>(new Stage(std::move(*renderer), settings));
}

void Stage::beginScene(const Session& session) {
    // Use a new camera: a touched one would neither orbit nor track the flock.
    m_camera = Camera(session.simulation().scene().camera);
    setCovered(m_covered);
    attend(session);
    m_camera.settle();
}

void Stage::setCovered(float covered) {
    m_covered = std::clamp(covered, 0.0f, 1.0f);
    m_camera.setOffset(m_covered + kOffsetRight * (1.0f - m_covered), kOffsetUp);
}

void Stage::attend(const Session& session) {
    m_camera.attend(sceneExtent(session.simulation()));
}

void Stage::draw(const Session& session, const Picture& picture) {
    const Simulation& simulation = session.simulation();
    // Check the scene's revision too: the sizes of bodies and of the world can change while paused.
    if (m_uploaded != session.stateRevision() || m_uploadedLook != session.revision()) {
        m_renderer->upload(simulation, session.animations());
        m_uploaded = session.stateRevision();
        m_uploadedLook = session.revision();
    }
    const float aspect = static_cast<float>(picture.width) / static_cast<float>(std::max(1, picture.height));
    const double steps =
        static_cast<double>(simulation.stepCount()) - (1.0 - static_cast<double>(picture.alpha));
    m_renderer->draw({.width = picture.width,
                      .height = picture.height,
                      .framebuffer = picture.framebuffer,
                      .alpha = picture.alpha,
                      .seconds = simulation.scene().time.realSeconds(steps),
                      .view = viewOf(picture.pose.value_or(m_camera.pose()), aspect),
                      .look = simulation.scene().look,
                      .isTransparent = picture.isTransparent,
                      .highlighted = picture.highlighted ? picture.highlighted : leaderOf(simulation),
                      .rings = picture.rings,
                      .drawing = picture.drawing,
                      .tile = picture.tile});
}

}  // namespace shoal
