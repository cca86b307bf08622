#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// A slider of the card that opens first.
struct Hero {
    std::size_t section = 0;    ///< index of its section
    std::size_t parameter = 0;  ///< index of its tunable in that section
    std::string label;          ///< without its section: "Alignment", "Sardines", "Zones radius"
};

/// Returns the sliders that the scene names, or, if it names none, up to three weights of enabled rules, a
/// perception radius that matters, and the number of boids of the first species. `sections` are the scene's.
std::vector<Hero> heroesOf(const Scene& scene, const std::vector<Section>& sections);

}  // namespace shoal
