#include "app/capture_studio.hpp"

#include <utility>

#include <imgui.h>

namespace shoal {

namespace {

constexpr int kSamples = 4;

/// Another of ImGui's contexts for as long as this lives, then the one before.
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
    auto offscreen = Offscreen::create(width, height, kSamples);
    if (!offscreen) {
        return offscreen.problem();
    }
    std::unique_ptr<CaptureStudio> studio(new CaptureStudio(settings, rate, std::move(*offscreen)));
    if (settings.showsPanel) {
        const OtherContext none(nullptr);
        auto panel = PanelPicture::create(width, height);
        if (!panel) {
            return panel.problem();
        }
        studio->m_panel = std::move(*panel);
        studio->m_panelContext = ImGui::GetCurrentContext();
    }
    return studio;
}

CaptureStudio::CaptureStudio(const CaptureSettings& settings, FrameRate rate, Offscreen offscreen)
    : m_settings(settings), m_rate(rate), m_offscreen(std::move(offscreen)) {}

CaptureStudio::~CaptureStudio() {
    if (m_panel) {
        const OtherContext panels(m_panelContext);
        m_panel.reset();
    }
}

Outcome CaptureStudio::expose(const Session& session, Stage& stage, float alpha) {
    // The viewer's camera, but composed for this picture: what covers a part of it may be another panel.
    const float covered = stage.covered();
    stage.setCovered(m_panel ? m_panel->covered() : 0.0f);
    const CameraPose pose = stage.camera().pose();
    stage.setCovered(covered);
    stage.draw(session, {.width = m_offscreen.width(),
                         .height = m_offscreen.height(),
                         .framebuffer = m_offscreen.framebuffer(),
                         .alpha = alpha,
                         .isTransparent = m_settings.isTransparent,
                         .highlighted = std::nullopt,
                         .rings = {},
                         .pose = pose});
    return stage.renderer().lastPicture();
}

Image CaptureStudio::develop(const Session& session, const Stage& stage) {
    if (m_panel) {
        const OtherContext panels(m_panelContext);
        m_panel->draw(session, stage.camera(), m_rate.perSecond());
    }
    return m_offscreen.read();
}

}  // namespace shoal
