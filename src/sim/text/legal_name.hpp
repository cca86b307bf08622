#pragma once

#include <algorithm>
#include <string_view>

namespace shoal {

/// Whether a species or an object of the world may have this name: a bare TOML key.
inline bool isLegalName(std::string_view name) {
    const auto isLegal = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    };
    return !name.empty() && std::ranges::all_of(name, isLegal);
}

/// Returns "a" or "an".
inline std::string_view articleOf(std::string_view noun) {
    constexpr std::string_view kVowels = "aeiou";
    return !noun.empty() && kVowels.find(noun[0]) != std::string_view::npos ? "an" : "a";
}

}  // namespace shoal
