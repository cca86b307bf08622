#include "render/scene/visible_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "render/camera/glm_vec3.hpp"

namespace shoal {
namespace {

// Bindings, as in the compute shaders; the first two are BodyStore's.
constexpr GLuint kLevels = 2;
constexpr GLuint kRuns = 3;
constexpr GLuint kCommands = 4;
constexpr GLuint kVisible = 5;
constexpr GLuint kPoses = 6;

/// [body lengths] Distance from a standing body to the farthest corner of its shadow's square, as in
/// shadow.vert, or to the shadow of its head.
float shadowReach(const SceneBlock& scene) {
    const glm::vec3 sun(scene.sun);
    const float thrown = 0.9f * std::sqrt(sun.x * sun.x + sun.z * sun.z) / std::max(sun.y, 0.08f);
    return 1.45f * (0.8f + thrown);
}

/// [m] Distance beyond which nothing contrasts with the background.
float farthestSeen(const SceneBlock& scene) {
    const float clearest = std::min({scene.extinction.x, scene.extinction.y, scene.extinction.z});
    return clearest > 0.0f ? -std::log(kMinContrast) / clearest : 1e30f;
}

}  // namespace

VisibleBodies::VisibleBodies(const BodyMeshes& meshes) : Pass("pose bodies"), m_meshes(meshes) {
    for (Counts::Frame& frame : m_counts.frames) {
        frame.buffer = GlBuffer::make();
    }
}

/// Writes each species' commands, still without bodies.
void VisibleBodies::sendCommands(const FrameContext& context) {
    const std::span<const BodyStore::Group> groups = context.scene.bodies.groups();
    std::vector<BodyCommands> commands(groups.size());
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const MeshRanges& ranges = m_meshes.ranges(groups[i]);
        const auto level = [&](std::size_t mesh) {
            return BodyCommands::Level{.indexCount = ranges[mesh].indexCount,
                                       .firstIndex = ranges[mesh].firstIndex,
                                       .baseVertex = ranges[mesh].baseVertex};
        };
        commands[i].meshes = {level(0), level(1), level(2)};
        commands[i].nearCasters = level(1);
    }
    const std::size_t bytes = commands.size() * sizeof(BodyCommands);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_commands.name());
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), commands.data());
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    context.cost.frameBytes += bytes;
}

Outcome VisibleBodies::reserve(std::size_t slots, std::size_t groups) {
    for (Outcome made :
         {m_levels.reserve(slots * sizeof(std::uint32_t)),
          m_runs.reserve(slots / BodyStore::kRun * 4 * sizeof(std::uint32_t)),
          m_visible.reserve(slots * sizeof(std::uint32_t)), m_poses.reserve(slots * BodyMeshes::kPoseBytes),
          m_commands.reserve(groups * sizeof(BodyCommands))}) {
        if (!made) {
            return made;
        }
    }
    return Done{};
}

