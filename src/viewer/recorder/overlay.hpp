#pragma once

#include <memory>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "play/session/instant.hpp"
#include "render/frame/tile.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/ui_painter.hpp"

namespace shoal {

/// Draws a panel, a caption and a legend over a picture that no window shows.
class Overlay {
public:
    /// An OpenGL context must be current. The film must outlive the overlay.
    static Result<std::unique_ptr<Overlay>> create(const Film& film);

    /// Lays out the film's panel and caption for the session's current state, and the picture's legend if it
    /// has one; advances their clock by one frame of the film. They show no wall-clock time, so that the same
    /// command draws the same picture.
    void build(const Instant& session, const Stage& stage);

    /// Draws the last layout into the bound framebuffer, which holds this tile of the picture.
    void draw(const Tile& tile);

    /// Fraction of the picture's width that the panel covers on the left, 0 .. 1.
    float covered() const;

private:
    explicit Overlay(const Film& film);

    void buildPanel(const Instant& session, const Camera& camera);

    const Film& m_film;
    UiContext m_ui;
    std::unique_ptr<UiPainter> m_painter;
    Panel m_panel;
    LiveFigures m_figures;
    bool m_isSettled = false;
};

}  // namespace shoal
