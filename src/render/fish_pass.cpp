#include "render/fish_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr GLuint kRecordAttribute = 6;
constexpr int kNobody = -1;

/// A pure colour, in linear light, as bright as white is here.
glm::vec3 pureColour(float hue) {
    // On the wheel each channel is full over a third of it and fades over a sixth to either side.
    const auto channel = [hue](float centre) {
        constexpr float kTurn = 6.283185307f;
        const float away = std::abs(std::remainder(hue - centre, kTurn)) / (kTurn / 6.0f);
        return std::clamp(2.0f - away, 0.0f, 1.0f);
    };
    return {channel(0.0f), channel(2.094395102f), channel(4.188790205f)};
}

/// The colour of a body as far turned into another as `tint` says; as bright as it was.
glm::vec3 tinted(const glm::vec3& colour, const glm::vec3& other, float tint) {
    const float brightness = glm::dot(colour, glm::vec3(1.0f / 3.0f));
    const glm::vec3 turned = other * (brightness * 3.0f / (other.x + other.y + other.z));
    // A little of its own grey is left, or it would look like plastic.
    return glm::mix(colour, glm::mix(glm::vec3(brightness), turned, 0.85f), tint);
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

Result<FishPass> FishPass::create(const ShaderLibrary& library, int mostTexels) {
    FishPass pass;
    if (Outcome loaded = pass.reload(library); !loaded) {
        return loaded.problem();
    }
    GLint texels = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
    if (mostTexels > 0) {
        texels = std::min(texels, mostTexels);
    }
    pass.m_batchRecords =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::max(texels, 0)) / kTexelsPerRecord);
    pass.m_visibleBuffer = GlBuffer::make();
    constexpr std::array details{FishDetail::near, FishDetail::mid, FishDetail::far};
    for (std::size_t i = 0; i < details.size(); ++i) {
        pass.makeLevel(pass.m_levels[i], details[i]);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return pass;
}

void FishPass::makeLevel(Level& level, FishDetail detail) {
    const FishMesh mesh = makeFishMesh(detail);
    level.array = GlVertexArray::make();
    glBindVertexArray(level.array.name());
    level.vertices =
        makeBuffer(GL_ARRAY_BUFFER, mesh.vertices.data(), mesh.vertices.size() * sizeof(FishVertex));
    level.indices =
        makeBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.data(), mesh.indices.size() * sizeof(std::uint16_t));
    level.indexCount = static_cast<GLsizei>(mesh.indices.size());
    const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(FishVertex), atOffset(offset));
    };
    attribute(0, 3, offsetof(FishVertex, position));
    attribute(1, 3, offsetof(FishVertex, normal));
    attribute(2, 4, offsetof(FishVertex, lift));
    attribute(3, 3, offsetof(FishVertex, coarsePosition));
    attribute(4, 3, offsetof(FishVertex, coarseNormal));
    attribute(5, 2, offsetof(FishVertex, coarseLift));
    glEnableVertexAttribArray(kRecordAttribute);
    glVertexAttribDivisor(kRecordAttribute, 1);
    glBindVertexArray(0);
}

Outcome FishPass::reload(const ShaderLibrary& library) {
    Result<Program> program = Program::create(library, "fish.vert", "fish.frag");
    if (!program) {
        return program.problem();
    }
    m_program = std::move(*program);
    return Done{};
}

std::size_t FishPass::upload(std::span<const School> schools) {
    m_records.clear();
    m_palettes.clear();
    std::size_t batchCount = 0;
    for (std::size_t species = 0; species < schools.size(); ++species) {
        std::size_t first = m_records.size();
        m_palettes.push_back(paletteOf(species, schools[species]));
        packSchool(schools[species], m_records);
        for (; first < m_records.size(); first += m_batchRecords) {
            m_batches.resize(std::max(m_batches.size(), batchCount + 1));
            Batch& batch = m_batches[batchCount++];
            batch.species = species;
            batch.first = first;
            batch.count = std::min(m_batchRecords, m_records.size() - first);
        }
    }
    m_batches.resize(batchCount);
    while (m_recordBuffers.size() < batchCount) {
        m_recordBuffers.push_back({GlBuffer::make(), GlTexture::make()});
    }
    for (std::size_t i = 0; i < batchCount; ++i) {
        const Batch& batch = m_batches[i];
        glBindBuffer(GL_TEXTURE_BUFFER, m_recordBuffers[i].buffer.name());
        // Fresh storage each time: the driver need not wait for the draw that still reads the last one.
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(batch.count * sizeof(FishRecord)),
                     &m_records[batch.first], GL_STREAM_DRAW);
        glBindTexture(GL_TEXTURE_BUFFER, m_recordBuffers[i].texture.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, m_recordBuffers[i].buffer.name());
    }
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    return m_records.size() * sizeof(FishRecord);
}

