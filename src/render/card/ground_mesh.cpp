#include "render/card/ground_mesh.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr float kFlockMargin = 1.5f;    // [half sizes of the world] extent of the land in full detail
constexpr int kSurfaceCells = 200;      // across a search surface: twenty per dent of the most dented
constexpr float kCellsPerHill = 14.0f;  // from crest to crest
constexpr int kMaxHillCells = 200;      // across
constexpr float kSlope = 0.12f;         // [sides of the square] width of the falloff around it
constexpr int kRings = 36;              // outside the uniform grid
constexpr float kMinGrowth = 1.08f;     // from one gap between rings to the next
// [sizes of the hills] Gaps across which these begin and end to flatten: rings that skip crests would turn
// them into stripes.
constexpr float kFlattens = 0.2f;
constexpr float kFlat = 0.8f;

/// A line of corners along one axis of the grid.
struct GridLine {
    float place;  ///< [m]
    float gap;    ///< [m] to the next line towards the middle
};

/// How the gaps between corners grow outside the uniform grid.
struct Grading {
    float core;      ///< [m] half the side of the uniform grid
    int cells;       ///< across it
    float growth;    ///< of the gaps
    float flattens;  ///< [m] gap at which hills begin to flatten …
    float flat;      ///< … and at which they are flat
};

Grading gradingOf(const Ground& ground, const World& world) {
    const Vec3f half = world.halfExtent();
    Grading grading{.core = kFlockMargin * std::max({half.x, half.z, 1.0f}),
                    .cells = 2,
                    .growth = kMinGrowth,
                    .flattens = 0.0f,
                    .flat = 0.0f};
    if (ground.isSurface()) {
        grading.core = ground.size / 2;
        grading.cells = kSurfaceCells;
    } else if (ground.form == Ground::Form::hills) {
        grading.cells =
            std::clamp(static_cast<int>(2.0f * grading.core / ground.size * kCellsPerHill), 8, kMaxHillCells);
        const float step = 2.0f * grading.core / static_cast<float>(grading.cells);
        grading.flattens = std::max(kFlattens * ground.size, step);
        grading.flat = kFlat / kFlattens * grading.flattens;
        // The last ring before the horizon is flat.
        grading.growth = std::max(kMinGrowth, std::pow(grading.flat / step, 1.0f / (kRings - 1)));
    }
    return grading;
}

/// Lines along one axis: uniform in −core .. core, then with growing gaps.
std::vector<GridLine> linesAlong(const Grading& grading) {
    const float step = 2.0f * grading.core / static_cast<float>(grading.cells);
    std::vector<GridLine> outwards;
    GridLine line{.place = grading.core, .gap = step};
    for (int ring = 1; ring <= kRings; ++ring) {
        line.gap *= grading.growth;
        line.place += line.gap;
        outwards.push_back(line);
    }
    std::vector<GridLine> lines;
    std::for_each(outwards.rbegin(), outwards.rend(), [&](const GridLine& each) {
        lines.push_back({-each.place, each.gap});
    });
    for (int i = 0; i <= grading.cells; ++i) {
        lines.push_back({-grading.core + step * static_cast<float>(i), step});
    }
    lines.insert(lines.end(), outwards.begin(), outwards.end());
    return lines;
}

/// [m] Height at which the land is drawn. Around the square of a search surface it falls off to its lowest
/// level; otherwise its dents would continue as furrows.
float drawnHeight(const Ground& ground, float x, float z) {
    const float height = ground.heightAt(x, z);
    if (!ground.isSurface()) {
        return height;
    }
    const float beyond = std::max({std::abs(x), std::abs(z), ground.size / 2}) - ground.size / 2;
    return glm::mix(height, ground.level, glm::smoothstep(0.0f, kSlope * ground.size, beyond));
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
    const Grading grading = gradingOf(ground, world);
    const std::vector<GridLine> lines = linesAlong(grading);
    mesh.reach = lines.back().place;
    const auto count = static_cast<std::uint32_t>(lines.size());
    const auto at = [count](std::uint32_t row, std::uint32_t column) { return row * count + column; };
    mesh.vertices.resize(lines.size() * lines.size());
    for (std::uint32_t row = 0; row < count; ++row) {
        for (std::uint32_t column = 0; column < count; ++column) {
            const float x = lines[column].place;
            const float z = lines[row].place;
            float height = drawnHeight(ground, x, z);
            if (ground.form == Ground::Form::hills) {
                // Not to their mean: a camera kept above the hills would be below that in a valley.
                const float gap = std::max(lines[column].gap, lines[row].gap);
                height = glm::mix(height, ground.level, glm::smoothstep(grading.flattens, grading.flat, gap));
            }
            mesh.vertices[at(row, column)] = {.position = {x, height, z},
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
