#include "render/bodies/body_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "render/gl/gl_debug.hpp"

namespace shoal {
namespace {

constexpr GLuint kRecordAttribute = 6;
constexpr int kNone = -1;

/// [body lengths] Distance from a body's simulated position to its farthest tip at maximum bend, in the order
/// of Species::Body.
constexpr std::array<float, Species::bodies.size()> kReaches{0.75f, 1.2f, 1.15f, 1.15f, 0.75f};

/// [body lengths] Distance from a body to the farthest corner of its shadow's square, as in shadow.vert.
float shadowReach(const SceneBlock& scene) {
    const glm::vec3 sun(scene.sun);
    const float thrown = 0.5f * std::sqrt(sun.x * sun.x + sun.z * sun.z) / std::max(sun.y, 0.2f);
    return 1.45f * (0.8f + thrown);
}

GlBuffer makeBuffer(GLenum target, const void* data, std::size_t bytes) {
    GlBuffer buffer = GlBuffer::make();
    glBindBuffer(target, buffer.name());
    glBufferData(target, static_cast<GLsizeiptr>(bytes), data, GL_STATIC_DRAW);
    labelGl(GL_BUFFER, buffer.name(), "body mesh");
    return buffer;
}

}  // namespace

BodyPass::BodyPass(int maxTexels) : m_visibleBuffer(GlBuffer::make()) {
    GLint texels = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
    if (maxTexels > 0) {
        texels = std::min(texels, maxTexels);
    }
    m_batchRecords =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::max(texels, 0)) / kTexelsPerRecord);
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        const std::string name(Species::bodies[body]);
        // Cats run like beasts.
        const bool isCat = static_cast<Species::Body>(body) == Species::Body::cat;
        const std::string vertexName = isCat ? "beast.vert" : name + ".vert";
        Kind& kind = m_kinds.emplace_back(Kind{
            {}, PlaceProgram(vertexName, name + ".frag"), PlaceProgram(vertexName, name + ".frag", true)});
        constexpr std::array details{BodyDetail::near, BodyDetail::mid, BodyDetail::far};
        for (std::size_t i = 0; i < details.size(); ++i) {
            makeLevel(kind.levels[i], makeBodyMesh(static_cast<Species::Body>(body), details[i]));
        }
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void BodyPass::makeLevel(Level& level, const BodyMesh& mesh) {
    level.array = GlVertexArray::make();
    glBindVertexArray(level.array.name());
    level.vertices =
        makeBuffer(GL_ARRAY_BUFFER, mesh.vertices.data(), mesh.vertices.size() * sizeof(BodyVertex));
    level.indices =
        makeBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.data(), mesh.indices.size() * sizeof(std::uint16_t));
    level.indexCount = static_cast<GLsizei>(mesh.indices.size());
    const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(BodyVertex), atOffset(offset));
    };
    attribute(0, 3, offsetof(BodyVertex, position));
    attribute(1, 3, offsetof(BodyVertex, normal));
    attribute(2, 4, offsetof(BodyVertex, lift));
    attribute(3, 3, offsetof(BodyVertex, coarsePosition));
    attribute(4, 3, offsetof(BodyVertex, coarseNormal));
    attribute(5, 2, offsetof(BodyVertex, coarseLift));
    glEnableVertexAttribArray(kRecordAttribute);
    glVertexAttribDivisor(kRecordAttribute, 1);
    glBindVertexArray(0);
}

Outcome BodyPass::prepare(const ShaderLibrary& library, LookSettings::Place place) {
    for (const Batch& batch : here().batches) {
        if (Outcome ready = programsOf(batch).prepare(library, place); !ready) {
            return ready;
        }
        if (Outcome ready = hasShadow(batch) ? m_shadows.prepare(library, place) : Done{}; !ready) {
            return ready;
        }
    }
    return Done{};
}

Outcome BodyPass::prepareAll(const ShaderLibrary& library, LookSettings::Place place) {
    for (Kind& kind : m_kinds) {
        for (PlaceProgram* programs : {&kind.natural, &kind.coloured}) {
            if (Outcome ready = programs->prepare(library, place); !ready) {
                return ready;
            }
        }
    }
    return m_shadows.prepare(library, place);
}

