#pragma once

#include "render/camera/camera.hpp"

namespace shoal::test {

/// Size [px] of the picture that viewFromFront() shows.
inline constexpr float kFrontWidth = 800.0f;
inline constexpr float kFrontHeight = 600.0f;

/// A view along −z from 10 m in front of the origin, with 4 m from the middle of the picture to its upper
/// edge.
inline View viewFromFront() {
    View view;
    view.eye = {0, 0, 10};
    view.view[3][2] = -10.0f;
    view.projection = glm::mat4(0.0f);
    view.projection[0][0] = 10.0f / 4.0f * kFrontHeight / kFrontWidth;
    view.projection[1][1] = 10.0f / 4.0f;
    view.projection[2][3] = -1.0f;
    return view;
}

}  // namespace shoal::test
