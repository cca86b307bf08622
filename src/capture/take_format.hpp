#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// What those who write takes and those who read them agree on.
namespace shoal::take_format {

constexpr std::int64_t kFirst = 1;   ///< edits one by one, no snapshot
constexpr std::int64_t kNewest = 2;  ///< as written now

constexpr std::string_view kBlockBegin = "\n[[played]]\n";
constexpr std::string_view kPartialEnding = ".partial";  ///< after .take

constexpr std::size_t kCameraColumns = 10;
/// Of a camera's numbers: differences and squares of such stay finite as floats.
constexpr double kFarthest = 1e12;
static_assert(static_cast<double>(static_cast<float>(kFarthest)) <= kFarthest, "what is written can be read");

}  // namespace shoal::take_format
