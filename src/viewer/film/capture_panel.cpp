#include "viewer/film/capture_panel.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

namespace {

constexpr theme::Colour kRecording{0.92f, 0.26f, 0.24f, 1.0f};
constexpr float kWidth = 320.0f;  // [px] at scale 1
constexpr float kButtonHeight = 40.0f;
constexpr float kMargin = 12.0f;
constexpr float kCapturePadding = 12.0f;
constexpr float kMinHeight = 300.0f;
constexpr float kRecordingDotRadius = 6.0f;
constexpr double kLeastFilm = 0.5;   // [s] before that, Stop does not answer
constexpr float kStartsRest = 2.0f;  // [s] after a recording, in which nothing starts another

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings;

std::string minutesText(double seconds) {
    const auto whole = static_cast<long long>(std::max(0.0, seconds));
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// Draws a red dot and text at the view's right edge, in a row counted from the top.
void drawMark(const std::string& words, int row, const WidgetContext& context, bool isPanelOpen) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    // Between the two panels, if there is space.
    const float view = ImGui::GetIO().DisplaySize.x;
    const float left = capturePanelLeft(context, view);
    const float right = isPanelOpen && left > context.px(1.5f * kWidth) ? left : view;
    const float margin = context.px(kMargin);
    const float dot = context.px(kRecordingDotRadius);
    const float padding = context.px(theme::kGrid);
    const ImVec2 at(right - margin - size.x,
                    margin + static_cast<float>(row) * (size.y + 2.0f * padding + margin));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({at.x - 3.0f * dot - 2.0f * padding, at.y - padding},
                       {right - margin + 2.0f * padding, at.y + size.y + padding},
                       theme::packed(theme::colours().panel), context.px(theme::kCorner));
    list.AddCircleFilled({at.x - 2.0f * dot, at.y + size.y * 0.5f}, dot, theme::packed(kRecording));
    list.AddText(at, theme::packed(theme::colours().text), words.c_str());
}

void buildHeading(const WidgetContext& context, Commands& commands) {
    ImGui::PushFont(titleFont());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Capture");
    const float side = ImGui::GetFrameHeight();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
    if (ImGui::InvisibleButton("close", {side, side})) {
        commands.push_back(Run{"film_panel"});
    }
    ImGui::PopFont();
    context.note("capture.close");
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 middle(min.x + side * 0.5f, min.y + side * 0.5f);
    const float arm = context.px(4.5f);
    const ImU32 colour =
        theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().quietText);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, colour,
                 context.px(1.5f));
    list.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, colour,
                 context.px(1.5f));
    tooltip(context, "Close; recording and films continue");
}

/// What most captures are for.
struct Card {
    const char* key;
    const char* title;
    const char* about;
    CaptureSettings settings;
};

/// These settings for a film of some seconds.
CaptureSettings filmOf(CaptureSettings settings, CaptureSettings::Kind kind, CaptureSettings::Size size,
                       float seconds) {
    settings.size = size;
    settings.rate = CaptureSettings::Rate::r30;
    settings.isEndless = false;
    settings.seconds = seconds;
    settings.isLoop = false;
    settings.largest = 0.0f;
    return withKind(settings, kind);
}

/// A card sets what it names and starts the capture; motion blur, caption and the like stay.
void buildCards(CaptureSettings& settings, const WidgetContext& context, Commands& commands) {
    using Kind = CaptureSettings::Kind;
    using Size = CaptureSettings::Size;
    std::array cards{
        Card{"clip", "Clip", "1920×1080, 10 s", filmOf(settings, Kind::mp4, Size::p1080, 10.0f)},
        Card{"reel", "Reel", "1080×1920, 10 s", filmOf(settings, Kind::mp4, Size::upright, 10.0f)},
        Card{"loop", "Loop", "WebP, 6 s, 3 MB", filmOf(settings, Kind::webp, Size::window, 6.0f)},
        Card{"still", "Picture", "1920×1080", filmOf(settings, Kind::picture, Size::p1080, 10.0f)}};
    cards[2].settings.isLoop = true;
    cards[2].settings.largest = 3.0f;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 size(0.5f * (ImGui::GetContentRegionAvail().x - gap), context.px(kButtonHeight));
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0f, 0.5f});
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Card& card = cards[i];
        if (i % 2 == 1) {
            ImGui::SameLine(0.0f, gap);
        }
        if (ImGui::Button(fmt::format("{}\n{}###{}", card.title, card.about, card.key).c_str(), size)) {
            settings = card.settings;
            commands.push_back(Run{"film"});
        }
        context.note(fmt::format("capture.card.{}", card.key));
        tooltip(context, card.settings.fileFormat().isFilm()
                             ? "Start this kind of film now; its settings appear below"
                             : "Take this kind of picture now");
    }
    const ImVec2 low(size.x, 0.0f);
    if (ImGui::Button("Story so far", low)) {
        commands.push_back(Run{"film_panel"});  // it needs the space
        commands.push_back(Run{"story"});
    }
    context.note("capture.card.story");
    tooltip(context,
            "A storyboard of what you have just done: a shot for each change, with a caption, to look at and "
            "change before it is filmed");
    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button("Storyboard", low)) {
        commands.push_back(Run{"film_panel"});
        commands.push_back(Run{"storyboard"});
    }
    ImGui::PopStyleVar();
    context.note("capture.card.storyboard");
    tooltip(context, "A film of several shots: presets, cameras, sliders that move, titles and captions");
}

