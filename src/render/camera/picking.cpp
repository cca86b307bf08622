#include "render/camera/picking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

Vec3f mixedPosition(const Flock& flock, std::size_t slot, float alpha) {
    const Vec3f before = flock.before().position.at(slot);
    const Vec3f now = flock.now().position.at(slot);
    return before + (now - before) * alpha;
}

/// Whether a body of this length [m] is not drawn for the sake of the subject: as in shaders/pose.comp.
bool isBefore(const Vec3f& subject, const Vec3f& eye, const Vec3f& place, float length) {
    const Vec3f way = subject - eye;
    const Vec3f offset = place - eye;
    const float along = dot(offset, way) / std::max(lengthSq(way), 1e-8f);
    const float aside = std::sqrt(lengthSq(offset - way * along)) / length;
    return along > 0.0f && along < 0.825f && aside < 0.6f;
}

}  // namespace

std::optional<BoidName> pickBoid(const StateView& state, const View& view, const PickQuery& query) {
    std::optional<BoidName> best;
    float bestScore = std::numeric_limits<float>::infinity();
    const auto flocks = state.flocks();
    for (std::size_t species = 0; species < flocks.size(); ++species) {
        const Flock& flock = flocks[species];
        const float halfLength = state.scene().species[species].bodyLength * 0.5f;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const Vec3f position = mixedPosition(flock, slot, query.alpha);
            const glm::vec4 seen = view.view * glm::vec4(position.x, position.y, position.z, 1.0f);
            const float depth = -seen.z;
            if (!(depth > 0.0f && depth < query.maxDepth) ||
                (query.subject && isBefore(*query.subject, view.eye, position, 2.0f * halfLength))) {
                continue;
            }
            const glm::vec4 at = view.projection * seen;
            const float dx = (at.x / at.w - query.at.x) * query.aspect * 0.5f;
            const float dy = (at.y / at.w - query.at.y) * 0.5f;
            const float distance = std::sqrt(dx * dx + dy * dy);
            const float reach = query.reach + halfLength * view.scaleAt(depth) * 0.5f;
            // Near boids hide far ones, so depth counts as well as the distance from the boid's middle.
            const float score = depth * (1.0f + 4.0f * distance / reach);
            if (distance <= reach && score < bestScore) {
                bestScore = score;
                best = BoidName{species, flock.now().id[slot]};
            }
        }
    }
    return best;
}

std::optional<Vec3f> placeOf(const StateView& state, const BoidName& boid, float alpha) {
    const auto flocks = state.flocks();
    if (boid.species >= flocks.size()) {
        return std::nullopt;
    }
    const Flock& flock = flocks[boid.species];
    const std::size_t slot = flock.slotOf(boid.id);
    return slot < flock.count() ? std::optional(mixedPosition(flock, slot, alpha)) : std::nullopt;
}

std::optional<BoidName> boidNumbered(const StateView& state, std::uint32_t id) {
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        const std::size_t count = state.flocks()[species].count();
        if (id < count) {
            return BoidName{species, id};
        }
        id -= static_cast<std::uint32_t>(count);
    }
    return std::nullopt;
}

std::optional<Vec3f> headingOf(const StateView& state, const BoidName& boid) {
    const auto flocks = state.flocks();
    const std::size_t slot = boid.species < flocks.size() ? flocks[boid.species].slotOf(boid.id) : 0;
    if (boid.species >= flocks.size() || slot >= flocks[boid.species].count()) {
        return std::nullopt;
    }
    const Flock& flock = flocks[boid.species];
    Vec3f move = flock.now().position.at(slot) - flock.before().position.at(slot);
    if (lengthSq(move) == 0.0f) {
        move = flock.now().velocity.at(slot);
    }
    const float level = std::hypot(move.x, move.z);
    move.y = std::clamp(move.y, -level, level);
    const float length = std::sqrt(lengthSq(move));
    return length > 0.0f && std::isfinite(length) ? std::optional(move * (1.0f / length)) : std::nullopt;
}

std::optional<BoidName> nearestBoid(const StateView& state, std::size_t species, const Vec3f& point) {
    const auto flocks = state.flocks();
    if (species >= flocks.size()) {
        return std::nullopt;
    }
    const Flock& flock = flocks[species];
    std::optional<BoidName> best;
    float smallest = std::numeric_limits<float>::infinity();
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const float distance = lengthSq(flock.now().position.at(slot) - point);
        if (distance < smallest) {
            smallest = distance;
            best = BoidName{species, flock.now().id[slot]};
        }
    }
    return best;
}

std::optional<BoidName> leaderOf(const StateView& state) {
    const auto flocks = state.flocks();
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const auto count = static_cast<std::uint32_t>(flocks[index].count());
        for (const auto& rule : state.scene().species[index].rules) {
            if (const auto id = rule->isEnabled ? rule->leaderId() : std::nullopt; id && count > 0) {
                return BoidName{index, std::min(*id, count - 1)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace shoal
