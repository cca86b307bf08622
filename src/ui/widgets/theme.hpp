#pragma once

#include <imgui.h>

namespace shoal::theme {

/// Sizes at scale 1 [px], on a grid of 4.
inline constexpr float kPanelWidth = 320.0f;
inline constexpr float kFontSize = 15.0f;
inline constexpr float kTitleSize = 19.0f;
inline constexpr float kGrid = 4.0f;
inline constexpr float kCorner = 6.0f;

/// sRGB and opacity, 0 .. 1.
struct Colour {
    float red, green, blue, alpha;
    operator ImVec4() const { return {red, green, blue, alpha}; }
};

inline constexpr Colour kAccent{0x4c / 255.0f, 0xc2 / 255.0f, 0xd4 / 255.0f, 1.0f};  // #4cc2d4
inline constexpr Colour kText{0.93f, 0.96f, 0.97f, 1.0f};
inline constexpr Colour kQuietText{0.66f, 0.74f, 0.78f, 1.0f};
inline constexpr Colour kPanel{0.035f, 0.075f, 0.10f, 0.86f};
inline constexpr Colour kCard{1.0f, 1.0f, 1.0f, 0.035f};
inline constexpr Colour kFrame{1.0f, 1.0f, 1.0f, 0.075f};
inline constexpr Colour kFrameHovered{1.0f, 1.0f, 1.0f, 0.13f};
inline constexpr Colour kWarning{0.98f, 0.76f, 0.38f, 1.0f};

/// Returns the colour with another opacity.
constexpr Colour withAlpha(const Colour& colour, float alpha) {
    return {colour.red, colour.green, colour.blue, alpha};
}

ImU32 packed(const Colour& colour);

/// Sets all colours and sizes; `scale` multiplies the sizes.
void apply(ImGuiStyle& style, float scale);

}  // namespace shoal::theme
