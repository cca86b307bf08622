#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// Bytes as text of 64 characters (RFC 4648), in lines of 100.
std::string base64(std::string_view bytes);

/// The bytes again; line ends are ignored, anything else that does not belong there gives nothing.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace shoal