void buildRows(CaptureSettings& settings, CaptureSettings usual, const WidgetContext& context) {
    const CaptureSettings before = settings;
    CaptureSettings shown = settings;
    const Tunables now{&shown, CaptureSettings::parameters};
    const Tunables atFirst{&usual, CaptureSettings::parameters};
    for (std::size_t index = 0; index < now.parameters.size(); ++index) {
        const Parameter& parameter = now.parameters[index];
        const std::string_view key = parameter.declared.key;
        if (!isCaptureSettingShown(before, key)) {
            continue;
        }
        TunableRow row = settingRow("capture", now, atFirst, index);
        row.isWide = true;
        row.refusal = captureRefusal(before, key);
        row.atZero = key == "largest_file" ? "any size" : key == "shutter" ? "no blur" : "";
        if (const auto change = tunableRow(context, row); change.shown) {
            now.set(index, parameter.stored(*change.shown));
            settings = key == "kind" ? withKind(before, shown.kind) : shown;
        }
    }
}

void buildTarget(const CapturePanelInput& input, const WidgetContext& context) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(fmt::format("Into {} · {}", input.folder, input.estimate).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    context.note("capture.target");
    tooltip(
        context,
        "Named after the preset and the time; no file is ever overwritten. The size is that of most films; "
        "the picture decides");
    if (input.isWaiting) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().warning);
        ImGui::TextUnformatted("Paused: the film waits, too (Space resumes)");
        ImGui::PopStyleColor();
        context.note("capture.waiting");
    }
}

/// `command` gives up a film that is being recorded or made.
void buildCancel(std::string_view command, const WidgetContext& context, Commands& commands) {
    if (ImGui::Button(fmt::format("Cancel###{}", command).c_str())) {
        commands.push_back(Run{command});
    }
    context.note(fmt::format("capture.{}", command));
    tooltip(context, "Give this film up; its take stays");
}

/// Builds the large button that starts or stops recording.
void buildButton(const CapturePanelInput& input, const CaptureSettings& settings,
                 const WidgetContext& context, Commands& commands) {
    const bool isRecording = input.progress.recorded.has_value();
    const bool isPicture = settings.fileFormat().output == FileFormat::Output::picture;
    const char* label = isRecording ? "Stop" : isPicture ? "Take the picture" : "Start";
    const ImVec2 size(ImGui::GetContentRegionAvail().x, context.px(kButtonHeight));
    const theme::Colour colour = isRecording ? kRecording : theme::colours().accent;
    ImGui::PushStyleColor(ImGuiCol_Button, theme::withAlpha(colour, 0.6f));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::withAlpha(colour, 0.8f));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, colour);
    ImGui::PushFont(titleFont());
    // The second click of a double click on Start is no Stop.
    const bool isJustBegun = isRecording && !input.isWaiting && *input.progress.recorded < kLeastFilm;
    ImGui::BeginDisabled(isJustBegun);
    if (ImGui::Button(fmt::format("{}###capture", label).c_str(), size)) {
        commands.push_back(Run{"film"});
    }
    ImGui::EndDisabled();
    ImGui::PopFont();
    ImGui::PopStyleColor(3);
    context.note("capture.button");
    tooltip(context, isRecording ? "Stop, and make the film ({film})"
                     : isPicture ? "One picture, at the size below ({film})"
                                 : "Record a take; the film is made from it afterwards ({film})");
}

