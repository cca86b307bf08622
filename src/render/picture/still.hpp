#pragma once

#include <shoal/result.hpp>
#include <shoal/state_view.hpp>

#include "capture/format/camera_pose.hpp"
#include "capture/format/image.hpp"
#include "render/camera/camera_views.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

struct Still {
    int width = 640;   ///< [px] at least 1
    int height = 360;  ///< [px] at least 1
    /// Any of sceneViews().
    const CameraView* view = sceneViews().data();
    int supersample = 1;         ///< 1 .. 4: pixels drawn per output pixel, along each side
    bool isTransparent = false;  ///< without the backdrop
};

/// Returns where a picture of the simulation's present state is seen from.
CameraPose stillPose(const StateView& state, const CameraView& view, float aspect);

/// Draws the simulation's present state. Without the earlier steps, bodies are straight and there are no
/// trails; bodies have their natural colours. The picture of step 0 equals that of `shoal render`. An OpenGL
/// context must be current. Fails if the size is out of range or the card runs out of memory.
Result<Image> drawStill(Renderer& renderer, const StateView& state, const Still& still);

}  // namespace shoal
