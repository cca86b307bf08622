#pragma once

#include <string>
#include <vector>

#include "render/bodies/body_store.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"

namespace shoal {

/// How much of the light the bodies of a flock leave for one another and for what lies about them: a box of
/// cells round the flock, each with the optical depth towards the sun and straight up. The card sums the
/// bodies' cross-sections in whole numbers, so that the same bytes come out whatever the order.
class OpticalDepth {
public:
    static constexpr int kWidth = 48;  ///< [cells] along x and z
    static constexpr int kHeight = 24;
    static constexpr int kCells = kWidth * kHeight * kWidth;

    OpticalDepth();

    Outcome prepare(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    /// Computes the volume of the bodies between two states, then binds it for visibility.glsl. The block of
    /// `scene` must be bound. `strength`, 0 .. 1, scales the depths; with 0 nothing is computed, and the
    /// volume reads as empty. Fails if the card has no memory.
    Outcome compute(const BodyStore& bodies, const SceneBlock& scene, float strength);

    /// For tests: sums of the bodies' cross-sections by cell, before they are blurred, in units of unit().
    std::vector<std::uint32_t> sums() const;
    /// For tests: the corner from the eye [m], and the side of a cell [m].
    glm::vec4 box() const;
    /// For tests: optical depth towards the sun and upwards, by cell, as stored.
    std::vector<std::array<float, 2>> depths() const;
    float unit() const { return m_unit; }  ///< [m²]

    std::vector<std::string> faults() const;

private:
    std::vector<PlaceProgram*> programs();
    void placeBox(const BodyStore& bodies);
    void splat(const BodyStore& bodies);
    void blur();
    void sweep(const CardBuffer& depths, const glm::vec3& towards, float strength);
    void store();
    void clear();
    void bind() const;

    PlaceProgram m_sumsProgram{{"volume_sums.comp"}};
    PlaceProgram m_boxProgram{{"volume_box.comp"}};
    PlaceProgram m_splatProgram{{"volume_splat.comp"}};
    PlaceProgram m_blurProgram{{"volume_blur.comp"}};
    PlaceProgram m_sweepProgram{{"volume_sweep.comp"}};
    PlaceProgram m_storeProgram{{"volume_store.comp"}};

    CardBuffer m_runs;  ///< sums of places of runs of bodies
    CardBuffer m_box;
    CardBuffer m_cells;
    CardBuffer m_spread;  ///< cells, while they are blurred
    CardBuffer m_sunDepths;
    CardBuffer m_upDepths;
    GlTexture m_texture;
    float m_unit = 1.0f;
    bool m_isClear = false;  ///< the texture has no depths
};

}  // namespace shoal
