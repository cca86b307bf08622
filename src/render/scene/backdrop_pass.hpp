#pragma once

#include <vector>

#include "render/card/pass.hpp"
#include "render/card/texture_target.hpp"

namespace shoal {

/// Draws the place where nothing has been drawn yet: its colours and light. Does not write depth. In pictures
/// of low quality it computes one pixel in four: there it is smooth.
class BackdropPass : public Pass {
public:
    BackdropPass() : Pass("backdrop"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override { return !context.frame.isTransparent; }
    std::vector<PlaceProgram*> programs() override {
        return {&m_whole, &m_high, &m_land, &m_lake, &m_upsample};
    }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override;
    Outcome draw(FrameContext& context) override;

private:
    static constexpr float kUnlimited = 1e3f;

    Outcome drawCoarse(FrameContext& context);
    void drawPlace(FrameContext& context, float pixel);
    void drawTriangle(FrameContext& context, Program& program, float bottom = -kUnlimited,
                      float top = kUnlimited);

    PlaceProgram m_whole{{"backdrop.vert", "place.frag"}};
    PlaceProgram m_high{{"backdrop.vert", "sky.frag"}, "HIGH"};
    PlaceProgram m_land{{"backdrop.vert", "sky.frag"}, "LAND"};
    PlaceProgram m_lake{{"backdrop.vert", "sky.frag"}, "LAKE"};
    PlaceProgram m_upsample{{"backdrop.vert", "backdrop_upsample.frag"}};
    TextureTarget m_coarse;
    GlVertexArray m_noAttributes;
};

/// Draws particles that drift in water, hidden by nearer objects.
class ParticlePass : public Pass {
public:
    ParticlePass() : Pass("particles"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override {
        return context.place() == LookSettings::Place::water && !context.frame.isTransparent;
    }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_program{{"particles.vert", "particles.frag"}};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
