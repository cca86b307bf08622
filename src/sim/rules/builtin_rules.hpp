#pragma once

#include <vector>

#include <shoal/rule.hpp>

namespace shoal {

/// Returns the rules in include/shoal/rules; the build generates this list from the files' names.
std::vector<RegisteredRule> builtinRules();

}  // namespace shoal
