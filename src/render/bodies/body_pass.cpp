#include "render/bodies/body_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "render/gl/gl_debug.hpp"

namespace shoal {
namespace {

constexpr GLuint kMeshBinding = 0;
constexpr GLuint kPoseBinding = 1;
constexpr GLuint kFirstPoseAttribute = 6;
constexpr int kNone = -1;

const void* commandAt(std::size_t group, std::size_t offset) {
    return atOffset(group * sizeof(BodyCommands) + offset);
}

void setPalette(Program& program, const BodyPalette& palette) {
    program.set("uBack", palette.back);
    program.set("uFlank", palette.flank);
    program.set("uBelly", palette.belly);
    program.set("uStripe", palette.stripe);
}

void setMorph(Program& program, std::size_t level, Drawing drawing) {
    const bool hasCoarser = drawing == Drawing::asSeen && level < kDetailLimits.size();
    program.set("uCoarsePixels", hasCoarser ? kDetailLimits[level] : -2.0f);
    program.set("uFinePixels", hasCoarser ? kDetailLimits[level] * kMorphSpan : -1.0f);
}

/// Describes the poses to the vertex array bound. `divisor`: 1 for a pose an instance, 0 for one a vertex.
void describePoses(GLuint divisor) {
    glVertexBindingDivisor(kPoseBinding, divisor);
    for (GLuint i = 0; i < VisibleBodies::kPoseBytes / 16; ++i) {
        const GLuint location = kFirstPoseAttribute + i;
        glEnableVertexAttribArray(location);
        if (i == 3) {
            glVertexAttribIFormat(location, 4, GL_UNSIGNED_INT, i * 16);
        } else {
            glVertexAttribFormat(location, 4, GL_FLOAT, GL_FALSE, i * 16);
        }
        glVertexAttribBinding(location, kPoseBinding);
    }
}

template <class Element>
GlBuffer makeBuffer(GLenum target, const std::vector<Element>& elements) {
    GlBuffer buffer = GlBuffer::make();
    glBindBuffer(target, buffer.name());
    glBufferData(target, static_cast<GLsizeiptr>(elements.size() * sizeof(Element)), elements.data(),
                 GL_STATIC_DRAW);
    labelGl(GL_BUFFER, buffer.name(), "body meshes");
    return buffer;
}

}  // namespace

BodyPass::BodyPass() {
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        const BodyKind& kind = bodyKind(static_cast<Species::Body>(body));
        const std::vector<std::string> files{std::string(kind.vertexShader),
                                             std::string(kind.fragmentShader)};
        m_kinds.push_back({PlaceProgram(files), PlaceProgram(files, true)});
    }
    makeMeshes();
}