void buildRecorded(const FilmProgress& progress, const WidgetContext& context, Commands& commands) {
    const std::string length = progress.length ? fmt::format(" of {:.1f}", *progress.length) : "";
    const bool isWhole =
        labelledValue(context, "Film", fmt::format("{:.1f}{} s", *progress.recorded, length));
    context.note("capture.film", !isWhole);
    tooltip(context, "How long the film is so far");
    buildCancel("cancel_recording", context, commands);
}

/// Shows the film that is being made.
void buildMaking(const FilmProgress& progress, const WidgetContext& context, Commands& commands) {
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    const auto line = [&](const std::string& text, const char* key) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        context.note(key);
    };
    line("Making " + progress.file, "capture.making");
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, theme::colours().accent);
    ImGui::ProgressBar(std::clamp(progress.part, 0.0f, 1.0f), {-1.0f, context.px(6.0f)}, "");
    ImGui::PopStyleColor();
    line(progress.isCancelled    ? "ending…"
         : progress.done.empty() ? "begins…"
                                 : progress.done,
         "capture.done");
    if (progress.waiting > 0) {
        line(fmt::format("{} more to be made", progress.waiting), "capture.more");
    }
    ImGui::BeginDisabled(progress.isCancelled);
    buildCancel("cancel_film", context, commands);
    ImGui::EndDisabled();
}

}  // namespace

float capturePanelLeft(const WidgetContext& context, float viewWidth) {
    const float width = context.px(kWidth);
    const float margin = context.px(kMargin);
    return viewWidth >= 2.0f * width ? viewWidth - width - margin : margin;
}

void CapturePanel::build(const CapturePanelInput& input, CaptureSettings& settings,
                         const WidgetContext& context, Commands& commands) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = context.px(kMargin);
    const ImVec2 min{capturePanelLeft(context, display.x), margin};
    // The plots below stay free, unless that leaves too little.
    const float free = display.y - input.coveredBelow - 2.0f * margin;
    const float room = free >= context.px(kMinHeight) ? free : display.y - 2.0f * margin;
    const ImVec2 size{
        std::min(context.px(kWidth), display.x - 2.0f * margin),
        std::clamp(m_height, context.px(kButtonHeight), std::max(room, context.px(kButtonHeight)))};
    drawCardShadow(context, min, size);
    ImGui::SetNextWindowPos(min);
    ImGui::SetNextWindowSize(size);
    pushCardStyle(context, kCapturePadding);
    beginKeyboardWindow("capture", kFixed, input.hasKeyboard);
    popCardStyle();
    buildHeading(context, commands);
    const bool isRecording = input.progress.recorded.has_value();
    m_sinceRecording = isRecording ? 0.0f : m_sinceRecording + ImGui::GetIO().DeltaTime;
    // A click meant for Stop or Cancel starts nothing.
    const bool rests = !isRecording && m_sinceRecording < kStartsRest;
    // The next control to use is at the top, where it stays under the mouse.
    ImGui::BeginDisabled(rests);
    buildButton(input, settings, context, commands);
    ImGui::EndDisabled();
    buildTarget(input, context);
    // While recording, settings cannot change. Without them, nothing scrolls the button out of view.
    if (input.progress.recorded) {
        buildRecorded(input.progress, context, commands);
    }
    if (!isRecording) {
        ImGui::Dummy({0.0f, context.px(theme::kGrid)});
        ImGui::BeginDisabled(rests);
        buildCards(settings, context, commands);
        ImGui::EndDisabled();
    }
    // Below the cards, which stay under the mouse.
    if (!input.progress.file.empty()) {
        buildMaking(input.progress, context, commands);
    }
    if (!input.progress.recorded) {
        ImGui::Dummy({0.0f, context.px(theme::kGrid)});
        buildRows(settings, input.usual, context);
    }
    m_height = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + context.px(kCapturePadding);
    ImGui::End();
}

void buildRecordingMarks(const FilmProgress& progress, std::optional<double> take,
                         const WidgetContext& context, bool isPanelOpen) {
    int row = 0;
    if (progress.recorded) {
        drawMark("Film " + minutesText(*progress.recorded), row++, context, isPanelOpen);
    } else if (take) {
        drawMark("Take " + minutesText(*take), row++, context, isPanelOpen);
    }
    if (!progress.file.empty()) {
        drawMark("Making a film, " + percentText(progress.part), row, context, isPanelOpen);
    }
}

}  // namespace shoal
