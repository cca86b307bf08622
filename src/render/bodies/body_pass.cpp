#include "render/bodies/body_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "render/gl/gl_debug.hpp"

namespace shoal {
namespace {

// Bindings, as in the compute shaders; the first two are BodyStore's.
constexpr GLuint kLevels = 2;
constexpr GLuint kRuns = 3;
constexpr GLuint kCommands = 4;
constexpr GLuint kVisible = 5;
constexpr GLuint kPoses = 6;

constexpr GLuint kMeshBinding = 0;
constexpr GLuint kPoseBinding = 1;
constexpr GLuint kFirstPoseAttribute = 6;
constexpr std::size_t kPoseBytes = 80;  // Pose in shaders/pose.comp
constexpr int kNone = -1;

/// What to draw of one species: scan.comp fills in the numbers of bodies and where they begin.
struct BodyCommands {
    struct Level {
        std::uint32_t indexCount = 0;
        std::uint32_t bodies = 0;
        std::uint32_t firstIndex = 0;
        std::uint32_t baseVertex = 0;
        std::uint32_t firstBody = 0;
        std::array<std::uint32_t, 3> padding{};
    };
    std::array<Level, 4> levels{};
    struct Shadows {
        std::uint32_t vertices = 4;
        std::uint32_t bodies = 0;
        std::uint32_t firstVertex = 0;
        std::uint32_t firstBody = 0;
    } shadows;
    std::array<std::uint32_t, 3> poseGroups{0, 1, 1};
    std::uint32_t bodies = 0;
};
static_assert(sizeof(BodyCommands) == 160);

const void* commandAt(std::size_t group, std::size_t offset) {
    return atOffset(group * sizeof(BodyCommands) + offset);
}

/// [body lengths] Distance from a body to the farthest corner of its shadow's square, as in shadow.vert.
float shadowReach(const SceneBlock& scene) {
    const glm::vec3 sun(scene.sun);
    const float thrown = 0.5f * std::sqrt(sun.x * sun.x + sun.z * sun.z) / std::max(sun.y, 0.2f);
    return 1.45f * (0.8f + thrown);
}

/// [m] Distance beyond which nothing contrasts with the background.
float farthestSeen(const SceneBlock& scene) {
    const float clearest = std::min({scene.extinction.x, scene.extinction.y, scene.extinction.z});
    return clearest > 0.0f ? -std::log(kMinContrast) / clearest : 1e30f;
}

void setPalette(Program& program, const BodyPalette& palette, bool hasMouth) {
    program.set("uBack", palette.back);
    program.set("uFlank", palette.flank);
    program.set("uBelly", palette.belly);
    program.set("uStripe", palette.stripe);
    if (hasMouth) {
        program.set("uMouth", palette.mouth);
    }
}

void setMorph(Program& program, std::size_t level, Drawing drawing) {
    const bool hasCoarser = drawing == Drawing::asSeen && level < kDetailLimits.size();
    program.set("uCoarsePixels", hasCoarser ? kDetailLimits[level] : -2.0f);
    program.set("uFinePixels", hasCoarser ? kDetailLimits[level] * kMorphSpan : -1.0f);
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
    for (Counts::Frame& frame : m_counts.frames) {
        frame.buffer = GlBuffer::make();
    }
}

/// Puts all meshes into one vertex array, whose instances are the poses of the visible bodies.
void BodyPass::makeMeshes() {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> indices;
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        std::array<Mesh, 3>& levels = m_meshes.emplace_back();
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
    glVertexBindingDivisor(kPoseBinding, 1);
    for (GLuint i = 0; i < kPoseBytes / 16; ++i) {
        const GLuint location = kFirstPoseAttribute + i;
        glEnableVertexAttribArray(location);
        if (i == 3) {
            glVertexAttribIFormat(location, 4, GL_UNSIGNED_INT, i * 16);
        } else {
            glVertexAttribFormat(location, 4, GL_FLOAT, GL_FALSE, i * 16);
        }
        glVertexAttribBinding(location, kPoseBinding);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

std::vector<PlaceProgram*> BodyPass::allPrograms() {
    std::vector<PlaceProgram*> all{&m_animate, &m_cull, &m_scan, &m_scatter, &m_pose, &m_shadows};
    for (Kind& kind : m_kinds) {
        all.push_back(&kind.natural);
        all.push_back(&kind.coloured);
    }
    return all;
}

Outcome BodyPass::prepare(const ShaderLibrary& library, LookSettings::Place place) {
    for (PlaceProgram* each : {&m_animate, &m_cull, &m_scan, &m_scatter}) {
        if (Outcome ready = each->prepare(library, PlaceProgram::kEveryPlace); !ready) {
            return ready;
        }
    }
    std::vector<PlaceProgram*> needed{&m_pose};
    for (const BodyStore::Group& group : bodies().groups()) {
        needed.push_back(&programsOf(group));
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
    return Done{};
}

Outcome BodyPass::reload(const ShaderLibrary& library) {
    for (PlaceProgram* each : allPrograms()) {
        if (Outcome loaded = each->reload(library); !loaded) {
            return loaded;
        }
    }
    return Done{};
}

std::vector<std::string> BodyPass::faults() const {
    std::vector<std::string> faults;
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

/// Writes each species' commands, still without bodies.
void BodyPass::sendCommands(DrawCost& cost) {
    std::vector<BodyCommands> commands(bodies().groups().size());
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const auto& meshes = m_meshes[static_cast<std::size_t>(bodies().groups()[i].body)];
        for (std::size_t level = 0; level < meshes.size(); ++level) {
            commands[i].levels[level].indexCount = meshes[level].indexCount;
            commands[i].levels[level].firstIndex = meshes[level].firstIndex;
            commands[i].levels[level].baseVertex = meshes[level].baseVertex;
        }
    }
    const std::size_t bytes = commands.size() * sizeof(BodyCommands);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_commands.name());
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), commands.data());
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    cost.frameBytes += bytes;
}

Outcome BodyPass::reserve(std::size_t slots) {
    for (Outcome made :
         {m_levels.reserve(slots * sizeof(std::uint32_t)),
          m_runs.reserve(slots / BodyStore::kRun * 4 * sizeof(std::uint32_t)),
          m_visible.reserve(slots * sizeof(std::uint32_t)), m_poses.reserve(slots * kPoseBytes),
          m_commands.reserve(bodies().groups().size() * sizeof(BodyCommands))}) {
        if (!made) {
            return made;
        }
    }
    return Done{};
}

Outcome BodyPass::pose(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    const std::size_t slots = bodies().slots();
    if (slots == 0) {
        m_counts.newest = {};
        return Done{};
    }
    // Both scenes share these buffers.
    if (Outcome made = reserve(std::max(m_stores[0].slots(), m_stores[1].slots())); !made) {
        return made;
    }
    sendCommands(cost);
    bodies().bind();
    m_levels.bind(kLevels);
    m_runs.bind(kRuns);
    m_commands.bind(kCommands);
    m_visible.bind(kVisible);
    m_poses.bind(kPoses);

    // Cull against the tile, even if the viewport covers more.
    const Tile tile = frame.tile.value_or(Tile{0, 0, frame.size.width, frame.size.height});
    const glm::mat4 seen = cutTo(tile, frame.view.projection, frame.size.width, frame.size.height) *
                           glm::mat4(glm::mat3(frame.view.view));
    // Each pass goes over all species before the next one begins.
    const auto forEachGroup = [&](Program& program, const auto& dispatch) {
        program.use();
        for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
            const BodyStore::Group& group = bodies().groups()[i];
            program.set("uFirst", static_cast<int>(group.first));
            dispatch(program, group, i);
        }
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    };
    constexpr int kCommandWords = sizeof(BodyCommands) / sizeof(std::uint32_t);
    const auto runs = [](const BodyStore::Group& group) {
        return workGroups((group.count + BodyStore::kRun - 1) / BodyStore::kRun);
    };
    forEachGroup(m_cull.in(PlaceProgram::kEveryPlace), [&](Program& program, const BodyStore::Group& group,
                                                           std::size_t) {
        const float reach = bodyKind(group.body).reach;
        program.set("uCount", static_cast<int>(group.count));
        program.set("uBodyLength", group.bodyLength);
        program.set("uReach", standsOnGround(group.body) ? std::max(reach, shadowReach(scene)) : reach);
        program.set("uSeen", seen);
        program.set("uFarthest", farthestSeen(scene));
        program.set("uLeastPixels", kMinPixels);
        program.set("uLimits", glm::vec3{kDetailLimits[0], kDetailLimits[1], 0.0f});
        program.set("uDrawing", static_cast<int>(frame.drawing));
        glDispatchCompute(runs(group), 1, 1);
    });
    forEachGroup(m_scan.in(PlaceProgram::kEveryPlace),
                 [&](Program& program, const BodyStore::Group& group, std::size_t i) {
                     program.set("uCount", static_cast<int>(group.count));
                     program.set("uCommands", static_cast<int>(i) * kCommandWords);
                     glDispatchCompute(1, 1, 1);
                 });
    forEachGroup(m_scatter.in(PlaceProgram::kEveryPlace),
                 [&](Program& program, const BodyStore::Group& group, std::size_t) {
                     program.set("uCount", static_cast<int>(group.count));
                     glDispatchCompute(runs(group), 1, 1);
                 });
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, m_commands.name());
    forEachGroup(
        m_pose.in(frame.look.place), [&](Program& program, const BodyStore::Group& group, std::size_t i) {
            program.set("uCommands", static_cast<int>(i) * kCommandWords);
            program.set("uBodyLength", group.bodyLength);
            program.set("uThickness", bodyKind(group.body).thickness);
            program.set("uLeastPixels", kMinPixels);
            program.set("uLeastContrast", kMinContrast);
            glDispatchComputeIndirect(
                static_cast<GLintptr>(i * sizeof(BodyCommands) + offsetof(BodyCommands, poseGroups)));
        });
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
    readCounts();
    return Done{};
}

