#include "ui/widgets/keyboard.hpp"

#include <algorithm>
#include <utility>

// The public header can neither show the keyboard's mark at once nor move it.
#include <imgui_internal.h>

namespace shoal {

bool isKeyPressed(ImGuiKey key, bool repeats) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
}

EscapeKey::EscapeKey() : m_isLeft(isKeyPressed(ImGuiKey_Escape, false)) {}

bool EscapeKey::take() {
    const bool isMine = std::exchange(m_isLeft, false);
    m_isTaken = m_isTaken || isMine;
    return isMine;
}

bool isEnterPressed() {
#if IMGUI_VERSION_NUM < 18700
    constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
    constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif
    return isKeyPressed(ImGuiKey_Enter, false) || isKeyPressed(kKeypadEnter, false);
}

bool isAnyKeyPressed() {
#if IMGUI_VERSION_NUM < 18700
    constexpr int kFirst = 0;
    constexpr int kEnd = IM_ARRAYSIZE(ImGuiIO::KeysDown);
#else
    constexpr int kFirst = ImGuiKey_NamedKey_BEGIN;
    constexpr int kEnd = ImGuiKey_NamedKey_END;
#endif
    for (int key = kFirst; key < kEnd; ++key) {
        if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) {
            return true;
        }
    }
    return false;
}

bool isListOpen() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool isQuestionOpen() {
    return ImGui::GetTopMostPopupModal() != nullptr;
}

void setKeyboardNavigation(bool isOn) {
    int& flags = ImGui::GetIO().ConfigFlags;
    flags = isOn ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

void takeKeyboardHere() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    ImGui::FocusWindow(window);
    ImGui::NavInitWindow(window, false);
#if IMGUI_VERSION_NUM < 19140
    context.NavDisableHighlight = false;
#else
    context.NavCursorVisible = true;
#endif
}

void beginKeyboardWindow(const char* name, int flags, bool hasKeyboard) {
    ImGui::Begin(name, nullptr, hasKeyboard ? flags : flags | ImGuiWindowFlags_NoNav);
    const ImGuiID had = ImGui::GetID("had keyboard");
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    if (hasKeyboard && !storage.GetBool(had)) {
        takeKeyboardHere();
    }
    storage.SetBool(had, hasKeyboard);
}

namespace {

int g_focusAsked = -9;  // frame in which a field was last given the keyboard

}  // namespace

bool isFieldOpen() {
    return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
}

bool isFieldOpening() {
    // It is active in the next frame, and ImGui says so in the one after that.
    return !isFieldOpen() && ImGui::GetFrameCount() - g_focusAsked < 3;
}

void focusNextField() {
    g_focusAsked = ImGui::GetFrameCount();
#if IMGUI_VERSION_NUM >= 19010 && IMGUI_VERSION_NUM < 19030
    // Dear ImGui 1.90.1 does not update the focus scope (its issue 7226) and then finds no field.
    ImGui::GetCurrentContext()->NavFocusScopeId = ImGui::GetCurrentContext()->CurrentFocusScopeId;
#endif
    ImGui::SetKeyboardFocusHere();
}

void pushTabStop(bool isStop) {
#if IMGUI_VERSION_NUM < 18940
    ImGui::PushAllowKeyboardFocus(isStop);
#else
    ImGui::PushTabStop(isStop);
#endif
}

void popTabStop() {
#if IMGUI_VERSION_NUM < 18940
    ImGui::PopAllowKeyboardFocus();
#else
    ImGui::PopTabStop();
#endif
}

void pushUnreachable() {
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
}

void popUnreachable() {
    ImGui::PopItemFlag();
}

void releaseKeyboard() {
    ImGui::ClearActiveID();
}

unsigned numberCharacter(unsigned codepoint, bool isWhole) {
    // The zeros of scripts whose keyboards type their own digits; 1 to 9 follow each.
    constexpr unsigned kZeros[] = {0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6,
                                   0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
                                   0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810, 0xFF10};
    for (const unsigned zero : kZeros) {
        if (codepoint >= zero && codepoint < zero + 10) {
            return '0' + (codepoint - zero);
        }
    }
    switch (codepoint) {
        case ',':
        case 0xFF0C:                   // the same, full width
            return isWhole ? 0 : '.';  // some versions of ImGui take a comma, and then read 1,234 as 1
        case 0x066B:                   // Arabic decimal separator
        case 0xFF0E:
            return '.';
        case 0x2212:  // minus sign
        case 0xFF0D:
            return '-';
        default:
            return codepoint;
    }
}

namespace {

struct NumberField {
    ImGuiID id = 0;
    bool isWhole = false;
};
NumberField g_numberField;  // the active one; ImGui keeps no note of what a field takes

bool isTypingNumber() {
    return g_numberField.id != 0 && ImGui::GetActiveID() == g_numberField.id && ImGui::GetIO().WantTextInput;
}

}  // namespace

unsigned inNumber(unsigned codepoint) {
    return isTypingNumber() ? numberCharacter(codepoint, g_numberField.isWhole) : codepoint;
}

std::string inNumber(const std::string& text) {
    if (!isTypingNumber()) {
        return text;
    }
    std::string shown;
    for (const char* at = text.data(); at < text.data() + text.size();) {
        unsigned codepoint = 0;
        at += std::max(1, ImTextCharFromUtf8(&codepoint, at, text.data() + text.size()));
        char utf8[5] = {};
        ImTextCharToUtf8(utf8, inNumber(codepoint));
        shown += utf8;
    }
    return shown;
}

void markNumber(bool isWhole) {
    if (ImGui::IsItemActive()) {
        g_numberField = {ImGui::GetItemID(), isWhole};
    }
}

bool hasKeyboardMark() {
    return ImGui::GetIO().NavVisible && ImGui::IsItemFocused();
}

void stayHere() {
    ImGui::NavMoveRequestCancel();
}

void keepWheel() {
#if IMGUI_VERSION_NUM < 18900
    ImGui::SetItemUsingMouseWheel();
#else
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#endif
}

namespace {

int g_sliderFocusFrame = -1;

}  // namespace

void noteSliderFocus() {
    g_sliderFocusFrame = ImGui::GetFrameCount();
}

bool isSliderFocused() {
    return g_sliderFocusFrame >= ImGui::GetFrameCount() - 1;
}

std::string takeTypedText() {
    ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
    std::string text;
    for (const ImWchar character : typed) {
        char utf8[5] = {};
        ImTextCharToUtf8(utf8, character);
        text += utf8;
    }
    typed.resize(0);
    return text;
}

bool bareButton(const char* id, const ImVec2& size) {
    const bool isPressed = ImGui::InvisibleButton(id, size);
    if (hasKeyboardMark()) {
        ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                            ImGui::GetColorU32(ImGuiCol_NavHighlight),
                                            ImGui::GetStyle().FrameRounding, 0, 2.0f);
    }
    return isPressed;
}

}  // namespace shoal
