#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/renderer.hpp"

namespace shoal {

/// What the vertex shader reads of one body: four texels of four words each.
struct BodyRecord {
    std::array<float, 3> before;             ///< [m] one step ago; w of the texel: the body's length
    float length;                            ///< [m]
    std::array<float, 3> now;                ///< [m]
    std::array<std::int16_t, 2> bend;        ///< before, now; 1 being 1 rad
    std::array<std::int16_t, 4> poseBefore;  ///< forward; roll, 1 being 45°
    std::array<std::int16_t, 4> poseNow;
    std::array<std::uint16_t, 2> stroke;  ///< the tail's phase now and its advance in the last step, in beats
    std::array<std::uint8_t, 4> variety;  ///< size, hue, beat; nothing
    std::uint32_t id;
    std::uint32_t unused;
};
inline constexpr std::size_t kTexelsPerRecord = 4;
static_assert(sizeof(BodyRecord) == kTexelsPerRecord * 16);

/// Whether a body has legs to stand on.
constexpr bool standsOnGround(Species::Body body) {
    return body == Species::Body::beast || body == Species::Body::cat;
}

/// Appends the records of a school in the order of its slots. One that stands is put on the ground below, up
/// to its own length below its place, so that it stands there however high above the ground rules keep its
/// middle.
void packSchool(const School& school, std::vector<BodyRecord>& records);

}  // namespace shoal
