#include "app/panel_picture.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr float kUsualHeight = 1080.0f;
// ImGui knows the size of what it lays out only after a frame or two.
constexpr int kFramesToSettle = 3;

/// Pictures larger than an ordinary screen get larger words, in quarters.
float scaleFor(int height) {
    return std::max(1.0f, std::round(static_cast<float>(height) / kUsualHeight * 4.0f) / 4.0f);
}

}  // namespace

Result<std::unique_ptr<PanelPicture>> PanelPicture::create(int width, int height) {
    std::unique_ptr<PanelPicture> panel(new PanelPicture(width, height));
    auto painter = UiPainter::create(nullptr);
    if (!painter) {
        return painter.problem();
    }
    panel->m_painter = std::move(*painter);
    return panel;
}

PanelPicture::PanelPicture(int width, int height)
    : m_width(width), m_height(height), m_ui(scaleFor(height)) {}

float PanelPicture::covered() const {
    return std::min(1.0f, Panel::width(m_ui.scale()) / static_cast<float>(m_width));
}

void PanelPicture::draw(const Session& session, const Camera& camera, double framesPerSecond) {
    const Simulation& simulation = session.simulation();
    const double seconds = 1.0 / framesPerSecond;
    m_figures.noteFrame(seconds);
    if (m_stepsSeen != simulation.stepCount()) {
        m_stepsSeen = simulation.stepCount();
        m_figures.noteStep(simulation.profile());
    }
    m_figures.update(simulation, simulation.seconds());
    Figures figures = m_figures.figures();
    figures.framesPerSecond = static_cast<float>(framesPerSecond);
    figures.step = simulation.profile();

    const PresetItem preset{.name = simulation.scene().name,
                            .title = simulation.scene().title,
                            .watch = simulation.scene().watch,
                            .isOwn = false,
                            .problem = {}};
    const PanelInput input{.scene = &simulation.scene(),
                           .loaded = &session.loaded(),
                           .revision = session.revision(),
                           .camera = camera.settings(),
                           .isCameraTurning = camera.isCircling(),
                           .presets = {&preset, 1},
                           .presetIndex = 0,
                           .stepCount = simulation.stepCount(),
                           .timeScale = 1.0,
                           .isPaused = false,
                           .chosenBoid = std::nullopt,
                           .figures = figures};
    for (int frame = m_isSettled ? kFramesToSettle - 1 : 0; frame < kFramesToSettle; ++frame) {
        m_painter->beginPictureFrame(m_width, m_height, static_cast<float>(seconds));
        m_panel.build(input, m_ui.scale());
        if (frame + 1 < kFramesToSettle) {
            m_painter->skip();
        }
    }
    m_isSettled = true;
    m_painter->draw();
}

}  // namespace shoal
