#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// Encodes bytes as base64 (RFC 4648), with a line break after every 100 characters.
std::string base64(std::string_view bytes);

/// Decodes base64 and ignores line ends. Empty if the text is not valid base64.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace shoal
