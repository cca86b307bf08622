#include "render/bodies/published_body.hpp"

#include <algorithm>

#include "sim/support/parts.hpp"

namespace shoal {
namespace {

/// Bodies that one thread prepares at a time: long enough that starting its task costs little.
constexpr std::size_t kPartBodies = 4096;

/// [m] How far below its position a body searches for the ground.
float standingReach(const BodyBatch& batch) {
    const bool hasGround = batch.ground && batch.ground->form != Ground::Form::none;
    return hasGround && standsOnGround(batch.body) ? batch.bodyLength : 0.0f;
}

/// Lowers a position to the ground.
Vec3f stood(const BodyBatch& batch, float reach, const Vec3f& at) {
    return {at.x, at.y - std::clamp(at.y - batch.ground->heightAt(at.x, at.z), 0.0f, reach), at.z};
}

}  // namespace

void publish(const BodyBatch& batch, float modelSeconds, std::span<PublishedBody> to, Workers* workers) {
    const FlockState& now = batch.flock->now();
    const FlockState& before = batch.flock->before();
    const float reach = standingReach(batch);
    forEachPart(workers, to.size(), kPartBodies, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            Vec3f isAt = now.position.at(slot);
            Vec3f wasAt = before.position.at(slot);
            if (reach > 0.0f) {
                isAt = stood(batch, reach, isAt);
                wasAt = stood(batch, reach, wasAt);
            }
            const std::uint32_t id = now.id[slot];
            Vec3f move = isAt - wasAt;
            std::uint32_t marked = id;
            if (move.x == 0.0f && move.y == 0.0f && move.z == 0.0f) {
                move = now.velocity.at(slot) * modelSeconds;
                marked |= PublishedBody::kUnmoved;
            }
            to[slot] = {.position = {isAt.x, isAt.y, isAt.z},
                        .id = marked,
                        .move = {move.x, move.y, move.z},
                        .colour = id < batch.colours.size() ? batch.colours[id] : 0};
        }
    });
}

}  // namespace shoal
