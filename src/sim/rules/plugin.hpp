#pragma once

#include <cstdint>
#include <filesystem>
#include <set>

#include <shoal/result.hpp>

namespace shoal {

/// Loads a shared library, whose rules register as it loads. A file named again is not loaded again. A
/// library stays loaded until the program ends. The problem names a file that cannot be loaded, was built
/// for another version or layout, or registers a wrong rule or none, and says what to do.
///
/// A plugin runs its own code with the user's rights. Call this only for files that the user named. Scenes
/// made earlier do not have its rules. Not thread-safe: no other thread may make a scene meanwhile.
Outcome loadPlugin(const std::filesystem::path& file);

/// Returns a hash of the contents of each loaded plugin, sorted.
std::set<std::uint64_t> loadedPluginHashes();

}  // namespace shoal
