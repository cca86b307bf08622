// Part of Panel: the strip of icons, the time chip, and the popovers that they open.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/measures/measure_strip.hpp"
#include "viewer/panel/menu_rows.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/time/timeline.hpp"
#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kPopoverWidth = 264.0f;
constexpr float kPopoverPadding = 12.0f;
constexpr float kChipDot = 3.5f;
constexpr float kChipInset = 10.0f;

// The flock is slow from this fraction of real time on, and no longer so from the other: on a busy machine, a
// step is occasionally late. Either only after a while, so that the warning does not flicker.
constexpr float kSlow = 0.90f;
constexpr float kKeepsUp = 0.97f;
constexpr double kSpeedSettles = 1.5;  // [s]

constexpr ImGuiWindowFlags kToolFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;

/// Where an item was built.
struct Anchor {
    float middle = 0.0f;  ///< [px]
};

Anchor lastItem() {
    return {0.5f * (ImGui::GetItemRectMin().x + ImGui::GetItemRectMax().x)};
}

/// Begins the popover of a button if it is open; then call endPopover(). It stands above the strip, within
/// the view.
bool beginPopover(const PanelFrame& frame, const char* name, const char* title, const Anchor& anchor) {
    const WidgetContext& context = frame.context;
    const PanelPlace& place = frame.place;
    const float width = context.px(kPopoverWidth);
    // Beside the card if it fits there.
    const float view = ImGui::GetIO().DisplaySize.x;
    const float left = place.free + width + place.margin <= view ? place.free : place.margin;
    const float x =
        std::clamp(anchor.middle - 0.5f * width, left, std::max(left, view - place.margin - width));
    const float bottom = place.strip.y - place.gap;
    ImGui::SetNextWindowPos({std::floor(x), bottom}, ImGuiCond_Always, {0.0f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(1.0f, bottom - place.margin)});
    pushCardStyle(context, kPopoverPadding);
    const bool isOpen = ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove);
    popCardStyle();
    if (!isOpen) {
        return false;
    }
    ImGui::TextUnformatted(title);
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    if (context.takeEscape()) {
        ImGui::CloseCurrentPopup();
    }
    return true;
}

void endPopover() {
    ImGui::EndPopup();
}

struct AddRow {
    std::string_view command;
    Icon icon;
    const char* label;
    const char* key;
    const char* shortcut;
    const char* help;
};

constexpr std::array kAddRows{
    AddRow{"add_stone", Icon::stone, "Stone", "button.add_stone", "",
           "Adds an obstacle in the picture's middle. Drag it to move it; boids swim round it."},
    AddRow{"add_goal", Icon::goal, "Goal", "button.add_goal", "",
           "Adds a place that the boids seek. Drag it in the picture to lead them."},
    AddRow{"add_lure", Icon::lure, "Lure", "button.add_lure", "Ctrl + click",
           "Adds a point that attracts the boids within its reach."},
    AddRow{"add_scare", Icon::scare, "Scare", "button.add_scare", "Ctrl + Shift + click",
           "Adds a point that scares the boids within its reach."},
    AddRow{"add_hunter", Icon::hunter, "Hunter", "button.add_hunter", "",
           "A hunter follows the mouse, and dashes on a click. Choose it again, and it goes."},
};

void buildAdd(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    for (const AddRow& row : kAddRows) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (menuRow(context, {.key = row.key,
                              .label = fmt::format("       {}", row.label),
                              .shortcut = row.shortcut,
                              .hint = row.help})) {
            frame.commands.push_back(Run{row.command});
        }
        drawIcon(*ImGui::GetWindowDrawList(), row.icon, {at.x + context.px(2.0f), at.y + context.px(5.0f)},
                 context.px(16.0f), theme::packed(theme::colours().text));
    }
}

std::string stepTip(const TimeSettings& time) {
    return time.step == kStepSeconds ? fmt::format("One step of 1/{} s", kStepsPerSecond)
                                     : fmt::format("One step of {:g} s", time.step);
}

