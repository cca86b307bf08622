#pragma once

#include <cstddef>
#include <functional>

#include <shoal/result.hpp>

namespace shoal {

/// Calls `load`, which may load a plugin, and returns how many rules registered meanwhile. If one of them has
/// a wrong declaration, none stays registered, and the problem describes the first. Call it before any
/// RuleSet is made: a set holds the rules that were registered when it was made.
Result<std::size_t> registerWhile(const std::function<void()>& load);

}  // namespace shoal
