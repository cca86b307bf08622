#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// Compresses bytes into zlib's format; `isFast` trades size for speed.
std::string deflated(std::string_view bytes, bool isFast = false);

/// Decompresses zlib data; empty if they are damaged or truncated. To limit memory, stops soon after
/// exceeding `maxBytes` and returns the bytes so far.
std::optional<std::string> inflated(std::string_view compressed, std::size_t maxBytes);

/// CRC-32 of the bytes, as PNG chunks end with.
std::uint32_t crc32Of(std::string_view bytes);

}  // namespace shoal
