#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// Returns the present name of a key in a table that an earlier version knew by another name; empty if there
/// is none. `table` is the last part of its path: "perception" of "species.fish.perception". The old names
/// are accepted for one release.
std::string_view renamedKey(std::string_view table, std::string_view key);

/// Returns a dotted key with the present names of all its parts.
std::string withPresentNames(std::string_view dotted);

}  // namespace shoal
