#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shoal {

/// Returns the minimum number of insertions, deletions, replacements and swaps of adjacent letters between
/// two names.
std::size_t editDistance(std::string_view a, std::string_view b);

/// Returns the one of `known` that was probably meant; empty if none is near.
std::optional<std::string> nearestName(std::string_view name, std::span<const std::string> known);

/// Returns ` (did you mean "reef"?)`, the end of a message about an unknown name; empty if none is near.
std::string suggestion(const std::optional<std::string>& nearest);

/// Ends a problem with an unknown rule, or with a key that is like no other.
inline constexpr std::string_view kNeedsPlugin = "; a plugin's rule needs its plugin";

/// Returns that end if one of `known` is near, else ` (there are: a, b, c)`; empty if `known` is.
std::string didYouMean(std::string_view name, std::span<const std::string> known);

}  // namespace shoal
