#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws translucent lines among the bodies. Nearer objects hide them, and they fade with distance as bodies
/// do. A line thinner than a pixel is drawn a pixel wide, and fainter in proportion.
class LinePass : public Pass {
public:
    LinePass();

    bool isNeeded(const FrameContext& context) const override { return context.frame.lines.size() > 1; }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_program{{"line.vert", "line.frag"}};
    GlVertexArray m_array;
    GlBuffer m_points;
};

}  // namespace shoal
