#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// Returns a text as a TOML string: in quotes, on one line, with illegal characters escaped. Bytes that are
/// not UTF-8, such as those of an old file name, become U+FFFD, because TOML cannot hold them.
std::string tomlText(std::string_view text);

}  // namespace shoal
