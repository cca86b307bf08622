#include "render/scene/body_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "render/bodies/body_kind.hpp"

namespace shoal {
namespace {

constexpr int kNone = -1;
constexpr std::string_view kFishShader = "fish.frag";

const void* commandAt(std::size_t group, std::size_t offset) {
    return atOffset(group * sizeof(BodyCommands) + offset);
}

void setPalette(Program& program, const BodyPalette& palette) {
    program.set("uBack", palette.back);
    program.set("uFlank", palette.flank);
    program.set("uBelly", palette.belly);
    program.set("uStripe", palette.stripe);
}

/// `isLean`: without the patterns, which that program lacks.
void setForm(Program& program, const BodyKind& kind, float mouth, bool isLean) {
    if (const std::optional<SwimForm>& form = kind.swim) {
        program.set("uWave", form->wave);
        program.set("uYaw", form->yaw);
        program.set("uScull", form->scull);
    }
    if (const std::optional<FishForm>& form = kind.fish) {
        program.set("uBorder", form->border);
        program.set("uFinish", form->finish);
        program.set("uBand", form->band);
        program.set("uFins", form->fins);
        program.set("uAccents", form->accents);
        if (!isLean) {
            program.set("uEyeAt", form->eye);
            program.set("uIris", form->iris);
            program.set("uGills", form->gills);
            program.set("uMouthLine", form->mouthLine);
            program.set("uMouth", mouth);
        }
    }
    if (const std::optional<BirdForm>& form = kind.bird) {
        const BirdHinges& hinges = form->hinges;
        program.set("uHinges", glm::vec4{hinges.shoulder, hinges.wrist, hinges.wristAt, hinges.tail});
        program.set("uBeat", form->stroke);
        program.set("uSweep", form->sweep);
        program.set("uTips", form->tips);
        program.set("uHead", form->head);
        program.set("uHood", form->hood);
        program.set("uPaleTail", form->paleTail);
    }
}

void setMorph(Program& program, std::size_t level, const Frame& frame) {
    const bool hasCoarser = frame.drawing == Drawing::asSeen && level < kDetailLimits.size();
    const float coarsest = hasCoarser ? kDetailLimits[level] * frame.coarseness : 0.0f;
    program.set("uCoarsePixels", hasCoarser ? coarsest : -2.0f);
    program.set("uFinePixels", hasCoarser ? coarsest * kMorphSpan : -1.0f);
}

bool hasStanding(const FrameContext& context) {
    return std::ranges::any_of(context.scene.bodies.groups(), [](const BodyStore::Group& group) {
        return standsOnGround(group.body) && group.count > 0;
    });
}

/// Draws the bodies of a level, whose command lies there in BodyCommands, with the program in use.
void drawLevel(const FrameContext& context, std::size_t group, std::size_t offset) {
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, commandAt(group, offset));
    ++context.cost.calls;
}

constexpr std::size_t levelAt(std::size_t level) {
    return offsetof(BodyCommands, meshes) + level * sizeof(BodyCommands::Level);
}

}  // namespace

BodyPass::BodyPass(const BodyMeshes& meshes, const VisibleBodies& visible)
    : Pass("bodies"), m_meshes(meshes), m_visible(visible) {
    for (std::size_t body = 0; body < kBodyKinds; ++body) {
        const BodyKind& kind = bodyKind(static_cast<Species::Body>(body));
        m_kinds.emplace_back(std::string(kind.vertexShader), std::string(kind.fragmentShader));
    }
}

/// Whether a group is drawn without the patterns of its skin.
bool BodyPass::isLean(const BodyStore::Group& group, const Frame& frame) {
    // Other skins have no patterns that cost much.
    return frame.isLean && !group.isColoured && bodyKind(group.body).fragmentShader == kFishShader;
}

std::vector<PlaceProgram*> BodyPass::programs() {
    std::vector<PlaceProgram*> all{&m_points.natural, &m_points.coloured};
    for (Look& kind : m_kinds) {
        all.push_back(&kind.natural);
        all.push_back(&kind.coloured);
        all.push_back(&kind.mirrored);
        if (kind.lean.files().back() == kFishShader) {
            all.push_back(&kind.lean);
        }
    }
    return all;
}

std::vector<PlaceProgram*> BodyPass::needed(const FrameContext& context) {
    std::vector<PlaceProgram*> needed;
    for (const BodyStore::Group& group : context.scene.bodies.groups()) {
        needed.push_back(&meshesOf(group, context.frame));
        needed.push_back(&pointsOf(group));
        if (context.mirrorsBodies()) {
            needed.push_back(&lookOf(group).mirrored);
        }
    }
    return needed;
}

Outcome BodyPass::draw(FrameContext& context) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_visible.commands());
    drawMeshes(context, false);
    if (context.mirrorsBodies()) {
        drawMeshes(context, true);
    }
    if (context.frame.drawing == Drawing::asSeen) {
        drawPoints(context);
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    glBindVertexArray(0);
    return Done{};
}

/// Makes the program current for the bodies of a species.
Program& BodyPass::use(PlaceProgram& programs, const FrameContext& context, std::size_t group) {
    const Frame& frame = context.frame;
    const BodyStore::Group& bodies = context.scene.bodies.groups()[group];
    Program& program = programs.in(context.place());
    program.use();
    program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
    program.set("uThickness", bodyKind(bodies.body).thickness);
    const bool isHere = frame.highlighted && frame.highlighted->species == group;
    program.set("uHighlighted", isHere ? static_cast<int>(frame.highlighted->id) : kNone);
    return program;
}

