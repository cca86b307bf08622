#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace shoal {

enum class Icon {
    pause,
    play,
    restart,
    rewind,
    undo,
    redo,
    reset,
    compare,
    add,
    camera,
    colour,
    plots,
    picture,
    film,
    hide,
    show,
    more,
    find,
    close,
    swap,
    down,
    right,
    stone,
    goal,
    lure,
    scare,
    eye,
    step,
    hunter,
};

/// Draws an icon whose upper left corner is `at` [px], as lines on a square of `size` [px].
void drawIcon(ImDrawList& list, Icon icon, const ImVec2& at, float size, ImU32 colour);

/// How an icon's button looks.
struct IconLook {
    bool isOn = false;
    bool isPossible = true;
    bool isQuiet = false;        ///< dimmer than text until the mouse is on it
    std::string_view word = {};  ///< below the icon; may be empty
    float width = 0.0f;          ///< [px] of a button with a word
};

/// Height that a word adds to an icon's button, at scale 1 [px].
inline constexpr float kIconWord = 12.0f;

/// Builds a square button with an icon in its middle, `size` [px]; with a word, that stands below. `key`
/// names it in tests. True when clicked.
bool iconButton(const WidgetContext& context, std::string_view key, Icon icon, float size,
                const IconLook& look, const std::string& hint);

}  // namespace shoal
