#pragma once

#include <imgui.h>

namespace shoal {

/// Dear ImGui's context in Shoal's look. It writes no file of its own. One at a time.
class UiContext {
public:
    explicit UiContext(float scale);
    ~UiContext();
    UiContext(const UiContext&) = delete;
    UiContext& operator=(const UiContext&) = delete;

    float scale() const { return m_scale; }

    /// Sizes and fonts for pixels `scale` times as many as at scale 1, 0.5 .. 4. True when that changed the
    /// fonts: the backend must then make their texture anew. Between two frames only.
    bool setScale(float scale);

private:
    ImGuiContext* m_context;
    float m_scale = 0.0f;
};

/// The font for headings.
ImFont* titleFont();

/// The font for everything else: the one in use unless another was pushed.
ImFont* textFont();

}  // namespace shoal
