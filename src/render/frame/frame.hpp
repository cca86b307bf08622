#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <shoal/scene.hpp>

#include "capture/format/image.hpp"
#include "capture/format/quality.hpp"
#include "render/frame/tile.hpp"
#include "render/frame/view.hpp"

namespace shoal {

/// A translucent sphere about a point that shows a radius while it is being set.
struct Ring {
    Vec3f centre;                      ///< [m]
    float radius = 1.0f;               ///< [m]
    Vec3f colour{0.3f, 0.75f, 0.83f};  ///< sRGB, 0 .. 1

    friend bool operator==(const Ring&, const Ring&) = default;
};

/// A point of a line in the world. Consecutive points are joined.
struct LinePoint {
    Vec3f place;               ///< [m]
    float width = 0.01f;       ///< [m] of the line
    std::uint32_t colour = 0;  ///< sRGB and opacity, a byte each from the lowest; opacity 0 ends a line
};

/// One boid of the scene.
struct BoidName {
    std::size_t species = 0;
    std::uint32_t id = 0;

    friend bool operator==(const BoidName&, const BoidName&) = default;
};

/// How many scenes a renderer holds.
inline constexpr std::size_t kSlots = 2;

/// How much of the flock a frame draws. The last two exist for comparison with the first.
enum class Drawing {
    asSeen,      ///< bodies in view, in as much detail as can be seen
    fullDetail,  ///< bodies in view, in full detail
    everything,  ///< all bodies in full detail, in view or not
};

/// Meshes of three sizes, and points.
inline constexpr std::size_t kDetailLevels = 4;

/// Numbers of bodies by level of detail, finest first.
using DrawnBodies = std::array<std::size_t, kDetailLevels>;

/// The cost of one frame.
struct DrawCost {
    DrawnBodies bodies{};
    std::size_t calls = 0;        ///< draw calls
    std::size_t frameBytes = 0;   ///< passed to the driver for this frame alone
    std::size_t uploadBytes = 0;  ///< passed to the driver by the last upload()

    std::size_t allBodies() const { return bodies[0] + bodies[1] + bodies[2] + bodies[3]; }
};

/// Returns a setting of 0 .. 1 within its range; 0 if it is not a number.
constexpr float fractionOf(float setting) {
    return setting > 0.0f ? std::min(setting, 1.0f) : 0.0f;
}

/// One frame to draw.
struct Frame {
    ImageSize size;            ///< of the whole frame; a side below 1 draws nothing
    unsigned framebuffer = 0;  ///< sRGB: of an Offscreen or a WindowCanvas
    float alpha = 1.0f;        ///< 0 is the state one step ago .. 1 the current state
    double seconds = 0.0;      ///< simulated time; animates the light on the water and the particles
    View view;
    LookSettings look;
    bool isTransparent = false;  ///< no backdrop and no particles
    std::optional<BoidName> highlighted;
    std::optional<Vec3f> subject =
        std::nullopt;  ///< [m] of a body; others between it and the eye are not drawn
    std::span<const Ring> rings;
    std::span<const LinePoint> lines;
    Drawing drawing = Drawing::asSeen;
    std::optional<Tile> tile = std::nullopt;  ///< the part that the framebuffer holds; all if empty
    int samples = 0;                          ///< per pixel; fewer if the driver refuses; 0 or 1 for one
    int shadowMapSide = 0;                    ///< [px] or 0 for none
    int airScale = 0;         ///< [px] side of a texel of the light in the air, or 0 for no beams and no dust
    bool hasFocus = false;    ///< blurs the parts out of focus
    bool hasMirror = false;   ///< a lake mirrors the bodies
    bool hasGrass = false;    ///< grass grows on a plain
    float coarseness = 1.0f;  ///< factor of the sizes [px] from which bodies have finer meshes
    bool sways = true;        ///< bodies sway about their axes: see shaders/pose.comp
    bool smoothsEdges = false;    ///< smooths jagged edges, for pictures of one sample per pixel
    bool coarseBackdrop = false;  ///< computes one pixel in four of the place; all of a lab
    /// The framebuffer takes exposed linear light (RGBA16F), which Renderer::post() turns into a picture.
    bool isLight = false;

    /// Saves what a small, quick picture hardly shows: patterns on fish.
    bool isLean = false;
    /// Whether it is drawn whole, however long its shaders take to compile. Else it is drawn without those
    /// that are not compiled yet, and each such frame compiles a few: see Renderer::isCompiling().
    bool waitsForShaders = true;

    /// Sets the samples, and the effects that stand in for them.
    void setQuality(Quality quality) {
        constexpr std::array kSamples{1, 4, 8};
        constexpr std::array kShadowMapSides{0, 1024, 2048};
        constexpr std::array kAirScales{0, 4, 2};
        samples = kSamples[static_cast<std::size_t>(quality)];
        shadowMapSide = kShadowMapSides[static_cast<std::size_t>(quality)];
        airScale = kAirScales[static_cast<std::size_t>(quality)];
        hasFocus = quality == Quality::high;
        hasMirror = quality != Quality::low;
        hasGrass = quality != Quality::low;
        smoothsEdges = quality == Quality::low;
        coarseBackdrop = quality == Quality::low;
        coarseness = quality == Quality::low ? 2.0f : 1.0f;
    }

    /// Whether the light between the eye and the scene is computed. Only water and dust scatter enough.
    bool marchesAir() const {
        const bool isDusty = look.place == LookSettings::Place::plain && fractionOf(look.dust) > 0.0f;
        return airScale > 0 && !isTransparent && !view.isOrthographic() &&
               (look.place == LookSettings::Place::water || isDusty);
    }

    /// Whether grass grows on land.
    bool growsGrass() const {
        return hasGrass && look.place == LookSettings::Place::plain && fractionOf(look.grass) > 0.0f &&
               !isTransparent && !view.isOrthographic();
    }

    /// The part that the framebuffer holds [px].
    Tile drawnTile() const { return tile.value_or(Tile{0, 0, size.width, size.height}); }
};

}  // namespace shoal
