#pragma once

#include <cstdint>
#include <string_view>

namespace shoal::oracle {

/// Mixes random bits; the constants are part of the definition of every rule with random numbers.
inline std::uint64_t mixed64(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
}

inline std::uint32_t mixed32(std::uint32_t word) {
    word = (word ^ (word >> 16)) * 0x7feb352dU;
    word = (word ^ (word >> 15)) * 0x846ca68bU;
    return word ^ (word >> 16);
}

/// Returns the top 24 bits as a fraction of one.
inline double fractionOf(std::uint32_t word) {
    return static_cast<double>(word / 256U) / 16777216.0;
}

/// Returns the seed of a species (0 for the first) of a scene with this seed.
inline std::uint64_t speciesSeed(std::uint64_t sceneSeed, std::uint64_t species) {
    return mixed64(sceneSeed + 0x9e3779b97f4a7c15U * (species + 1));
}

/// Returns the seed of a rule's random numbers in a species with this seed: FNV-1a of the rule's key.
inline std::uint64_t ruleSeed(std::uint64_t speciesSeed, std::string_view rule) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char letter : rule) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 1099511628211U;
    }
    return mixed64(speciesSeed ^ hash);
}

}  // namespace shoal::oracle
