#include "render/scene/world_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/card/pass.hpp"

namespace shoal {
namespace {

constexpr float kMarkWidth = 0.0012f;        // of the world's largest half extent
constexpr float kMaxLines = 25.0f;           // of the grid, along the longer side
constexpr int kCorners = 72;                 // of a circle
constexpr std::uint32_t kEdge = 0xb0f5e8d8;  // opacity, blue, green, red
constexpr std::uint32_t kGrid = 0x48f5e8d8;

/// Collects lines of one width.
struct Marks {
    float width = 0.0f;
    std::vector<LinePoint> points;

    void add(const Vec3f& from, const Vec3f& to, std::uint32_t colour) {
        points.push_back({from, width, colour});
        points.push_back({to, width, colour});
        end();
    }
    void end() { points.push_back({points.back().place, width, 0}); }
};

void addBox(Marks& marks, const Vec3f& half) {
    for (const float a : {-1.0f, 1.0f}) {
        for (const float b : {-1.0f, 1.0f}) {
            marks.add({-half.x, a * half.y, b * half.z}, {half.x, a * half.y, b * half.z}, kEdge);
            marks.add({a * half.x, -half.y, b * half.z}, {a * half.x, half.y, b * half.z}, kEdge);
            marks.add({a * half.x, b * half.y, -half.z}, {a * half.x, b * half.y, half.z}, kEdge);
        }
    }
}

/// Adds a circle about the origin; its two perpendicular radii are given.
void addCircle(Marks& marks, const Vec3f& across, const Vec3f& along) {
    for (int corner = 0; corner <= kCorners; ++corner) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(corner) / kCorners;
        marks.points.push_back({across * std::cos(angle) + along * std::sin(angle), marks.width, kEdge});
    }
    marks.end();
}

}  // namespace

float gridSpacing(const World& world) {
    const Vec3f half = world.halfExtent();
    const float wanted = 2.0f * std::max(half.x, half.z) / kMaxLines;
    const float power = std::pow(10.0f, std::floor(std::log10(wanted)));
    constexpr std::array kFactors{1.0f, 2.0f, 5.0f, 10.0f};
    const auto factor =
        std::ranges::find_if(kFactors, [&](float each) { return each * power >= wanted * 0.9999f; });
    return power * (factor == kFactors.end() ? kFactors.back() : *factor);
}

float numberSpacing(const World& world) {
    const float spacing = gridSpacing(world);
    const float leading = spacing / std::pow(10.0f, std::floor(std::log10(spacing * 1.001f)));
    return spacing * (leading > 4.0f ? 2.0f : 5.0f);
}

std::vector<LinePoint> worldMarks(const World& world) {
    const Vec3f half = world.halfExtent();
    const bool isSphere = world.shape == World::Shape::sphere;
    Marks marks{.width = kMarkWidth * std::max({half.x, half.y, half.z}), .points = {}};
    if (isSphere) {
        addCircle(marks, {half.x, 0.0f, 0.0f}, {0.0f, half.x, 0.0f});
        addCircle(marks, {half.x, 0.0f, 0.0f}, {0.0f, 0.0f, half.x});
        addCircle(marks, {0.0f, half.x, 0.0f}, {0.0f, 0.0f, half.x});
    } else {
        addBox(marks, half);
    }
    const float floor = isSphere ? 0.0f : -half.y;
    const float spacing = gridSpacing(world);
    // Half the length of a line `away` from the middle, on a floor of this half width.
    const auto reach = [isSphere, half](float away, float width) {
        return isSphere ? std::sqrt(std::max(0.0f, half.x * half.x - away * away)) : width;
    };
    for (float at = -spacing * std::floor(half.x / spacing); at <= half.x; at += spacing) {
        const float end = reach(at, half.z);
        marks.add({at, floor, -end}, {at, floor, end}, kGrid);
    }
    for (float at = -spacing * std::floor(half.z / spacing); at <= half.z; at += spacing) {
        const float end = reach(at, half.x);
        marks.add({-end, floor, at}, {end, floor, at}, kGrid);
    }
    return std::move(marks.points);
}

void setLabGrid(Program& program, const FrameContext& context) {
    const WorldFloor& floor = context.scene.floor;
    const glm::vec4& eye = context.block.eye;
    const float spacing = gridSpacing(context.scene.world);
    program.set("uFloor", glm::vec4{floor.centre.x - eye.x, floor.centre.y - eye.y, floor.centre.z - eye.z,
                                    floor.isDisc ? 1.0f : 0.0f});
    program.set("uSpan", glm::vec4{floor.halfWidth, floor.halfDepth, spacing,
                                   numberSpacing(context.scene.world) / spacing});
    program.set("uEdge", glm::vec3{static_cast<float>(floor.edge), floor.isPlane ? 1.0f : 0.0f,
                                   fractionOf(context.frame.look.shadow)});
}

}  // namespace shoal
