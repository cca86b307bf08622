#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include <shoal/simulation.hpp>

#include "render/camera/camera.hpp"

namespace shoal {

/// The picture in the window, for finding what is where in it.
struct WindowPicture {
    View view;
    double width = 1.0;  ///< of the window, in its coordinates
    double height = 1.0;
    double covered = 0.0;  ///< of the width, from the left, by the panel
    double scale = 1.0;    ///< of the user interface
};

/// Returns the position of a place in the window; empty behind the eye.
std::optional<glm::vec2> inWindow(const WindowPicture& picture, const Vec3f& place);

/// Where the mouse takes hold of an attractor or a goal.
struct PointHandle {
    enum class Kind { goal, attracts, scares };

    std::string key;  ///< "attractor.point-1"
    Vec3f place;      ///< [m]
    Kind kind = Kind::goal;
    glm::vec2 at;           ///< in the window, beside the panel
    bool isBeyond = false;  ///< the place is out of view, and `at` is at the edge nearest to it
    glm::vec2 outwards{};   ///< if it is: a unit vector in the window that points to the place
};

/// Returns the handles of all attractors, except those that follow the pointer, and of all goals.
std::vector<PointHandle> pointHandles(const Simulation& simulation, const WindowPicture& picture);

}  // namespace shoal
