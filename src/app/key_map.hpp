#pragma once

#include <optional>

#include "app/input_event.hpp"
#include "ui/commands.hpp"

namespace shoal {

/// What a key stands for, or nothing.
std::optional<Command> commandFor(const KeyPressed& key);

/// What a typed character stands for: those that are on other keys in other layouts.
std::optional<Command> commandFor(const CharacterTyped& character);

}  // namespace shoal
