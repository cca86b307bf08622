#include "viewer/recorder/overlay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/colour/legend.hpp"
#include "viewer/colour/palettes.hpp"
#include "viewer/measures/measure_plot.hpp"
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
constexpr float kScaleWidth = 0.25f;  // of the picture's width: the longest bar
constexpr float kPlotWidth = 0.26f;   // of the picture's width
constexpr float kPlotHeight = 0.24f;  // of its height
constexpr float kUprightPlotTop = 0.14f;
constexpr float kUprightPlotHeight = 0.12f;
constexpr float kLogoHeight = 0.1f;  // of the picture's height, at most …
constexpr float kLogoWidth = 0.25f;  // … and of its width
constexpr const char* kLogo = "logo";
constexpr float kPlotText = 1.6f;      // of the size in the window
constexpr float kPlotAround = 0.022f;  // of its height: its distance from the corner

/// Text scale. With a panel it grows, in quarters, for pictures larger than an ordinary screen; other texts
/// get the size at which a caption is drawn.
float scaleFor(const Film& film, bool hasPanel) {
    const auto height = static_cast<float>(film.size.height);
    return hasPanel ? std::max(1.0f, std::round(height / kUnscaledHeight * 4.0f) / 4.0f)
                    : captionSize(height) / theme::kFontSize;
}

/// "12.4 s", and in slow motion "12.4 s  ·  speed 0.1".
std::string filmClockText(double seconds, double speed) {
    const std::string time = fmt::format("{:.{}f} s", seconds, speed < 0.5 ? 2 : 1);
    return std::abs(speed - 1.0) < 0.005 ? time : fmt::format("{}  ·  speed {:.2g}", time, speed);
}

/// Draws the longest bar of 1, 2 or 5 times a power of ten metres that fits, as long as at the point looked
/// at.
void drawScale(const CameraPose& pose, float lift, const CaptionPlace& place) {
    const float metre = place.height / (2.0f * std::tan(0.5f * pose.fieldOfView) * pose.distance);  // [px]
    const double most = static_cast<double>(kScaleWidth * (place.width - place.left) / metre);
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    const double metres = power * (most >= 5.0 * power ? 5.0 : most >= 2.0 * power ? 2.0 : 1.0);
    drawScaleBar(fmt::format("{:g} m", metres), static_cast<float>(metres) * metre, lift, place);
}

}  // namespace

OnPicture onPictureOf(const Film& film) {
    OnPicture content{.hasPanel = film.showsPanel, .hasCaption = film.hasCaption};
    if (!film.text.empty()) {
        content.words.push_back({.text = film.text});
    }
    return content;
}

Result<std::unique_ptr<Overlay>> Overlay::create(const Film& film) {
    std::unique_ptr<Overlay> overlay(new Overlay(film));
    auto painter = UiPainter::create(nullptr);
    if (!painter) {
        return painter.problem();
    }
    overlay->m_painter = std::move(*painter);
    overlay->show(onPictureOf(film));
    return overlay;
}

Overlay::Overlay(const Film& film) : m_film(film), m_ui(scaleFor(film, film.showsPanel)) {}

void Overlay::show(const OnPicture& content) {
    m_isSettled = m_isSettled && m_content.hasPanel == content.hasPanel && m_content.plot == content.plot;
    if (content.plot && m_content.plot != content.plot) {
        m_figures.want(kindsOf(std::array{std::string(measureColumns()[*content.plot].key)}));
    }
    if (content.logo != nullptr && content.logo != m_content.logo) {
        m_logo.put(kLogo, *content.logo);
    }
    m_content = content;
}

float Overlay::covered() const {
    const ImVec2 view{static_cast<float>(m_film.size.width), static_cast<float>(m_film.size.height)};
    const float scale = scaleFor(m_film, true);
    return m_content.hasPanel ? m_panel.place(scale, view).free / std::max(1.0f, view.x) : 0.0f;
}

void Overlay::measure(const Instant& session) {
    if (!m_content.hasPanel && !m_content.plot) {
        return;
    }
    if (std::exchange(m_beginning, session.beginning) != session.beginning) {
        m_figures.restart();
    }
    m_figures.update(session.state, session.realSeconds());
}

void Overlay::build(const Instant& session, const Stage& stage, float alpha, const CameraPose& pose) {
    const auto seconds = static_cast<float>(1.0 / m_film.rate.perSecond());
    const int frames = m_isSettled ? 1 : kFramesToSettle;
    noteLetters(session.loaded);
    for (const PictureText& words : m_content.words) {
        noteLetters(words.text);
    }
    if (m_ui.setLook(scaleFor(m_film, m_content.hasPanel), m_ui.kind())) {
        m_painter->refreshFonts();
    }
    measure(session);
    for (int frame = 1; frame <= frames; ++frame) {
        m_painter->beginPictureFrame(m_film.size.width, m_film.size.height, seconds);
        buildContent(session, stage, alpha, pose);
        if (frame < frames) {
            m_painter->skip();
        }
    }
    m_isSettled = true;
    m_painter->finish();
}