/// Asks for the numbers of bodies in this frame. They arrive frames later, so that nothing waits for them.
void BodyPass::readCounts() {
    Counts::Frame& frame = m_counts.frames[m_counts.next];
    m_counts.next = (m_counts.next + 1) % Counts::kInFlight;
    glDeleteSync(std::exchange(frame.isDone, nullptr));
    frame.groups = bodies().groups().size();
    const auto bytes = static_cast<GLsizeiptr>(frame.groups * sizeof(BodyCommands));
    glBindBuffer(GL_COPY_READ_BUFFER, m_commands.name());
    glBindBuffer(GL_COPY_WRITE_BUFFER, frame.buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_STREAM_READ);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    frame.isDone = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::array<std::size_t, 3> BodyPass::drawnBodies() {
    for (std::size_t i = 0; i < Counts::kInFlight; ++i) {
        Counts::Frame& frame = m_counts.frames[(m_counts.next + i) % Counts::kInFlight];  // oldest first
        if (frame.isDone == nullptr || glClientWaitSync(frame.isDone, 0, 0) == GL_TIMEOUT_EXPIRED) {
            continue;
        }
        glDeleteSync(std::exchange(frame.isDone, nullptr));
        std::vector<BodyCommands> commands(frame.groups);
        glBindBuffer(GL_COPY_READ_BUFFER, frame.buffer.name());
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0,
                           static_cast<GLsizeiptr>(commands.size() * sizeof(BodyCommands)), commands.data());
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        m_counts.newest = {};
        for (const BodyCommands& each : commands) {
            for (std::size_t level = 0; level < m_counts.newest.size(); ++level) {
                m_counts.newest[level] += each.levels[level].bodies;
            }
        }
    }
    return m_counts.newest;
}

