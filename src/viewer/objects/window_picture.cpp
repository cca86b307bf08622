#include "viewer/objects/window_picture.hpp"

#include <algorithm>
#include <cmath>

#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

namespace shoal {

namespace {

constexpr float kMinDepth = 0.1f;  // [m] just in front of the eye: nothing is visible behind it

/// Returns the place at a point of the window, at this depth [m] in front of the eye.
Vec3f placeBefore(const WindowPicture& picture, const glm::dvec2& at, float depth) {
    const glm::mat4& projection = picture.view.projection;
    const auto ndcX = static_cast<float>(2.0 * at.x / picture.width - 1.0);
    const auto ndcY = static_cast<float>(1.0 - 2.0 * at.y / picture.height);
    // The projection of (x, y, −depth) solved for x and y; its third column, or its last, shifts the picture
    // sideways.
    const float w = picture.view.isOrthographic() ? 1.0f : depth;
    const glm::vec4 seen{(ndcX * w + projection[2][0] * depth - projection[3][0]) / projection[0][0],
                         (ndcY * w + projection[2][1] * depth - projection[3][1]) / projection[1][1], -depth,
                         1.0f};
    const glm::vec4 place = glm::inverse(picture.view.view) * seen;
    return {place.x, place.y, place.z};
}

}  // namespace

bool WindowPicture::Part::holds(const glm::vec2& at) const {
    return at.x >= min.x && at.x <= max.x && at.y >= min.y && at.y <= max.y;
}

WindowPicture::Part WindowPicture::freePart(double margin) const {
    const glm::vec2 min{covered + margin, margin};
    return {min, glm::max(glm::vec2{width - margin, height - coveredBelow - margin}, min)};
}

std::optional<glm::vec2> inWindow(const WindowPicture& picture, const Vec3f& place) {
    return project(picture.view, place, static_cast<float>(picture.width),
                   static_cast<float>(picture.height));
}

float depthOf(const WindowPicture& picture, const Vec3f& place) {
    return depthOf(picture.view, place);
}

Vec3f placeAtDepth(const WindowPicture& picture, const glm::dvec2& at, float depth) {
    return placeBefore(picture, at, std::max(depth, kMinDepth));
}

Vec3f placeUnder(const WindowPicture& picture, const glm::dvec2& at, const Vec3f& depthPoint) {
    return placeAtDepth(picture, at, depthOf(picture, depthPoint));
}

Ray rayUnder(const WindowPicture& picture, const glm::dvec2& at) {
    const Vec3f from = picture.view.isOrthographic() ? placeBefore(picture, at, 0.0f) : picture.view.eye;
    const Vec3f away = placeBefore(picture, at, 1.0f) - from;
    return {from, away / std::sqrt(lengthSq(away))};
}

float halfHeightAt(const WindowPicture& picture, const Vec3f& place) {
    return std::abs(1.0f / picture.view.scaleAt(depthOf(picture, place)));
}

}  // namespace shoal
