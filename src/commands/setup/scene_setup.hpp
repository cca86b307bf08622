#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <shoal/scene.hpp>

#include "commands/cli/options.hpp"
#include "terminal/ending.hpp"
#include "viewer/files/opened_document.hpp"

namespace shoal {

/// Returns the scene that the command line describes, or how the program ends if there is none: status 4 for
/// a missing or invalid preset, 2 for an invalid key or value.
std::variant<Scene, Ending> setUpScene(const SceneOptions& options);

/// Also accepts a take, or a capture that holds one: status 4 if it is invalid, 2 for options that would
/// change its seed, number of boids or movement.
std::variant<PreparedDocument, Ending> setUpDocument(const SceneOptions& options);

/// Returns the index of the species that --species names; of the first if it names none.
Result<std::size_t> speciesNamed(const Scene& scene, const std::string& name);

/// Applies KEY=VALUE assignments in order. Returns how the program ends if one is invalid.
std::optional<Ending> applyAssignments(const std::vector<std::string>& assignments, Scene& scene);

}  // namespace shoal
