#pragma once

#include <string>

#include <imgui.h>

namespace shoal {

/// Whether a key went down in this frame or repeats. Dear ImGui 1.86 and later versions number keys
/// differently.
bool isKeyPressed(ImGuiKey key, bool repeats = true);

/// Whether Enter went down in this frame, on the main keyboard or the keypad.
bool isEnterPressed();

/// The Esc pressed in a frame, if any: the first widget that asks takes it.
class EscapeKey {
public:
    /// Call within an ImGui frame.
    EscapeKey();
    bool take();
    bool isTaken() const { return m_isTaken; }

private:
    bool m_isLeft;
    bool m_isTaken = false;
};

/// Whether any key went down in this frame.
bool isAnyKeyPressed();

/// Whether a list, a menu or a question is open over the panel.
bool isListOpen();

/// Whether a question is open, which must be answered first.
bool isQuestionOpen();

/// Lets the arrow keys move between controls, or not.
void setKeyboardNavigation(bool isOn);

/// Gives the keyboard to the window being built, and marks a control in it.
void takeKeyboardHere();

/// Begins a window whose controls can be reached by keys while `hasKeyboard`. The window takes the keyboard
/// as soon as that is true. Keys move in no other window.
void beginKeyboardWindow(const char* name, int flags, bool hasKeyboard);

/// Gives the keyboard to the field built next, within a few frames.
void focusNextField();

/// Whether a field takes typed text.
bool isFieldOpen();

/// Whether a field that shall have the keyboard does not have it yet.
bool isFieldOpening();

/// Sets whether Tab stops at the fields built until popTabStop().
void pushTabStop(bool isStop);
void popTabStop();

/// Keeps keys from moving to the items built until popUnreachable().
void pushUnreachable();
void popUnreachable();

/// Takes the keyboard from the field or slider that has it.
void releaseKeyboard();

/// Returns a digit, decimal separator or sign as ImGui reads it ('٣' as '3', ',' as '.'); other characters as
/// they are. A comma in a whole number gives 0, no character, where it separates thousands.
unsigned numberCharacter(unsigned codepoint, bool isWhole);

/// Does the same for a character, and for a text, that goes to a field for a number; leaves others alone.
unsigned inNumber(unsigned codepoint);
std::string inNumber(const std::string& text);

/// Says that the field just built takes a number.
void markNumber(bool isWhole);

/// Whether the keyboard is on the item just built, and shows its mark there.
bool hasKeyboardMark();

/// Keeps the keyboard on the item just built, although a key that moves it was pressed.
void stayHere();

/// Gives the wheel to the item just built, so that it scrolls nothing.
void keepWheel();

/// Says that the item just built is a slider with the keyboard's mark.
void noteSliderFocus();
/// Whether one had it in the last frame.
bool isSliderFocused();

/// Takes the text typed in this frame, so that no field gets it.
std::string takeTypedText();

/// An invisible button with a visible mark while the keyboard is on it.
bool bareButton(const char* id, const ImVec2& size);

}  // namespace shoal
