#include "ui/widgets/ui_context.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 4.0f;

}  // namespace

UiContext::UiContext(float scale) : m_context(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(m_context);
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false;  // inputBatches() splits events that need frames of their own
#endif
    // No imgui.ini in the current folder: the panel is docked, so there is no layout to save.
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    setScale(scale);
}

UiContext::~UiContext() {
    ImGui::DestroyContext(m_context);
}

bool UiContext::setScale(float asked) {
    const float scale = std::isfinite(asked) ? std::clamp(asked, kMinScale, kMaxScale) : 1.0f;
    if (scale == m_scale) {
        return false;
    }
    m_scale = scale;
    theme::apply(ImGui::GetStyle(), scale);
    loadFonts(*ImGui::GetIO().Fonts, scale);
    return true;
}

ImFont* titleFont() {
    const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
    return fonts[fonts.Size - 1];
}

ImFont* textFont() {
    return ImGui::GetIO().Fonts->Fonts[0];
}

}  // namespace shoal
