#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// The bytes in zlib's format; quickly rather than small where `isFast`.
std::string deflated(std::string_view bytes, bool isFast = false);

/// What was deflated, if it is whole. Where there are more than so many bytes it stops a little beyond them,
/// so that no more memory is taken.
std::optional<std::string> inflated(std::string_view compressed, std::size_t mostBytes);

}  // namespace shoal
