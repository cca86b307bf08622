#pragma once

#include <vector>

#include "render/card/pass.hpp"
#include "render/light/shadow_map.hpp"

namespace shoal {

/// Draws obstacles but for floors as rocks, and goals, attractors and the best place found as beacons.
class SolidPass : public Pass {
public:
    SolidPass() : Pass("solids"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_program, &m_shadowed}; }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override { return {&programFor(context)}; }
    Outcome draw(FrameContext& context) override;

    /// Draws the obstacles but for floors, with a program of solid.vert that is in use.
    void drawStones(const FrameContext& context, Program& program) const;

private:
    PlaceProgram& programFor(const FrameContext& context) {
        return context.isShadowed() ? m_shadowed : m_program;
    }
    void drawBeacons(const FrameContext& context, Program& program) const;

    PlaceProgram m_program{{"solid.vert", "solid.frag"}};
    PlaceProgram m_shadowed{{"solid.vert", "solid.frag"}, "SHADOWED"};
    GlVertexArray m_noAttributes;
};

/// Draws a halo round each beacon, after everything: bodies in front of it do not hide it, and stones dim it.
class HaloPass : public Pass {
public:
    HaloPass() : Pass("halos"), m_noAttributes(GlVertexArray::make()) {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    PlaceProgram m_program{{"halo.vert", "halo.frag"}};
    GlVertexArray m_noAttributes;
};

/// Begins the shadow map: with the shadows of obstacles.
class SolidShadowPass : public Pass {
public:
    SolidShadowPass(ShadowMap& map, const SolidPass& solids)
        : Pass("stone shadows"), m_map(map), m_solids(solids) {}

    bool isNeeded(const FrameContext& context) const override { return context.isShadowed(); }
    std::vector<PlaceProgram*> programs() override { return {&m_program}; }
    Outcome draw(FrameContext& context) override;

private:
    ShadowMap& m_map;
    const SolidPass& m_solids;
    PlaceProgram m_program{{"solid.vert", "depth.frag"}};
};

}  // namespace shoal
