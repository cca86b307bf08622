#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws the land.
class GroundPass : public Pass {
public:
    GroundPass() : Pass("ground") {}

    bool isNeeded(const FrameContext& context) const override { return !context.scene.ground.isEmpty(); }
    std::vector<PlaceProgram*> programs() override { return {&m_program, &m_shadowed}; }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override { return {&programFor(context)}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram& programFor(const FrameContext& context) {
        return context.isShadowed() ? m_shadowed : m_program;
    }

    PlaceProgram m_program{{"ground.vert", "ground.frag"}};
    PlaceProgram m_shadowed{{"ground.vert", "ground.frag"}, "SHADOWED"};
};

}  // namespace shoal