/// The moment shown, "0:12.3, step 738".
std::string momentText(const PanelInput& input) {
    return fmt::format("{}, step {}",
                       clockText(input.scene->time.realSeconds(static_cast<double>(input.stepCount))),
                       withThousands(input.stepCount));
}

std::string chipText(const PanelInput& input, bool isSlow) {
    return input.isRewound          ? "Rewound"
           : input.isPlaying        ? "Take"
           : input.isPaused         ? "Paused"
           : isSlow                 ? percentText(input.figures.realTime) + " speed"
           : input.timeScale != 1.0 ? fmt::format("Live {:.2g}×", input.timeScale)
                                    : "Live";
}

/// What costs most comes first.
std::string costText(const Figures& figures) {
    const std::string drawing = fmt::format("{:.0f}\u00A0ms", figures.cost.drawing * 1e3);
    const std::string step = fmt::format("{:.1f}\u00A0ms", figures.step.total() * 1e3);
    // Lines of their own: they would break behind a decimal point.
    return figures.cost.drawing >= figures.step.total()
               ? fmt::format("\nDrawing takes {},\na step {}.", drawing, step)
               : fmt::format("\nA step takes {},\ndrawing {}.", step, drawing);
}

std::string chipTip(const PanelInput& input, bool isSlow) {
    const Figures& figures = input.figures;
    if (!figures.hasTimes) {
        return {};
    }
    std::string costs =
        fmt::format("{:.0f}\u00A0frames a second. {}", figures.framesPerSecond, costText(figures));
    if (input.isQualityLowered) {
        costs += " The picture has low quality, to be drawn faster.";
    }
    if (input.pictureScale < 1.0f) {
        costs += fmt::format(" The picture has {} of its size, to be drawn faster.",
                             percentText(input.pictureScale));
    }
    if (!input.device.empty()) {
        costs += fmt::format(" Steps run on {}.", input.device);
    }
    return isSlow ? fmt::format("Slow: the flock moves at {} of its speed. {} Click for what helps.",
                                percentText(input.figures.realTime), costs)
                  : "Time and takes. " + costs;
}

}  // namespace

