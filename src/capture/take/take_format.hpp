#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// Constants shared by code that reads and code that writes takes.
namespace shoal::take_format {

constexpr std::int64_t kFormat = 2;

constexpr std::string_view kBlockBegin = "\n[[played]]\n";
constexpr std::string_view kPartialEnding = ".partial";  ///< after .take

constexpr std::size_t kCameraColumns = 10;
/// Limit on a camera's numbers: their differences and squares stay finite as floats.
constexpr double kMaxCameraNumber = 1e12;
static_assert(static_cast<double>(static_cast<float>(kMaxCameraNumber)) <= kMaxCameraNumber,
              "a written number can be read");

}  // namespace shoal::take_format
