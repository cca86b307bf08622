#include "render/light/optical_depth.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

#include "render/gl/gl_debug.hpp"

namespace shoal {
namespace {

// Bindings, as in the shaders.
constexpr GLuint kFirst = 2;
constexpr GLuint kSecond = 3;
constexpr GLuint kVolumeBlock = 1;
constexpr GLuint kTextureUnit = 7;

constexpr float kUnits = 64.0f;        // of the sums in the smallest kind of body: a million fit into a cell
constexpr float kBlurred = 64.0f;      // factor by which blurring enlarges the sums
constexpr float kLeastCell = 0.75f;    // [body lengths] smaller cells would show single bodies
constexpr float kLeastLength = 1e-3f;  // [m]

float crossSection(const BodyStore::Group& group) {
    return bodyKind(group.body).crossSection * group.bodyLength * group.bodyLength;
}

bool castsShadow(const BodyStore::Group& group) {
    return group.count > 0 && crossSection(group) > 0.0f;
}

int longestAxis(const glm::vec3& direction) {
    const glm::vec3 size = glm::abs(direction);
    return size.y >= size.x && size.y >= size.z ? 1 : size.x >= size.z ? 0 : 2;
}

}  // namespace

OpticalDepth::OpticalDepth() : Pass("optical depth"), m_texture(GlTexture::make()) {
    glBindTexture(GL_TEXTURE_3D, m_texture.name());
    labelGl(GL_TEXTURE, m_texture.name(), "optical depth");
    glTexStorage3D(GL_TEXTURE_3D, 1, GL_RG16F, kWidth, kHeight, kWidth);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
        glTexParameteri(GL_TEXTURE_3D, wrap, GL_CLAMP_TO_EDGE);
    }
    glBindTexture(GL_TEXTURE_3D, 0);
}

