#include "viewer/window/panel_keyboard.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "ui/widgets/keyboard.hpp"

namespace shoal {

namespace {

bool isFunctionKey(int code) {
    return code >= GLFW_KEY_F1 && code <= GLFW_KEY_F25;
}

bool belongsToPanel(const InputEvent& event) {
    if (const auto* key = std::get_if<KeyPressed>(&event)) {
        return !key->hasControl && !isFunctionKey(key->code);
    }
    return std::holds_alternative<CharacterTyped>(event);
}

/// Returns the place after this one; after the last, or after the picture, the first.
KeyboardPlace placeAfter(KeyboardPlace place, std::span<const KeyboardPlace> shown) {
    const auto now = std::ranges::find(shown, place);
    const bool isLast = now == shown.end() || std::next(now) == shown.end();
    return shown.empty() ? KeyboardPlace::picture : isLast ? shown.front() : *std::next(now);
}

}  // namespace

void PanelKeyboard::update(std::span<const InputEvent> events, std::span<const KeyboardPlace> shown,
                           bool isPointerOverPanel, bool isGalleryInFront) {
    const auto isShown = [&](KeyboardPlace place) { return std::ranges::find(shown, place) != shown.end(); };
    m_isGalleryInFront = isGalleryInFront;
    m_wasElsewhere = !isIn(KeyboardPlace::picture);
    m_isListOpen = isListOpen();
    // An open list or a held item takes the Esc first.
    const bool isBusy = ImGui::IsAnyItemActive() || m_isListOpen;
    for (const InputEvent& event : events) {
        if (const auto* key = std::get_if<KeyPressed>(&event)) {
            if (key->code == GLFW_KEY_TAB && !key->hasControl && isIn(KeyboardPlace::picture) &&
                isShown(KeyboardPlace::panel) && !ImGui::GetIO().WantTextInput) {
                m_place = KeyboardPlace::panel;
            } else if (key->code == GLFW_KEY_F6) {
                m_place = placeAfter(m_place, shown);
            } else if (key->code == GLFW_KEY_ESCAPE && !isBusy) {
                m_place = KeyboardPlace::picture;
            }
        } else if (const auto* button = std::get_if<ButtonChanged>(&event)) {
            const bool isHere = isIn(KeyboardPlace::panel) && isPointerOverPanel;
            m_place = !button->isDown || isHere ? m_place : KeyboardPlace::picture;
        }
    }
    m_place = isShown(m_place) ? m_place : KeyboardPlace::picture;
    setKeyboardNavigation(!isIn(KeyboardPlace::picture) || m_isListOpen);
}

bool PanelKeyboard::takes(const InputEvent& event) const {
    const auto* key = std::get_if<KeyPressed>(&event);
    const bool isDelete = key != nullptr && key->code == GLFW_KEY_DELETE && !ImGui::GetIO().WantTextInput;
    // Elsewhere in the panel, it deletes the selected object.
    if (isDelete && !m_isGalleryInFront && !m_isListOpen && !(hasKeys() && isSliderFocused())) {
        return false;
    }
    // A list is moved through with other keys.
    const auto* character = std::get_if<CharacterTyped>(&event);
    const bool isPrinted =
        (key != nullptr && key->code > GLFW_KEY_SPACE && key->code <= GLFW_KEY_GRAVE_ACCENT) ||
        (character != nullptr && character->codepoint != U' ');
    if (isPrinted && !ImGui::GetIO().WantTextInput && isIn(KeyboardPlace::picture) && !m_wasElsewhere &&
        !m_isGalleryInFront && m_isListOpen && !isQuestionOpen()) {
        return false;
    }
    return (hasKeys() || m_isGalleryInFront) && belongsToPanel(event);
}

}  // namespace shoal
