#pragma once

#include <optional>

#include "app/window/input_event.hpp"
#include "ui/panel/commands.hpp"

namespace shoal {

/// Returns the key's command, if it has one.
std::optional<Command> commandFor(const KeyPressed& key);

/// Returns the command of a typed character: for characters whose keys differ between layouts.
std::optional<Command> commandFor(const CharacterTyped& character);

/// Whether a text field uses this event: all events except function keys and Ctrl commands that no field
/// knows.
bool isForTextField(const InputEvent& event);

}  // namespace shoal
