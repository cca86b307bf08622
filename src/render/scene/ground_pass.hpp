#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws the land.
class GroundPass : public Pass {
public:
    GroundPass() : Pass("ground") {}

    bool isNeeded(const FrameContext& context) const override { return !context.scene.ground.isEmpty(); }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_program{{"ground.vert", "ground.frag"}};
};

}  // namespace shoal
