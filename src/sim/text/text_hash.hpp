#pragma once

#include <cstdint>
#include <string_view>

#include <shoal/random.hpp>

namespace shoal {

/// A 64-bit hash of a text, equal on every machine. No protection against people.
constexpr std::uint64_t textHash(std::string_view text) {
    std::uint64_t hash = text.size();
    for (const char each : text) {
        hash = mixBits(hash ^ static_cast<unsigned char>(each));
    }
    return hash;
}

}  // namespace shoal
