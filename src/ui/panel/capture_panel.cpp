#include "ui/panel/capture_panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/sliders/tunable_row.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

using State = CaptureProgress::State;

constexpr theme::Colour kRecording{0.92f, 0.26f, 0.24f, 1.0f};
constexpr float kButtonHeight = 40.0f;
constexpr float kMargin = 12.0f;
constexpr float kRecordingDotRadius = 6.0f;

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings;

std::string minutesText(double seconds) {
    const auto whole = static_cast<long long>(std::max(0.0, seconds));
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string sizeText(unsigned long long bytes) {
    constexpr double kStep = 1000.0;
    double size = static_cast<double>(bytes);
    const char* unit = "B";
    for (const char* larger : {"kB", "MB", "GB", "TB"}) {
        if (size < kStep) {
            break;
        }
        size /= kStep;
        unit = larger;
    }
    return fmt::format("{:.{}f} {}", size, size < 10.0 && *unit != 'B' ? 1 : 0, unit);
}

/// Draws a red dot and text at the view's right edge, in a row counted from the top.
void drawMark(const std::string& words, int row, const WidgetContext& context, bool isPanelOpen) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    // Between the two panels, if there is space.
    const float left = capturePanelLeft(context);
    const float right =
        isPanelOpen && left > context.px(1.5f * theme::kPanelWidth) ? left : ImGui::GetIO().DisplaySize.x;
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

void buildHeading(const WidgetContext& context, CaptureRequests& requests) {
    ImGui::PushFont(titleFont());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Capture");
    const float side = ImGui::GetFrameHeight();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
    requests.closes = ImGui::InvisibleButton("close", {side, side});
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
    tooltip(context, "Close (Ctrl+F12); a running capture continues");
}

void buildRows(const CapturePanelInput& input, const WidgetContext& context, CaptureRequests& requests) {
    CaptureSettings shown = input.settings;
    CaptureSettings usual;
    const Tunables now{&shown, CaptureSettings::parameters};
    const Tunables atFirst{&usual, CaptureSettings::parameters};
    for (std::size_t index = 0; index < now.parameters.size(); ++index) {
        const Parameter& parameter = now.parameters[index];
        const std::string_view key = parameter.declared.key;
        if (!isCaptureSettingShown(input.settings, key)) {
            continue;
        }
        const TunableRow row{.parameter = parameter,
                             .key = fmt::format("capture.{}", key),
                             .shown = parameter.shown(now.get(index)),
                             .isChanged = now.get(index) != atFirst.get(index),
                             .resetShown = parameter.shown(atFirst.get(index)),
                             .source = {},
                             .refusal = captureRefusal(input.settings, key),
                             .origin = "the default"};
        if (const auto change = tunableRow(context, row); change.shown) {
            now.set(index, parameter.stored(*change.shown));
            requests.settings = key == "kind" ? withKind(shown, shown.kind) : shown;
        }
    }
}

void buildTarget(const CapturePanelInput& input, const WidgetContext& context) {
    const bool isIdle = input.progress.state == State::idle;
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
    ImGui::PushTextWrapPos(0.0f);
    const std::string words = isIdle ? "Into " + input.folder : "Writing " + input.progress.file;
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    context.note("capture.target");
    tooltip(context, "Named after the preset and the time; no file is ever overwritten");
    if (input.isWaiting) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().warning);
        ImGui::TextUnformatted("Paused: the film waits, too (Space resumes)");
        ImGui::PopStyleColor();
        context.note("capture.waiting");
    }
}

/// Builds the large button that starts or stops a capture.
void buildButton(const CapturePanelInput& input, const WidgetContext& context, CaptureRequests& requests) {
    const State state = input.progress.state;
    const bool isPicture = input.settings.fileFormat().output == FileFormat::Output::picture;
    const char* label = state == State::recording   ? "Stop"
                        : state == State::finishing ? "Finishing the file…"
                        : isPicture                 ? "Take the picture"
                                                    : "Start";
    const ImVec2 size(ImGui::GetContentRegionAvail().x, context.px(kButtonHeight));
    const theme::Colour colour = state == State::recording ? kRecording : theme::colours().accent;
    ImGui::PushStyleColor(ImGuiCol_Button, theme::withAlpha(colour, 0.6f));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::withAlpha(colour, 0.8f));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, colour);
    ImGui::PushFont(titleFont());
    ImGui::BeginDisabled(state == State::finishing);
    const bool isClicked = ImGui::Button(fmt::format("{}###capture", label).c_str(), size);
    ImGui::EndDisabled();
    ImGui::PopFont();
    ImGui::PopStyleColor(3);
    context.note("capture.button");
    if (state == State::idle) {
        tooltip(context, isPicture ? "One picture, at the size below" : "The film begins now");
        requests.starts = isClicked;
    } else if (state == State::recording) {
        tooltip(context, "Stop and complete the file");
        requests.stops = isClicked;
    }
}

