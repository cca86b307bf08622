#include "viewer/time/timeline.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kTimelineMargin = 16.0f;  // [px] at scale 1, from the view's edges
constexpr float kPadding = 8.0f;
constexpr float kShortTrack = 120.0f;  // the camera's button makes room for a shorter one
constexpr float kTickHeight = 14.0f;   // of an edit
constexpr float kKnob = 7.0f;          // radius of the part that the mouse takes hold of
constexpr float kRestingKnob = 5.5f;
constexpr double kStill = 1e-3;  // [s] less than a step

/// How far [s] right of the knob the mouse pressed, if it pressed on it: it stays there in the drag. Call
/// after the slider; `at` is the moment under the mouse and `x` where the knob is.
double gripOf(const WidgetContext& context, double at, double now, float x) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("grip");
    if (ImGui::IsItemActivated()) {
        const bool isOnKnob =
            ImGui::IsMouseDown(0) && std::abs(ImGui::GetIO().MousePos.x - x) <= context.px(kKnob);
        storage.SetFloat(id, isOnKnob ? static_cast<float>(at - now) : 0.0f);
    }
    return static_cast<double>(storage.GetFloat(id));
}

/// Builds the line on which a take is scrubbed. Returns a moment [s] while it is dragged.
std::optional<double> buildTrack(const WidgetContext& context, const TimelineInput& input, float width) {
    const float height = ImGui::GetFrameHeight();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    // An invisible slider under our own line and knob handles the mouse and the keyboard.
    double at = input.now;
    for (const ImGuiCol part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                                ImGuiCol_Text, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
        ImGui::PushStyleColor(part, {0.0f, 0.0f, 0.0f, 0.0f});
    }
    // Its knob, with ImGui's padding of 2 pixels, is as wide as ours: so ours is where the mouse is.
    ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 2.0f * context.px(kKnob) - 4.0f);
    ImGui::SetNextItemWidth(std::max(width, context.px(24.0f)));
    const bool isMoved = ImGui::SliderScalar("##track", ImGuiDataType_Double, &at, &input.from, &input.to,
                                             "%.3f", ImGuiSliderFlags_NoInput);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(6);
    context.note("timeline.track");
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    const bool isHeld = ImGui::IsItemActive();
    const float left = min.x + context.px(kKnob);
    const float right = max.x - context.px(kKnob);
    const double length = std::max(input.to - input.from, 1e-9);
    const auto placeOf = [&](double moment) {
        return left +
               (right - left) * static_cast<float>(std::clamp((moment - input.from) / length, 0.0, 1.0));
    };
    const float x = placeOf(input.now);
    const double moment = std::clamp(at - gripOf(context, at, input.now, x), input.from, input.to);
    const float y = start.y + height * 0.5f;
    const float half = context.px(2.0f);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled({left, y - half}, {right, y + half}, theme::packed(theme::colours().frameHovered),
                       half);
    const float shown = input.seekingAt ? std::min(x, placeOf(*input.seekingAt)) : x;
    draw.AddRectFilled({left, y - half}, {shown, y + half}, theme::packed(theme::colours().accent), half);
    for (const double edit : input.edits) {
        if (edit >= input.from && edit <= input.to) {
            const float tick = placeOf(edit);
            const float up = context.px(kTickHeight * 0.5f);
            draw.AddRectFilled({tick - context.px(1.0f), y - up}, {tick + context.px(1.0f), y + up},
                               theme::packed(theme::colours().text));
        }
    }
    draw.AddCircleFilled({x, y}, context.px(isHeld || ImGui::IsItemHovered() ? kKnob : kRestingKnob),
                         theme::packed(input.seekingAt ? theme::colours().warning : theme::colours().text),
                         24);
    return isMoved && std::abs(moment - input.now) > kStill ? std::optional(moment) : std::nullopt;
}

/// This long [s] after the take's start, or, of the last minutes, before now.
std::string timesText(const TimelineInput& input, double seconds) {
    return input.isRewound ? "−" + clockText(seconds)
                           : clockText(seconds) + " / " + clockText(input.to - input.from);
}

