#pragma once

#include <optional>

#include "viewer/window/window.hpp"

namespace shoal {

/// What covers the picture of a frame. Lengths in window coordinates.
struct FrameParts {
    float panelWidth = 0.0f;                   ///< 0 while the panel is hidden
    std::optional<float> rightPanelLeft = {};  ///< left edge of the panel at the right, if it is open
    float stripHeight = 0.0f;                  ///< of the plotted measures; 0 while they are hidden
    float toolsHeight = 0.0f;                  ///< of the strip of icons, with what keeps it apart
    float timelineHeight = 0.0f;               ///< 0 without a take
    float drawerHeight = 0.0f;                 ///< of what a feature shows above all these
    float sideWidth = 0.0f;                    ///< of the card of a selected object, with its margin
    std::optional<float> sideLeft = {};        ///< left edge of that card, if it is shown
    bool isSplit = false;                      ///< two flocks side by side
};

/// Where everything in a frame lies: computed once a frame, before anything is built or drawn. Lengths in
/// window coordinates, from the top left, except `framebuffer`.
struct FrameLayout {
    Window::Size window;
    Window::Size framebuffer;  ///< [px]
    float scale = 1.0f;        ///< of text and controls
    float panelRight = 0.0f;   ///< right edge of the panel; 0 while it is hidden
    std::optional<float> rightPanelLeft;
    float toolsHeight = 0.0f;
    float timelineHeight = 0.0f;
    float drawerHeight = 0.0f;
    float textLeft = 0.0f;  ///< messages and a split begin here: right of the panel, unless that is very wide
    float textRight = 0.0f;         ///< they end here: at the panel at the right if there is space beside it
    float pictureLeft = 0.0f;       ///< left edge of the picture of the edited flock
    float splitRight = 0.0f;        ///< right end of what a split halves; the window's width without one
    float coveredBelow = 0.0f;      ///< height that icons, measures, the timeline and a drawer cover
    float sideWidth = 0.0f;         ///< covered at the right while an object is selected
    std::optional<float> sideLeft;  ///< left edge of its card, or of the inspector, if it is shown

    float width() const { return static_cast<float>(window.width); }
    float height() const { return static_cast<float>(window.height); }
    float aspect() const;  ///< width over height

    /// Fraction of the height, from below, that framing leaves free.
    float framedBelow() const;

    /// What the card at the right covers; 0 if that would leave too little of the picture.
    float coveredRight() const;

    /// Whether there is anything to draw on. Some systems minimise a window to size 0 without saying so.
    bool isVisible() const;
};

/// `scale` is that of text and controls.
FrameLayout layoutOf(Window::Size window, Window::Size framebuffer, float scale, const FrameParts& parts);

}  // namespace shoal
