#pragma once

#include <memory>

#include <shoal/result.hpp>

#include "app/panel_picture.hpp"
#include "app/session.hpp"
#include "app/stage.hpp"
#include "capture/frame_rate.hpp"
#include "capture/image.hpp"
#include "render/offscreen.hpp"
#include "ui/capture_settings.hpp"

struct ImGuiContext;

namespace shoal {

/// Draws the pictures of a capture beside the viewer's own: at their own size, seen from the same camera,
/// with nothing of the viewer's panels but what was asked for.
class CaptureStudio {
public:
    /// Sizes in pixels. The viewer's ImGui context and OpenGL must be current.
    static Result<std::unique_ptr<CaptureStudio>> create(const CaptureSettings& settings, FrameRate rate,
                                                         int width, int height);
    ~CaptureStudio();
    CaptureStudio(const CaptureStudio&) = delete;
    CaptureStudio& operator=(const CaptureStudio&) = delete;

    /// Adds an exposure of the scene as it stands.
    Outcome expose(const Session& session, Stage& stage, float alpha);

    /// The picture, once it has all its exposures.
    Image develop(const Session& session, const Stage& stage);

private:
    CaptureStudio(const CaptureSettings& settings, FrameRate rate, Offscreen offscreen);

    CaptureSettings m_settings;
    FrameRate m_rate;
    Offscreen m_offscreen;
    std::unique_ptr<PanelPicture> m_panel;
    ImGuiContext* m_panelContext = nullptr;  ///< the panel's own; the viewer's is another
};

}  // namespace shoal