void Panel::buildTools(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const PanelPlace& place = frame.place;
    const PanelInput& input = frame.input;
    drawCardShadow(context, place.strip, place.stripSize);
    ImGui::SetNextWindowPos(place.strip);
    ImGui::SetNextWindowSize(place.stripSize);
    pushCardStyle(context, kStripPadding);
    beginKeyboardWindow("tools", kToolFlags & ~ImGuiWindowFlags_NoNav, input.hasStripKeyboard);
    popCardStyle();
    const float top = std::floor(context.px(kStripPadding) + 0.5f);
    float x = top;
    const auto button = [&](const char* key, Icon icon, const char* word, const std::string& hint,
                            IconLook look = {}) {
        ImGui::SetCursorPos({x, top});
        x += place.buttonWidth;
        look.word = place.hasWords ? std::string_view(word) : std::string_view();
        look.width = place.buttonWidth;
        return iconButton(context, key, icon, place.button, look, hint);
    };
    const auto action = [&](std::string_view command, const char* key, Icon icon, const char* word,
                            const std::string& hint, IconLook look = {}) {
        look.isOn = context.isOn(command);
        if (context.has(command) && button(key, icon, word, hint, look)) {
            frame.commands.push_back(Run{command});
        }
    };
    const auto beginGroup = [&] {
        const float gap = std::floor(context.px(kGroupGap) + 0.5f);
        const ImVec2 at{std::floor(place.strip.x + x + 0.5f * gap), place.strip.y + context.px(10.0f)};
        ImGui::GetWindowDrawList()->AddRectFilled(
            at, {at.x + context.px(1.0f), place.strip.y + place.stripSize.y - context.px(10.0f)},
            theme::packed(theme::withAlpha(theme::colours().text, 0.10f)));
        x += gap;
    };
    const auto popover = [&](const char* key, Icon icon, const char* name, const char* title,
                             const std::string& hint, const auto& build) {
        const bool isOpen = ImGui::IsPopupOpen(name);
        if (button(key, icon, title, isOpen ? std::string() : hint, {.isOn = isOpen})) {
            ImGui::OpenPopup(name);
        }
        if (m_opensLight && icon == Icon::colour) {
            m_opensLight = false;
            ImGui::OpenPopup(name);
        }
        if (beginPopover(frame, name, title, lastItem())) {
            build();
            endPopover();
        }
    };
    action("pause", "button.pause", input.isPaused ? Icon::play : Icon::pause,
           input.isPaused ? "Play" : "Pause", input.isPaused ? "Resume ({pause})" : "Pause ({pause})");
    action("restart", "button.restart", Icon::restart, "Restart", "Restart from the beginning ({restart})");
    beginGroup();
    action("undo", "button.undo", Icon::undo, "Undo", "Undo the last change ({undo})",
           {.isPossible = context.isPossible("undo")});
    action("redo", "button.redo", Icon::redo, "Redo", "Redo what was undone ({redo})",
           {.isPossible = context.isPossible("redo")});
    beginGroup();
    action("compare", "strip.compare", Icon::compare, "Compare",
           context.isOn("compare") ? "End the comparison and keep B ({compare})"
                                   : "Compare with A, side by side ({compare})");
    popover("strip.add", Icon::add, "add", "Add", "Add a stone, a goal, a lure, a scare or a hunter",
            [&] { buildAdd(frame); });
    beginGroup();
    popover("strip.view", Icon::camera, "view", "View",
            "Where the camera looks from ({next_view}: the next view)",
            [&] { buildViews(frame, m_highlight); });
    popover("strip.colour", Icon::colour, "colour", "Colour", "Colours, trails and light",
            [&] { buildColour(frame); });
    if (button("strip.plots", Icon::plots, "Plots", "Plot the measures below the picture ({plots})",
               {.isOn = isStripShown()})) {
        toggleStrip();
    }
    beginGroup();
    action("picture", "button.picture", Icon::picture, "Picture",
           "Save a picture, without the panel ({picture})");
    action("film_panel", "button.capture", Icon::film, "Film",
           "Films: size, speed, motion blur ({film} films at once)");
    beginGroup();
    popover("strip.more", Icon::more, "more", "More", "Files, full screen, help", [&] { buildMore(frame); });
    ImGui::End();
    buildChip(frame);
}

/// Notes whether the flock keeps up with real time.
void Panel::noteSpeed(const PanelInput& input) {
    const double now = ImGui::GetTime();
    const bool isSlow = input.figures.hasTimes && input.figures.realTime < (m_isSlow ? kKeepsUp : kSlow);
    if (input.isPaused || isSlow == m_isSlow) {
        m_speedSettled = now;
    } else if (now - m_speedSettled >= kSpeedSettles) {
        m_isSlow = isSlow;
    }
}

