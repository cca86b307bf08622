#include <shoal/preset.hpp>

#include "catch.hpp"
#include "picture.hpp"
#include "render/picture/still.hpp"

namespace shoal::test {

namespace {

Simulation smallReef() {
    Scene scene = *openPreset("reef");
    REQUIRE(scene.apply({"count", 2000.0}));  // so many that the view of the whole world shows them
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