Outcome BodyPass::reload(const ShaderLibrary& library) {
    for (Kind& kind : m_kinds) {
        for (PlaceProgram* programs : {&kind.natural, &kind.coloured}) {
            if (Outcome loaded = programs->reload(library); !loaded) {
                return loaded;
            }
        }
    }
    return m_shadows.reload(library);
}

std::vector<std::string> BodyPass::faults() const {
    std::vector<std::string> faults = m_shadows.faults();
    for (const Kind& kind : m_kinds) {
        for (const PlaceProgram* programs : {&kind.natural, &kind.coloured}) {
            const std::vector<std::string> more = programs->faults();
            faults.insert(faults.end(), more.begin(), more.end());
        }
    }
    return faults;
}

std::size_t BodyPass::upload(std::span<const BodyBatch> bodyBatches, int threads) {
    const auto add = [](std::size_t sum, const BodyBatch& bodies) { return sum + bodies.flock->count(); };
    const std::size_t bodyCount =
        std::accumulate(bodyBatches.begin(), bodyBatches.end(), std::size_t{0}, add);
    if (bodyCount < here().records.capacity() / 4) {
        // Vectors never shrink: drop a large flock's storage.
        here() = Uploaded();
        m_finder = BodyFinder();
        m_visible = {};
    }
    if (here().workers == nullptr || here().workers->threads() != threads) {
        here().workers = std::make_unique<Workers>(threads);
    }
    if (bodyCount > here().records.capacity()) {
        here().records = {};  // resizing would copy the old records
    }
    here().records.resize(bodyCount);
    here().looks.clear();
    std::size_t batchCount = 0;
    std::size_t first = 0;
    for (std::size_t species = 0; species < bodyBatches.size(); ++species) {
        const BodyBatch& bodies = bodyBatches[species];
        here().looks.push_back(
            {bodies.body, paletteOf(bodies.body, species, bodies.hue, bodies.tint), !bodies.colours.empty()});
        here().looks.back().palette.mouth = bodies.mouth;
        const std::size_t end = first + bodies.flock->count();
        packBodyBatch(bodies, std::span(here().records).subspan(first, bodies.flock->count()),
                      here().workers.get());
        for (; first < end; first += m_batchRecords) {
            here().batches.resize(std::max(here().batches.size(), batchCount + 1));
            Batch& batch = here().batches[batchCount++];
            batch.species = species;
            batch.first = first;
            batch.count = std::min(m_batchRecords, end - first);
        }
        first = end;
    }
    here().batches.resize(batchCount);
    while (here().buffers.size() < batchCount) {
        here().buffers.push_back({GlBuffer::make(), GlTexture::make()});
    }
    for (std::size_t i = 0; i < batchCount; ++i) {
        const Batch& batch = here().batches[i];
        glBindBuffer(GL_TEXTURE_BUFFER, here().buffers[i].buffer.name());
        // Fresh storage each time, so the driver need not wait for draws that still read the old one.
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(batch.count * sizeof(BodyRecord)),
                     &here().records[batch.first], GL_STREAM_DRAW);
        glBindTexture(GL_TEXTURE_BUFFER, here().buffers[i].texture.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, here().buffers[i].buffer.name());
    }
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    return here().records.size() * sizeof(BodyRecord);
}

void BodyPass::setPalette(Program& program, const BodyPalette& palette) {
    program.set("uBack", palette.back);
    program.set("uFlank", palette.flank);
    program.set("uBelly", palette.belly);
    program.set("uStripe", palette.stripe);
}

void BodyPass::setMorph(Program& program, std::size_t level, Drawing drawing) {
    const bool hasCoarser = drawing == Drawing::asSeen && level < kDetailLimits.size();
    program.set("uCoarsePixels", hasCoarser ? kDetailLimits[level] : -2.0f);
    program.set("uFinePixels", hasCoarser ? kDetailLimits[level] * kMorphSpan : -1.0f);
}

