#include "render/scene/backdrop_pass.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/scene/world_marks.hpp"

namespace shoal {
namespace {

constexpr int kParticles = 700;
constexpr float kParticleBox = 9.0f;  // [m at the reef's scale] side of the box in which the particles repeat

// Limits of the land in shaders/sky.frag, as sines of elevation.
constexpr float kLandTop = 0.026f;     // trees and the lowest hills …
constexpr float kHillsTop = 0.17f;     // … and what the highest hills add
constexpr float kShoreFoot = 0.0036f;  // below the horizon

bool isCoarse(const FrameContext& context) {
    return context.frame.coarseBackdrop && context.place() != LookSettings::Place::lab;
}

/// Whether the frame may show sky, land and lake, each with a shader of its own.
bool hasHorizon(const FrameContext& context) {
    return context.place() == LookSettings::Place::sky && !context.frame.view.isOrthographic();
}

/// Heights that rays reach 1 m deep in the frame [m], and the length of the longest ray.
struct Heights {
    float bottom = 0.0f;
    float top = 0.0f;
    float longest = 1.0f;
};

Heights heightsOf(const SceneBlock& block) {
    Heights heights{block.rayCentre.y, block.rayCentre.y, 1.0f};
    for (const glm::vec2 corner : {glm::vec2{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) {
        const glm::vec3 ray{block.rayCentre + corner.x * block.rayRight + corner.y * block.rayUp};
        heights.bottom = std::min(heights.bottom, ray.y);
        heights.top = std::max(heights.top, ray.y);
        heights.longest = std::max(heights.longest, glm::length(ray));
    }
    return heights;
}

}  // namespace

std::vector<PlaceProgram*> BackdropPass::needed(const FrameContext& context) {
    std::vector<PlaceProgram*> needed{&m_whole};
    if (hasHorizon(context)) {
        needed.insert(needed.end(), {&m_high, &m_land, &m_lake});
    }
    if (isCoarse(context)) {
        needed.push_back(&m_upsample);
    }
    return needed;
}

Outcome BackdropPass::draw(FrameContext& context) {
    if (isCoarse(context)) {
        return drawCoarse(context);
    }
    drawPlace(context, 1.0f);
    return Done{};
}

/// Draws half as many texels along each side, then interpolates between them.
Outcome BackdropPass::drawCoarse(FrameContext& context) {
    const Tile tile = context.frame.drawnTile();
    const ImageSize used{std::max(1, tile.width / 2), std::max(1, tile.height / 2)};
    if (Outcome made = m_coarse.require(GL_RGBA16F, used.width, used.height, "backdrop"); !made) {
        return made;
    }
    // Exactly half the size, even of an odd one, so that the texels of tiles fit together.
    const Tile& full = context.viewport;
    glBindFramebuffer(GL_FRAMEBUFFER, m_coarse.framebuffer());
    glViewportIndexedf(0, 0.5f * static_cast<float>(full.x), 0.5f * static_cast<float>(full.y),
                       0.5f * static_cast<float>(full.width), 0.5f * static_cast<float>(full.height));
    drawPlace(context, 2.0f);
    glBindFramebuffer(GL_FRAMEBUFFER, context.target->framebuffer());
    glViewport(full.x, full.y, full.width, full.height);
    Program& upsample = m_upsample.in();
    upsample.use();
    upsample.set("uUsed", glm::vec4{used.width, used.height, 0.0f, 0.0f});
    upsample.set("uBackdrop", 0);
    glBindTexture(GL_TEXTURE_2D, m_coarse.texture());
    drawTriangle(context, upsample);
    glBindTexture(GL_TEXTURE_2D, 0);
    return Done{};
}

/// `pixel`: side of the target's pixels [px of the frame].
void BackdropPass::drawPlace(FrameContext& context, float pixel) {
    Program& whole = m_whole.in(context.place());
    whole.use();
    if (context.place() == LookSettings::Place::lab) {
        setLabGrid(whole, context);
    }
    if (!hasHorizon(context)) {
        drawTriangle(context, whole);
        return;
    }
    const Heights frame = heightsOf(context.block);
    // The parts overlap by two pixels, so that none of their edges shows.
    const float seam = frame.longest * 2.0f * pixel / context.block.surface.z;
    const float land = frame.longest * (kLandTop + kHillsTop * context.block.sky.land.w) + seam;
    const float shore = -frame.longest * kShoreFoot - seam;
    const auto drawBetween = [&](Program& program, float bottom, float top) {
        if (top > frame.bottom && bottom < frame.top) {
            drawTriangle(context, program, bottom, top);
        }
    };
    drawBetween(m_high.in(), land, kUnlimited);
    drawBetween(m_land.in(), seam, land + seam);
    drawBetween(m_lake.in(), -kUnlimited, shore);
    drawBetween(whole, shore - seam, 2.0f * seam);
}

/// Draws what lies between two heights of the rays [m]. At the cleared depth, so the shader runs only on
/// pixels that nothing covers.
void BackdropPass::drawTriangle(FrameContext& context, Program& program, float bottom, float top) {
    program.use();
    program.set("uHeights", glm::vec4{bottom, top, 0.0f, 0.0f});
    glEnable(GL_CLIP_DISTANCE0);
    glEnable(GL_CLIP_DISTANCE1);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glBindVertexArray(m_noAttributes.name());
    ++context.cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glDisable(GL_CLIP_DISTANCE0);
    glDisable(GL_CLIP_DISTANCE1);
}

Outcome ParticlePass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    const glm::vec4& eye = context.block.eye;
    const float box = kParticleBox * context.block.extinction.w;
    // The eye's position in its box, computed in double: far from the origin a float lacks the precision.
    const auto within = [box](float coordinate) {
        const double boxes = static_cast<double>(coordinate) / static_cast<double>(box);
        return static_cast<float>(boxes - std::floor(boxes));
    };
    program.set("uEyeInBox", glm::vec3{within(eye.x), within(eye.y), within(eye.z)});
    program.set("uBox", box);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(m_noAttributes.name());
    ++context.cost.calls;
    glDrawArrays(GL_POINTS, 0, kParticles);
    glBindVertexArray(0);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    return Done{};
}

}  // namespace shoal
