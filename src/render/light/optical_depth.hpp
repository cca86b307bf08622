#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/card/pass.hpp"

namespace shoal {

/// How much of the light the bodies of a flock leave for one another and for what lies about them: a box of
/// cells round the flock, each with the optical depth towards the sun and straight up. The card sums the
/// bodies' cross-sections in whole numbers, so that the same bytes come out whatever the order.
class OpticalDepth : public Pass {
public:
    static constexpr int kWidth = 48;  ///< [cells] along x and z
    static constexpr int kHeight = 24;
    static constexpr int kCells = kWidth * kHeight * kWidth;

    static constexpr std::size_t kSummed = 64;    ///< bodies in a run of shaders/sums.glsl
    static constexpr std::size_t kSumBytes = 32;  ///< Sum there

    OpticalDepth();

    std::vector<PlaceProgram*> programs() override {
        return {&m_sumsProgram, &m_boxProgram,   &m_splatProgram,
                &m_blurProgram, &m_sweepProgram, &m_storeProgram};
    }

    /// Computes the volume of the bodies between two states, then binds it for visibility.glsl. The look's
    /// shadow scales the depths; without it nothing is computed, and the volume reads as empty.
    Outcome draw(FrameContext& context) override;

    /// For tests: sums of the bodies' cross-sections by cell, before they are blurred, in units of unit().
    std::vector<std::uint32_t> sums() const;
    /// For tests: the corner from the eye [m], and the side of a cell [m].
    glm::vec4 box() const;
    /// For tests: optical depth towards the sun and upwards, by cell, as stored.
    std::vector<std::array<float, 2>> depths() const;
    float unit() const { return m_unit; }  ///< [m²]

private:
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
