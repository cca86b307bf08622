#include "viewer/recorder/overlay.hpp"

#include <algorithm>
#include <cmath>

#include "ui/overlay/caption.hpp"
#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/colour/legend.hpp"
#include "viewer/colour/palettes.hpp"
#include "viewer/stage/name_tags.hpp"
#include "viewer/stage/tick_labels.hpp"
#include "viewer/tunables/watch_links.hpp"

namespace shoal {

namespace {

constexpr float kUnscaledHeight = 1080.0f;
constexpr float kMinWheelHeight = 240.0f;  // [px]
constexpr float kTickSize = 0.85f;         // of a caption's
// ImGui knows the size of its layout only after a frame or two.
constexpr int kFramesToSettle = 3;

/// Text scale. With a panel it grows, in quarters, for pictures larger than an ordinary screen; a caption
/// alone gets the size at which it is drawn.
float scaleFor(const Film& film) {
    const auto height = static_cast<float>(film.size.height);
    return film.showsPanel ? std::max(1.0f, std::round(height / kUnscaledHeight * 4.0f) / 4.0f)
                           : captionSize(height) / theme::kFontSize;
}

}  // namespace

Result<std::unique_ptr<Overlay>> Overlay::create(const Film& film) {
    std::unique_ptr<Overlay> overlay(new Overlay(film));
    auto painter = UiPainter::create(nullptr);
    if (!painter) {
        return painter.problem();
    }
    overlay->m_painter = std::move(*painter);
    return overlay;
}

Overlay::Overlay(const Film& film) : m_film(film), m_ui(scaleFor(film)) {}

float Overlay::covered() const {
    const ImVec2 view{static_cast<float>(m_film.size.width), static_cast<float>(m_film.size.height)};
    return m_film.showsPanel ? m_panel.place(m_ui.scale(), view).free / std::max(1.0f, view.x) : 0.0f;
}

void Overlay::build(const Instant& session, const Stage& stage) {
    const auto width = static_cast<float>(m_film.size.width);
    const auto height = static_cast<float>(m_film.size.height);
    const auto seconds = static_cast<float>(1.0 / m_film.rate.perSecond());
    const int frames = m_isSettled ? 1 : kFramesToSettle;
    noteLetters(session.loaded);
    noteLetters(m_film.text);
    if (m_ui.setLook(m_ui.scale(), m_ui.kind())) {
        m_painter->refreshFonts();
    }
    for (int frame = 1; frame <= frames; ++frame) {
        m_painter->beginPictureFrame(m_film.size.width, m_film.size.height, seconds);
        if (m_film.showsPanel) {
            buildPanel(session, stage.camera());
        }
        const StateView& state = session.state;
        const View& view = stage.shownView();
        const float tickSize = kTickSize * captionSize(height);
        drawTickLabels(tickLabelsOf(state.scene(), view, width, height, tickSize), tickSize,
                       isOnPaper(state.scene().look));
        if (m_film.hasCaption) {
            drawNameTags(nameTagsOf(state, view, width, height, 1.0f), captionSize(height));
            drawCaption(captionOf(state.scene(), session.loaded, state.seconds()),
                        {.left = covered() * width, .width = width, .height = height});
        }
        if (!m_film.text.empty()) {
            drawOwnText(m_film.text, {.left = covered() * width, .width = width, .height = height});
        }
        // A thumbnail has no space for a wheel.
        const auto& legend = stage.legend();
        if (legend && !(legend->isWheel && height < kMinWheelHeight)) {
            // A narrow picture has less space beside its caption.
            const float size = captionSize(std::min(height, width * 9.0f / 16.0f));
            drawLegend(*legend, {.right = width, .bottom = height, .fontSize = size});
        }
        if (frame < frames) {
            m_painter->skip();
        }
    }
    m_isSettled = true;
    m_painter->finish();
}

void Overlay::draw(const Tile& tile) {
    m_painter->drawTile(tile, m_film.size.height);
}

void Overlay::buildPanel(const Instant& session, const Camera& camera) {
    const StateView& state = session.state;
    m_figures.update(state, session.realSeconds());
    Figures figures = m_figures.figures();
    figures.framesPerSecond = static_cast<float>(m_film.rate.perSecond());
    figures.hasTimes = false;

    const PresetItem preset{.name = state.scene().name,
                            .title = state.scene().title,
                            .watch = plainWatch(state.scene().watch),
                            .isVariant = false,
                            .isOwn = false,
                            .problem = {}};
    const PanelInput input{.scene = &state.scene(),
                           .loaded = &session.loaded,
                           .revision = session.revision,
                           .camera = camera.settings(),
                           .isCameraTurning = camera.isCircling(),
                           .presets = {&preset, 1},
                           .presetIndex = 0,
                           .stepCount = state.stepCount(),
                           .timeScale = 1.0,
                           .isPaused = false,
                           .chosenBoid = std::nullopt,
                           .figures = figures};
    Commands unused;
    m_panel.build(input, {.scale = m_ui.scale()}, unused);
}

}  // namespace shoal