namespace {

/// Makes a pass over all species before the next one begins.
template <class Dispatch>
void forEachGroup(const BodyStore& bodies, Program& program, const Dispatch& dispatch) {
    program.use();
    for (std::size_t i = 0; i < bodies.groups().size(); ++i) {
        const BodyStore::Group& group = bodies.groups()[i];
        program.set("uFirst", static_cast<int>(group.first));
        dispatch(group, i);
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

constexpr int commandsAt(std::size_t group) {
    return static_cast<int>(group * sizeof(BodyCommands) / sizeof(std::uint32_t));
}

}  // namespace

Outcome VisibleBodies::draw(FrameContext& context) {
    const BodyStore& bodies = context.scene.bodies;
    if (bodies.slots() == 0) {
        m_counts.newest = {};
        return Done{};
    }
    // Two scenes that are drawn in turn share the buffers.
    const std::size_t slots = std::max(bodies.slots(), std::exchange(m_slots, bodies.slots()));
    if (Outcome made = reserve(slots, bodies.groups().size()); !made) {
        return made;
    }
    sendCommands(context);
    bodies.bind();
    m_levels.bind(kLevels);
    m_runs.bind(kRuns);
    m_commands.bind(kCommands);
    m_visible.bind(kVisible);
    m_poses.bind(kPoses);
    choose(context);
    pose(context);
    readCounts(bodies.groups().size());
    return Done{};
}

/// Finds the bodies in view and their levels of detail, and lists them level by level, in the flock's order.
void VisibleBodies::choose(const FrameContext& context) {
    const Frame& frame = context.frame;
    const BodyStore& bodies = context.scene.bodies;
    // Cull against the tile, even if the viewport covers more.
    const glm::mat4 seen =
        cutTo(frame.drawnTile(), frame.view.projection, frame.size.width, frame.size.height) *
        glm::mat4(glm::mat3(frame.view.view));
    const auto runs = [](const BodyStore::Group& group) {
        return workGroups((group.count + BodyStore::kRun - 1) / BodyStore::kRun);
    };
    Program& cull = m_cull.in();
    forEachGroup(bodies, cull, [&](const BodyStore::Group& group, std::size_t) {
        const float reach = bodyKind(group.body).reach;
        cull.set("uCount", static_cast<int>(group.count));
        cull.set("uBodyLength", group.bodyLength);
        cull.set("uReach", standsOnGround(group.body) ? std::max(reach, shadowReach(context.block)) : reach);
        cull.set("uSeen", seen);
        cull.set("uFarthest", farthestSeen(context.block));
        // A lab's marks have a least size, so none is hidden or drawn as a point.
        const bool isLab = context.place() == LookSettings::Place::lab;
        cull.set("uLeastPixels", isLab ? 0.0f : kMinPixels);
        cull.set("uLimits", glm::vec3{kDetailLimits[0] * frame.coarseness,
                                      kDetailLimits[1] * frame.coarseness, isLab ? 0.0f : kPointPixels});
        cull.set("uMirrors", context.mirrorsBodies() ? 1.0f : 0.0f);
        cull.set("uDrawing", static_cast<int>(frame.drawing));
        glDispatchCompute(runs(group), 1, 1);
    });
    Program& scan = m_scan.in();
    forEachGroup(bodies, scan, [&](const BodyStore::Group& group, std::size_t i) {
        scan.set("uCount", static_cast<int>(group.count));
        scan.set("uCommands", commandsAt(i));
        glDispatchCompute(1, 1, 1);
    });
    Program& scatter = m_scatter.in();
    forEachGroup(bodies, scatter, [&](const BodyStore::Group& group, std::size_t) {
        scatter.set("uCount", static_cast<int>(group.count));
        glDispatchCompute(runs(group), 1, 1);
    });
}

/// Computes what each body in view looks like in this frame.
void VisibleBodies::pose(const FrameContext& context) {
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, m_commands.name());
    Program& pose = poseFor(context).in(context.place());
    forEachGroup(context.scene.bodies, pose, [&](const BodyStore::Group& group, std::size_t i) {
        pose.set("uCommands", commandsAt(i));
        pose.set("uBodyLength", group.bodyLength);
        const bool isLab = context.place() == LookSettings::Place::lab;
        pose.set("uSubject", context.frame.subject
                                 ? glm::vec4(toGlm(*context.frame.subject - context.frame.view.eye), 1.0f)
                                 : glm::vec4(0.0f));
        pose.set("uSway", context.frame.sways && !isLab ? bodyKind(group.body).motion.sway : 0.0f);
        // In a lab nothing fades.
        if (!isLab) {
            pose.set("uThickness", bodyKind(group.body).thickness);
            pose.set("uLeastPixels", kMinPixels);
            pose.set("uLeastContrast", kMinContrast);
        }
        glDispatchComputeIndirect(
            static_cast<GLintptr>(i * sizeof(BodyCommands) + offsetof(BodyCommands, poseGroups)));
    });
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
}

/// Asks for the numbers of bodies in this frame. They arrive frames later, so that nothing waits for them.
void VisibleBodies::readCounts(std::size_t groups) {
    Counts::Frame& frame = m_counts.frames[m_counts.next];
    m_counts.next = (m_counts.next + 1) % Counts::kInFlight;
    glDeleteSync(std::exchange(frame.isDone, nullptr));
    frame.groups = groups;
    const auto bytes = static_cast<GLsizeiptr>(frame.groups * sizeof(BodyCommands));
    glBindBuffer(GL_COPY_READ_BUFFER, m_commands.name());
    glBindBuffer(GL_COPY_WRITE_BUFFER, frame.buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_STREAM_READ);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    frame.isDone = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

DrawnBodies VisibleBodies::counts() {
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
            for (std::size_t level = 0; level < each.meshes.size(); ++level) {
                m_counts.newest[level] += each.meshes[level].bodies;
            }
            m_counts.newest.back() += each.points.bodies;
        }
    }
    return m_counts.newest;
}

std::array<std::vector<VisibleBodies::PosedBody>, kDetailLevels> VisibleBodies::posed(
    std::size_t group) const {
    BodyCommands commands;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_commands.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(group * sizeof commands), sizeof commands,
                       &commands);
    glBindBuffer(GL_COPY_READ_BUFFER, m_poses.name());
    std::array<std::vector<PosedBody>, kDetailLevels> posed;
    for (std::size_t level = 0; level < posed.size(); ++level) {
        constexpr std::size_t kWords = BodyMeshes::kPoseBytes / 4;
        constexpr std::size_t kManner = 12;
        const bool isMesh = level < kMeshLevels;
        const std::uint32_t first = isMesh ? commands.meshes[level].firstBody : commands.points.firstBody;
        const std::uint32_t count = isMesh ? commands.meshes[level].bodies : commands.points.bodies;
        std::vector<std::uint32_t> words(count * kWords);
        glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(first * BodyMeshes::kPoseBytes),
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

}  // namespace shoal
