#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include <shoal/result.hpp>

namespace shoal {

/// A JSON text of at most kMostRecordBytes, kMostRecordValues and kMostNesting; the problem says what it
/// exceeds, or where it is no JSON.
Result<nlohmann::json> parseUntrustedJson(std::string_view text);

}  // namespace shoal
