#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "render/frame/body_batch.hpp"

namespace shoal {

class Workers;

/// The data of one body for the vertex shader: four texels of four words each.
struct BodyRecord {
    std::array<float, 3> before;             ///< [m] one step ago; w of the texel: the body's length
    float length;                            ///< [m]
    std::array<float, 3> now;                ///< [m]
    std::array<std::int16_t, 2> bend;        ///< before, now; 1 is 1 rad
    std::array<std::int16_t, 4> poseBefore;  ///< forward; roll, 1 is 45°
    std::array<std::int16_t, 4> poseNow;
    std::array<std::uint16_t, 2> stroke;  ///< the tail's phase now and its advance in the last step, in beats
    std::array<std::uint8_t, 4> variety;  ///< size, hue, beat, fold
    std::uint32_t id;
    std::uint32_t colour;  ///< as in BodyBatch::colours
};
inline constexpr std::size_t kTexelsPerRecord = 4;
static_assert(sizeof(BodyRecord) == kTexelsPerRecord * 16);

/// Writes the records of one species' bodies, one for each slot. A body with legs is lowered to the ground by
/// at most one body length, so that it stands there even if the rules keep its middle at another height.
/// `records` needs one element for each body. If `workers` is null, one thread does it all.
void packBodyBatch(const BodyBatch& batch, std::span<BodyRecord> records, Workers* workers);

}  // namespace shoal