/// Chooses the box that holds nearly all bodies, and the unit of the sums.
void OpticalDepth::placeBox(const BodyStore& bodies) {
    Program& sums = m_sumsProgram.in();
    sums.use();
    m_runs.bind(kFirst);
    std::size_t runs = 0;
    float shortest = 0.0f;
    m_unit = 0.0f;
    for (const BodyStore::Group& group : bodies.groups()) {
        if (!castsShadow(group)) {
            continue;
        }
        sums.set("uFirst", static_cast<int>(group.first));
        sums.set("uCount", static_cast<int>(group.count));
        sums.set("uFirstSum", static_cast<int>(runs));
        const std::size_t groupRuns = (group.count + kSummed - 1) / kSummed;
        glDispatchCompute(workGroups(groupRuns), 1, 1);
        runs += groupRuns;
        const bool isSmallest = m_unit == 0.0f || crossSection(group) < m_unit;
        m_unit = isSmallest ? crossSection(group) : m_unit;
        shortest = isSmallest ? group.bodyLength : shortest;
    }
    m_unit = m_unit > 0.0f ? m_unit / kUnits : 1.0f;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    Program& box = m_boxProgram.in();
    box.use();
    m_box.bind(kSecond);
    box.set("uSumCount", static_cast<int>(runs));
    box.set("uLeastCell", std::max(kLeastCell * shortest, kLeastLength));
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

void OpticalDepth::splat(const BodyStore& bodies) {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_cells.name());
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    Program& program = m_splatProgram.in();
    program.use();
    m_cells.bind(kFirst);
    for (const BodyStore::Group& group : bodies.groups()) {
        if (castsShadow(group)) {
            program.set("uFirst", static_cast<int>(group.first));
            program.set("uCount", static_cast<int>(group.count));
            program.set("uBodyLength", group.bodyLength);
            program.set("uCrossSection", bodyKind(group.body).crossSection / m_unit);
            glDispatchCompute(workGroups((group.count + BodyStore::kRun - 1) / BodyStore::kRun), 1, 1);
        }
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Blurs the cells, into m_spread.
void OpticalDepth::blur() {
    Program& program = m_blurProgram.in();
    program.use();
    // The sums stay for tests; the sweeps' buffers are free until then.
    const std::array<const CardBuffer*, 4> buffers{&m_cells, &m_sunDepths, &m_upDepths, &m_spread};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        buffers[axis]->bind(kFirst);
        buffers[axis + 1]->bind(kSecond);
        program.set("uAxis", static_cast<int>(axis));
        glDispatchCompute(workGroups(kCells), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
}

void OpticalDepth::sweep(const CardBuffer& depths, const glm::vec3& towards, float strength) {
    const int axis = longestAxis(towards);
    const int slices = axis == 1 ? kHeight : kWidth;
    // Rays straight along the axis never cross into other columns.
    const bool isStraight = std::abs(towards[axis]) >= 1.0f;
    const int atOnce = isStraight ? slices : 1;
    Program& program = m_sweepProgram.in();
    program.use();
    m_spread.bind(kFirst);
    depths.bind(kSecond);
    program.set("uTowards", towards);
    program.set("uAxis", axis);
    program.set("uSlices", atOnce);
    program.set("uPerCell", strength * m_unit / kBlurred);
    for (int slice = 0; slice < slices; slice += atOnce) {
        program.set("uSlice", slice);
        glDispatchCompute(workGroups(static_cast<std::size_t>(kCells / slices)), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
}

void OpticalDepth::store() {
    m_storeProgram.in().use();
    m_sunDepths.bind(kFirst);
    m_upDepths.bind(kSecond);
    glBindImageTexture(0, m_texture.name(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RG16F);
    glDispatchCompute(workGroups(kCells), 1, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    m_isClear = false;
}

/// Empties the texture, in a box that any place can be looked up in.
void OpticalDepth::clear() {
    constexpr float kOne = 1.0f;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_box.name());
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32F, GL_RED, GL_FLOAT, &kOne);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    const std::vector<std::array<float, 2>> none(kCells);
    glBindTexture(GL_TEXTURE_3D, m_texture.name());
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, kWidth, kHeight, kWidth, GL_RG, GL_FLOAT, none.data());
    glBindTexture(GL_TEXTURE_3D, 0);
    m_isClear = true;
}

/// Binds the volume for visibility.glsl.
void OpticalDepth::bind() const {
    glBindBufferBase(GL_UNIFORM_BUFFER, kVolumeBlock, m_box.name());
    glActiveTexture(GL_TEXTURE0 + kTextureUnit);
    glBindTexture(GL_TEXTURE_3D, m_texture.name());
    glActiveTexture(GL_TEXTURE0);
}

Outcome OpticalDepth::draw(FrameContext& context) {
    const BodyStore& bodies = context.scene.bodies;
    const float strength = fractionOf(context.frame.look.shadow);
    if (Outcome made = m_box.reserve(sizeof(glm::vec4)); !made) {
        return made;
    }
    if (strength <= 0.0f) {
        if (!m_isClear) {
            clear();
        }
        bind();
        return Done{};
    }
    const std::size_t runs = bodies.slots() / kSummed + bodies.groups().size() + 1;
    for (Outcome made :
         {m_runs.reserve(runs * kSumBytes), m_cells.reserve(kCells * sizeof(std::uint32_t)),
          m_spread.reserve(kCells * sizeof(std::uint32_t)), m_sunDepths.reserve(kCells * sizeof(float)),
          m_upDepths.reserve(kCells * sizeof(float))}) {
        if (!made) {
            return made;
        }
    }
    if (bodies.slots() > 0) {
        bodies.bind();
    }
    placeBox(bodies);
    glBindBufferBase(GL_UNIFORM_BUFFER, kVolumeBlock, m_box.name());
    splat(bodies);
    blur();
    sweep(m_sunDepths, glm::vec3(context.block.sun), strength);
    sweep(m_upDepths, {0.0f, 1.0f, 0.0f}, strength);
    store();
    bind();
    glUseProgram(0);
    return Done{};
}

std::vector<std::uint32_t> OpticalDepth::sums() const {
    std::vector<std::uint32_t> sums(kCells);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_cells.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, kCells * sizeof(std::uint32_t), sums.data());
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return sums;
}

glm::vec4 OpticalDepth::box() const {
    glm::vec4 box{0.0f};
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_box.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof box, &box);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return box;
}

std::vector<std::array<float, 2>> OpticalDepth::depths() const {
    std::vector<std::array<float, 2>> depths(kCells);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glBindTexture(GL_TEXTURE_3D, m_texture.name());
    glGetTexImage(GL_TEXTURE_3D, 0, GL_RG, GL_FLOAT, depths.data());
    glBindTexture(GL_TEXTURE_3D, 0);
    return depths;
}

}  // namespace shoal
