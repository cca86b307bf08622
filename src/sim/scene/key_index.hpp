#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// The sections of a scene by path: a large scene has 70,000, and a file may name thousands of keys.
using SectionIndex = std::map<std::string, Section, std::less<>>;

SectionIndex sectionIndex(const std::vector<Section>& sections);

/// Returns the full form of a key, or of the start of one, in which "species." and the name of the only
/// species may be omitted; empty if the scene has no such key.
std::optional<std::string> fullKey(const Scene& scene, const SectionIndex& sections,
                                   std::string_view written);

/// Returns every key, and every start of one that is a section's path, as a person would write it: without
/// "species.".
std::vector<std::string> writtenKeys(const SectionIndex& sections);

/// Whether a tunable of an earlier version, by its whole key, changes nothing today. Files that name it stay
/// readable.
bool isFormerTunable(std::string_view key);

}  // namespace shoal
