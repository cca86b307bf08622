#include "render/picture/still.hpp"

#include <vector>

#include "render/camera/camera_director.hpp"
#include "render/camera/picking.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "render/scene/world_marks.hpp"

namespace shoal {

CameraPose stillPose(const Simulation& simulation, const CameraView& view, float aspect) {
    CameraDirector director(simulation.scene().camera);
    Camera& camera = director.camera();
    camera.setRoom(aspect, 1.0f);
    director.begin(simulation);
    director.show(simulation, view, 0.0);
    camera.settle();
    director.aim(simulation, 1.0f);
    return keptAbove(terrainOf(simulation.scene()), camera.pose());
}

Result<Image> drawStill(Renderer& renderer, const Simulation& simulation, const Still& still) {
    const Film film{.size = {still.width, still.height},
                    .supersample = still.supersample,
                    .isTransparent = still.isTransparent};
    auto tiled = TiledRenderer::create(renderer, film);
    if (!tiled) {
        return tiled.problem();
    }
    const Scene& scene = simulation.scene();
    renderer.upload(simulation);
    const std::vector<LinePoint> lines =
        scene.look.showsWorld ? worldMarks(scene.world) : std::vector<LinePoint>();
    const float aspect = film.size.aspect();
    const Frame frame{.size = tiled->drawnSize(),
                      .seconds = scene.time.realSeconds(static_cast<double>(simulation.stepCount())),
                      .view = viewOf(stillPose(simulation, *still.view, aspect), aspect),
                      .look = scene.look,
                      .highlighted = leaderOf(simulation),
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
