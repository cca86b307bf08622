#pragma once

#include <cstddef>
#include <vector>

#include <imgui.h>

#include "ui/widgets/theme.hpp"

namespace shoal {

/// Dear ImGui's context with Shoal's theme. Writes no files. Only one may exist at a time.
class UiContext {
public:
    explicit UiContext(float scale);
    ~UiContext();
    UiContext(const UiContext&) = delete;
    UiContext& operator=(const UiContext&) = delete;

    float scale() const { return m_scale; }
    theme::Kind kind() const { return m_kind; }

    /// Sets colours, sizes and fonts for `scale`, 0.5 .. 6, and loads letters noted earlier. True if the
    /// fonts changed: the backend must then rebuild their texture. Call between two frames only.
    bool setLook(float scale, theme::Kind kind);

private:
    ImGuiContext* m_context;
    float m_scale = 0.0f;
    theme::Kind m_kind = theme::Kind::dark;
    std::size_t m_letters = 0;      ///< notedLetters() of the fonts
    std::vector<ImWchar> m_ranges;  ///< ImGui's atlas keeps its address
};

/// The font for headings.
ImFont* titleFont();

/// The font for everything else: ImGui's default unless another is pushed.
ImFont* textFont();

}  // namespace shoal
