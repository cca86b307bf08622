#include "render/light/dust_field.hpp"

#include <algorithm>
#include <string_view>

#include "render/gl/gl_debug.hpp"
#include "render/light/optical_depth.hpp"

namespace shoal {
namespace {

// Bindings, as in the shaders.
constexpr GLuint kInput = 2;
constexpr GLuint kOutput = 3;
constexpr GLuint kDustBlock = 2;
constexpr GLuint kHeightsUnit = 4;
constexpr GLuint kFlowUnit = 5;
constexpr GLuint kColumnsUnit = 8;

constexpr float kPuffUnits = 512.0f;  // of the sums in a puff of the longest body, as in dust_splat.comp
constexpr float kPuff = 0.18f;        // [body lengths²] cross-section of a puff, chosen for the look
constexpr float kTop = 7.0f;          // [body lengths] above the ground

bool raisesDust(const BodyStore::Group& group) {
    return group.count > 0 && standsOnGround(group.body) && group.bodyLength > 0.0f;
}

/// [m] of the longest bodies that raise dust, or 0.
float longestBody(const BodyStore& bodies) {
    float longest = 0.0f;
    for (const BodyStore::Group& group : bodies.groups()) {
        longest = raisesDust(group) ? std::max(longest, group.bodyLength) : longest;
    }
    return longest;
}

/// Runs the program in use for each species that raises dust.
template <class Dispatch>
void forEachHerd(const BodyStore& bodies, Program& program, const Dispatch& dispatch) {
    for (const BodyStore::Group& group : bodies.groups()) {
        if (raisesDust(group)) {
            program.set("uFirst", static_cast<int>(group.first));
            program.set("uCount", static_cast<int>(group.count));
            dispatch(group);
        }
    }
}

GlTexture makeTexture(int side, std::string_view label) {
    GlTexture texture = GlTexture::make();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    labelGl(GL_TEXTURE, texture.name(), label);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA16F, side, side);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    }
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

void bindTexture(GLuint unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0);
}

void clear(const CardBuffer& buffer) {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer.name());
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
}

}  // namespace

DustField::DustField()
    : Pass("dust"),
      m_flow(makeTexture(kFlowSide, "flow of the herd")),
      m_columns(makeTexture(kSide, "dust")) {}

bool DustField::isNeeded(const FrameContext& context) const {
    const CardScene& scene = context.scene;
    return context.place() == LookSettings::Place::plain && context.frame.marchesAir() &&
           !scene.ground.isEmpty() && !scene.ground.ground().isSurface() && longestBody(scene.bodies) > 0.0f;
}

float DustField::top(const CardScene& scene) {
    const Ground& ground = scene.ground.ground();
    const float relief = ground.form == Ground::Form::hills ? ground.relief : 0.0f;
    return ground.level + relief + kTop * longestBody(scene.bodies);
}

/// Chooses the square that holds nearly all animals and their trails.
void DustField::placeBox(const CardScene& scene) {
    Program& sums = m_sumsProgram.in();
    sums.use();
    m_runs.bind(kInput);
    std::size_t runs = 0;
    forEachHerd(scene.bodies, sums, [&](const BodyStore::Group& group) {
        sums.set("uFirstSum", static_cast<int>(runs));
        const std::size_t groupRuns = (group.count + OpticalDepth::kSummed - 1) / OpticalDepth::kSummed;
        glDispatchCompute(workGroups(groupRuns), 1, 1);
        runs += groupRuns;
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    Program& box = m_boxProgram.in();
    box.use();
    m_box.bind(kOutput);
    box.set("uSumCount", static_cast<int>(runs));
    box.set("uLongest", longestBody(scene.bodies));
    box.set("uStepSeconds", scene.bodies.stepSeconds());
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Finds the herd's velocity by place.
void DustField::sumFlow(const CardScene& scene) {
    clear(m_flowSums);
    Program& program = m_flowProgram.in();
    program.use();
    m_flowSums.bind(kInput);
    program.set("uStepSeconds", scene.bodies.stepSeconds());
    forEachHerd(scene.bodies, program, [&](const BodyStore::Group& group) {
        program.set("uBodyLength", group.bodyLength);
        glDispatchCompute(workGroups(group.count), 1, 1);
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    m_flowStoreProgram.in().use();
    glBindImageTexture(0, m_flow.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    glDispatchCompute(workGroups(std::size_t{kFlowSide} * kFlowSide), 1, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void DustField::splat(const CardScene& scene) {
    clear(m_sums);
    Program& program = m_splatProgram.in();
    program.use();
    m_sums.bind(kInput);
    bindTexture(kFlowUnit, m_flow.name());
    program.set("uStepSeconds", scene.bodies.stepSeconds());
    program.set("uHeightsReach", scene.ground.heightsReach());
    forEachHerd(scene.bodies, program, [&](const BodyStore::Group& group) {
        program.set("uBodyLength", group.bodyLength);
        glDispatchCompute(workGroups(group.count), 1, 1);
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Spreads the puffs and stores them.
void DustField::spread(const CardScene& scene, float strength) {
    const float longest = longestBody(scene.bodies);
    Program& program = m_spreadProgram.in();
    program.use();
    program.set("uPerUnit", strength * kPuff * longest * longest / kPuffUnits);
    program.set("uHeightsReach", scene.ground.heightsReach());
    glBindImageTexture(0, m_columns.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    m_spread.bind(kOutput);
    for (const bool isSecond : {false, true}) {
        (isSecond ? m_spread : m_sums).bind(kInput);
        program.set("uAxis", isSecond ? 1 : 0);
        glDispatchCompute(workGroups(kColumns), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
    }
}

Outcome DustField::draw(FrameContext& context) {
    const CardScene& scene = context.scene;
    const BodyStore& bodies = scene.bodies;
    const std::size_t runs = bodies.slots() / OpticalDepth::kSummed + bodies.groups().size() + 1;
    constexpr std::size_t kFlowSums = std::size_t{3} * kFlowSide * kFlowSide;
    for (Outcome made : {m_box.reserve(sizeof(glm::vec4)), m_runs.reserve(runs * OpticalDepth::kSumBytes),
                         m_flowSums.reserve(kFlowSums * sizeof(std::int32_t)),
                         m_sums.reserve(kAges * kColumns * sizeof(std::uint32_t)),
                         m_spread.reserve(kAges * kColumns * sizeof(float))}) {
        if (!made) {
            return made;
        }
    }
    bodies.bind();
    placeBox(scene);
    glBindBufferBase(GL_UNIFORM_BUFFER, kDustBlock, m_box.name());
    bindTexture(kHeightsUnit, scene.ground.heights());
    sumFlow(scene);
    splat(scene);
    spread(scene, fractionOf(context.frame.look.dust));
    bindTexture(kHeightsUnit, 0);
    bindTexture(kFlowUnit, 0);
    bindTexture(kColumnsUnit, m_columns.name());
    glUseProgram(0);
    return Done{};
}

std::vector<std::uint32_t> DustField::sums() const {
    std::vector<std::uint32_t> sums(kAges * kColumns);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_sums.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(sums.size() * sizeof(std::uint32_t)),
                       sums.data());
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return sums;
}

glm::vec4 DustField::box() const {
    glm::vec4 box{0.0f};
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, m_box.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof box, &box);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return box;
}

std::vector<std::array<float, 4>> DustField::columns() const {
    std::vector<std::array<float, 4>> columns(kColumns);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glBindTexture(GL_TEXTURE_2D, m_columns.name());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, columns.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    return columns;
}

}  // namespace shoal
