#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/budget.hpp"

namespace shoal {

/// Where a TOML text exceeds a limit, and which.
struct TomlFlaw {
    std::uint32_t line = 1;
    std::uint32_t column = 1;  ///< in characters, as toml++ counts them
    std::string what;
};

/// Looks through a text before toml++ does, in one pass that allocates nothing: toml++ 3.3 recurses once per
/// dot of a key and per nested list, and reads past its tables for a bare key that is not ASCII. Strings and
/// comments may hold anything. Nothing if toml++ can be trusted with the text; whether it is TOML is for
/// toml++ to say.
std::optional<TomlFlaw> scanToml(std::string_view text, const TomlBudget& budget);

}  // namespace shoal
