#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// One species' bodies, as passed to upload().
struct BodyBatch {
    const Flock* flock = nullptr;
    float bodyLength = 0.25f;  ///< [m]
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0
    float tint = 0.0f;         ///< 0 .. 1: how much of that colour the bodies take on
    Species::Body body = Species::Body::fish;
    const Ground* ground = nullptr;  ///< where beasts and cats stand; may be null
    float mouth = 0.0f;              ///< redness of a fish's mouth, 0 .. 1
    std::string mesh = {};           ///< the file of kOwnBody
    /// By id: a colour that a body takes on, and how strongly, a byte each from the lowest: sRGB red, green,
    /// blue; strength, 0 none .. 255. A body beyond the end has its natural colours.
    std::span<const std::uint32_t> colours = {};
};

/// The moment of an uploaded state. Bodies go on moving from the last state uploaded if that has the same
/// beginning and is not later; otherwise they begin: straight along their velocity.
struct StateTime {
    std::uint64_t beginning = 0;  ///< a number for each flock; 0 always begins
    std::uint64_t step = 0;
    float stepSeconds = 1.0f / 60.0f;  ///< [s] real time of a step, above 0
    float ratio = 1.0f;                ///< seconds of model time in a real second
};

/// [s] of real time in which a body that began straight comes to lean and bend as its path wants it.
inline constexpr double kPoseSeconds = 1.0;

/// The kind of bodies that a user's file describes; presets name the file instead.
inline constexpr auto kOwnBody = static_cast<Species::Body>(Species::bodies.size());
inline constexpr std::size_t kBodyKinds = Species::bodies.size() + 1;

/// Whether a body has legs to stand on.
constexpr bool standsOnGround(Species::Body body) {
    return body == Species::Body::beast || body == Species::Body::cat;
}

}  // namespace shoal
