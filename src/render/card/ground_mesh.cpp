#include "render/card/ground_mesh.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr float kFlockMargin = 1.5f;    // [half sizes of the world] extent of the land in full detail
constexpr float kReach = 60.0f;         // [half diagonals of the world]
constexpr int kSurfaceCells = 200;      // across a search surface: twenty per dent of the most dented
constexpr float kCellsPerHill = 14.0f;  // from crest to crest
constexpr int kMaxHillCells = 200;      // across
constexpr float kSlope = 0.12f;         // [sides of the square] width of the falloff around it
constexpr int kRings = 40;              // outside the uniform grid

/// Coordinates along one axis: uniform in −core .. core, then with growing spacing up to `reach`.
std::vector<float> placesAlong(float core, int cells, float reach) {
    std::vector<float> outwards;
    const float step = 2.0f * core / static_cast<float>(cells);
    const float growth = std::pow(reach / core, 1.0f / kRings);
    for (int ring = kRings; ring >= 1; --ring) {
        outwards.push_back(-core * std::pow(growth, static_cast<float>(ring)));
    }
    std::vector<float> places = outwards;
    for (int i = 0; i <= cells; ++i) {
        places.push_back(-core + step * static_cast<float>(i));
    }
    std::for_each(outwards.rbegin(), outwards.rend(), [&](float place) { places.push_back(-place); });
    return places;
}

/// [m] Height at which the land is drawn. Around the square of a search surface it falls off to its lowest
/// level; otherwise its dents would continue as furrows.
float drawnHeight(const Ground& ground, float x, float z) {
    const float height = ground.heightAt(x, z);
    if (!ground.isSurface()) {
        return height;
    }
    const float beyond = std::max({std::abs(x), std::abs(z), ground.size / 2}) - ground.size / 2;
    const float t = std::min(beyond / (kSlope * ground.size), 1.0f);
    return height + (ground.level - height) * t * t * (3.0f - 2.0f * t);
}

glm::vec3 drawnNormal(const Ground& ground, float x, float z) {
    const float aside = ground.size * 1e-3f;
    const float toX = drawnHeight(ground, x + aside, z) - drawnHeight(ground, x - aside, z);
    const float toZ = drawnHeight(ground, x, z + aside) - drawnHeight(ground, x, z - aside);
    return glm::normalize(glm::vec3{-toX, 2.0f * aside, -toZ});
}

/// Height above the lowest point, as a fraction of the full range.
float heightFraction(const Ground& ground, float x, float z) {
    const float value = ground.valueAt(x, z) / detail::highestValue(ground.form);
    return std::clamp(value, 0.0f, 1.0f);
}

}  // namespace

GroundMesh makeGroundMesh(const Ground& ground, const World& world) {
    GroundMesh mesh;
    if (ground.form == Ground::Form::none) {
        return mesh;
    }
    const Vec3f half = world.halfExtent();
    const float diagonal = std::sqrt(lengthSq(half));
    float core = kFlockMargin * std::max({half.x, half.z, 1.0f});
    int cells = 2;
    if (ground.isSurface()) {
        core = ground.size / 2;
        cells = kSurfaceCells;
    } else if (ground.form == Ground::Form::hills) {
        cells = std::clamp(static_cast<int>(2.0f * core / ground.size * kCellsPerHill), 8, kMaxHillCells);
    }
    mesh.reach = std::max(kReach * diagonal, 4.0f * core);
    const std::vector<float> places = placesAlong(core, cells, mesh.reach);
    const auto count = static_cast<std::uint32_t>(places.size());
    const auto at = [count](std::uint32_t row, std::uint32_t column) { return row * count + column; };
    mesh.vertices.resize(places.size() * places.size());
    for (std::uint32_t row = 0; row < count; ++row) {
        for (std::uint32_t column = 0; column < count; ++column) {
            const float x = places[column];
            const float z = places[row];
            mesh.vertices[at(row, column)] = {.position = {x, drawnHeight(ground, x, z), z},
                                              .normal = drawnNormal(ground, x, z),
                                              .height = heightFraction(ground, x, z)};
        }
    }
    for (std::uint32_t row = 0; row + 1 < count; ++row) {
        for (std::uint32_t column = 0; column + 1 < count; ++column) {
            const std::uint32_t a = at(row, column);
            const std::uint32_t b = at(row + 1, column);
            const std::uint32_t c = at(row + 1, column + 1);
            const std::uint32_t d = at(row, column + 1);
            mesh.indices.insert(mesh.indices.end(), {a, b, c, a, c, d});
        }
    }
    return mesh;
}

}  // namespace shoal