FishPass::Palette FishPass::paletteOf(std::size_t species, const School& school) {
    static constexpr std::array kPalettes{
        Palette{
            {0.006f, 0.035f, 0.075f}, {0.38f, 0.46f, 0.49f}, {0.84f, 0.86f, 0.82f}, {1.00f, 0.60f, 0.06f}},
        Palette{
            {0.030f, 0.040f, 0.050f}, {0.20f, 0.23f, 0.25f}, {0.62f, 0.64f, 0.62f}, {0.10f, 0.12f, 0.14f}},
        Palette{
            {0.300f, 0.060f, 0.030f}, {0.85f, 0.32f, 0.12f}, {0.95f, 0.62f, 0.40f}, {0.55f, 0.12f, 0.35f}},
        Palette{
            {0.040f, 0.050f, 0.180f}, {0.25f, 0.32f, 0.75f}, {0.75f, 0.78f, 0.85f}, {0.85f, 0.85f, 0.20f}},
    };
    Palette palette = kPalettes[species % kPalettes.size()];
    if (!(school.tint > 0.0f) || !std::isfinite(school.hue)) {
        return palette;
    }
    const glm::vec3 pure = pureColour(school.hue);
    for (glm::vec3* colour : {&palette.back, &palette.flank, &palette.belly, &palette.stripe}) {
        *colour = tinted(*colour, pure, std::min(school.tint, 1.0f));
    }
    return palette;
}

void FishPass::setPalette(std::size_t species) {
    const Palette& palette = m_palettes[species];
    m_program.set("uBack", palette.back);
    m_program.set("uFlank", palette.flank);
    m_program.set("uBelly", palette.belly);
    m_program.set("uStripe", palette.stripe);
}

void FishPass::setMorph(std::size_t level, Drawing drawing) {
    const bool hasCoarser = drawing == Drawing::asSeen && level < kDetailLimits.size();
    m_program.set("uCoarsePixels", hasCoarser ? kDetailLimits[level] : -2.0f);
    m_program.set("uFinePixels", hasCoarser ? kDetailLimits[level] * kMorphSpan : -1.0f);
}

void FishPass::sendVisible(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    m_visible.clear();
    for (Batch& batch : m_batches) {
        m_finder.find(std::span(m_records).subspan(batch.first, batch.count), scene, frame.drawing,
                      batch.visible);
        m_visible.insert(m_visible.end(), batch.visible.indices.begin(), batch.visible.indices.end());
    }
    glBindBuffer(GL_ARRAY_BUFFER, m_visibleBuffer.name());
    const std::size_t bytes = m_visible.size() * sizeof(m_visible.front());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), m_visible.data(), GL_STREAM_DRAW);
    cost.frameBytes += bytes;
}

void FishPass::draw(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    sendVisible(frame, scene, cost);
    m_program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glActiveTexture(GL_TEXTURE0);
    m_program.set("uRecords", 0);
    m_program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
    m_program.set("uLeastPixels", kLeastPixels);
    m_program.set("uLeastContrast", kLeastContrast);
    std::size_t sent = 0;
    for (std::size_t i = 0; i < m_batches.size(); ++i) {
        const Batch& batch = m_batches[i];
        setPalette(batch.species);
        const bool isHere = frame.highlighted && frame.highlighted->species == batch.species;
        m_program.set("uHighlighted", isHere ? static_cast<int>(frame.highlighted->id) : kNobody);
        glBindTexture(GL_TEXTURE_BUFFER, m_recordBuffers[i].texture.name());
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            const std::size_t count = batch.visible.level(level).size();
            if (count == 0) {
                continue;
            }
            setMorph(level, frame.drawing);
            glBindVertexArray(m_levels[level].array.name());
            glVertexAttribIPointer(kRecordAttribute, 1, GL_UNSIGNED_INT, 0,
                                   atOffset(sent * sizeof(std::uint32_t)));
            glDrawElementsInstanced(GL_TRIANGLES, m_levels[level].indexCount, GL_UNSIGNED_SHORT, nullptr,
                                    static_cast<GLsizei>(count));
            ++cost.calls;
            cost.bodies[level] += count;
            sent += count;
        }
    }
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_CULL_FACE);
}

}  // namespace shoal
