#include "render/bodies/visible_bodies.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "sim/support/parts.hpp"

namespace shoal {
namespace {

/// The four side planes of the view. They meet at the eye; there is no far plane.
std::array<glm::vec4, 4> sidePlanes(const glm::mat4& rows) {
    std::array planes{rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1]};
    for (glm::vec4& plane : planes) {
        plane /= std::max(glm::length(glm::vec3(plane)), 1e-12f);
    }
    return planes;
}

// Distance ranks: a float's exponent and the upper bits of its fraction, 3 % per rank.
constexpr int kFractionBits = 5;
constexpr std::uint32_t kDistances = 1u << (8 + kFractionBits);
constexpr std::uint32_t kLevels = 3;
constexpr std::uint32_t kHidden = kLevels * kDistances;

/// `distance` must not be negative.
std::uint32_t rankOf(std::uint32_t level, float distance) {
    return level * kDistances + (std::bit_cast<std::uint32_t>(distance) >> (23 - kFractionBits));
}

std::uint32_t levelFor(float pixels) {
    return pixels > kDetailLimits[0] ? 0 : pixels > kDetailLimits[1] ? 1 : 2;
}

}  // namespace

void BodyFinder::find(std::span<const BodyRecord> records, const SceneBlock& scene, const Query& query,
                      Workers* workers, VisibleBodies& visible) {
    const glm::mat4 rows = glm::transpose(query.seen);
    const std::array planes = sidePlanes(rows);
    const glm::vec3 eye(scene.eye);
    const float alpha = scene.surface.y;
    const float pixelsPerRadian = scene.surface.z;
    const float clearest = std::min({scene.extinction.x, scene.extinction.y, scene.extinction.z});
    const float clearWater = clearest > 0.0f ? -std::log(kMinContrast) / clearest : 1e30f;
    const auto ranked = [&](const BodyRecord& record) {
        // The position as the shader computes it. A body may have moved far in the last step; only this
        // moment counts.
        const glm::vec3 from = glm::vec3(record.before[0], record.before[1], record.before[2]) - eye;
        const glm::vec3 to = glm::vec3(record.now[0], record.now[1], record.now[2]) - eye;
        const glm::vec3 offset = from * (1.0f - alpha) + to * alpha;
        const float distance = glm::length(offset);
        const float minLength = distance * kMinPixels / pixelsPerRadian;
        // Written so that NaN is skipped.
        if (!(distance < clearWater && record.length > minLength)) {
            return kHidden;
        }
        const bool isOutside = std::any_of(planes.begin(), planes.end(), [&](const glm::vec4& plane) {
            return glm::dot(glm::vec3(plane), offset) + plane.w < -query.reach * record.length;
        });
        if (isOutside && query.drawing != Drawing::everything) {
            return kHidden;
        }
        const float depth = glm::dot(glm::vec3(rows[3]), offset) + rows[3].w;
        const std::uint32_t level = levelFor(record.length * pixelsPerRadian / std::max(depth, 1e-6f));
        return query.drawing == Drawing::asSeen ? rankOf(level, distance) : 0;
    };
    m_ranks.resize(records.size());
    forEachPart(workers, records.size(), kPartBodies, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
            m_ranks[index] = ranked(records[index]);
        }
    });
    m_rankStart.assign(kHidden + 2, 0);
    for (const std::uint32_t rank : m_ranks) {
        ++m_rankStart[rank + 1];
    }
    for (std::size_t rank = 1; rank < m_rankStart.size(); ++rank) {
        m_rankStart[rank] += m_rankStart[rank - 1];
    }
    for (std::uint32_t level = 0; level <= kLevels; ++level) {
        visible.levelStart[level] = m_rankStart[level * kDistances];
    }
    visible.indices.resize(m_rankStart[kHidden]);
    for (std::uint32_t index = 0; index < records.size(); ++index) {
        if (m_ranks[index] != kHidden) {
            visible.indices[m_rankStart[m_ranks[index]]++] = index;
        }
    }
}

}  // namespace shoal
