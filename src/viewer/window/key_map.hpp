#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "viewer/command/command.hpp"
#include "viewer/window/input_event.hpp"

namespace shoal {

/// Returns the key's command, if it has one.
std::optional<Action> actionFor(const KeyPressed& key);

/// Returns the command of a typed character: for characters whose keys differ between layouts.
std::optional<Action> actionFor(const CharacterTyped& character);

/// Returns a key's label for commands: see KeyPressed::label. `name`: the system's name of the key.
std::string labelFor(int code, std::string_view name);

/// The keys that fly, as GLFW's codes: ahead, left, back, right, down and up.
using FlyCodes = std::array<int, 6>;

/// Returns the keys at the places that W A S D, Q and E have on an American keyboard. If the layout has a
/// command on one of these keys, returns the keys with these labels. `labelAt`: KeyPressed::label of the key
/// with a code.
FlyCodes flyCodes(const std::function<std::string(int code)>& labelAt);

/// Returns the labels of the keys that fly, for the help: "W A S D, Q E" on an American keyboard.
std::string flyKeysText(const std::function<std::string(int code)>& labelAt);

/// Whether a text field uses this event: all events except function keys and Ctrl commands that no field
/// knows.
bool isForTextField(const InputEvent& event);

}  // namespace shoal