void Panel::buildChip(PanelFrame& frame) {
    noteSpeed(frame.input);
    const bool isSlow = m_isSlow && !frame.input.isPaused;
    const WidgetContext& context = frame.context;
    const PanelPlace& place = frame.place;
    const ImVec2 size{place.chipWidth, place.stripSize.y};
    drawCardShadow(context, place.chip, size);
    ImGui::SetNextWindowPos(place.chip);
    ImGui::SetNextWindowSize(size);
    pushCardStyle(context, kStripPadding);
    ImGui::Begin("chip", nullptr, kToolFlags);
    popCardStyle();
    const float inset = context.px(kStripPadding);
    ImGui::SetCursorPos({inset, inset});
    const bool isClicked = bareButton("time", {size.x - 2.0f * inset, size.y - 2.0f * inset});
    context.note("strip.time");
    const bool isOpen = ImGui::IsPopupOpen("time");
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    // The button for one step lies on it while paused, and has its own tooltip.
    const float side = std::min(max.y - min.y, place.button);
    const bool isOnStep = frame.input.isPaused && ImGui::IsMouseHoveringRect({max.x - side, min.y}, max);
    tooltip(context, isOpen || isOnStep ? std::string() : chipTip(frame.input, isSlow));
    const theme::Palette& palette = theme::colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() || isOpen) {
        list.AddRectFilled(min, max,
                           theme::packed(isOpen ? theme::withAlpha(palette.accent, 0.20f)
                                                : theme::withAlpha(palette.text, 0.13f)),
                           context.px(theme::kCorner));
    }
    const std::string text = chipText(frame.input, isSlow);
    const float radius = context.px(kChipDot);
    const float gap = context.px(7.0f);
    const float x = min.x + context.px(kChipInset);  // the dot stays where it is, whatever the text
    const float y = 0.5f * (min.y + max.y);
    const theme::Colour& colour = isSlow                                          ? palette.warning
                                  : frame.input.isPaused || frame.input.isPlaying ? palette.quietText
                                                                                  : palette.accent;
    list.AddCircleFilled({x + radius, y}, radius, theme::packed(colour), 16);
    list.AddText({x + 2.0f * radius + gap, std::floor(y - 0.5f * ImGui::GetFontSize())},
                 theme::packed(palette.text), text.c_str());
    const Anchor anchor = lastItem();
    if (frame.input.isPaused) {
        ImGui::SetItemAllowOverlap();
        ImGui::SetCursorPos({size.x - inset - side, std::floor(0.5f * (size.y - side))});
        if (iconButton(context, "chip.step", Icon::step, side, {}, "One step ({step})")) {
            frame.commands.push_back(Run{"step"});
        }
    }
    if (isClicked) {
        ImGui::OpenPopup("time");
    }
    if (beginPopover(frame, "time", momentText(frame.input).c_str(), anchor)) {
        buildSlowness(frame, isSlow);
        buildTime(frame);
        actionRow(frame, "step",
                  {.key = "button.step",
                   .label = "One step",
                   .hint = stepTip(frame.view.scene().time),
                   .staysOpen = true});
        ImGui::Separator();
        for (Feature* const feature : frame.input.features) {
            feature->buildTime(frame);
        }
        endPopover();
    }
    ImGui::End();
}

/// Names what costs most while the flock or the picture is slow, and offers what makes that cheaper.
void Panel::buildSlowness(PanelFrame& frame, bool isSlow) {
    constexpr double kSlowPicture = 0.05;  // [s]
    const PanelInput& input = frame.input;
    const Figures& figures = input.figures;
    if (!figures.hasTimes || (!isSlow && figures.cost.drawing < kSlowPicture)) {
        return;
    }
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + frame.context.px(kPopoverWidth - 2.0f * kPopoverPadding));
    ImGui::TextUnformatted(costText(figures).c_str());
    ImGui::PopTextWrapPos();
    const double wanted = input.scene->time.stepsPerSecond() * input.timeScale;
    const bool isStep = isSlow && figures.step.total() * wanted > 0.5;
    if (!isStep && input.quality != Quality::low) {
        if (menuRow(frame.context, {.key = "slow.quality", .label = "Draw at low quality"})) {
            frame.commands.push_back(Run{"quality", {.text = "low"}});
        }
    }
    if (!isStep && input.picture != nullptr && !input.picture->shrinksWhenSlow &&
        menuRow(frame.context, {.key = "slow.smaller", .label = "Draw smaller while it is slow"})) {
        input.picture->shrinksWhenSlow = true;
    }
    const auto largest = std::ranges::max_element(input.scene->species, {}, &Species::count);
    const int half = largest->count / 2;
    if (half > 0 && !input.isPlaying &&
        menuRow(frame.context, {.key = "slow.boids",
                                .label = fmt::format("{}: change {} to {}", boidsName(largest->name),
                                                     withThousands(largest->count), withThousands(half))})) {
        frame.edits.push_back({fmt::format("species.{}.count", largest->name), static_cast<double>(half)});
    }
    ImGui::Separator();
}

void Panel::buildViews(PanelFrame& frame, Highlight& highlight) {
    for (std::size_t index = 0; index < frame.input.views.size(); ++index) {
        const ViewItem& view = frame.input.views[index];
        const std::string key = fmt::format("view.{}", view.name);
        if (menuRow(frame.context, {.key = key.c_str(),
                                    .label = labelOf(view.name),
                                    .hint = std::string(view.help),
                                    .isChosen = index == frame.input.viewIndex})) {
            frame.commands.push_back(Run{"view", {.number = static_cast<double>(index)}});
        }
    }
    actionRow(frame, "frame", {.key = "button.frame", .label = "Show the whole flock"});
    ImGui::Separator();
    if (menuRow(frame.context, {.key = "button.lens", .label = "Lens and orbit …"})) {
        highlight = {"camera.field_of_view", Highlight::kSeconds, true};
    }
}

