#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/body_records.hpp"
#include "render/scene_block.hpp"

namespace shoal {

/// Body lengths in pixels at which a finer mesh takes over. At its limit it has the shape of the coarser one,
/// and grows into its own up to `kMorphSpan` times as long.
inline constexpr std::array kDetailLimits{54.0f, 24.0f};
inline constexpr float kMorphSpan = 1.5f;

/// A body this short in pixels, or this faint against the water, has faded out; it begins to at twice as long
/// and three times as strong.
inline constexpr float kLeastPixels = 0.4f;
inline constexpr float kLeastContrast = 0.004f;

/// Which bodies a picture needs: indices of records by level of detail, in each level the nearer ones first,
/// so that what they hide costs little.
struct VisibleBodies {
    std::vector<std::uint32_t> indices;
    std::array<std::size_t, 4> levelStart{};  ///< of each level in `indices`, and the end of the last

    std::span<const std::uint32_t> level(std::size_t level) const {
        return std::span(indices).subspan(levelStart[level], levelStart[level + 1] - levelStart[level]);
    }
};

/// Finds the bodies for one picture. Knows nothing of OpenGL; keeps its storage.
class BodyFinder {
public:
    /// Those of `records` that can show in the picture, where they are at its alpha.
    /// `seen`: from offsets from the eye to the clip space of what is looked at.
    /// `reach` [body lengths]: how far a body goes from its place.
    void find(std::span<const BodyRecord> records, const glm::mat4& seen, const SceneBlock& scene,
              Drawing drawing, float reach, VisibleBodies& visible);

private:
    struct Found {
        std::uint32_t index = 0;
        std::uint32_t rank = 0;  ///< level, then distance
    };
    std::vector<Found> m_found;
    std::vector<std::uint32_t> m_rankStart;
};

}  // namespace shoal
