#pragma once

#include <vector>

#include "render/card/pass.hpp"
#include "render/card/texture_target.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/light/dust_field.hpp"

namespace shoal {

/// Light that the water between the eye and the scene scatters: beams of the sun, interrupted by bodies. On a
/// plain, the dust, which also veils the land. Computed at a fraction of the picture's size and
/// spread over it without crossing edges.
class AirPass : public Pass {
public:
    /// Shows the dust of frames that need it.
    explicit AirPass(const DustField& dust) : Pass("air"), m_dust(dust) {}

    bool isNeeded(const FrameContext& context) const override {
        const bool isPlain = context.place() == LookSettings::Place::plain;
        return isPlain ? m_dust.isNeeded(context) : context.frame.marchesAir();
    }
    std::vector<PlaceProgram*> programs() override {
        return {&m_march, &m_marchSamples, &m_dustMarch,      &m_dustMarchSamples,
                &m_blur,  &m_upsample,     &m_upsampleSamples};
    }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override;

    /// Changes the exposed light of the scene.
    Outcome draw(FrameContext& context) override;

private:
    FullScreenProgram& marchFor(const FrameContext& context) {
        if (context.place() == LookSettings::Place::plain) {
            return context.target->isMultisampled() ? m_dustMarchSamples : m_dustMarch;
        }
        return context.target->isMultisampled() ? m_marchSamples : m_march;
    }
    FullScreenProgram& upsampleFor(const FrameContext& context) {
        return context.target->isMultisampled() ? m_upsampleSamples : m_upsample;
    }

    FullScreenProgram m_march{"air.frag"};
    FullScreenProgram m_marchSamples{"air.frag", "MULTISAMPLED"};
    FullScreenProgram m_dustMarch{"dust.frag"};
    FullScreenProgram m_dustMarchSamples{"dust.frag", "MULTISAMPLED"};
    FullScreenProgram m_blur{"air_blur.frag"};
    FullScreenProgram m_upsample{"air_upsample.frag"};
    FullScreenProgram m_upsampleSamples{"air_upsample.frag", "MULTISAMPLED"};

    const DustField& m_dust;
    TextureTarget m_air;
    TextureTarget m_blurred;
};

}  // namespace shoal
