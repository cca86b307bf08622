#include "render/fish_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace shoal {
namespace {

// Body lengths in pixels at which a finer mesh begins to show: below these its extra triangles cannot be
// seen.
constexpr float kNearPixels = 44.0f;
constexpr float kMidPixels = 15.0f;
constexpr float kLeastPixels = 0.4f;      // smaller is nothing
constexpr float kLeastContrast = 0.004f;  // fainter than a step of eight bits against the water
constexpr float kReach = 0.75f;  // [body lengths] from the middle to any fin, at its largest and most bent
constexpr float kRollUnit = 0.785398f;  // [rad] of a roll of 1

/// What a species' bodies look like, in linear light.
struct Palette {
    glm::vec3 back, flank, belly, stripe;
};
constexpr std::array kPalettes{
    Palette{{0.006f, 0.035f, 0.075f}, {0.38f, 0.46f, 0.49f}, {0.84f, 0.86f, 0.82f}, {1.00f, 0.60f, 0.06f}},
    Palette{{0.030f, 0.040f, 0.050f}, {0.20f, 0.23f, 0.25f}, {0.62f, 0.64f, 0.62f}, {0.10f, 0.12f, 0.14f}},
    Palette{{0.300f, 0.060f, 0.030f}, {0.85f, 0.32f, 0.12f}, {0.95f, 0.62f, 0.40f}, {0.55f, 0.12f, 0.35f}},
    Palette{{0.040f, 0.050f, 0.180f}, {0.25f, 0.32f, 0.75f}, {0.75f, 0.78f, 0.85f}, {0.85f, 0.85f, 0.20f}},
};

std::int16_t toSigned(float value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0f, 1.0f) * 32767.0f));
}

std::uint16_t toFraction(float value) {
    return static_cast<std::uint16_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 65535.0f));
}

/// Eight independent bits of an id for each `salt`: the same fish looks the same for ever.
std::uint8_t varietyOf(std::uint32_t id, std::uint32_t salt) {
    std::uint32_t bits = id * 0x9e3779b1u + salt * 0x85ebca77u;
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return static_cast<std::uint8_t>((bits ^ (bits >> 16)) >> 24);
}

/// Planes of the view through the eye; there is no far one, and the near one is the eye's own.
std::array<glm::vec4, 4> sidePlanes(const glm::mat4& viewProjection) {
    const glm::mat4 rows = glm::transpose(viewProjection);
    std::array planes{rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1]};
    for (glm::vec4& plane : planes) {
        plane /= std::max(glm::length(glm::vec3(plane)), 1e-12f);
    }
    return planes;
}

GlBuffer makeBuffer(GLenum target, const void* data, std::size_t bytes) {
    GlBuffer buffer = GlBuffer::make();
    glBindBuffer(target, buffer.name());
    glBufferData(target, static_cast<GLsizeiptr>(bytes), data, GL_STATIC_DRAW);
    return buffer;
}

const void* atOffset(std::size_t bytes) {
    // OpenGL takes offsets as pointers.
    return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

Result<FishPass> FishPass::create(const ShaderLibrary& library) {
    FishPass pass;
    if (Outcome loaded = pass.reload(library); !loaded) {
        return loaded.problem();
    }
    pass.m_instances = GlBuffer::make();
    constexpr std::array details{FishDetail::near, FishDetail::mid, FishDetail::far};
    for (std::size_t i = 0; i < details.size(); ++i) {
        const FishMesh mesh = makeFishMesh(details[i]);
        Level& level = pass.m_levels[i];
        level.array = GlVertexArray::make();
        glBindVertexArray(level.array.name());
        level.vertices =
            makeBuffer(GL_ARRAY_BUFFER, mesh.vertices.data(), mesh.vertices.size() * sizeof(FishVertex));
        level.indices = makeBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.data(),
                                   mesh.indices.size() * sizeof(std::uint16_t));
        level.indexCount = static_cast<GLsizei>(mesh.indices.size());
        const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
            glEnableVertexAttribArray(location);
            glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(FishVertex), atOffset(offset));
        };
        attribute(0, 3, offsetof(FishVertex, position));
        attribute(1, 3, offsetof(FishVertex, normal));
        attribute(2, 4, offsetof(FishVertex, lift));
        glBindVertexArray(0);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return pass;
}

Outcome FishPass::reload(const ShaderLibrary& library) {
    Result<Program> program = Program::create(library, "fish.vert", "fish.frag");
    if (!program) {
        return program.problem();
    }
    m_program = std::move(*program);
    return Done{};
}

FishPass::Instance FishPass::pack(const School& school, std::size_t slot) {
    const std::uint32_t id = school.flock->now().id[slot];
    const Swimmer& swimmer = school.swimmers->of(id);
    const Vec3f before = school.flock->before().position.at(slot);
    const Vec3f now = school.flock->now().position.at(slot);
    const auto pose = [](const Swimmer::Pose& p) {
        return std::array{toSigned(p.forward.x), toSigned(p.forward.y), toSigned(p.forward.z),
                          toSigned(p.roll / kRollUnit)};
    };
    return {.before = {before.x, before.y, before.z},
            .now = {now.x, now.y, now.z},
            .poseBefore = pose(swimmer.before),
            .poseNow = pose(swimmer.now),
            .bend = {toSigned(swimmer.before.bend), toSigned(swimmer.now.bend)},
            .stroke = {toFraction(swimmer.phase), toFraction(swimmer.advance)},
            .variety = {varietyOf(id, 1), varietyOf(id, 2),
                        static_cast<std::uint8_t>(std::lround(std::clamp(swimmer.beat, 0.0f, 1.0f) * 255.0f)),
                        0}};
}