/// Builds the rows of the look that change most; the list of all settings has the rest.
void Panel::buildColour(PanelFrame& frame) {
    buildLight(frame);
    constexpr std::array<std::string_view, 5> kKeys{"colour_by", "palette", "trail", "brightness", "hue"};
    const auto look = std::ranges::find(m_view.sections(), "look", &Section::path);
    for (const std::string_view key : kKeys) {
        if (const auto index = look->tunables.find(key)) {
            std::string label(key);
            label = labelOf(label);
            buildHeroRow(frame, {static_cast<std::size_t>(look - m_view.sections().begin()), *index, label});
        }
    }
    ImGui::Separator();
    if (menuRow(frame.context, {.key = "button.look", .label = "All look settings …"})) {
        pointOut("look.place");
    }
}

void Panel::buildFinder(PanelFrame& frame) {
    const auto chosen =
        m_finder.build(frame.context, {m_view, frame.input.presets, frame.input.revision}, frame.place);
    if (!chosen) {
        return;
    }
    switch (chosen->kind) {
        case Findable::Kind::tunable:
            if (chosen->key.starts_with(kPanelKeys)) {
                m_layout.folds[kSettingsFold] = true;
                m_layout.folds["panel"] = true;
                m_scrollsToEnd = true;
                return;
            }
            return pointOut(chosen->key, true);
        case Findable::Kind::answer:
            return;
        case Findable::Kind::command:
            return frame.commands.push_back(Run{chosen->command});
        case Findable::Kind::preset:
            return frame.commands.push_back(
                Run{"open_preset", {.number = static_cast<double>(chosen->preset)}});
        case Findable::Kind::measure:
            return plot(chosen->key);
    }
}

/// Plots a measure's column, in place of the first one if it is not plotted yet.
void Panel::plot(const std::string& column) {
    if (!isStripShown()) {
        toggleStrip();
    }
    if (m_layout.plots.empty()) {
        m_layout.plots.assign(kUsualPlots.begin(), kUsualPlots.end());
    }
    if (std::ranges::find(m_layout.plots, column) == m_layout.plots.end()) {
        m_layout.plots.front() = column;
    }
}

void Panel::buildMore(PanelFrame& frame) {
    actionRow(frame, "find", {.key = "more.find", .label = "Find …"});
    actionRow(frame, "open_file", {.key = "more.open", .label = "Open a file …"});
    if (menuRow(frame.context, {.key = "more.save_as",
                                .label = "Save as …",
                                .hint = "Keep this scene as a preset of your own"})) {
        askForTitle(frame.input.copyTitle);
    }
    actionRow(frame, "copy", {.key = "more.copy", .label = "Copy settings"});
    actionRow(frame, "copy_changes", {.key = "more.copy_changes", .label = "Copy only what I changed"});
    actionRow(frame, "copy_json", {.key = "more.copy_json", .label = "Copy as JSON"});
    actionRow(frame, "paste", {.key = "more.paste", .label = "Paste settings"});
    actionRow(frame, "export",
              {.key = "more.export",
               .label = "Export",
               .hint = "Positions and measures as CSV, settings, and a picture, into a new folder"});
    ImGui::Separator();
    actionRow(frame, "full_screen", {.key = "more.full_screen", .label = "Full screen"});
    if (menuRow(frame.context, {.key = "more.look", .label = "Theme and size …"})) {
        m_layout.folds[kSettingsFold] = true;
        m_layout.folds["panel"] = true;
        m_scrollsToEnd = true;
    }
    actionRow(frame, "help", {.key = "button.help", .label = "Keys"});
    actionRow(frame, "manual", {.key = "more.manual", .label = "Manual"});
    actionRow(frame, "tour", {.key = "more.tour", .label = "Tour"});
}

}  // namespace shoal
