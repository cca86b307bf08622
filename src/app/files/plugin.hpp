#pragma once

#include <filesystem>
#include <span>

#include <shoal/result.hpp>

namespace shoal {

/// Loads shared libraries in this order; their rules register as they load. A file named twice is loaded
/// once. Libraries stay loaded until the program ends. The problem names a file that cannot be loaded, was
/// built against other headers, or registers a wrong rule or none, and says what to do.
///
/// A plugin runs its own code with the user's rights. Call this only for files that the user named, and
/// before any scene is made.
Outcome loadPlugins(std::span<const std::filesystem::path> files);

}  // namespace shoal
