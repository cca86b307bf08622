#pragma once

#include <span>
#include <string>
#include <string_view>

namespace shoal {

/// ` (did you mean "seed"?)` for the known word nearest to a mistyped one, or nothing when none is near.
std::string didYouMean(std::string_view typed, std::span<const std::string> known);

}  // namespace shoal
