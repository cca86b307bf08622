#include "viewer/stage/frame_layout.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

// Beside a panel that covers more of the window, there is too little space for text.
constexpr float kMaxBeside = 0.6f;
constexpr float kMinTextWidth = 0.5f * theme::kPanelWidth;  // at scale 1, for a few words

}  // namespace

float FrameLayout::aspect() const {
    return std::max(1.0f, width()) / std::max(1.0f, height());
}

float FrameLayout::framedBelow() const {
    // At least half of a low window stays free for the picture.
    return std::min(coveredBelow / std::max(1.0f, height()), 0.5f);
}

float FrameLayout::coveredRight() const {
    constexpr float kMinFree = 0.1f;  // of the width
    const float covered = sideLeft ? width() - *sideLeft : 0.0f;
    return width() - pictureLeft - covered >= kMinFree * width() ? std::max(covered, 0.0f) : 0.0f;
}

bool FrameLayout::isVisible() const {
    return framebuffer.width > 0 && framebuffer.height > 0;
}

FrameLayout layoutOf(Window::Size window, Window::Size framebuffer, float scale, const FrameParts& parts) {
    FrameLayout layout{.window = window,
                       .framebuffer = framebuffer,
                       .scale = scale,
                       .panelRight = parts.panelWidth,
                       .rightPanelLeft = parts.rightPanelLeft,
                       .toolsHeight = parts.toolsHeight,
                       .timelineHeight = parts.timelineHeight,
                       .drawerHeight = parts.drawerHeight,
                       .sideWidth = parts.sideWidth,
                       .sideLeft = parts.sideLeft};
    const float width = layout.width();
    layout.textLeft = parts.panelWidth <= kMaxBeside * width ? parts.panelWidth : 0.0f;
    const float rightPanel = parts.rightPanelLeft.value_or(width);
    layout.textRight = rightPanel - layout.textLeft >= kMinTextWidth * scale ? rightPanel : width;
    layout.splitRight = parts.isSplit ? layout.textRight : width;
    layout.pictureLeft =
        parts.isSplit ? std::round(0.5f * (layout.textLeft + layout.splitRight)) : parts.panelWidth;
    layout.coveredBelow = parts.toolsHeight + parts.timelineHeight + parts.stripHeight + parts.drawerHeight;
    return layout;
}

}  // namespace shoal
