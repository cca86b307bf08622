#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// A text as TOML writes it: in quotes, on one line, with what may not stand there escaped.
std::string tomlText(std::string_view text);

}  // namespace shoal