/// A group's colours: those of a file's materials, if it has any.
BodyPalette BodyPass::paletteOf(const BodyStore::Group& group) const {
    const BodyMeshes::Own* own = m_meshes.own(group);
    if (own == nullptr || !own->colour) {
        return group.palette;
    }
    const glm::vec3& colour = *own->colour;
    return {.back = colour, .flank = colour, .belly = colour, .stripe = colour};
}

void BodyPass::drawMeshes(const FrameContext& context, bool isMirrored) {
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(isMirrored ? GL_CW : GL_CCW);
    m_meshes.bind(m_visible.poses());
    const std::span<const BodyStore::Group> groups = context.scene.bodies.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const BodyStore::Group& group = groups[i];
        const bool isPlain = !isMirrored && isLean(group, context.frame);
        Program& program =
            use(isMirrored ? lookOf(group).mirrored : meshesOf(group, context.frame), context, i);
        setPalette(program, paletteOf(group));
        setForm(program, bodyKind(group.body), group.palette.mouth, isPlain);
        for (std::size_t level = 0; level < kMeshLevels; ++level) {
            setMorph(program, level, context.frame);
            drawLevel(context, i, levelAt(level));
        }
    }
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
}

void BodyPass::drawPoints(const FrameContext& context) {
    glEnable(GL_PROGRAM_POINT_SIZE);
    m_meshes.bindPoints(m_visible.poses());
    const std::span<const BodyStore::Group> groups = context.scene.bodies.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const BodyStore::Group& group = groups[i];
        const BodyBox& box = bodyKind(group.body).box;
        const BodyMeshes::Own* own = m_meshes.own(group);
        Program& program = use(pointsOf(group), context, i);
        setPalette(program, paletteOf(group));
        program.set("uFaces", own != nullptr ? own->faces : box.faces);
        program.set("uPaint", glm::vec4{box.silver, box.stripe, box.belly, box.gain});
        program.set("uForm", glm::vec3{box.round, box.fins, box.sheen});
        program.set("uRise", box.rise);
        glDrawArraysIndirect(GL_POINTS, commandAt(i, offsetof(BodyCommands, points)));
        ++context.cost.calls;
    }
    glDisable(GL_PROGRAM_POINT_SIZE);
}

bool BodyShadowPass::isNeeded(const FrameContext& context) const {
    return fractionOf(context.frame.look.shadow) > 0.0f && !context.scene.ground.isEmpty() &&
           hasStanding(context);
}

Outcome BodyShadowPass::draw(FrameContext& context) {
    Program& program = programFor(context).in(context.place());
    program.use();
    program.set("uStrength", fractionOf(context.frame.look.shadow));
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1.0f, -8.0f);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    m_meshes.bind(m_visible.poses());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_visible.commands());
    const std::span<const BodyStore::Group> groups = context.scene.bodies.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (standsOnGround(groups[i].body)) {
            glDrawArraysIndirect(GL_TRIANGLE_STRIP, commandAt(i, offsetof(BodyCommands, shadows)));
            ++context.cost.calls;
        }
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
    return Done{};
}

LegShadowPass::LegShadowPass(ShadowMap& map, const BodyMeshes& meshes, const VisibleBodies& visible)
    : Pass("leg shadows"), m_map(map), m_meshes(meshes), m_visible(visible) {
    for (std::size_t body = 0; body < kBodyKinds; ++body) {
        const BodyKind& kind = bodyKind(static_cast<Species::Body>(body));
        m_programs.emplace_back(std::vector<std::string>{std::string(kind.vertexShader), "depth.frag"});
    }
}

bool LegShadowPass::isNeeded(const FrameContext& context) const {
    return context.isShadowed() && hasStanding(context);
}

std::vector<PlaceProgram*> LegShadowPass::programs() {
    std::vector<PlaceProgram*> standing;
    for (std::size_t body = 0; body < m_programs.size(); ++body) {
        if (standsOnGround(static_cast<Species::Body>(body))) {
            standing.push_back(&m_programs[body]);
        }
    }
    return standing;
}

std::vector<PlaceProgram*> LegShadowPass::needed(const FrameContext& context) {
    std::vector<PlaceProgram*> needed;
    for (const BodyStore::Group& group : context.scene.bodies.groups()) {
        if (standsOnGround(group.body)) {
            needed.push_back(&m_programs[static_cast<std::size_t>(group.body)]);
        }
    }
    return needed;
}

Outcome LegShadowPass::draw(FrameContext& context) {
    m_map.begin(context);
    m_meshes.bind(m_visible.poses());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_visible.commands());
    const std::span<const BodyStore::Group> groups = context.scene.bodies.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!standsOnGround(groups[i].body)) {
            continue;
        }
        Program& program = m_programs[static_cast<std::size_t>(groups[i].body)].in();
        program.use();
        program.set("uThickness", bodyKind(groups[i].body).thickness);
        setMorph(program, kMeshLevels, context.frame);
        drawLevel(context, i, offsetof(BodyCommands, nearCasters));
        drawLevel(context, i, levelAt(1));
        drawLevel(context, i, levelAt(2));
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    m_map.end(context);
    return Done{};
}

}  // namespace shoal
