#include "app/window/panel_keyboard.hpp"

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

}  // namespace

void PanelKeyboard::update(std::span<const InputEvent> events, bool isPanelShown, bool isPointerOverPanel,
                           bool isGalleryInFront) {
    m_isGalleryInFront = isGalleryInFront;
    m_wasInPanel = m_isInPanel;
    m_isListOpen = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    // What is open or held takes the Esc first.
    const bool isBusy = ImGui::IsAnyItemActive() || m_isListOpen;
    for (const InputEvent& event : events) {
        if (const auto* key = std::get_if<KeyPressed>(&event)) {
            if (key->code == GLFW_KEY_TAB && !key->hasControl && !ImGui::GetIO().WantTextInput) {
                m_isInPanel = true;
            } else if (key->code == GLFW_KEY_ESCAPE && !isBusy) {
                m_isInPanel = false;
            }
        } else if (const auto* button = std::get_if<ButtonChanged>(&event)) {
            m_isInPanel = m_isInPanel && (!button->isDown || isPointerOverPanel);
        }
    }
    m_isInPanel = m_isInPanel && isPanelShown;
    setKeyboardNavigation(m_isInPanel || m_isListOpen);
}

bool PanelKeyboard::takes(const InputEvent& event) const {
    const auto* key = std::get_if<KeyPressed>(&event);
    const bool isDelete = key != nullptr && key->code == GLFW_KEY_DELETE && !ImGui::GetIO().WantTextInput;
    if (isDelete && !m_isGalleryInFront && !m_isListOpen) {
        return false;
    }
    return (hasKeys() || m_isGalleryInFront) && belongsToPanel(event);
}

}  // namespace shoal
