#pragma once

#include <span>
#include <string_view>

#include <shoal/rule_set.hpp>

namespace shoal {

/// Whether a tunable may have this unit: none, "°", "°/s", or powers of m, s and 1, such as "m/s²".
bool isLegalUnit(std::string_view unit);

/// Checks that a rule may be registered: its key and those of its parameters are snake_case and not taken;
/// title, helps, ranges and units are present and make sense; defaults are in range.
Outcome checkRule(const RegisteredRule& rule, std::span<const RegisteredRule> others);

}  // namespace shoal
