#include "ui/control/value_field.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kFieldWidth = 96.0f;  // [px]
constexpr float kFieldHeight = 20.0f;
constexpr double kSaidFor = 4.0;  // [s]
constexpr int kFramesToFocus = 3;

struct Typing {
    ImGuiID id = 0;
    std::array<char, 64> text{};
    int frames = 0;          ///< since it was opened
    bool isRefused = false;  ///< the text typed before
    int passedOn = -2;       ///< frame in which Tab asked for the next field
};
Typing g_typing;

struct Said {
    ImGuiID id = 0;
    std::string text;
    double until = 0.0;  ///< [s]
};
Said g_said;

void open(ImGuiID id, const std::string& text, bool isRefused) {
    g_typing = Typing();
    g_typing.id = id;
    g_typing.isRefused = isRefused;
    text.copy(g_typing.text.data(), g_typing.text.size() - 1);
    releaseKeyboard();
}

/// Called by ImGui when Tab is pressed in the field.
int passOn(ImGuiInputTextCallbackData* data) {
    *static_cast<bool*>(data->UserData) = true;
    return 0;
}

void drawFieldFrame(const WidgetContext& context) {
    const theme::Palette& palette = theme::colours();
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                        theme::packed(g_typing.isRefused ? palette.warning : palette.accent),
                                        context.px(theme::kCorner), 0, context.px(2.0f));
}

}  // namespace

void beginTyping(ImGuiID id, const std::string& text) {
    open(id, text, false);
    g_said = {};
}

bool isTyped(ImGuiID id, const std::string& text) {
    if (g_typing.id == 0 && g_typing.passedOn >= ImGui::GetFrameCount() - 1) {
        beginTyping(id, text);
    }
    return g_typing.id == id;
}

std::optional<TypedValue> buildValueField(const WidgetContext& context, const ImVec2& min,
                                          const ImVec2& max) {
    Typing& typing = g_typing;
    const float width = std::min(context.px(kFieldWidth), max.x - min.x);
    ImGui::SetCursorScreenPos({max.x - width, min.y});
    ImGui::SetNextItemWidth(width);
    const float padding = std::max(0.0f, 0.5f * (context.px(kFieldHeight) - ImGui::GetFontSize()));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(6.0f), padding});
    if (typing.frames == 0) {
        focusNextField();
    }
    bool isTab = false;
    bool isGiven = ImGui::InputText("##value", typing.text.data(), typing.text.size(),
                                    ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue |
                                        ImGuiInputTextFlags_CallbackCompletion,
                                    passOn, &isTab);
    ImGui::PopStyleVar();
    drawFieldFrame(context);
    const bool isEnter = isGiven;
    const bool isOver = ImGui::IsItemDeactivated();
    const bool isLost = ++typing.frames > kFramesToFocus && !ImGui::IsItemActive() && !isOver;
    if (isOver && isKeyPressed(ImGuiKey_Escape, false)) {
        context.takeEscape();
    } else {
        isGiven = isEnter || isTab || isOver;
    }
    if (!isGiven && !isOver && !isLost) {
        return std::nullopt;
    }
    TypedValue typed{typing.text.data(), isEnter};
    if (isTab) {
        releaseKeyboard();
    }
    typing = Typing();
    typing.passedOn = isTab ? ImGui::GetFrameCount() : typing.passedOn;
    return isGiven ? std::optional(std::move(typed)) : std::nullopt;
}

void refuseTyped(ImGuiID id, const TypedValue& typed) {
    open(id, typed.text, true);
}

void sayBeside(ImGuiID id, const std::string& text) {
    g_said = {id, text, ImGui::GetTime() + kSaidFor};
}

bool showSaid(const WidgetContext& context, ImGuiID id) {
    const bool isShown = g_said.id == id && (ImGui::GetTime() < g_said.until || g_typing.id == id);
    if (isShown) {
        context.note("slider.said");
        showBeside(context, ImGui::GetItemRectMin(), g_said.text);
    }
    return isShown;
}

}  // namespace shoal
