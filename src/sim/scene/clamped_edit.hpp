#pragma once

#include <shoal/scene.hpp>

namespace shoal {

/// Returns the edit with its value clamped to the tunable's range; unchanged if the scene has no such
/// tunable.
Edit clampedEdit(Scene& scene, const Edit& edit);

}  // namespace shoal
