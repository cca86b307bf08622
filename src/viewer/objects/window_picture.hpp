#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include <shoal/vec3.hpp>

#include "render/camera/camera.hpp"

namespace shoal {

/// The picture in the window, to find objects and places in it.
struct WindowPicture {
    View view;
    double width = 1.0;  ///< of the window, in its coordinates
    double height = 1.0;
    double covered = 0.0;       ///< part of the width on the left that the panel covers
    double coveredBelow = 0.0;  ///< part of the height at the bottom that the measures and the timeline cover
    double sideWidth = 0.0;     ///< part of the width on the right that a selected object's card covers
    double scale = 1.0;         ///< of the user interface

    /// The uncovered part, `margin` [px] inside its edges: from `min` to `max`.
    struct Part {
        glm::vec2 min;
        glm::vec2 max;

        bool holds(const glm::vec2& at) const;
    };
    Part freePart(double margin = 0.0) const;
};

/// A line of sight: `direction` has length 1.
struct Ray {
    Vec3f from;  ///< [m]
    Vec3f direction;
};

/// Returns the position of a place in the window; empty if its depth is below 1 mm.
std::optional<glm::vec2> inWindow(const WindowPicture& picture, const Vec3f& place);

/// Returns how far a place is in front of the eye, along the camera's axis [m]; negative behind the eye.
float depthOf(const WindowPicture& picture, const Vec3f& place);

/// Returns the place [m] at a point of the window and at this depth, or at 0.1 m if that is deeper.
Vec3f placeAtDepth(const WindowPicture& picture, const glm::dvec2& at, float depth);

/// Returns the place [m] at a point of the window that is as deep in the picture as `depthPoint`, but at
/// least 0.1 m deep.
Vec3f placeUnder(const WindowPicture& picture, const glm::dvec2& at, const Vec3f& depthPoint);

/// Returns the line of sight through a point of the window.
Ray rayUnder(const WindowPicture& picture, const glm::dvec2& at);

/// Returns half the picture's height at a place's distance from the eye [m].
float halfHeightAt(const WindowPicture& picture, const Vec3f& place);

}  // namespace shoal
