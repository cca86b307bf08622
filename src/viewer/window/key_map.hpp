#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "ui/widgets/command_table.hpp"
#include "viewer/window/input_event.hpp"

namespace shoal {

/// Returns the key's command; null if it has none.
const NamedCommand* commandFor(const CommandTable& commands, const KeyPressed& key);

/// Returns the command of a typed character: for characters whose keys differ between layouts.
const NamedCommand* commandFor(const CommandTable& commands, const CharacterTyped& character);

/// Returns a key's label for commands: see KeyPressed::label. `name`: the system's name of the key.
std::string labelFor(int code, std::string_view name);

/// The keys that fly, as GLFW's codes: ahead, left, back, right, down and up.
using FlyCodes = std::array<int, 6>;

/// Returns the keys at the places that W A S D, Q and E have on an American keyboard. If the layout has a
/// command on one of these keys, returns the keys with these labels. `labelAt`: KeyPressed::label of the key
/// with a code.
FlyCodes flyCodes(const CommandTable& commands, const std::function<std::string(int code)>& labelAt);

/// Returns the labels of the keys that fly, as the help shows them: "W A S D, Q E" on an American keyboard.
std::string flyKeysText(const CommandTable& commands, const std::function<std::string(int code)>& labelAt);

/// Whether a text field uses this event: all events except function keys and Ctrl commands that no field
/// knows.
bool isForTextField(const InputEvent& event);

}  // namespace shoal
