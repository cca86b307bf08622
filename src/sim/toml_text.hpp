#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// A text as TOML writes it: in quotes, on one line, with what may not stand there escaped. Bytes that are no
/// UTF-8, such as those of an old file name, become U+FFFD: TOML holds nothing else.
std::string tomlText(std::string_view text);

}  // namespace shoal
