#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// Returns the new name of a renamed key; empty if it was not renamed. `table` is the last part of the path
/// of its table: "perception" of "species.fish.perception".
std::string_view renamedKey(std::string_view table, std::string_view key);

/// Returns a dotted key with the present names of all its parts.
std::string withPresentNames(std::string_view dotted);

}  // namespace shoal