/// Returns the fraction of frames captured, then of the file completed; empty if no end is set.
std::optional<float> partDone(const CaptureProgress& progress) {
    if (progress.finished) {
        return static_cast<float>(*progress.finished);
    }
    if (!progress.framesWanted || *progress.framesWanted <= 0) {
        return std::nullopt;
    }
    return static_cast<float>(progress.frames) / static_cast<float>(*progress.framesWanted);
}

std::string percentText(double part) {
    return fmt::format("{} %", static_cast<int>(100.0 * part));
}

void buildProgress(const CapturePanelInput& input, const WidgetContext& context) {
    const CaptureProgress& progress = input.progress;
    if (const auto part = partDone(progress)) {
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, theme::colours().accent);
        ImGui::ProgressBar(std::clamp(*part, 0.0f, 1.0f), {-1.0f, context.px(6.0f)}, "");
        ImGui::PopStyleColor();
    }
    const auto count = [&](const char* label, const std::string& value, const char* key, const char* help) {
        const bool isWhole = labelledValue(context, label, value);
        context.note(key, !isWhole);
        tooltip(context, help);
    };
    count("Frames",
          progress.framesWanted ? fmt::format("{} of {}", progress.frames, *progress.framesWanted)
                                : fmt::format("{}", progress.frames),
          "capture.frames", "Written so far");
    count("Film", fmt::format("{:.1f} s", progress.seconds), "capture.film", "How long the film is so far");
    if (progress.finished) {
        count("Finished", percentText(*progress.finished), "capture.finished",
              "A GIF takes two passes, one for its colours and one for its frames; so does an MP4 at a "
              "fractional rate");
    }
    if (progress.secondsLeft) {
        count("Left", minutesText(*progress.secondsLeft), "capture.left",
              progress.finished ? "Until the file is complete" : "Until it stops by itself");
    }
    count("Waiting to be written", fmt::format("{} of {}", progress.queued, progress.queueCapacity),
          "capture.queue", "When this stays full, the disk or the encoder is slower than the drawing");
    if (input.settings.pace == CaptureSettings::Pace::live) {
        count("Repeated", fmt::format("{}", progress.repeated), "capture.repeated",
              "Frames that repeat the previous one, because the next came too late");
        count("Dropped", fmt::format("{}", progress.dropped), "capture.dropped",
              "Frames dropped because the queue was full; the previous one is repeated in their place");
    }
    count("On the disk", sizeText(progress.bytes), "capture.bytes", "Size of the file so far");
}

}  // namespace

float capturePanelLeft(const WidgetContext& context) {
    const float display = ImGui::GetIO().DisplaySize.x;
    const float width = context.px(theme::kPanelWidth);
    return display >= 2.0f * width ? display - width : 0.0f;
}

CaptureRequests CapturePanel::build(const CapturePanelInput& input, const WidgetContext& context) {
    CaptureRequests requests;
    ImGui::SetNextWindowPos({capturePanelLeft(context), 0.0f});
    ImGui::SetNextWindowSize(
        {context.px(theme::kPanelWidth),
         std::min(ImGui::GetIO().DisplaySize.y, std::max(m_height, context.px(kButtonHeight)))});
    beginKeyboardWindow("capture", kFixed, input.hasKeyboard);
    buildHeading(context, requests);
    // The next control to use is at the top, where it stays under the mouse.
    buildButton(input, context, requests);
    buildTarget(input, context);
    // A running capture's settings cannot change. Without them, nothing scrolls the button out of view.
    if (input.progress.state == State::idle) {
        ImGui::Dummy({0.0f, context.px(theme::kGrid)});
        buildRows(input, context, requests);
    } else {
        buildProgress(input, context);
    }
    m_height = ImGui::GetCursorPosY() + context.px(2 * theme::kGrid);
    ImGui::End();
    return requests;
}

void buildRecordingMark(const CaptureProgress& progress, const WidgetContext& context, bool isPanelOpen) {
    if (progress.state == State::idle) {
        return;
    }
    const std::string words = progress.state != State::finishing ? minutesText(progress.seconds)
                              : progress.finished ? "finishing, " + percentText(*progress.finished)
                                                  : "finishing…";
    drawMark(words, 0, context, isPanelOpen);
}

void buildTakeMark(double seconds, const CaptureProgress& progress, const WidgetContext& context,
                   bool isPanelOpen) {
    drawMark("Take " + minutesText(seconds), progress.state == State::idle ? 0 : 1, context, isPanelOpen);
}

}  // namespace shoal
