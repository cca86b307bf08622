#include "ui/widgets/ui_context.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/fonts.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 6.0f;

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
    setLook(scale, theme::Kind::dark);
}

UiContext::~UiContext() {
    ImGui::DestroyContext(m_context);
}

bool UiContext::setLook(float asked, theme::Kind kind) {
    const float scale = std::isfinite(asked) ? std::clamp(asked, kMinScale, kMaxScale) : 1.0f;
    const bool hasNewFonts = scale != m_scale || notedLetters() != m_letters;
    if (!hasNewFonts && kind == m_kind) {
        return false;
    }
    m_scale = scale;
    m_kind = kind;
    theme::apply(ImGui::GetStyle(), scale, kind);
    if (hasNewFonts) {
        m_letters = notedLetters();
        m_ranges = loadFonts(*ImGui::GetIO().Fonts, scale);
    }
    return hasNewFonts;
}

ImFont* titleFont() {
    const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
    return fonts[fonts.Size - 1];
}

ImFont* textFont() {
    return ImGui::GetIO().Fonts->Fonts[0];
}

}  // namespace shoal
