#include "ui/widgets/ui_context.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 6.0f;

}  // namespace

UiContext::UiContext(float scale, Letters letters) : m_context(ImGui::CreateContext()), m_letters(letters) {
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
    if (!m_reading.valid() && m_read != notedLetters().size()) {
        m_read = notedLetters().size();
        m_reading = std::async(std::launch::async, readFonts, notedLetters());
    }
    const bool waits = m_letters == Letters::atOnce || m_scale == 0.0f;
    std::optional<std::vector<Font>> read;
    if (m_reading.valid() &&
        (waits || m_reading.wait_for(std::chrono::seconds(0)) == std::future_status::ready)) {
        read = m_reading.get();
    }
    const bool hasNewFonts = scale != m_scale || (read && *read != m_fonts);
    if (!hasNewFonts && kind == m_kind) {
        return false;
    }
    m_scale = scale;
    m_kind = kind;
    theme::apply(ImGui::GetStyle(), scale, kind);
    if (hasNewFonts) {
        std::vector<Font> fonts = read ? std::move(*read) : m_fonts;
        loadFonts(*ImGui::GetIO().Fonts, scale, fonts);
        m_fonts = std::move(fonts);
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