void BodyPass::sendVisible(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    m_visible.clear();
    // Cull against the tile, even if the viewport covers more.
    const Tile tile = frame.tile.value_or(Tile{0, 0, frame.size.width, frame.size.height});
    const glm::mat4 seen = cutTo(tile, frame.view.projection, frame.size.width, frame.size.height) *
                           glm::mat4(glm::mat3(frame.view.view));
    for (Batch& batch : here().batches) {
        const float bodyReach = kReaches[static_cast<std::size_t>(here().looks[batch.species].body)];
        const float reach = hasShadow(batch) ? std::max(bodyReach, shadowReach(scene)) : bodyReach;
        m_finder.find(std::span(here().records).subspan(batch.first, batch.count), scene,
                      {.seen = seen, .drawing = frame.drawing, .reach = reach}, here().workers.get(),
                      batch.visible);
        m_visible.insert(m_visible.end(), batch.visible.indices.begin(), batch.visible.indices.end());
    }
    glBindBuffer(GL_ARRAY_BUFFER, m_visibleBuffer.name());
    const std::size_t bytes = m_visible.size() * sizeof(m_visible.front());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), m_visible.data(), GL_STREAM_DRAW);
    cost.frameBytes += bytes;
}

void BodyPass::draw(const Frame& frame, const SceneBlock& scene, DrawCost& cost) {
    sendVisible(frame, scene, cost);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glActiveTexture(GL_TEXTURE0);
    std::size_t sent = 0;
    for (std::size_t i = 0; i < here().batches.size(); ++i) {
        const Batch& batch = here().batches[i];
        Kind& kind = kindOf(batch);
        Program& program = programsOf(batch).in(frame.look.place);
        program.use();
        program.set("uRecords", 0);
        program.set("uHue", std::isfinite(frame.look.hue) ? frame.look.hue : 0.0f);
        program.set("uLeastPixels", kMinPixels);
        program.set("uLeastContrast", kMinContrast);
        setPalette(program, here().looks[batch.species].palette);
        if (here().looks[batch.species].body == Species::Body::fish) {
            program.set("uMouth", here().looks[batch.species].palette.mouth);
        }
        const bool isHere = frame.highlighted && frame.highlighted->species == batch.species;
        program.set("uHighlighted", isHere ? static_cast<int>(frame.highlighted->id) : kNone);
        glBindTexture(GL_TEXTURE_BUFFER, here().buffers[i].texture.name());
        for (std::size_t level = 0; level < kind.levels.size(); ++level) {
            const std::size_t count = batch.visible.level(level).size();
            if (count == 0) {
                continue;
            }
            setMorph(program, level, frame.drawing);
            glBindVertexArray(kind.levels[level].array.name());
            glVertexAttribIPointer(kRecordAttribute, 1, GL_UNSIGNED_INT, 0,
                                   atOffset(sent * sizeof(std::uint32_t)));
            glDrawElementsInstanced(GL_TRIANGLES, kind.levels[level].indexCount, GL_UNSIGNED_SHORT, nullptr,
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

void BodyPass::drawShadows(LookSettings::Place place, DrawCost& cost) {
    std::size_t sent = 0;
    for (std::size_t i = 0; i < here().batches.size(); ++i) {
        const Batch& batch = here().batches[i];
        const std::size_t first = std::exchange(sent, sent + batch.visible.indices.size());
        if (!hasShadow(batch) || batch.visible.indices.empty()) {
            continue;
        }
        Program& program = m_shadows.in(place);
        program.use();
        program.set("uRecords", 0);
        program.set("uLeastPixels", kMinPixels);
        program.set("uLeastContrast", kMinContrast);
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(-1.0f, -8.0f);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_BUFFER, here().buffers[i].texture.name());
        // Only the index of each body's record is read from this vertex array.
        glBindVertexArray(kindOf(batch).levels.back().array.name());
        glBindBuffer(GL_ARRAY_BUFFER, m_visibleBuffer.name());
        glVertexAttribIPointer(kRecordAttribute, 1, GL_UNSIGNED_INT, 0,
                               atOffset(first * sizeof(std::uint32_t)));
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.visible.indices.size()));
        ++cost.calls;
        glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        glBindTexture(GL_TEXTURE_BUFFER, 0);
        glDisable(GL_BLEND);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
    }
}

}  // namespace shoal
