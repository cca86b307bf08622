#pragma once

#include <string_view>

#include <shoal/scene.hpp>

namespace shoal {

/// Returns the edit with its value clamped to the tunable's range; unchanged if the scene has no such
/// tunable.
Edit clampedEdit(Scene& scene, const Edit& edit);

/// Applies `KEY=VALUE` to a scene that does not run yet, as `--set` and sweeps do: a tunable (see
/// Scene::applyText), or `seed`.
Outcome applySetting(Scene& scene, std::string_view assignment);

/// Returns the declaration of the tunable that a key, perhaps without "species.", refers to.
Result<Parameter> parameterOf(const Scene& scene, std::string_view key);

/// Whether two keys, perhaps shortened, refer to the same tunable of the scene.
bool isSameTunable(const Scene& scene, std::string_view a, std::string_view b);

}  // namespace shoal
