#include "app/recording/frame_studio.hpp"

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

Result<std::unique_ptr<FrameStudio>> FrameStudio::create(const CaptureOrder& order) {
    auto tiledRenderer = TiledRenderer::create({.width = order.format.width,
                                                .height = order.format.height,
                                                .supersample = order.supersample,
                                                .exposures = order.shutter.exposures,
                                                .samples = order.samples,
                                                .maxTile = order.maxTile});
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    std::unique_ptr<FrameStudio> studio(new FrameStudio(order, std::move(*tiledRenderer)));
    if (order.showsPanel || order.hasCaption) {
        if (auto created = studio->createOverlay(); !created) {
            return created.problem();
        }
    }
    return studio;
}

Outcome FrameStudio::createOverlay() {
    const OtherContext none(nullptr);
    auto overlay = Overlay::create(m_order);
    if (!overlay) {
        return overlay.problem();
    }
    m_overlay = std::move(*overlay);
    m_overlayContext = ImGui::GetCurrentContext();
    return Done{};
}

FrameStudio::FrameStudio(const CaptureOrder& order, TiledRenderer tiledRenderer)
    : m_order(order), m_tiledRenderer(std::move(tiledRenderer)) {}

FrameStudio::~FrameStudio() {
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay.reset();
    }
}

Outcome FrameStudio::accumulate(const Session& session, Stage& stage, const Exposure& exposure) {
    Outcome drawn = Done{};
    const auto draw = [&](unsigned framebuffer, const Tile& tile) {
        stage.draw(session, {.width = m_tiledRenderer.drawnWidth(),
                             .height = m_tiledRenderer.drawnHeight(),
                             .framebuffer = framebuffer,
                             .alpha = exposure.alpha,
                             .isTransparent = m_order.format.isTransparent,
                             .highlighted = std::nullopt,
                             .rings = {},
                             .pose = exposure.pose,
                             .tile = tile});
        if (auto done = stage.renderer().lastFrame(); !done) {
            drawn = done;
        }
    };
    m_tiledRenderer.accumulate(draw, exposure.isStopped);
    if (drawn && !m_overlay && stage.legend()) {
        return createOverlay();
    }
    return drawn;
}

void FrameStudio::resolve(const Session& session, const Stage& stage, FilmWriter::Frame frame) {
    TiledRenderer::Draw onTop;
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay->build(session, stage);
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

std::optional<FilmWriter::Frame> FrameStudio::arrived(std::optional<Image> image) {
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
