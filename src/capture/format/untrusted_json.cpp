#include "capture/format/untrusted_json.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/text/budget.hpp"

namespace shoal {

namespace {

/// Returns the position after the string that begins at `at`; beyond the text if its closing quote is
/// missing.
std::size_t stringEnd(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') {
            ++at;
        }
    }
    return at + 1;
}

/// Checks size and nesting before the parser allocates for each bracket and comma.
Outcome checkBudget(std::string_view text) {
    if (text.size() > kMaxSidecarBytes) {
        return Problem{fmt::format("has over {} MiB", kMaxSidecarBytes >> 20)};
    }
    std::size_t depth = 0;
    std::size_t values = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = stringEnd(text, at);
            continue;
        }
        ++at;
        if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        } else if (c != ',') {
            continue;
        }
        if (depth > kMaxNesting || ++values > kMaxSidecarValues) {
            return Problem{
                fmt::format("nests more than {} deep or has over {} items", kMaxNesting, kMaxSidecarValues)};
        }
    }
    return Done{};
}

}  // namespace

Result<nlohmann::json> parseUntrustedJson(std::string_view text) {
    if (auto within = checkBudget(text); !within) {
        return within.problem();
    }
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const std::string_view before = text.substr(0, error.byte > 0 ? error.byte - 1 : 0);
        const std::size_t lineStart = before.rfind('\n') + 1;  // 0 on the first line, as npos + 1
        return Problem{fmt::format("is not valid JSON at line {}, column {}",
                                   std::ranges::count(before, '\n') + 1, before.size() - lineStart + 1)};
    } catch (const nlohmann::json::exception&) {
        return Problem{"has a number that is too large"};
    }
}

}  // namespace shoal
