#pragma once

#include <string>
#include <string_view>

#include <shoal/result.hpp>

#include "sim/text/budget.hpp"
#include "sim/text/toml.hpp"

namespace shoal {

/// Checks the budget, then parses. All TOML passes through here. Problems read `night.toml:12:3: what`;
/// `fileName` is the file as the user knows it. Throws std::bad_alloc if memory runs out.
Result<toml::table> parseToml(std::string_view text, const std::string& fileName, const TomlBudget& budget);

}  // namespace shoal
