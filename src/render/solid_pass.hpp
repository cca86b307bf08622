#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/obstacle.hpp>

#include "render/gl_object.hpp"
#include "render/program.hpp"
#include "render/renderer.hpp"
#include "render/scene_block.hpp"

namespace shoal {

/// A light that marks a place.
struct Beacon {
    Vec3f place;  ///< [m]
    Vec3f glow;   ///< in linear light
    Vec3f rim;    ///< the same, at the edge of its disc
};

/// What stands in the water besides the fish: obstacles as rocks and sand, goals and attractors as beacons.
class SolidPass {
public:
    static Result<SolidPass> create(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    void draw(std::span<const Obstacle> obstacles, std::span<const Beacon> beacons, const SceneBlock& scene,
              DrawCost& cost);

    std::vector<std::string> faults() const { return m_program.faults(); }

private:
    void drawOne(int shape, const Vec3f& centre, const Vec3f& half, const SceneBlock& scene, DrawCost& cost);

    Program m_program;
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
