#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/bodies/body_records.hpp"
#include "render/frame/scene_block.hpp"

namespace shoal {

class Workers;

/// Body lengths in pixels above which a finer mesh is drawn. At the limit it still has the coarser shape; it
/// reaches its own shape at `kMorphSpan` times the limit.
inline constexpr std::array kDetailLimits{54.0f, 24.0f};
inline constexpr float kMorphSpan = 1.5f;

/// A body this short in pixels, or with this little contrast against the background, has faded out. Fading
/// begins at twice the length and three times the contrast.
inline constexpr float kMinPixels = 0.4f;
inline constexpr float kMinContrast = 0.004f;

/// The bodies to draw in a frame: record indices by level of detail, nearer ones first within a level, so
/// that hidden fragments cost little.
struct VisibleBodies {
    std::vector<std::uint32_t> indices;
    std::array<std::size_t, 4> levelStart{};  ///< start of each level in `indices`, and the end of the last

    std::span<const std::uint32_t> level(std::size_t level) const {
        return std::span(indices).subspan(levelStart[level], levelStart[level + 1] - levelStart[level]);
    }
};

/// Finds the bodies for one frame. Independent of OpenGL; reuses its storage.
class BodyFinder {
public:
    /// Which bodies to find.
    struct Query {
        glm::mat4 seen{1.0f};  ///< maps eye-relative offsets to the clip space of the tile
        Drawing drawing = Drawing::asSeen;
        float reach = 1.0f;  ///< [body lengths] how far a body extends from its position
    };

    /// Finds the records that may be visible, at the positions given by the scene's alpha. If `workers` is
    /// null, one thread does it all.
    void find(std::span<const BodyRecord> records, const SceneBlock& scene, const Query& query,
              Workers* workers, VisibleBodies& visible);

private:
    std::vector<std::uint32_t> m_ranks;  ///< by record: level, then distance
    std::vector<std::uint32_t> m_rankStart;
};

}  // namespace shoal
