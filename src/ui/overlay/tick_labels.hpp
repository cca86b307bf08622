#pragma once

#include <span>
#include <string>

namespace shoal {

/// A number at a tick of an axis.
struct TickLabel {
    std::string text;
    float x = 0.0f;  ///< [px] of its middle, from the left
    float y = 0.0f;  ///< [px] likewise, from the top
};

/// Draws numbers in a font of this size [px], in the current ImGui frame and behind its windows: light, or
/// dark on a light ground.
void drawTickLabels(std::span<const TickLabel> labels, float size, bool isOnPaper);

}  // namespace shoal
