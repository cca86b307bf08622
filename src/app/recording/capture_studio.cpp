#include "app/recording/capture_studio.hpp"

#include <algorithm>
#include <utility>

#include <imgui.h>

namespace shoal {

namespace {

/// Switches to another ImGui context while it exists, then back to the previous one.
class OtherContext {
public:
    explicit OtherContext(ImGuiContext* context) : m_before(ImGui::GetCurrentContext()) {
        ImGui::SetCurrentContext(context);
    }
    ~OtherContext() { ImGui::SetCurrentContext(m_before); }
    OtherContext(const OtherContext&) = delete;
    OtherContext& operator=(const OtherContext&) = delete;

private:
    ImGuiContext* m_before;
};

}  // namespace

Result<std::unique_ptr<CaptureStudio>> CaptureStudio::create(const CaptureSettings& settings, FrameRate rate,
                                                             int width, int height) {
    auto tiledRenderer = TiledRenderer::create({.width = width,
                                                .height = height,
                                                .supersample = settings.supersample,
                                                .exposures = std::max(1, settings.exposures)});
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    std::unique_ptr<CaptureStudio> studio(new CaptureStudio(settings, rate, std::move(*tiledRenderer)));
    if (settings.showsPanel || settings.hasCaption) {
        const OtherContext none(nullptr);
        auto overlay = Overlay::create({.width = width,
                                        .height = height,
                                        .hasPanel = settings.showsPanel,
                                        .hasCaption = settings.hasCaption});
        if (!overlay) {
            return overlay.problem();
        }
        studio->m_overlay = std::move(*overlay);
        studio->m_overlayContext = ImGui::GetCurrentContext();
    }
    return studio;
}

CaptureStudio::CaptureStudio(const CaptureSettings& settings, FrameRate rate, TiledRenderer tiledRenderer)
    : m_settings(settings), m_rate(rate), m_tiledRenderer(std::move(tiledRenderer)) {}

CaptureStudio::~CaptureStudio() {
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay.reset();
    }
}

CameraPose CaptureStudio::pose(Stage& stage) const {
    // The capture may show another panel than the viewer, or none.
    const float covered = stage.covered();
    stage.setCovered(m_overlay ? m_overlay->covered() : 0.0f);
    const CameraPose pose = stage.camera().pose();
    stage.setCovered(covered);
    return pose;
}

Outcome CaptureStudio::accumulate(const Session& session, Stage& stage, float alpha) {
    const CameraPose seenFrom = pose(stage);
    Outcome drawn = Done{};
    m_tiledRenderer.accumulate([&](unsigned framebuffer, const Tile& tile) {
        stage.draw(session, {.width = m_tiledRenderer.drawnWidth(),
                             .height = m_tiledRenderer.drawnHeight(),
                             .framebuffer = framebuffer,
                             .alpha = alpha,
                             .isTransparent = m_settings.isTransparent,
                             .highlighted = std::nullopt,
                             .rings = {},
                             .pose = seenFrom,
                             .tile = tile});
        if (auto done = stage.renderer().lastFrame(); !done) {
            drawn = done;
        }
    });
    return drawn;
}

void CaptureStudio::resolve(const Session& session, const Stage& stage, FilmWriter::Frame frame) {
    TiledRenderer::Draw onTop;
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay->build(session, stage.camera(), m_rate.perSecond());
        onTop = [this](unsigned, const Tile& tile) {
            const OtherContext again(m_overlayContext);
            m_overlay->draw(tile);
        };
    }
    if (m_tiledRenderer.tileCount() == 1) {
        m_readback.start(m_tiledRenderer.resolveToFramebuffer(onTop), m_tiledRenderer.width(),
                         m_tiledRenderer.height());
    } else {
        frame.image = m_tiledRenderer.resolve(onTop);
    }
    m_inFlight.push_back(std::move(frame));
}

std::optional<FilmWriter::Frame> CaptureStudio::poll() {
    return arrived(m_readback.poll());
}

std::optional<FilmWriter::Frame> CaptureStudio::wait() {
    return arrived(m_readback.wait());
}

std::optional<FilmWriter::Frame> CaptureStudio::arrived(std::optional<Image> image) {
    if (m_inFlight.empty() || (!image && m_inFlight.front().image.rgba.empty())) {
        return std::nullopt;
    }
    FilmWriter::Frame frame = std::move(m_inFlight.front());
    m_inFlight.pop_front();
    if (image) {
        frame.image = std::move(*image);
    }
    return frame;
}

}  // namespace shoal