/// Puts all meshes into one vertex array, whose instances are the poses of the visible bodies.
void BodyPass::makeMeshes() {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> indices;
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        std::array<MeshRange, kMeshLevels>& levels = m_meshes.emplace_back();
        constexpr std::array details{BodyDetail::near, BodyDetail::mid, BodyDetail::far};
        for (std::size_t i = 0; i < details.size(); ++i) {
            const BodyMesh mesh = makeBodyMesh(static_cast<Species::Body>(body), details[i]);
            levels[i] = {static_cast<std::uint32_t>(mesh.indices.size()),
                         static_cast<std::uint32_t>(indices.size()),
                         static_cast<std::uint32_t>(vertices.size())};
            vertices.insert(vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
            indices.insert(indices.end(), mesh.indices.begin(), mesh.indices.end());
        }
    }
    m_array = GlVertexArray::make();
    glBindVertexArray(m_array.name());
    m_vertices = makeBuffer(GL_ARRAY_BUFFER, vertices);
    m_indices = makeBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindVertexBuffer(kMeshBinding, m_vertices.name(), 0, sizeof(BodyVertex));
    const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribFormat(location, size, GL_FLOAT, GL_FALSE, static_cast<GLuint>(offset));
        glVertexAttribBinding(location, kMeshBinding);
    };
    attribute(0, 3, offsetof(BodyVertex, position));
    attribute(1, 3, offsetof(BodyVertex, normal));
    attribute(2, 4, offsetof(BodyVertex, lift));
    attribute(3, 3, offsetof(BodyVertex, coarsePosition));
    attribute(4, 3, offsetof(BodyVertex, coarseNormal));
    attribute(5, 2, offsetof(BodyVertex, coarseLift));
    describePoses(1);
    m_pointArray = GlVertexArray::make();
    glBindVertexArray(m_pointArray.name());
    describePoses(0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

std::vector<PlaceProgram*> BodyPass::allPrograms() {
    std::vector<PlaceProgram*> all{&m_animate, &m_shadows, &m_points.natural, &m_points.coloured};
    for (Kind& kind : m_kinds) {
        all.push_back(&kind.natural);
        all.push_back(&kind.coloured);
    }
    return all;
}

Outcome BodyPass::prepare(const ShaderLibrary& library, LookSettings::Place place) {
    for (Outcome ready :
         {m_animate.prepare(library, PlaceProgram::kEveryPlace), m_visible.prepare(library, place)}) {
        if (!ready) {
            return ready;
        }
    }
    std::vector<PlaceProgram*> needed;
    for (const BodyStore::Group& group : bodies().groups()) {
        needed.push_back(&programsOf(group));
        needed.push_back(&pointsOf(group));
        if (standsOnGround(group.body)) {
            needed.push_back(&m_shadows);
        }
    }
    for (PlaceProgram* each : needed) {
        if (Outcome ready = each->prepare(library, place); !ready) {
            return ready;
        }
    }
    return Done{};
}

Outcome BodyPass::prepareAll(const ShaderLibrary& library, LookSettings::Place place) {
    for (PlaceProgram* each : allPrograms()) {
        if (Outcome ready = each->prepare(library, place); !ready) {
            return ready;
        }
    }
    return m_visible.prepare(library, place);
}

Outcome BodyPass::reload(const ShaderLibrary& library) {
    for (PlaceProgram* each : allPrograms()) {
        if (Outcome loaded = each->reload(library); !loaded) {
            return loaded;
        }
    }
    return m_visible.reload(library);
}

std::vector<std::string> BodyPass::faults() const {
    std::vector<std::string> faults = m_visible.faults();
    for (const PlaceProgram* each : const_cast<BodyPass*>(this)->allPrograms()) {
        const std::vector<std::string> more = each->faults();
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

Result<std::size_t> BodyPass::upload(std::span<const BodyBatch> batches, const StateTime& time, int threads) {
    return m_stores[m_slot].upload(batches, time, threads);
}

void BodyPass::animate() {
    m_stores[m_slot].animate(m_animate.in(PlaceProgram::kEveryPlace));
}

Outcome BodyPass::pose(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    // Both scenes share the buffers of what is visible.
    const std::size_t slots = std::max(m_stores[0].slots(), m_stores[1].slots());
    return m_visible.choose(bodies(), slots, m_meshes, frame, scene, cost);
}

void BodyPass::draw(const Frame& frame, DrawCost& cost) {
    if (bodies().slots() == 0) {
        return;
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_visible.commands());
    drawMeshes(frame, cost);
    if (frame.drawing == Drawing::asSeen) {
        drawPoints(frame, cost);
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    glBindVertexArray(0);
}

/// Makes the program current for the bodies of a species.
Program& BodyPass::use(PlaceProgram& programs, const Frame& frame, std::size_t group) {
    const BodyStore::Group& bodiesHere = bodies().groups()[group];
    Program& program = programs.in(frame.look.place);
    program.use();
    program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
    program.set("uThickness", bodyKind(bodiesHere.body).thickness);
    const bool isHere = frame.highlighted && frame.highlighted->species == group;
    program.set("uHighlighted", isHere ? static_cast<int>(frame.highlighted->id) : kNone);
    return program;
}

void BodyPass::drawMeshes(const Frame& frame, DrawCost& cost) {
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glBindVertexArray(m_array.name());
    glBindVertexBuffer(kPoseBinding, m_visible.poses(), 0, VisibleBodies::kPoseBytes);
    for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
        const BodyStore::Group& group = bodies().groups()[i];
        Program& program = use(programsOf(group), frame, i);
        setPalette(program, group.palette);
        if (group.body == Species::Body::fish) {
            program.set("uMouth", group.palette.mouth);
        }
        for (std::size_t level = 0; level < kMeshLevels; ++level) {
            setMorph(program, level, frame.drawing);
            glDrawElementsIndirect(
                GL_TRIANGLES, GL_UNSIGNED_SHORT,
                commandAt(i, offsetof(BodyCommands, meshes) + level * sizeof(BodyCommands::Level)));
            ++cost.calls;
        }
    }
    glDisable(GL_CULL_FACE);
}

void BodyPass::drawPoints(const Frame& frame, DrawCost& cost) {
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(m_pointArray.name());
    glBindVertexBuffer(kPoseBinding, m_visible.poses(), 0, VisibleBodies::kPoseBytes);
    for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
        const BodyStore::Group& group = bodies().groups()[i];
        const BodyBox& box = bodyKind(group.body).box;
        Program& program = use(pointsOf(group), frame, i);
        setPalette(program, group.palette);
        program.set("uFaces", box.faces);
        program.set("uPaint", glm::vec4{box.silver, box.stripe, box.belly, box.gain});
        program.set("uRise", box.rise);
        glDrawArraysIndirect(GL_POINTS, commandAt(i, offsetof(BodyCommands, points)));
        ++cost.calls;
    }
    glDisable(GL_PROGRAM_POINT_SIZE);
}

void BodyPass::drawShadows(const LookSettings& look, DrawCost& cost) {
    const float strength = fractionOf(look.shadow);
    for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
        if (!standsOnGround(bodies().groups()[i].body) || bodies().slots() == 0 || strength == 0.0f) {
            continue;
        }
        Program& program = m_shadows.in(look.place);
        program.use();
        program.set("uStrength", strength);
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(-1.0f, -8.0f);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        // Only the poses are read from this vertex array.
        glBindVertexArray(m_array.name());
        glBindVertexBuffer(kPoseBinding, m_visible.poses(), 0, VisibleBodies::kPoseBytes);
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_visible.commands());
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, commandAt(i, offsetof(BodyCommands, shadows)));
        ++cost.calls;
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
        glBindVertexArray(0);
        glDisable(GL_BLEND);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
    }
}

}  // namespace shoal
