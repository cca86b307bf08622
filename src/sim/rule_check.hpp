#pragma once

#include <span>
#include <string_view>

#include <shoal/rule_base.hpp>

namespace shoal {

/// Whether a tunable may be declared with this unit: nothing, "°", "°/s", or powers of m, s and 1, such as
/// "m/s²".
bool isLegalUnit(std::string_view unit);

/// Whether a rule may join those that are registered: its key and those of its parameters are snake_case and
/// taken by nothing else; title, helps, ranges and units are there and make sense; defaults are in range.
Outcome checkRule(const RegisteredRule& rule, std::span<const RegisteredRule> others);

}  // namespace shoal
