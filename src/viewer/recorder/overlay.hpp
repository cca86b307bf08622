#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "capture/format/image.hpp"
#include "play/session/instant.hpp"
#include "render/frame/tile.hpp"
#include "ui/overlay/caption.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/measures/plot_parts.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/scenes/picture_textures.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/ui_painter.hpp"

namespace shoal {

/// What a frame shows over its picture. A legend is there whenever the colours have a meaning.
struct OnPicture {
    bool hasPanel = false;
    bool hasCaption = false;
    bool hasScale = false;  ///< a bar of a round length, true at the point looked at
    bool hasClock = false;  ///< the flock's time …
    double speed = 1.0;     ///< … and how fast it passes, if not 1
    std::vector<PictureText> words = {};
    std::optional<MovedSetting> setting = {};
    std::optional<std::size_t> plot = {};    ///< a measure's column: its curve over the last half minute
    std::shared_ptr<const Image> logo = {};  ///< in the upper left corner; null for none

    bool isEmpty() const {
        return !hasPanel && !hasCaption && !hasScale && !hasClock && words.empty() && !setting && !plot &&
               logo == nullptr;
    }
};

/// The default content of a film's frames.
OnPicture onPictureOf(const Film& film);

/// Draws what belongs over a picture that no window shows.
class Overlay {
public:
    /// An OpenGL context must be current. The film must outlive the overlay.
    static Result<std::unique_ptr<Overlay>> create(const Film& film);

    /// Chooses what the next frames show.
    void show(const OnPicture& content);

    /// Measures the flock for what the content shows of it, as of this moment.
    void measure(const Instant& session);

    /// Lays it out for the session's current state as seen from `pose`, at this part of a step, 0 .. 1, with
    /// the picture's legend if it has one; advances the clock of what moves by one frame of the film. Nothing
    /// shows wall-clock time, so that the same command draws the same picture.
    void build(const Instant& session, const Stage& stage, float alpha, const CameraPose& pose);

    /// Draws the last layout into the bound framebuffer, which holds this tile of the picture.
    void draw(const Tile& tile);

    /// Fraction of the picture's width that the panel covers on the left, 0 .. 1.
    float covered() const;

private:
    explicit Overlay(const Film& film);

    void buildPanel(const Instant& session, const Camera& camera);
    void buildContent(const Instant& session, const Stage& stage, float alpha, const CameraPose& pose);
    void buildMeasure(std::size_t column) const;
    Rect plotArea() const;
    void drawLogo(const Image& logo, float left) const;

    const Film& m_film;
    OnPicture m_content;
    UiContext m_ui;
    std::unique_ptr<UiPainter> m_painter;
    Panel m_panel;
    PictureTextures m_logo;
    LiveFigures m_figures;
    std::uint64_t m_beginning = 0;  ///< Instant::beginning of the flock measured
    bool m_isSettled = false;
};

}  // namespace shoal
