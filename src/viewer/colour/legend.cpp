#include "viewer/colour/legend.hpp"

#include <algorithm>
#include <cstddef>
#include <numbers>

#include <imgui.h>

#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {
namespace {

ImU32 packed(const Vec3f& colour) {
    return theme::packed({colour.x, colour.y, colour.z, 1.0f});
}

/// Draws one legend with its upper left corner at a point.
class LegendPainter {
public:
    static constexpr float kMargin = 1.2f;  ///< [font sizes] from the picture's corner

    LegendPainter(const Legend& legend, float size)
        : m_legend(legend), m_font(textFont()), m_list(*ImGui::GetBackgroundDrawList()), m_size(size) {
        const float bar = m_legend.isWheel ? kWheel : m_legend.bar.empty() ? 0.0f : kBarWidth;
        m_width = std::max(bar * size, widthOf(m_legend.title));
        m_width = std::max(m_width, widthOf(m_legend.note));
    }

    ImVec2 extent() const {
        const float bar = m_legend.isWheel       ? kWheel + kGap
                          : m_legend.bar.empty() ? 0.0f
                                                 : kBarHeight + kTick + kLeading;
        const std::size_t words = (m_legend.title.empty() ? 0 : 1) + (m_legend.note.empty() ? 0 : 1);
        const float lines = kLeading * static_cast<float>(words);
        return {m_width + 2.0f * kPadding * m_size, (lines + bar + 2.0f * kPadding) * m_size};
    }

    void draw(const ImVec2& corner) const {
        const ImVec2 size = extent();
        m_list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                             theme::packed(m_legend.isOnPaper ? kLightPlate : kDarkPlate), kCorner * m_size);
        ImVec2 at{corner.x + kPadding * m_size, corner.y + kPadding * m_size};
        writeLine(at, m_legend.title);
        if (m_legend.isWheel) {
            drawWheel(at);
            at.y += (kWheel + kGap) * m_size;
        } else if (!m_legend.bar.empty()) {
            drawBar(at);
            at.y += (kBarHeight + kTick + kLeading) * m_size;
        }
        writeLine(at, m_legend.note);
    }

private:
    // In font sizes.
    static constexpr float kPadding = 0.7f;    // within the plate
    static constexpr float kLeading = 1.35f;   // from line to line
    static constexpr float kBarWidth = 13.0f;  // also the plate's min width
    static constexpr float kBarHeight = 0.8f;
    static constexpr float kGap = 0.5f;    // below the wheel
    static constexpr float kTick = 0.25f;  // length of a tick below the bar
    static constexpr float kCorner = 0.3f;
    static constexpr theme::Colour kDarkPlate{0.0f, 0.03f, 0.05f, 0.62f};
    static constexpr theme::Colour kLightPlate{1.0f, 1.0f, 1.0f, 0.75f};
    static constexpr theme::Colour kDarkInk{0.10f, 0.16f, 0.20f, 1.0f};
    static constexpr float kWheel = 4.2f;  // its diameter
    static constexpr float kRing = 0.62f;  // thickness of the wheel's ring

    const theme::Colour& ink() const { return m_legend.isOnPaper ? kDarkInk : theme::kOnPicture; }

    void drawWheel(const ImVec2& at) const {
        constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
        constexpr int kCorners = 8;  // of an arc of one colour
        const float radius = 0.5f * (kWheel - kRing) * m_size;
        const ImVec2 middle{at.x + 0.5f * m_width, at.y + 0.5f * kWheel * m_size};
        const std::size_t arcs = m_legend.bar.size() - 1;
        for (std::size_t index = 0; index < arcs; ++index) {
            // Angles grow clockwise from the right. Arcs overlap a little, so that no seam shows.
            const float arc = kTurn / static_cast<float>(arcs);
            const float start = m_legend.turn - 0.25f * kTurn + arc * (static_cast<float>(index) - 0.5f);
            m_list.PathArcTo(middle, radius, start - 0.02f, start + arc + 0.02f, kCorners);
            m_list.PathStroke(packed(m_legend.bar[index]), 0, kRing * m_size);
        }
    }

    void drawBar(const ImVec2& at) const {
        const float width = m_width;
        const float bottom = at.y + kBarHeight * m_size;
        for (std::size_t index = 0; index + 1 < m_legend.bar.size(); ++index) {
            const float step = width / static_cast<float>(m_legend.bar.size() - 1);
            const float left = at.x + step * static_cast<float>(index);
            const ImU32 from = packed(m_legend.bar[index]);
            const ImU32 to = packed(m_legend.bar[index + 1]);
            m_list.AddRectFilledMultiColor({left, at.y}, {left + step, bottom}, from, to, to, from);
        }
        const float line = std::max(1.0f, m_size / 15.0f);
        for (std::size_t index = 0; index < m_legend.ticks.size(); ++index) {
            const float fraction = static_cast<float>(index) /
                                   static_cast<float>(std::max<std::size_t>(m_legend.ticks.size() - 1, 1));
            const float x = at.x + fraction * (width - line);
            m_list.AddRectFilled({x, bottom}, {x + line, bottom + kTick * m_size}, theme::packed(ink()));
            // The first label is flush left and the last flush right, so that all stay on the plate.
            const float text = widthOf(m_legend.ticks[index]);
            write({at.x + fraction * (width - text), bottom + kTick * m_size}, m_legend.ticks[index]);
        }
    }

    float widthOf(const std::string& words) const {
        return m_font->CalcTextSizeA(m_size, 1e9f, 0.0f, words.c_str()).x;
    }

    void write(const ImVec2& at, const std::string& words) const {
        m_list.AddText(m_font, m_size, at, theme::packed(ink()), words.c_str());
    }

    /// Writes a line unless it is empty, and moves `at` below it.
    void writeLine(ImVec2& at, const std::string& words) const {
        if (!words.empty()) {
            write(at, words);
            at.y += kLeading * m_size;
        }
    }

    const Legend& m_legend;
    ImFont* m_font;
    ImDrawList& m_list;
    float m_size;
    float m_width = 0.0f;  ///< [px] inside the plate
};

}  // namespace

void drawLegend(const Legend& legend, const LegendPlace& place) {
    const LegendPainter painter(legend, place.fontSize);
    const ImVec2 size = painter.extent();
    painter.draw({place.right - LegendPainter::kMargin * place.fontSize - size.x,
                  place.bottom - LegendPainter::kMargin * place.fontSize - size.y});
}

}  // namespace shoal
