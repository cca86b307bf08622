#pragma once

#include <memory>

#include <shoal/result.hpp>

#include "app/live_figures.hpp"
#include "app/session.hpp"
#include "app/ui_painter.hpp"
#include "render/camera.hpp"
#include "ui/panel.hpp"
#include "ui/ui_context.hpp"

namespace shoal {

/// The panel as part of a picture that no window shows.
class PanelPicture {
public:
    /// An OpenGL context must be current. Sizes in pixels.
    static Result<std::unique_ptr<PanelPicture>> create(int width, int height);

    /// Draws it into the framebuffer that is bound, as it stands after this frame of a film.
    void draw(const Session& session, const Camera& camera, double framesPerSecond);

    /// Share of the picture's width that it covers at the left, 0 .. 1.
    float covered() const;

private:
    PanelPicture(int width, int height);

    int m_width;
    int m_height;
    UiContext m_ui;
    std::unique_ptr<UiPainter> m_painter;
    Panel m_panel;
    LiveFigures m_figures;
    std::uint64_t m_stepsSeen = 0;
    bool m_isSettled = false;
};

}  // namespace shoal
