#pragma once

#include <shoal/scene.hpp>

namespace shoal {

/// The edit with its value moved into the tunable's range. Unchanged where the scene has no such tunable.
Edit clampedEdit(Scene& scene, const Edit& edit);

}  // namespace shoal
