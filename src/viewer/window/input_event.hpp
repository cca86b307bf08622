#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace shoal {

/// A key went down. `code` is GLFW's and names a position on the keyboard; `scancode` is the system's.
/// `label` is the key's label in the user's layout, in lower case ("q"); where the layout has a letter of
/// another script than Latin, the one that an American keyboard has there; empty if there is none.
struct KeyPressed {
    int code = 0;
    int scancode = 0;
    std::string label;
    bool isRepeat = false;
    bool hasControl = false;
    bool hasShift = false;
};

struct KeyReleased {
    int code = 0;
    int scancode = 0;
    std::string label = {};
    bool hasControl = false;
    bool hasShift = false;
};

/// A character was typed.
struct CharacterTyped {
    unsigned codepoint = 0;
};

enum class MouseButton { left, middle, right };

struct ButtonChanged {
    MouseButton button = MouseButton::left;
    bool isDown = false;
    bool hasControl = false;
    bool hasShift = false;
};

/// [px] The pointer may move this far between press and release of a click.
inline constexpr double kClickDistance = 4.0;

/// The pointer's new position, in window coordinates.
struct PointerMoved {
    double x = 0.0;
    double y = 0.0;
};

/// The pointer entered the window or left it.
struct PointerCrossed {
    bool isInside = false;
};

struct WheelTurned {
    double up = 0.0;
    double right = 0.0;
};

/// The window gained or lost the keyboard.
struct FocusChanged {
    bool hasFocus = false;
};

/// The window needs to be drawn anew: it was uncovered, resized, minimised or restored.
struct WindowChanged {};

struct FilesDropped {
    std::vector<std::filesystem::path> files;
};

using InputEvent = std::variant<KeyPressed, KeyReleased, CharacterTyped, ButtonChanged, PointerMoved,
                                PointerCrossed, WheelTurned, FocusChanged, WindowChanged, FilesDropped>;

}  // namespace shoal
