#include "render/card/seabed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include <shoal/random.hpp>

#include "render/camera/terrain.hpp"
#include "render/frame/scene_block.hpp"

namespace shoal {
namespace {

constexpr std::uint64_t kStream = 0x5ea;
constexpr int kOutcrops = 15;
// [half widths of the world] Outcrops lie between these distances from the middle: round the flock, not in
// it.
constexpr float kNearestOutcrop = 0.42f;
constexpr float kFarthestOutcrop = 1.15f;
constexpr float kGoldenAngle = 2.39996323f;
constexpr float kFullTurn = 2.0f * std::numbers::pi_v<float>;

bool isFree(const Scene& scene, float x, float z, float radius) {
    return std::ranges::none_of(scene.obstacles, [&](const Obstacle& obstacle) {
        if (obstacle.shape == Obstacle::Shape::floor) {
            return false;
        }
        const float reach =
            radius + 0.5f * std::max(obstacle.width, obstacle.shape == Obstacle::Shape::box ? obstacle.depth
                                                                                            : obstacle.width);
        return std::hypot(x - obstacle.x, z - obstacle.z) < reach;
    });
}

}  // namespace

Ground drawnGround(const Scene& scene) {
    const float floor = terrainOf(scene).floor;
    const Ground& ground = scene.ground;
    const bool isBelow = ground.form == Ground::Form::none || floor >= ground.level + ground.relief;
    if (!std::isfinite(floor) || !isBelow) {
        return ground;
    }
    return {.form = Ground::Form::flat, .level = floor};
}

Seabed seabedOf(const Scene& scene) {
    Seabed seabed;
    const Ground ground = drawnGround(scene);
    if (ground.form == Ground::Form::none || ground.isSurface()) {
        return seabed;
    }
    const Vec3f half = scene.world.halfExtent();
    const float reach = std::max(half.x, half.z);
    const float metre = reefMetre(scene.world);
    RandomSequence random(scene.seed, kStream);
    const float turned = random.uniform(0.0f, kFullTurn);
    for (int outcrop = 0; outcrop < kOutcrops; ++outcrop) {
        // A sunflower's pattern: even, but not regular.
        const float out = (static_cast<float>(outcrop) + random.uniform()) / kOutcrops;
        const float away = reach * std::sqrt(std::lerp(kNearestOutcrop * kNearestOutcrop,
                                                       kFarthestOutcrop * kFarthestOutcrop, out));
        const float angle =
            turned + kGoldenAngle * static_cast<float>(outcrop) + random.uniform(-0.25f, 0.25f);
        const float x = away * std::cos(angle);
        const float z = away * std::sin(angle);
        // A sequence for each, so that an obstacle in the way of one moves no other.
        RandomSequence own(scene.seed, kStream, static_cast<std::uint64_t>(outcrop) + 1);
        if (!isFree(scene, x, z, 1.8f * metre)) {
            continue;
        }
        const auto add = [&](std::vector<SeabedThing>& things, float spread, const glm::vec3& size) {
            const float aside = own.uniform(0.0f, kFullTurn);
            const float toX = x + spread * metre * std::cos(aside);
            const float toZ = z + spread * metre * std::sin(aside);
            things.push_back({.place = {toX, ground.heightAt(toX, toZ), toZ, own.uniform(0.0f, kFullTurn)},
                              .form = glm::vec4(size * metre, own.uniform())});
        };
        const float large = own.uniform(0.55f, 1.25f);
        for (int rock = 0; rock < 4; ++rock) {
            const float size = rock == 0 ? large : large * own.uniform(0.2f, 0.6f);
            const float spread = rock == 0 ? 0.0f : large * own.uniform(0.7f, 1.6f);
            add(seabed.rocks, spread,
                size *
                    glm::vec3{own.uniform(0.8f, 1.25f), own.uniform(0.55f, 0.9f), own.uniform(0.8f, 1.25f)});
        }
        // Lower near the middle, where the flock swims.
        const float tall =
            std::lerp(1.0f, 3.4f, std::clamp((away / reach - kNearestOutcrop) / 0.5f, 0.0f, 1.0f));
        const int plants = 3 + static_cast<int>(own.uniform(0.0f, 5.0f));
        for (int plant = 0; plant < plants; ++plant) {
            const float height = tall * own.uniform(0.55f, 1.1f);
            const float width = 0.22f + 0.13f * height;
            add(seabed.kelp, large * own.uniform(0.3f, 1.3f), {width, height, width});
        }
    }
    return seabed;
}

CardSeabed::Crowd::Crowd(const SeabedMesh& mesh) : indexCount(static_cast<GLsizei>(mesh.indices.size())) {
    glBindVertexArray(array.name());
    glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(SeabedVertex)),
                 mesh.vertices.data(), GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint16_t)), mesh.indices.data(),
                 GL_STATIC_DRAW);
    const auto attribute = [](GLuint location, GLint size, std::size_t stride, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                              atOffset(offset));
    };
    attribute(0, 3, sizeof(SeabedVertex), offsetof(SeabedVertex, position));
    attribute(1, 3, sizeof(SeabedVertex), offsetof(SeabedVertex, normal));
    attribute(2, 1, sizeof(SeabedVertex), offsetof(SeabedVertex, dent));
    glBindBuffer(GL_ARRAY_BUFFER, things.name());
    attribute(3, 4, sizeof(SeabedThing), offsetof(SeabedThing, place));
    attribute(4, 4, sizeof(SeabedThing), offsetof(SeabedThing, form));
    glVertexAttribDivisor(3, 1);
    glVertexAttribDivisor(4, 1);
    glBindVertexArray(0);
}

void CardSeabed::Crowd::upload(const std::vector<SeabedThing>& placed) {
    count = static_cast<GLsizei>(placed.size());
    glBindBuffer(GL_ARRAY_BUFFER, things.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(placed.size() * sizeof(SeabedThing)), placed.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void CardSeabed::Crowd::draw() const {
    glBindVertexArray(array.name());
    glDrawElementsInstanced(GL_TRIANGLES, indexCount, GL_UNSIGNED_SHORT, nullptr, count);
    glBindVertexArray(0);
}

CardSeabed::CardSeabed() : m_rocks(rockMesh()), m_kelp(kelpMesh()) {}

void CardSeabed::upload(Seabed seabed) {
    const auto isSame = [](const std::vector<SeabedThing>& a, const std::vector<SeabedThing>& b) {
        return std::ranges::equal(a, b, [](const SeabedThing& one, const SeabedThing& other) {
            return one.place == other.place && one.form == other.form;
        });
    };
    if (isSame(seabed.rocks, m_seabed.rocks) && isSame(seabed.kelp, m_seabed.kelp)) {
        return;
    }
    m_seabed = std::move(seabed);
    m_rocks.upload(m_seabed.rocks);
    m_kelp.upload(m_seabed.kelp);
}

}  // namespace shoal