void Overlay::buildContent(const Instant& session, const Stage& stage, float alpha, const CameraPose& pose) {
    const auto width = static_cast<float>(m_film.size.width);
    const auto height = static_cast<float>(m_film.size.height);
    const CaptionPlace place{.left = covered() * width, .width = width, .height = height};
    const StateView& state = session.state;
    const View& view = stage.shownView();
    const bool isUpright = height > width;
    if (m_content.hasPanel) {
        buildPanel(session, stage.camera());
    }
    const float tickSize = kTickSize * captionSize(height);
    drawTickLabels(tickLabelsOf(state.scene(), view, width, height, tickSize), tickSize,
                   isOnPaper(state.scene().look));
    const ImVec2 picture{width, height};
    float lift = m_content.hasPanel ? m_panel.place(m_ui.scale(), picture).coveredBelow(height) : 0.0f;
    if (m_content.hasCaption) {
        drawNameTags(nameTagsOf(state, view, width, height, 1.0f), captionSize(height));
        const Caption caption = captionOf(state.scene(), session.loaded, state.seconds());
        drawCaption(caption, place);
        lift = std::max(lift, captionHeight(caption, height));
    }
    if (m_content.hasScale) {
        drawScale(pose, lift, place);
    }
    if (m_content.hasClock) {
        const auto steps = static_cast<double>(state.stepCount());
        const double part = steps > 0.0 ? Moment{state.stepCount(), alpha}.steps() / steps : 0.0;
        drawClock(filmClockText(part * state.seconds(), m_content.speed),
                  m_content.plot ? plotArea().max.y : 0.0f, place);
    }
    if (m_content.logo != nullptr) {
        drawLogo(*m_content.logo, place.left);
    }
    if (m_content.plot) {
        buildMeasure(*m_content.plot);
    }
    for (const PictureText& words : m_content.words) {
        drawPictureText(words, lift, place);
    }
    if (m_content.setting) {
        CaptionPlace beside = place;
        beside.width -= m_content.plot && !isUpright ? (kPlotWidth + kPlotAround) * width : 0.0f;
        drawMovedSetting(*m_content.setting, beside);
    }
    // A thumbnail has no space for a wheel.
    const auto& legend = stage.legend();
    if (legend && !(legend->isWheel && height < kMinWheelHeight)) {
        // A narrow picture has less space beside its caption.
        const float size = captionSize(std::min(height, width * 9.0f / 16.0f));
        drawLegend(*legend, {.right = width, .bottom = height, .fontSize = size});
    }
}

/// In the upper left corner, but right of a panel; never larger than its own pixels.
void Overlay::drawLogo(const Image& logo, float left) const {
    const auto width = static_cast<float>(m_film.size.width);
    const auto height = static_cast<float>(m_film.size.height);
    const ImVec2 own{static_cast<float>(logo.width), static_cast<float>(logo.height)};
    const float scale = std::min({1.0f, kLogoHeight * height / own.y, kLogoWidth * width / own.x});
    const float around = kPlotAround * height;
    ImGui::GetBackgroundDrawList()->AddImage(m_logo.of(kLogo), {left + around, around},
                                             {left + around + scale * own.x, around + scale * own.y});
}

/// The upper right corner or, in an upright picture, below a setting that moves.
Rect Overlay::plotArea() const {
    const auto width = static_cast<float>(m_film.size.width);
    const auto height = static_cast<float>(m_film.size.height);
    const float around = kPlotAround * height;
    if (height > width) {
        return {{around, kUprightPlotTop * height},
                {width - around, (kUprightPlotTop + kUprightPlotHeight) * height}};
    }
    return {{width - around - kPlotWidth * width, around}, {width - around, around + kPlotHeight * height}};
}

void Overlay::buildMeasure(std::size_t column) const {
    const Rect area = plotArea();
    ImGui::SetNextWindowPos(area.min);
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::Begin("##measure", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs);
    buildPlot({.scale = kPlotText * m_ui.scale()}, m_figures.figures().history, nullptr, column, area);
    ImGui::End();
    ImGui::PopStyleVar();
}

void Overlay::draw(const Tile& tile) {
    m_painter->drawTile(tile, m_film.size.height);
}

void Overlay::buildPanel(const Instant& session, const Camera& camera) {
    const StateView& state = session.state;
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
