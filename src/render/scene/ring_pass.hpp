#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws translucent spheres that show a radius while it is being set. The bodies inside stay visible.
class RingPass : public Pass {
public:
    RingPass() : Pass("rings"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override { return !context.frame.rings.empty(); }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_program{{"ring.vert", "ring.frag"}};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