std::array<std::vector<BodyPass::PosedBody>, 3> BodyPass::posed(std::size_t group) const {
    BodyCommands commands;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_commands.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(group * sizeof commands), sizeof commands,
                       &commands);
    glBindBuffer(GL_COPY_READ_BUFFER, m_poses.name());
    std::array<std::vector<PosedBody>, 3> posed;
    for (std::size_t level = 0; level < posed.size(); ++level) {
        constexpr std::size_t kWords = kPoseBytes / 4;
        constexpr std::size_t kManner = 12;
        std::vector<std::uint32_t> words(commands.levels[level].bodies * kWords);
        glGetBufferSubData(GL_COPY_READ_BUFFER,
                           static_cast<GLintptr>(commands.levels[level].firstBody * kPoseBytes),
                           static_cast<GLsizeiptr>(words.size() * 4), words.data());
        for (std::size_t k = kManner; k < words.size(); k += kWords) {
            constexpr float kOpen = 65535.0f;
            posed[level].push_back({.id = words[k + 2],
                                    .sun = static_cast<float>(words[k + 1] & 0xffffU) / kOpen,
                                    .sky = static_cast<float>(words[k + 1] >> 16) / kOpen});
        }
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return posed;
}

void BodyPass::draw(const Frame& frame, DrawCost& cost) {
    if (bodies().slots() == 0) {
        return;
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glBindVertexArray(m_array.name());
    glBindVertexBuffer(kPoseBinding, m_poses.name(), 0, kPoseBytes);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_commands.name());
    for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
        const BodyStore::Group& group = bodies().groups()[i];
        Program& program = programsOf(group).in(frame.look.place);
        program.use();
        program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
        program.set("uThickness", bodyKind(group.body).thickness);
        setPalette(program, group.palette, group.body == Species::Body::fish);
        const bool isHere = frame.highlighted && frame.highlighted->species == i;
        program.set("uHighlighted", isHere ? static_cast<int>(frame.highlighted->id) : kNone);
        for (std::size_t level = 0; level < kDetailLimits.size() + 1; ++level) {
            setMorph(program, level, frame.drawing);
            glDrawElementsIndirect(
                GL_TRIANGLES, GL_UNSIGNED_SHORT,
                commandAt(i, offsetof(BodyCommands, levels) + level * sizeof(BodyCommands::Level)));
            ++cost.calls;
        }
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    glBindVertexArray(0);
    glDisable(GL_CULL_FACE);
}

void BodyPass::drawShadows(LookSettings::Place place, DrawCost& cost) {
    for (std::size_t i = 0; i < bodies().groups().size(); ++i) {
        if (!standsOnGround(bodies().groups()[i].body) || bodies().slots() == 0) {
            continue;
        }
        Program& program = m_shadows.in(place);
        program.use();
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(-1.0f, -8.0f);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        // Only the poses are read from this vertex array.
        glBindVertexArray(m_array.name());
        glBindVertexBuffer(kPoseBinding, m_poses.name(), 0, kPoseBytes);
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_commands.name());
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
