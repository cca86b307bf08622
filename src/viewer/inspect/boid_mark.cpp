#include "viewer/inspect/boid_mark.hpp"

#include <algorithm>
#include <numbers>

#include <imgui.h>

#include "render/camera/picking.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMinRadius = 14.0f;   // [px] at scale 1: visible among bodies of one pixel
constexpr float kRingMargin = 1.25f;  // of the circle about half a body
constexpr float kArcGap = 0.28f;      // [rad] half the opening between two arcs
constexpr float kThickness = 2.5f;    // [px] at scale 1
constexpr float kArcShadow = 3.0f;    // [px] at scale 1, on both sides together

// Warm, because neither water nor bodies are.
constexpr theme::Colour kColour{1.0f, 0.86f, 0.40f, 1.0f};

}  // namespace

std::optional<BoidMark> markOf(const StateView& state, const BoidName& boid, const View& view, float width,
                               float height, float alpha, float scale) {
    const auto place = placeOf(state, boid, alpha);
    if (!place) {
        return std::nullopt;
    }
    const auto at = project(view, *place, width, height);
    const float depth = depthOf(view, *place);
    const float halfLength = state.scene().species[boid.species].bodyLength * 0.5f;
    // No mark if the camera is inside the body or in front of it.
    if (!at || depth <= halfLength || at->x < 0.0f || at->x > width || at->y < 0.0f || at->y > height) {
        return std::nullopt;
    }
    const float radius = halfLength * view.scaleAt(depth) * 0.5f * height;
    return BoidMark{at->x, at->y, std::max(kMinRadius * scale, kRingMargin * radius)};
}

void drawBoidMark(const BoidMark& mark, float scale) {
    constexpr float kQuarter = std::numbers::pi_v<float> / 2.0f;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto arcs = [&](const theme::Colour& colour, float thickness) {
        for (int quarter = 0; quarter < 4; ++quarter) {
            const float start = kQuarter * static_cast<float>(quarter) + kArcGap;
            list.PathArcTo({mark.x, mark.y}, mark.radius, start, start + kQuarter - 2.0f * kArcGap);
            list.PathStroke(theme::packed(colour), 0, thickness);
        }
    };
    // A dark edge keeps the arcs visible against bright water and sky.
    arcs({0.0f, 0.04f, 0.07f, 0.7f}, (kThickness + kArcShadow) * scale);
    arcs(kColour, kThickness * scale);
}

}  // namespace shoal
