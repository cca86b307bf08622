#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <shoal/scene.hpp>

#include "app/ending.hpp"
#include "app/opening.hpp"
#include "app/options.hpp"

namespace shoal {

/// The scene that the command line describes, or how the program ends when it describes none: a preset that
/// is missing or wrong (status 4), a key or value that is (status 2).
std::variant<Scene, Ending> setUpScene(const SceneOptions& options);

/// The same where a take, or a capture that holds one, may be named too: its seed and number of boids are its
/// own (status 2), and one that is wrong has status 4.
std::variant<Opening, Ending> setUpOpening(const SceneOptions& options);

/// Applies KEY=VALUE in their order; how the program ends when one is wrong.
std::optional<Ending> applyAssignments(const std::vector<std::string>& assignments, Scene& scene);

}  // namespace shoal
