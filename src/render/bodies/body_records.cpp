#include "render/bodies/body_records.hpp"

#include <algorithm>

#include "sim/support/parts.hpp"

namespace shoal {
namespace {

constexpr float kRollUnit = 0.785398f;  // [rad] roll encoded as 1

// Rounds by hand: the library functions are real calls, and each body would need a dozen.
std::int16_t toSigned(float value) {
    const float scaled = std::clamp(value, -1.0f, 1.0f) * 32767.0f;
    return static_cast<std::int16_t>(scaled + (scaled < 0.0f ? -0.5f : 0.5f));
}

std::uint16_t toFraction(float value) {
    const float scaled = std::clamp(value, 0.0f, 1.0f) * 65535.0f;
    return static_cast<std::uint16_t>(scaled + 0.5f);  // NOLINT(bugprone-incorrect-roundings)
}

std::uint8_t toByte(float value) {
    const float scaled = std::clamp(value, 0.0f, 1.0f) * 255.0f;
    return static_cast<std::uint8_t>(scaled + 0.5f);  // NOLINT(bugprone-incorrect-roundings)
}

/// Returns eight independent bits of an id for each `salt`, so a fish always looks the same.
std::uint8_t varietyOf(std::uint32_t id, std::uint32_t salt) {
    std::uint32_t bits = id * 0x9e3779b1u + salt * 0x85ebca77u;
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return static_cast<std::uint8_t>((bits ^ (bits >> 16)) >> 24);
}

std::array<std::int16_t, 4> packPose(const AnimatedBody::Pose& pose) {
    return {toSigned(pose.forward.x), toSigned(pose.forward.y), toSigned(pose.forward.z),
            toSigned(pose.roll / kRollUnit)};
}

/// [m] How far below its position a body searches for the ground.
float standingReach(const BodyBatch& batch) {
    const bool hasGround = batch.ground && batch.ground->form != Ground::Form::none;
    return hasGround && standsOnGround(batch.body) ? batch.bodyLength : 0.0f;
}

/// [m] Height at which a body at position `at` is drawn.
float drawnHeight(const BodyBatch& batch, float reach, const Vec3f& at) {
    if (!(reach > 0.0f)) {
        return at.y;
    }
    return at.y - std::clamp(at.y - batch.ground->heightAt(at.x, at.z), 0.0f, reach);
}

}  // namespace

void packBodyBatch(const BodyBatch& batch, std::span<BodyRecord> records, Workers* workers) {
    const FlockState& now = batch.flock->now();
    const FlockState& before = batch.flock->before();
    const float reach = standingReach(batch);
    const auto pack = [&](std::size_t slot) {
        const Vec3f wasAt = before.position.at(slot);
        const Vec3f isAt = now.position.at(slot);
        const std::uint32_t id = now.id[slot];
        const AnimatedBody& animated = batch.animations->of(id);
        const std::uint8_t size = varietyOf(id, 1);
        records[slot] = {.before = {wasAt.x, drawnHeight(batch, reach, wasAt), wasAt.z},
                         .length = batch.bodyLength * (0.85f + 0.30f * static_cast<float>(size) / 255.0f),
                         .now = {isAt.x, drawnHeight(batch, reach, isAt), isAt.z},
                         .bend = {toSigned(animated.before.bend), toSigned(animated.now.bend)},
                         .poseBefore = packPose(animated.before),
                         .poseNow = packPose(animated.now),
                         .stroke = {toFraction(animated.phase), toFraction(animated.advance)},
                         .variety = {size, varietyOf(id, 2), toByte(animated.beat), toByte(-animated.beat)},
                         .id = id,
                         .colour = id < batch.colours.size() ? batch.colours[id] : 0};
    };
    forEachPart(workers, records.size(), kPartBodies, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            batch.animations->prefetch(now, slot, end);
            pack(slot);
        }
    });
}

}  // namespace shoal
