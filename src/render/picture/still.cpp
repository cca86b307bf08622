#include "render/picture/still.hpp"

#include <vector>

#include "render/camera/camera_director.hpp"
#include "render/camera/picking.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "render/scene/world_marks.hpp"

namespace shoal {

CameraPose stillPose(const StateView& state, const CameraView& view, float aspect) {
    CameraDirector director(state.scene().camera);
    Camera& camera = director.camera();
    camera.setRoom(aspect, 1.0f);
    director.begin(state);
    director.show(state, view, 0.0);
    camera.settle();
    director.aim(state, 1.0f);
    return keptAbove(terrainOf(state.scene()), camera.pose());
}

Result<Image> drawStill(Renderer& renderer, const StateView& state, const Still& still) {
    const Film film{.size = {still.width, still.height},
                    .supersample = still.supersample,
                    .isTransparent = still.isTransparent};
    auto tiled = TiledRenderer::create(renderer, film);
    if (!tiled) {
        return tiled.problem();
    }
    const Scene& scene = state.scene();
    renderer.upload(state);
    const std::vector<LinePoint> lines =
        scene.look.showsWorld ? worldMarks(scene.world) : std::vector<LinePoint>();
    const float aspect = film.size.aspect();
    const Frame frame{.size = tiled->drawnSize(),
                      .seconds = scene.time.realSeconds(static_cast<double>(state.stepCount())),
                      .view = viewOf(stillPose(state, *still.view, aspect), aspect),
                      .look = scene.look,
                      .highlighted = leaderOf(state),
                      .rings = {},
                      .lines = lines};
    Outcome drawn = Done{};
    tiled->accumulate(frame, [&](const Frame& tile) {
        renderer.draw(tile);
        if (Outcome done = renderer.lastFrame(); !done) {
            drawn = done;
        }
    });
    if (!drawn) {
        return drawn.problem();
    }
    return tiled->resolve();
}

}  // namespace shoal
