#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal::test {

inline std::string_view textOf(const std::uint8_t* bytes, std::size_t count) {
    return {reinterpret_cast<const char*>(bytes), count};
}

/// Reports a finding unless `holds`; unlike assert(), in every build.
inline void require(bool holds, const char* what, std::string_view about = {}) {
    if (!holds) {
        std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(about.size()), about.data());
        std::abort();
    }
}

/// Requires that a problem is one line of bounded length that begins with the name of the file.
inline void requireOneLine(const Problem& problem, std::string_view fileName) {
    constexpr std::size_t kMaxBytes = 1000;
    require(problem.text.starts_with(fileName), "no file named", problem.text);
    require(problem.text.size() < kMaxBytes, "too long", problem.text);
    for (const char c : problem.text) {
        require(static_cast<unsigned char>(c) >= ' ' && c != '\x7f', "a control character", problem.text);
    }
}

}  // namespace shoal::test
