#include "viewer/host/panels.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ui/widgets/keyboard.hpp"
#include "viewer/host/manual.hpp"
#include "viewer/measures/measure_strip.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

Result<std::unique_ptr<Panels>> Panels::create(Window& window, Background& background, Messages& messages,
                                               bool isProbed) {
    std::unique_ptr<Panels> panels(new Panels(window, background, messages, isProbed));
    auto painter = UiPainter::create(window.handle());
    if (!painter) {
        return painter.problem();
    }
    panels->m_painter = std::move(*painter);
    return panels;
}

Panels::Panels(Window& window, Background& background, Messages& messages, bool isProbed)
    : gallery(background),
      m_window(window),
      m_messages(messages),
      m_isProbed(isProbed),
      m_ui(window.uiScale()) {}

void Panels::declare(CommandTable& commands, Panels* panels) {
    commands.add({.id = "plots",
                  .name = "Plots",
                  .keys = "M",
                  .words = "measures graph curves strip chart histogram graphs data export",
                  .run = [panels] { panels->toggleMeasures(); }});
    commands.add({.id = "light",
                  .name = "Light: place, hour, clouds and water",
                  .words = "night sunset sunrise dusk dawn day evening morning noon moon weather sky time of "
                           "day background "
                           "green blue ocean turquoise overcast cloudy haze fog place lake",
                  .run = [panels] {
                      panels->isShown = true;
                      panels->panel.openLight();
                  }});
    commands.add({.id = "find", .keys = "Ctrl + F", .run = [panels] {
                      panels->isShown = true;
                      panels->panel.toggleFinder();
                  }});
    commands.add({.id = "help",
                  .name = "Keys",
                  .keys = "F1",
                  .otherKeys = "?",
                  .words = "help shortcuts mouse keyboard only hotkeys keybindings controls",
                  .run = [panels] { panels->toggleHelp(); }});
    commands.add({.id = "manual",
                  .name = "Manual",
                  .words = "help documentation explain formula model cite about",
                  .run = [panels] { panels->openManual(); }});
    commands.add({.id = "open_address",
                  .runWith = [panels](const CommandValue& with) { panels->openAddress(with.text); }});
    commands.add({.id = "panel",
                  .name = "Hide the panel",
                  .keys = "Ctrl + B",
                  .words = "show hide ui interface clean layers menu sidebar",
                  .run = [panels] { panels->isShown = !panels->isShown; }});
    commands.add({.id = "larger",
                  .name = "Larger text",
                  .keys = "Ctrl + plus",
                  .otherKeys = "Ctrl + =",  // the same key without Shift, on many keyboards
                  .words = "size scale big bigger text font",
                  .run = [panels] { panels->changeSize(true); }});
    commands.add(
        {.id = "smaller", .name = "Smaller text", .keys = "Ctrl + minus", .words = "size", .run = [panels] {
             panels->changeSize(false);
         }});
    commands.add({.id = "usual_size", .keys = "Ctrl + 0", .run = [panels] { panels->panel.setSize(1.0f); }});
}

FrameLayout Panels::layout(const Situation& situation) {
    const PanelLook& look = panel.layout().look;
    if (m_ui.setLook(m_window.uiScale() * look.size, look.theme)) {
        m_painter->refreshFonts();
    }
    const WidgetContext context = overlayContext();
    const auto width = static_cast<float>(m_window.size().width);
    const auto height = static_cast<float>(m_window.size().height);
    const PanelPlace place = panel.place(context.scale, {width, height});
    const float panelWidth = isShown ? place.free : 0.0f;
    const bool isStripShown = isShown && panel.isStripShown();
    std::optional<float> rightPanelLeft;
    float drawer = 0.0f;
    for (const Feature* const feature : situation.features) {
        if (const auto left = feature->panelLeft(context, width)) {
            rightPanelLeft = std::min(*left, rightPanelLeft.value_or(width));
        }
        drawer = std::max(drawer, feature->drawerHeight());
    }
    return layoutOf(
        m_window.size(), m_window.framebufferSize(), context.scale,
        {.panelWidth = panelWidth,
         .rightPanelLeft = rightPanelLeft,
         .stripHeight = isStripShown ? measureStripHeight(context, width - panelWidth - place.margin) : 0.0f,
         .toolsHeight = isShown ? place.coveredBelow(height) : 0.0f,
         .timelineHeight = situation.isTakePlayed ? timelineHeight(context) : 0.0f,
         .drawerHeight = drawer,
         .sideWidth = isShown && !place.isCompact ? context.px(kSideWidth) + place.margin : 0.0f,
         .sideLeft = situation.sideLeft,
         .isSplit = situation.isSplit});
}

void Panels::begin(std::span<const InputEvent> events, double seconds, const FrameLayout& layout) {
    // The places that can have the keyboard now, besides the picture.
    std::vector<KeyboardPlace> places;
    if (isShown) {
        places.push_back(KeyboardPlace::panel);
        places.push_back(KeyboardPlace::strip);
    }
    if (layout.rightPanelLeft) {
        places.push_back(KeyboardPlace::capturePanel);
    }
    if (layout.timelineHeight > 0.0f) {
        places.push_back(KeyboardPlace::timeline);
    }
    keyboard.update(events, places, isPointerOver(), gallery.isOpen() && !isHelpShown);
    m_painter->beginWindowFrame(events, seconds);
}

WidgetContext Panels::context(EscapeKey& escape, const CommandTable& commands) {
    return {.scale = m_ui.scale(),
            .probe = m_isProbed ? &probe : nullptr,
            .escape = &escape,
            .commands = &commands};
}

bool Panels::isPointerOver() {
    return ImGui::GetIO().WantCaptureMouse;
}

void Panels::toggleHelp() {
    isHelpShown = !isHelpShown;
    if (isHelpShown && gallery.isOpen()) {
        releaseKeyboard();  // the search field: the next Esc closes the help
    }
}

void Panels::toggleMeasures() {
    if (isShown || !panel.isStripShown()) {
        panel.toggleStrip();
    }
    isShown = true;
}

void Panels::changeSize(bool isLarger) {
    panel.setSize(nextSize(panel.layout().look.size, isLarger));
}

void Panels::openManual() {
    isHelpShown = false;
    tell(m_desktop.open(manualPage()));
}

void Panels::openAddress(const std::string& address) {
    tell(m_desktop.openAddress(address));
}

void Panels::openFolder(const std::filesystem::path& folder) {
    tell(m_desktop.open(folder));
}

void Panels::tell(const Outcome& opened) {
    if (!opened) {
        m_messages.postProblem(opened.problem().text);
    }
}

void Panels::poll() {
    if (const auto problem = m_desktop.poll()) {
        m_messages.postProblem(problem->text);
    }
}

}  // namespace shoal
