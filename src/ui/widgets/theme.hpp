#pragma once

#include <array>
#include <string_view>

#include <imgui.h>

namespace shoal::theme {

/// Sizes at scale 1 [px], on a grid of 4.
inline constexpr float kPanelWidth = 288.0f;
inline constexpr float kFontSize = 15.0f;
inline constexpr float kTitleSize = 19.0f;
inline constexpr float kGrid = 4.0f;
inline constexpr float kCorner = 6.0f;
inline constexpr float kCardCorner = 10.0f;

/// sRGB and opacity, 0 .. 1.
struct Colour {
    float red, green, blue, alpha;
    operator ImVec4() const { return {red, green, blue, alpha}; }
};

/// Text drawn on the picture itself, over a dark shadow.
inline constexpr Colour kOnPicture{0.93f, 0.96f, 0.97f, 1.0f};

enum class Kind { dark, light, highContrast };
inline constexpr std::array<std::string_view, 3> kKinds{"dark", "light", "high contrast"};

/// The colours of one theme. Cards, frames and fills are drawn over the panel, and the panel over the
/// picture.
struct Palette {
    Colour accent;
    Colour other;  ///< of the settings to compare with
    Colour text;
    Colour quietText;
    Colour warning;
    Colour good;
    Colour bad;
    Colour panel;
    Colour popup;
    Colour card;
    Colour frame;
    Colour frameHovered;
    float border;  ///< opacity of a frame's border; 0 for none
    float track;   ///< opacity of text in a slider's track, …
    float filled;  ///< … up to its knob, and in a switch that is on
};

/// Opacity of the accent colour where it fills a frame: up to a slider's value and under the mouse, or while
/// a button is pressed.
inline constexpr float kFill = 0.30f;
inline constexpr float kPressed = 0.38f;

const Palette& palette(Kind kind);

/// The palette of the current UiContext.
const Palette& colours();

/// Returns the colour with another opacity.
constexpr Colour withAlpha(const Colour& colour, float alpha) {
    return {colour.red, colour.green, colour.blue, alpha};
}

ImU32 packed(const Colour& colour);

/// Sets all colours and sizes of the current ImGui context; `scale` multiplies the sizes.
void apply(ImGuiStyle& style, float scale, Kind kind);

}  // namespace shoal::theme
