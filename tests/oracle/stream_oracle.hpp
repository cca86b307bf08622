#pragma once

#include <cstdint>
#include <string_view>

namespace shoal::oracle {

inline std::uint64_t splitMixed(std::uint64_t word) {
    word ^= word >> 30;
    word *= 0xbf58476d1ce4e5b9U;
    word ^= word >> 27;
    word *= 0x94d049bb133111ebU;
    word ^= word >> 31;
    return word;
}

/// Returns the seed of a species (0 for the first) of a scene with this seed.
inline std::uint64_t speciesSeed(std::uint64_t sceneSeed, std::uint64_t species) {
    return splitMixed(sceneSeed + 0x9e3779b97f4a7c15U * (species + 1));
}

/// Returns the seed of a rule's random numbers in a species with this seed: FNV-1a of the rule's key.
inline std::uint64_t ruleSeed(std::uint64_t speciesSeed, std::string_view rule) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char letter : rule) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 1099511628211U;
    }
    return splitMixed(speciesSeed ^ hash);
}

}  // namespace shoal::oracle
