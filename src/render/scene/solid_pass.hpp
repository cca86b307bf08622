#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/world.hpp>

#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// A light that marks a position.
struct Beacon {
    Vec3f place;  ///< [m]
    Vec3f glow;   ///< in linear light
    Vec3f rim;    ///< in linear light, at the edge of its disc
    float size = 1.0f;
};

/// Draws obstacles as rocks and sand, and goals, attractors and the best place found as beacons.
class SolidPass {
public:
    SolidPass();

    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place) {
        return m_programs.prepare(library, place);
    }
    Outcome reload(const ShaderLibrary& library) { return m_programs.reload(library); }

    void draw(std::span<const Obstacle> obstacles, std::span<const Beacon> beacons, LookSettings::Place place,
              const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const { return m_programs.faults(); }

private:
    static void drawOne(Program& program, int shape, const Vec3f& centre, const Vec3f& half,
                        const SceneBlock& scene, DrawCost& cost);

    PlaceProgram m_programs{{"solid.vert", "solid.frag"}};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
