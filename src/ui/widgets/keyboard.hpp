#pragma once

#include <string>

#include <imgui.h>

namespace shoal {

/// Whether a key went down in this frame or repeats. Dear ImGui 1.86 and later versions number keys
/// differently.
bool isKeyPressed(ImGuiKey key, bool repeats = true);

/// Whether Enter went down in this frame, on the main keyboard or the keypad.
bool isEnterPressed();

/// Whether any key went down in this frame.
bool isAnyKeyPressed();

/// Lets the arrow keys move between controls, or not.
void setKeyboardNavigation(bool isOn);

/// Gives the keyboard to the window being built, and marks a control in it.
void takeKeyboardHere();

/// Begins a window whose controls can be reached by keys while `hasKeyboard`. The window takes the keyboard
/// as soon as that is true. Keys move in no other window.
void beginKeyboardWindow(const char* name, int flags, bool hasKeyboard);

/// Gives the keyboard to the field built next.
void focusNextField();

/// Sets whether Tab stops at the fields built until popTabStop().
void pushTabStop(bool isStop);
void popTabStop();

/// Takes the keyboard from the field or slider that has it.
void releaseKeyboard();

/// Takes the text typed in this frame, so that no field gets it.
std::string takeTypedText();

/// An invisible button with a visible mark while the keyboard is on it.
bool bareButton(const char* id, const ImVec2& size);

}  // namespace shoal
