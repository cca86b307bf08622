#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec4.hpp>

#include "render/card/pass.hpp"

namespace shoal {

/// The dust that running animals raise on a plain: a square of columns on the ground round the herd, each
/// with the optical depth of dust of three ages. Each body leaves puffs where it was, as far as its velocity
/// and that of the herd about it tell, so that the dust has no history. Height in a column is a formula, as
/// cells low enough for dust would be too many. The card sums puffs in whole numbers, so that the same bytes
/// come out whatever the order.
class DustField : public Pass {
public:
    // As in dust.glsl.
    static constexpr int kSide = 128;     ///< [columns]
    static constexpr int kFlowSide = 32;  ///< [cells] of the herd's velocity
    static constexpr int kAges = 3;
    static constexpr std::size_t kColumns = std::size_t{kSide} * kSide;

    DustField();

    /// Whether there are animals on the land of a plain, and a frame shows their dust.
    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override {
        return {&m_sumsProgram,      &m_boxProgram,   &m_flowProgram,
                &m_flowStoreProgram, &m_splatProgram, &m_spreadProgram};
    }

    /// Computes the dust between two states, then binds it for dust.frag.
    Outcome draw(FrameContext& context) override;

    /// [m] Height that no dust exceeds. Requires isNeeded().
    static float top(const CardScene& scene);

    /// For tests: sums of the puffs by age and column, before they are spread.
    std::vector<std::uint32_t> sums() const;
    /// For tests: the corner along x and z from the eye [m]; the side of a column [m]; the longest body [m].
    glm::vec4 box() const;
    /// For tests, by column: optical depth straight down of dust of each age; the ground above the eye [m].
    std::vector<std::array<float, 4>> columns() const;

private:
    void placeBox(const CardScene& scene);
    void sumFlow(const CardScene& scene);
    void splat(const CardScene& scene);
    void spread(const CardScene& scene, float strength);

    PlaceProgram m_sumsProgram{{"volume_sums.comp"}};
    PlaceProgram m_boxProgram{{"dust_box.comp"}};
    PlaceProgram m_flowProgram{{"dust_flow.comp"}};
    PlaceProgram m_flowStoreProgram{{"dust_flow_store.comp"}};
    PlaceProgram m_splatProgram{{"dust_splat.comp"}};
    PlaceProgram m_spreadProgram{{"dust_spread.comp"}};

    CardBuffer m_runs;  ///< sums of places of runs of bodies
    CardBuffer m_box;
    CardBuffer m_flowSums;
    CardBuffer m_sums;
    CardBuffer m_spread;  ///< along one axis
    GlTexture m_flow;
    GlTexture m_columns;
};

}  // namespace shoal