/// Builds a button with a triangle to play or two bars to pause.
bool playButton(const WidgetContext& context, bool isPaused) {
    const float side = ImGui::GetFrameHeight();
    const bool isClicked = ImGui::Button("##play", {side, side});
    context.note("timeline.play");
    const ImVec2 min = ImGui::GetItemRectMin();
    const float unit = side / 12.0f;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = theme::packed(theme::colours().text);
    if (isPaused) {
        draw.AddTriangleFilled({min.x + 4.0f * unit, min.y + 3.0f * unit},
                               {min.x + 9.0f * unit, min.y + 6.0f * unit},
                               {min.x + 4.0f * unit, min.y + 9.0f * unit}, colour);
    } else {
        for (const float left : {3.5f, 6.9f}) {
            draw.AddRectFilled({min.x + left * unit, min.y + 3.0f * unit},
                               {min.x + (left + 1.7f) * unit, min.y + 9.0f * unit}, colour);
        }
    }
    tooltip(context, isPaused ? "Resume (Space)" : "Pause (Space)");
    return isClicked;
}

}  // namespace

std::string clockText(double seconds) {
    const auto tenths = static_cast<long long>(std::floor(std::max(seconds, 0.0) * 10.0 + 1e-6));
    return fmt::format("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

float timelineHeight(const WidgetContext& context) {
    // ImGui::GetFrameHeight() is known only once a frame has begun.
    const float row = context.px(theme::kFontSize) + 2.0f * ImGui::GetStyle().FramePadding.y;
    return row + context.px(2.0f * kPadding + kTimelineMargin);
}

void buildTimeline(const WidgetContext& context, const TimelineInput& input, const TimelinePlace& place,
                   Commands& commands) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (input.isRewound) {
        ImGui::GetBackgroundDrawList()->AddRect(
            {0.0f, 0.0f}, display, theme::packed(theme::withAlpha(theme::colours().warning, 0.7f)), 0.0f, 0,
            context.px(2.0f));
    }
    const float margin = context.px(kTimelineMargin);
    const float width = std::max(display.x - place.left - 2.0f * margin, context.px(240.0f));
    ImGui::SetNextWindowPos(
        {place.left + margin, display.y - place.below - (place.below > 0.0f ? 0.0f : margin)},
        ImGuiCond_Always, {0.0f, 1.0f});
    ImGui::SetNextWindowSize({width, ImGui::GetFrameHeight() + context.px(2.0f * kPadding)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(kPadding), context.px(kPadding)});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing;
    beginKeyboardWindow("timeline", kFlags, input.hasKeyboard);
    const float gap = context.px(2.0f * theme::kGrid);
    const float padding = 2.0f * ImGui::GetStyle().FramePadding.x;

    if (playButton(context, input.isPaused)) {
        commands.push_back(Run{"pause"});
    }

    const std::string times =
        timesText(input, input.isRewound ? input.to - input.now : input.now - input.from);
    // All figures are equally wide: no moment's text is wider, so that nothing moves.
    const float widest = ImGui::CalcTextSize(timesText(input, input.to - input.from).c_str()).x;
    const char* const live = input.isRewound ? "Back to live" : "Go live";
    const char* const camera = input.isCameraPlayed ? "Camera: recorded" : "Camera: yours";
    ImGui::SameLine(0.0f, gap);
    float track =
        ImGui::GetContentRegionAvail().x - widest - ImGui::CalcTextSize(live).x - padding - 2.0f * gap;
    const float cameraWide = ImGui::CalcTextSize("Camera: recorded").x + padding;
    const bool hasCamera = input.hasCamera && track - cameraWide - gap >= context.px(kShortTrack);
    if (hasCamera) {
        track -= cameraWide + gap;
    }
    if (const auto moment = buildTrack(context, input, track)) {
        commands.push_back(Run{"seek", {.number = *moment}});
    }

    ImGui::SameLine(0.0f, gap);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + widest - ImGui::CalcTextSize(times.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, input.seekingAt ? theme::colours().warning : theme::colours().text);
    ImGui::TextUnformatted(times.c_str());
    ImGui::PopStyleColor();
    context.note("timeline.times");

    if (hasCamera) {
        ImGui::SameLine(0.0f, gap);
        if (ImGui::Button(camera, {cameraWide, 0.0f})) {
            commands.push_back(Run{"take_camera"});
        }
        context.note("timeline.camera");
        tooltip(context, input.isCameraPlayed ? "The recorded camera; turn it to look from elsewhere"
                                              : "Back to the recorded camera");
    }

    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button(live)) {
        commands.push_back(Run{"go_live"});
    }
    context.note("timeline.live");
    tooltip(context,
            input.isRewound
                ? "Return to where the flock was ({rewind}). Moving a slider instead makes it go another way "
                  "from "
                  "the moment shown."
                : "Leave the take here and control the flock from now on. Moving any slider does that, too.");
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace shoal
