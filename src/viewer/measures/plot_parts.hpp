#pragma once

#include <string>

#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

inline constexpr float kSmallText = 12.0f;  ///< [px] at scale 1, of axes
inline constexpr float kPlotMargin = 8.0f;  ///< [px] at scale 1

/// An area of the window [px].
struct Rect {
    ImVec2 min;
    ImVec2 max;

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
};

inline ImU32 packedWith(const theme::Colour& colour, float alpha) {
    return theme::packed(theme::withAlpha(colour, alpha));
}

/// Text in the small size of axes.
class SmallText {
public:
    SmallText(const WidgetContext& context, ImDrawList& list)
        : m_list(list), m_size(context.px(kSmallText)) {}

    float width(const std::string& text) const {
        return textFont()->CalcTextSizeA(m_size, 1e9f, 0.0f, text.c_str()).x;
    }
    float height() const { return m_size; }
    void draw(const ImVec2& at, const theme::Colour& colour, const std::string& text) const {
        m_list.AddText(textFont(), m_size, at, theme::packed(colour), text.c_str());
    }

private:
    ImDrawList& m_list;
    float m_size;
};

}  // namespace shoal
