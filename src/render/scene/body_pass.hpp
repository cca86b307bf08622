#pragma once

#include <string>
#include <vector>

#include "render/card/pass.hpp"
#include "render/light/shadow_map.hpp"
#include "render/scene/body_meshes.hpp"
#include "render/scene/visible_bodies.hpp"

namespace shoal {

/// Draws every body in view, as a mesh or a point; the processor never learns which.
class BodyPass : public Pass {
public:
    BodyPass(const BodyMeshes& meshes, const VisibleBodies& visible);

    bool isNeeded(const FrameContext& context) const override { return context.scene.bodies.slots() > 0; }
    std::vector<PlaceProgram*> programs() override;
    std::vector<PlaceProgram*> needed(const FrameContext& context) override;
    Outcome draw(FrameContext& context) override;

private:
    BodyPalette paletteOf(const BodyStore::Group& group) const;
    /// The programs that draw a kind of body.
    struct Look {
        PlaceProgram natural;
        PlaceProgram coloured;  ///< for bodies whose colour shows a value
        PlaceProgram mirrored;  ///< for their image in a lake, in natural colours
        PlaceProgram lean;      ///< of fish in a lean frame, in natural colours

        Look(const std::string& vertexShader, const std::string& fragmentShader)
            : natural({vertexShader, fragmentShader}),
              coloured({vertexShader, fragmentShader}, "COLOURED"),
              mirrored({vertexShader, fragmentShader}, "MIRRORED"),
              lean({vertexShader, fragmentShader}, "LEAN") {}
        PlaceProgram& of(const BodyStore::Group& group) { return group.isColoured ? coloured : natural; }
    };

    Look& lookOf(const BodyStore::Group& group) { return m_kinds[static_cast<std::size_t>(group.body)]; }
    static bool isLean(const BodyStore::Group& group, const Frame& frame);
    PlaceProgram& meshesOf(const BodyStore::Group& group, const Frame& frame) {
        return isLean(group, frame) ? lookOf(group).lean : lookOf(group).of(group);
    }
    PlaceProgram& pointsOf(const BodyStore::Group& group) { return m_points.of(group); }
    Program& use(PlaceProgram& programs, const FrameContext& context, std::size_t group);
    void drawMeshes(const FrameContext& context, bool isMirrored);
    void drawPoints(const FrameContext& context);

    const BodyMeshes& m_meshes;
    const VisibleBodies& m_visible;
    std::vector<Look> m_kinds;  ///< by kind
    Look m_points{"point.vert", "point.frag"};
};

/// Darkens the ground, which must be drawn already, under standing bodies, and draws the shadows that the
/// shadow map lacks: those far away, or of bodies drawn as points.
class BodyShadowPass : public Pass {
public:
    BodyShadowPass(const BodyMeshes& meshes, const VisibleBodies& visible)
        : Pass("ground shadows"), m_meshes(meshes), m_visible(visible) {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override { return {&m_program, &m_shadowed}; }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override { return {&programFor(context)}; }
    Outcome draw(FrameContext& context) override;

private:
    const BodyMeshes& m_meshes;
    const VisibleBodies& m_visible;
    PlaceProgram& programFor(const FrameContext& context) {
        return context.isShadowed() ? m_shadowed : m_program;
    }

    PlaceProgram m_program{{"shadow.vert", "shadow.frag"}};
    PlaceProgram m_shadowed{{"shadow.vert", "shadow.frag"}, "SHADOWED"};
};

/// Adds standing bodies to the shadow map.
class LegShadowPass : public Pass {
public:
    LegShadowPass(ShadowMap& map, const BodyMeshes& meshes, const VisibleBodies& visible);

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override;
    std::vector<PlaceProgram*> needed(const FrameContext& context) override;
    Outcome draw(FrameContext& context) override;

private:
    ShadowMap& m_map;
    const BodyMeshes& m_meshes;
    const VisibleBodies& m_visible;
    std::vector<PlaceProgram> m_programs;  ///< by kind
};

}  // namespace shoal
