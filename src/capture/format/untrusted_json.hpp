#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include <shoal/result.hpp>

namespace shoal {

/// Parses JSON of at most kMaxSidecarBytes, kMaxSidecarValues and kMaxNesting. The problem says which limit
/// it exceeds, or where it is invalid.
Result<nlohmann::json> parseUntrustedJson(std::string_view text);

}  // namespace shoal
