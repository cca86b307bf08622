#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "render/frame/body_batch.hpp"

namespace shoal {

class Workers;

/// What reaches the graphics card of a body, in the layout of shaders/bodies.glsl.
struct PublishedBody {
    /// Set in `id` if the body has not moved; its move is then only the direction it faces.
    static constexpr std::uint32_t kUnmoved = 0x80000000u;

    std::array<float, 3> position;  ///< [m]
    std::uint32_t id;
    std::array<float, 3>
        move;              ///< [m] in the last step: exact at bounces and at the edges of a wrapped world
    std::uint32_t colour;  ///< as in BodyBatch::colours
};
static_assert(sizeof(PublishedBody) == 32);

/// Writes one species' bodies, one for each slot, in order and without reading `to`, which may be memory of
/// the card. A body with legs is lowered to the ground by at most one body length, so that it stands there
/// even if the rules keep its middle at another height. `modelSeconds` is the model time of a step. If
/// `workers` is null, one thread does it all.
void publish(const BodyBatch& batch, float modelSeconds, std::span<PublishedBody> to, Workers* workers);

}  // namespace shoal
