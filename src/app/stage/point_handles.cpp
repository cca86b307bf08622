#include "app/stage/point_handles.hpp"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

namespace shoal {

namespace {

constexpr double kMargin = 20.0;  // [px] from the edge of the picture to the handles there

glm::vec4 clipped(const WindowPicture& picture, const Vec3f& place) {
    return picture.view.projection * picture.view.view * glm::vec4(place.x, place.y, place.z, 1.0f);
}

glm::vec2 windowPoint(const WindowPicture& picture, const glm::vec2& ndc) {
    return {(ndc.x * 0.5f + 0.5f) * static_cast<float>(picture.width),
            (0.5f - ndc.y * 0.5f) * static_cast<float>(picture.height)};
}

/// Puts the handle where its place is seen, or at the edge of the picture's free part.
void putHandle(const WindowPicture& picture, PointHandle& handle) {
    const auto margin = static_cast<float>(kMargin * picture.scale);
    const glm::vec2 min{static_cast<float>(picture.covered) + margin, margin};
    const glm::vec2 max = glm::max(
        glm::vec2{static_cast<float>(picture.width), static_cast<float>(picture.height)} - margin, min);
    const glm::vec4 clip = clipped(picture, handle.place);
    const bool isBehind = !(clip.w > 0.0f);
    const glm::vec2 middle = 0.5f * (min + max);
    // Behind the eye the perspective division would swap left and right, so it is left out.
    const glm::vec2 seen =
        isBehind ? middle + glm::vec2{clip.x, -clip.y} : windowPoint(picture, glm::vec2(clip) / clip.w);
    const bool isWithin = seen.x >= static_cast<float>(picture.covered) &&
                          seen.x <= static_cast<float>(picture.width) && seen.y >= 0.0f &&
                          seen.y <= static_cast<float>(picture.height);
    if (!isBehind && isWithin) {
        handle.at = seen;
        return;
    }
    const glm::vec2 away = seen - middle;
    handle.isBeyond = true;
    handle.outwards = glm::length(away) > 0.0f ? glm::normalize(away) : glm::vec2{0.0f, 1.0f};
    // As far from the middle as the nearer edge in that direction.
    const glm::vec2 half = 0.5f * (max - min);
    const glm::vec2 size = glm::abs(handle.outwards);
    const float reach = std::min(size.x > 0.0f ? half.x / size.x : half.x + half.y,
                                 size.y > 0.0f ? half.y / size.y : half.x + half.y);
    handle.at = middle + handle.outwards * reach;
}

}  // namespace

std::optional<glm::vec2> inWindow(const WindowPicture& picture, const Vec3f& place) {
    const glm::vec4 clip = clipped(picture, place);
    if (!(clip.w > 0.0f)) {
        return std::nullopt;
    }
    return windowPoint(picture, glm::vec2(clip) / clip.w);
}

std::vector<PointHandle> pointHandles(const Simulation& simulation, const WindowPicture& picture) {
    using Kind = PointHandle::Kind;
    std::vector<PointHandle> handles;
    const auto add = [&](std::string key, const Vec3f& place, Kind kind) {
        handles.push_back({.key = std::move(key), .place = place, .kind = kind, .at = {}});
        putHandle(picture, handles.back());
    };
    for (const Attractor& attractor : simulation.scene().attractors) {
        if (!attractor.followsPointer) {
            add("attractor." + attractor.name, attractor.place(),
                attractor.pull < 0.0f ? Kind::scares : Kind::attracts);
        }
    }
    for (const Goal& goal : simulation.scene().goals) {
        add("goal." + goal.name, goal.at(simulation.seconds()), Kind::goal);
    }
    return handles;
}

}  // namespace shoal
