#include <cstddef>

#include <shoal/preset.hpp>

#include "picture.hpp"
#include "render/camera/camera.hpp"
#include "render/picture/still.hpp"

namespace shoal::test {

namespace {

Simulation smallReef() {
    Scene scene = *openPreset("reef");
    REQUIRE(scene.apply({"count", 2000.0}));  // enough to be seen in the view of the whole world
    return *Simulation::create(std::move(scene));
}

}  // namespace

TEST_CASE("a still shows the flock from every view", "[render][still]") {
    const Simulation simulation = smallReef();
    for (const CameraView& view : sceneViews()) {
        CAPTURE(view.name);
        const auto image =
            drawStill(renderer(), simulation, {.width = 64, .height = 36, .view = &view, .supersample = 2});
        REQUIRE(image);
        CHECK(image->width == 64);
        CHECK(image->height == 36);
        const auto empty = drawStill(renderer(), *Simulation::create([] {
                                         Scene scene = *openPreset("reef");
                                         REQUIRE(scene.apply({"count", 0.0}));
                                         return scene;
                                     }()),
                                     {.width = 64, .height = 36, .view = &view, .supersample = 2});
        REQUIRE(empty);
        CHECK(image->rgba != empty->rgba);
    }
}

TEST_CASE("wide, square and upright pictures hold four fifths of the flock", "[render][still][camera]") {
    for (const char* preset : {"reef", "starlings", "stampede"}) {
        Simulation simulation = *Simulation::create(*openPreset(preset));
        for (int step = 0; step < 300; ++step) {
            simulation.step();
        }
        const Flock& flock = simulation.flocks().front();
        for (const float aspect : {16.0f / 9.0f, 1.0f, 9.0f / 16.0f}) {
            const View view = viewOf(stillPose(simulation, sceneViews().front(), aspect), aspect);
            std::size_t inside = 0;
            for (std::size_t slot = 0; slot < flock.count(); ++slot) {
                const Vec3f at = flock.now().position.at(slot);
                const glm::vec4 clip = view.projection * view.view * glm::vec4(at.x, at.y, at.z, 1.0f);
                inside += clip.w > 0.0f && std::abs(clip.x) < clip.w && std::abs(clip.y) < clip.w ? 1 : 0;
            }
            CAPTURE(preset, aspect, inside, flock.count());
            CHECK(inside >= flock.count() * 4 / 5);
        }
    }
}

TEST_CASE("a transparent still has no backdrop", "[render][still]") {
    const Simulation simulation = smallReef();
    const auto image = drawStill(renderer(), simulation, {.width = 64, .height = 36, .isTransparent = true});
    REQUIRE(image);
    CHECK(image->at(0, 0)[3] == 0);
    const auto opaque = drawStill(renderer(), simulation, {.width = 64, .height = 36});
    REQUIRE(opaque);
    CHECK(opaque->at(0, 0)[3] == 255);
}

TEST_CASE("a still of an impossible size is refused", "[render][still]") {
    const auto image = drawStill(renderer(), smallReef(), {.width = 0, .height = 36});
    REQUIRE_FALSE(image);
    CHECK_FALSE(image.problem().text.empty());
}

}  // namespace shoal::test
