#include "render/card/grass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace shoal {
namespace {

// As in grass.vert.
constexpr int kTuftBlades = 8;
constexpr int kTuftBladeCorners = 4;
constexpr std::array kTuftBlade{0, 1, 2, 1, 2, 3};
constexpr std::array kSimpleBlade{0, 1, 3};

// As in grass.comp.
constexpr GLuint kPatches = 2;
constexpr GLuint kTufts = 3;
constexpr GLuint kTuftCommands = 4;
constexpr GLsizei kTuftBytes = 32;

struct PatchOnCard {
    glm::vec4 place{0.0f};
    GLuint tufts = 0;
    GLuint first = 0;
    std::array<GLuint, 2> padding{};
};

struct TuftCommand {
    GLuint indices = 0;
    GLuint tufts = 0;  ///< grass.comp counts them
    GLuint firstIndex = 0;
    GLuint baseVertex = 0;
    GLuint firstTuft = 0;
};

constexpr float kTallest = 1.0f;  // [m] of a blade, with room for the wind
constexpr float kDeepest = 0.5f;  // [m] of its root below the ground

/// [m/m] No slope of the hills is steeper.
float steepestOf(const Ground& ground) {
    if (ground.form != Ground::Form::hills) {
        return 0.0f;
    }
    float sum = 0.0f;
    for (const detail::HillWave& wave : detail::kHillWaves) {
        sum += wave.depth * std::hypot(wave.alongX, wave.alongZ);
    }
    return std::numbers::pi_v<float> * sum * ground.relief / ground.size;
}

/// Whether a box lies outside one of the frame's sides. Corners are relative to the eye [m].
bool isOutside(const SceneBlock& block, const glm::vec3& low, const glm::vec3& high) {
    std::array<bool, 5> isBeyond{true, true, true, true, true};
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 at{(corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                           (corner & 4) != 0 ? high.z : low.z};
        const glm::vec4 clip = block.viewProjection * glm::vec4(at, 1.0f);
        isBeyond[0] &= clip.x < -clip.w;
        isBeyond[1] &= clip.x > clip.w;
        isBeyond[2] &= clip.y < -clip.w;
        isBeyond[3] &= clip.y > clip.w;
        isBeyond[4] &= clip.w < 0.0f;
    }
    return std::ranges::any_of(isBeyond, [](bool is) { return is; });
}

}  // namespace

int GrassDensity::tuftsAt(float perMetre) const {
    if (perMetre <= kSparsest) {
        return 0;
    }
    const float fraction = most * std::pow(std::min(perMetre / kDense, 1.0f), kThins);
    return static_cast<int>(std::ceil(fraction * kTufts));
}

std::vector<GrassPatch> grassInView(const Ground& ground, const GrassDensity& density,
                                    const SceneBlock& block) {
    std::vector<GrassPatch> patches;
    constexpr float kSide = GrassDensity::kSide;
    const glm::vec3 eye(block.eye);
    const float perRadian = block.surface.z / block.viewport.y;  // [frame heights]
    const float reach = perRadian / GrassDensity::kSparsest;     // [m]
    const float slope = steepestOf(ground) * kSide / std::numbers::sqrt2_v<float>;
    const auto first = glm::floor((glm::vec2{eye.x, eye.z} - reach) / kSide);
    const auto last = glm::floor((glm::vec2{eye.x, eye.z} + reach) / kSide);
    for (float z = first.y; z <= last.y; ++z) {
        for (float x = first.x; x <= last.x; ++x) {
            const float height = ground.heightAt((x + 0.5f) * kSide, (z + 0.5f) * kSide);
            const glm::vec3 low =
                glm::vec3{x * kSide - kTallest, height - slope - kDeepest, z * kSide - kTallest} - eye;
            const glm::vec3 high = glm::vec3{(x + 1.0f) * kSide + kTallest, height + slope + kTallest,
                                             (z + 1.0f) * kSide + kTallest} -
                                   eye;
            const glm::vec3 nearest = glm::clamp(glm::vec3{0.0f}, low, high);
            const float perMetre = perRadian / std::max(glm::length(nearest), 1e-3f);
            const int tufts = density.tuftsAt(perMetre);
            if (tufts > 0 && !isOutside(block, low, high)) {
                patches.push_back({.place = {x * kSide - eye.x, z * kSide - eye.z, x, z},
                                   .tufts = tufts,
                                   .isSimple = perMetre < GrassDensity::kSimple});
            }
        }
    }
    return patches;
}

CardGrass::CardGrass() {
    std::vector<std::uint16_t> indices;
    const auto add = [&](std::span<const int> corners) {
        for (int blade = 0; blade < kTuftBlades; ++blade) {
            for (const int corner : corners) {
                indices.push_back(static_cast<std::uint16_t>(blade * kTuftBladeCorners + corner));
            }
        }
    };
    add(kTuftBlade);
    add(kSimpleBlade);
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.name());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint16_t)),
                 indices.data(), GL_STATIC_DRAW);
    glBindVertexArray(0);
}

Outcome CardGrass::grow(const std::vector<GrassPatch>& patches) {
    m_patchCount = static_cast<GLsizei>(patches.size());
    if (patches.empty()) {
        return Done{};
    }
    std::vector<PatchOnCard> places;
    std::vector<TuftCommand> commands;
    GLuint first = 0;
    for (const GrassPatch& patch : patches) {
        places.push_back({.place = patch.place, .tufts = static_cast<GLuint>(patch.tufts), .first = first});
        constexpr auto kIndices = static_cast<GLuint>(kTuftBlades * kTuftBlade.size());
        constexpr auto kSimpleIndices = static_cast<GLuint>(kTuftBlades * kSimpleBlade.size());
        commands.push_back({.indices = patch.isSimple ? kSimpleIndices : kIndices,
                            .firstIndex = patch.isSimple ? kIndices : 0,
                            .firstTuft = first});
        first += static_cast<GLuint>(patch.tufts);
    }
    if (Outcome made = m_tufts.reserve(first * kTuftBytes); !made) {
        return made;
    }
    const auto send = [](GLuint binding, const GlBuffer& buffer, const auto& values) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer.name());
        glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof values[0]),
                     values.data(), GL_STREAM_DRAW);
    };
    send(kPatches, m_patches, places);
    m_tufts.bind(kTufts);
    send(kTuftCommands, m_commands, commands);
    glDispatchCompute(static_cast<GLuint>(patches.size()), 1, 1);
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_ARRAY_BUFFER, m_tufts.name());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, kTuftBytes, nullptr);
    glVertexAttribDivisor(0, 1);
    glEnableVertexAttribArray(1);
    glVertexAttribIPointer(1, 4, GL_UNSIGNED_INT, kTuftBytes, atOffset(sizeof(glm::vec4)));
    glVertexAttribDivisor(1, 1);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return Done{};
}

void CardGrass::draw() const {
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_commands.name());
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, nullptr, m_patchCount, 0);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    glBindVertexArray(0);
}

}  // namespace shoal
