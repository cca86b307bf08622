#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws obstacles as rocks and sand, and goals, attractors and the best place found as beacons.
class SolidPass : public Pass {
public:
    SolidPass() : Pass("solids"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    void drawOne(FrameContext& context, int shape, const Vec3f& centre, const Vec3f& half);

    PlaceProgram m_program{{"solid.vert", "solid.frag"}};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
