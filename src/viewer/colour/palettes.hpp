#pragma once

#include <cstdint>
#include <optional>

#include <shoal/scene.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

// Colours are sRGB, 0 .. 1.

/// Returns a palette's colour at `t`: 0 the low end .. 1 the high end; `t` is clamped to that range.
Vec3f paletteColour(LookSettings::Palette palette, float t);

/// Returns the colour of a heading: `t` 0 .. 1 is a full turn of the compass, 0 along −z, 0.25 along +x. All
/// have the same lightness and chroma in OKLCH (Björn Ottosson 2020, "A perceptual color space for image
/// processing"), so that none stands out: L = 0.74, C = 0.125, or on paper L = 0.58, C = 0.098, close to the
/// largest chroma that every hue has in sRGB. The hue is the heading less 90°: red to the right (+x), yellow
/// towards +z, green to the left, blue towards −z.
Vec3f headingColour(float t, bool isOnPaper = false);

/// Returns headingColour() of a direction; empty if it is vertical or zero.
std::optional<Vec3f> headingColour(const Vec3f& direction, bool isOnPaper);

/// Whether the look draws dark on light.
inline bool isOnPaper(const LookSettings& look) {
    return look.place == LookSettings::Place::lab && look.isPaper;
}

/// Returns a colour as BodyBatch::colours and LinePoint::colour hold it, opaque.
std::uint32_t packedColour(const Vec3f& colour);

/// For a boid without a value.
inline constexpr Vec3f kOtherColour{0.60f, 0.60f, 0.60f};

}  // namespace shoal
