#pragma once

#include <cstddef>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

// Colours are sRGB, 0 .. 1.

/// Returns a palette's colour at `t`: 0 the low end .. 1 the high end; `t` is clamped to that range.
Vec3f paletteColour(LookSettings::Palette palette, float t);

/// Returns the colour of a heading from a cyclic palette: `t` 0 .. 1 is a full turn of the compass. After the
/// palette "twilight" of matplotlib 3.0.
Vec3f headingColour(float t);

/// Returns kOkabeIto.
const std::vector<Vec3f>& categoryColours();

/// Returns the colours of this many rules, in the inspector's palette.
std::vector<Vec3f> ruleColours(std::size_t count);

/// For a boid without a value, and for every group beyond categoryColours().
inline constexpr Vec3f kOtherColour{0.60f, 0.60f, 0.60f};

}  // namespace shoal
