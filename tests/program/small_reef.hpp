#pragma once

#include <string>

#include <shoal/preset.hpp>

namespace shoal::test {

/// Keys of the preset "reef".
inline const std::string kWeight = "species.sardine.alignment.weight";
inline const std::string kAlignmentRadius = "species.sardine.alignment.radius";
inline const std::string kCohesionWeight = "species.sardine.cohesion.weight";

/// Returns "reef" with fewer boids, for speed.
inline Scene smallReef(int count) {
    Scene scene = *openPreset("reef");
    scene.species[0].count = count;
    return scene;
}

}  // namespace shoal::test
