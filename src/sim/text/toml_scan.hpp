#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/text/budget.hpp"

namespace shoal {

/// The limit that a TOML text exceeds, and where.
struct TomlFlaw {
    std::uint32_t line = 1;
    std::uint32_t column = 1;  ///< in characters, as toml++ counts them
    std::string what;
};

/// Checks a text before toml++ parses it, in one pass that allocates nothing. toml++ 3.3 recurses once per
/// dot of a key and per nested list. Its behaviour is undefined where it looks for white space and finds a
/// character that is not ASCII: outside quotes, and in a multi-line string after a backslash that ends a
/// line. Empty if toml++ can parse the text safely; toml++ then decides whether it is valid TOML.
std::optional<TomlFlaw> scanToml(std::string_view text, const TomlBudget& budget);

}  // namespace shoal
