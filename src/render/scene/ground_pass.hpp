#pragma once

#include <vector>

#include "render/card/pass.hpp"

namespace shoal {

/// Draws the land or the sea floor. A sea floor that is no obstacle is scenery: transparent pictures lack it.
class GroundPass : public Pass {
public:
    GroundPass() : Pass("ground") {}

    bool isNeeded(const FrameContext& context) const override;
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

/// Draws the rocks and kelp on a sea floor.
class SeabedPass : public Pass {
public:
    SeabedPass() : Pass("seabed") {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_rock, &m_kelp}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_rock{{"seabed.vert", "solid.frag"}};
    PlaceProgram m_kelp{{"seabed.vert", "kelp.frag"}};
};

}  // namespace shoal
