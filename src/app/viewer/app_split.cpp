// Part of App: two settings side by side.

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

/// Splits the picture, or keeps only B.
void App::toggleSplit() {
    if (m_split) {
        return endSplit();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Two settings can be shown side by side once the take has ended");
        return;
    }
    applyQueued();
    const bool isNew = !m_other;
    if (isNew) {
        m_other = OtherSettings{m_player.shown().simulation().scene(), 'A'};
    }
    if (m_other->letter == 'B') {
        compareSettings();  // A belongs on the left
    }
    beginSplit();
    m_messages.post(isNew ? "A, on the left, keeps these settings; your changes now affect only B. Esc "
                            "ends it and keeps B"
                          : "Left: A. Right: B. Your changes affect only B; Esc ends it and keeps B");
}

/// Begins A as a copy of the flock now, with the other settings.
void App::beginSplit() {
    m_stage->showBeside(nullptr);
    m_player.split(m_other->scene);
    m_split = std::make_unique<SideBySide>(m_background);
    m_stage->showBeside(m_player.beside());
    m_panel.showStripAtFirst();
}

void App::endSplit() {
    if (m_split) {
        dropSplit();
        m_messages.post("These are the settings B. X switches to A");
    }
}

void App::dropSplit() {
    m_stage->showBeside(nullptr);
    m_player.endSplit();
    m_split.reset();
}

/// The camera's pose for a picture of the whole window, as takes and screenshots store it.
CameraPose App::wholePose() const {
    const float covered = m_layout.textLeft / std::max(1.0f, m_layout.width());
    return m_split ? m_stage->poseFor(covered, m_layout.framedBelow()) : m_stage->camera().pose();
}

void App::drawSplitOverlay(const WidgetContext& context) {
    if (m_split) {
        drawSplit(context,
                  {m_layout.textLeft, m_layout.pictureLeft, m_layout.textRight,
                   m_layout.height() - m_layout.coveredBelow},
                  m_split->differences(*m_player.beside(), m_player.shown()));
    }
}

/// Draws each flock into its half of the window, with the same lens and from the same place.
void App::drawHalves() {
    const Window::Size size = m_layout.framebuffer;
    const float width = std::max(1.0f, m_layout.width());
    const float middle = m_layout.pictureLeft / width;
    const int left = std::clamp(static_cast<int>(std::lround(middle * static_cast<float>(size.width))), 1,
                                std::max(1, size.width - 1));
    const int right = std::max(1, size.width - left);
    if (!m_leftCanvas) {
        auto canvas = WindowCanvas::create(windowSamples());
        if (!canvas) {
            m_messages.postProblem(canvas.problem().text);
            return dropSplit();
        }
        m_leftCanvas.emplace(std::move(*canvas));
    }
    for (const Outcome& sized :
         {m_leftCanvas->resize(left, size.height), m_canvas->resize(right, size.height)}) {
        if (!sized) {
            m_messages.postProblem(sized.problem().text);
            return;
        }
    }
    CameraPose pose = m_stage->camera().pose();
    const ImageSize both{size.width, size.height};
    Frame whole = frameOf(both, pose);
    whole.tile = Tile{left, 0, right, size.height};
    // The lens is shifted, so that both halves show the same view, each about its own middle.
    pose.offsetRight += m_layout.textLeft / width - 1.0f;
    Frame beside = frameOf(both, pose);
    beside.framebuffer = m_leftCanvas->framebuffer();
    beside.highlighted.reset();
    beside.rings = {};
    beside.tile = Tile{0, 0, left, size.height};
    m_stage->draw(m_player.shown(), whole, m_frameStart);
    m_stage->drawBeside(beside, m_frameStart);
    if (auto drawn = m_stage->renderer().lastFrame(); !drawn) {
        m_messages.postProblem(drawn.problem().text);
    }
    m_leftCanvas->show(0, 0);
    m_canvas->show(0, left);
}

}  // namespace shoal
