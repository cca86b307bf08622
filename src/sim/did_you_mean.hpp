#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shoal {

/// Smallest number of insertions, deletions, replacements and swaps of neighbours between two names.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The one of `known` that was probably meant, or nothing when none is near.
std::optional<std::string> nearestName(std::string_view name, std::span<const std::string> known);

/// For the end of a message about an unknown name: ` (did you mean "reef"?)` when one of `known` is near,
/// else ` (there are: a, b, c)`; nothing when there are none.
std::string didYouMean(std::string_view name, std::span<const std::string> known);

}  // namespace shoal
