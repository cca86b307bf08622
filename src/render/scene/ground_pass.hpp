#pragma once

#include <vector>

#include "render/card/grass.hpp"
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

/// Grows the grass in view of a camera on a plain.
class GrassGrowthPass : public Pass {
public:
    GrassGrowthPass() : Pass("grow grass") {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_program, &m_shadowed}; }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override { return {&programFor(context)}; }
    Outcome draw(FrameContext& context) override;

    const CardGrass& grass() const { return m_grass; }

private:
    PlaceProgram& programFor(const FrameContext& context) {
        return context.isShadowed() ? m_shadowed : m_program;
    }

    PlaceProgram m_program{{"grass.comp"}};
    PlaceProgram m_shadowed{{"grass.comp"}, "SHADOWED"};
    CardGrass m_grass;
};

/// Draws the grass that has grown.
class GrassPass : public Pass {
public:
    explicit GrassPass(const GrassGrowthPass& growth) : Pass("grass"), m_growth(growth) {}

    bool isNeeded(const FrameContext& context) const override { return m_growth.isNeeded(context); }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    const GrassGrowthPass& m_growth;
    PlaceProgram m_program{{"grass.vert", "grass.frag"}};
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