void FishPass::upload(std::span<const School> schools) {
    m_schools.resize(schools.size());
    for (std::size_t species = 0; species < schools.size(); ++species) {
        const School& school = schools[species];
        PackedSchool& packed = m_schools[species];
        packed.bodyLength = school.bodyLength;
        packed.instances.clear();
        packed.ids.clear();
        for (std::size_t slot = 0; slot < school.flock->count(); ++slot) {
            packed.instances.push_back(pack(school, slot));
            packed.ids.push_back(school.flock->now().id[slot]);
        }
    }
}

void FishPass::sortIntoLevels(const PackedSchool& school, const SceneBlock& scene,
                              std::optional<std::uint32_t> highlighted) {
    for (Level& level : m_levels) {
        level.visible.clear();
    }
    const std::array planes = sidePlanes(scene.viewProjection);
    const glm::vec3 eye(scene.eye);
    const float reach = kReach * 1.15f * school.bodyLength;
    const float clearest = std::min({scene.extinction.x, scene.extinction.y, scene.extinction.z});
    const float farthest = clearest > 0.0f ? -std::log(kLeastContrast) / clearest : 1e30f;
    const float mostDistance = std::min(farthest, school.bodyLength * scene.surface.z / kLeastPixels) + reach;
    for (std::size_t i = 0; i < school.instances.size(); ++i) {
        const Instance& instance = school.instances[i];
        const glm::vec3 offset = glm::vec3(instance.now[0], instance.now[1], instance.now[2]) - eye;
        const float distance = glm::length(offset);
        // Written so that what is not a number is left out.
        if (!(distance < mostDistance)) {
            continue;
        }
        const bool isOutside = std::any_of(planes.begin(), planes.end(), [&](const glm::vec4& plane) {
            return glm::dot(glm::vec3(plane), offset) + plane.w < -reach;
        });
        if (isOutside) {
            continue;
        }
        const float pixels = school.bodyLength * scene.surface.z / std::max(distance, 1e-6f);
        const std::size_t level = pixels > kNearPixels ? 0 : pixels > kMidPixels ? 1 : 2;
        m_levels[level].visible.push_back(instance);
        if (highlighted && school.ids[i] == *highlighted) {
            m_levels[level].visible.back().variety[3] = 255;
        }
    }
}

void FishPass::drawLevel(Level& level) {
    if (level.visible.empty()) {
        return;
    }
    m_drawnBodies += level.visible.size();
    glBindVertexArray(level.array.name());
    glBindBuffer(GL_ARRAY_BUFFER, m_instances.name());
    // Fresh storage each time: the driver need not wait for the draw that still reads the last one.
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(level.visible.size() * sizeof(Instance)),
                 level.visible.data(), GL_STREAM_DRAW);
    const auto attribute = [](GLuint location, GLint size, GLenum type, GLboolean isNormalised,
                              std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, type, isNormalised, sizeof(Instance), atOffset(offset));
        glVertexAttribDivisor(location, 1);
    };
    attribute(3, 3, GL_FLOAT, GL_FALSE, offsetof(Instance, before));
    attribute(4, 3, GL_FLOAT, GL_FALSE, offsetof(Instance, now));
    attribute(5, 4, GL_SHORT, GL_TRUE, offsetof(Instance, poseBefore));
    attribute(6, 4, GL_SHORT, GL_TRUE, offsetof(Instance, poseNow));
    attribute(7, 2, GL_SHORT, GL_TRUE, offsetof(Instance, bend));
    attribute(8, 2, GL_UNSIGNED_SHORT, GL_TRUE, offsetof(Instance, stroke));
    attribute(9, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Instance, variety));
    glDrawElementsInstanced(GL_TRIANGLES, level.indexCount, GL_UNSIGNED_SHORT, nullptr,
                            static_cast<GLsizei>(level.visible.size()));
}

void FishPass::draw(const Frame& frame, const SceneBlock& scene) {
    m_drawnBodies = 0;
    m_program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    m_program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
    for (std::size_t species = 0; species < m_schools.size(); ++species) {
        const PackedSchool& school = m_schools[species];
        const Palette& palette = kPalettes[species % kPalettes.size()];
        m_program.set("uBodyLength", school.bodyLength);
        m_program.set("uBack", palette.back);
        m_program.set("uFlank", palette.flank);
        m_program.set("uBelly", palette.belly);
        m_program.set("uStripe", palette.stripe);
        const bool isHere = frame.highlighted && frame.highlighted->species == species;
        sortIntoLevels(school, scene, isHere ? std::optional(frame.highlighted->id) : std::nullopt);
        for (Level& level : m_levels) {
            drawLevel(level);
        }
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_CULL_FACE);
}

}  // namespace shoal
