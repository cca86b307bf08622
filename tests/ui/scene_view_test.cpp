// How a panel compares the scene with the one loaded.

#include "ui/sliders/scene_view.hpp"

#include <algorithm>

#include <shoal/preset.hpp>

#include "catch.hpp"

namespace shoal::test {

TEST_CASE("an object that came back in another order is compared with the one that was loaded",
          "[ui][panel]") {
    Scene loaded = *openPreset("reef");
    REQUIRE(loaded.apply({"attractor.one.present", 1.0}));
    REQUIRE(loaded.apply({"attractor.two.present", 1.0}));
    Scene scene = loaded;
    REQUIRE(scene.apply({"attractor.one.present", 0.0}));
    REQUIRE(scene.apply({"attractor.one.present", 1.0}));
    REQUIRE(scene.apply({"attractor.one.x", 2.0}));
    SceneView view;
    view.refresh(scene, loaded, 1, scene.camera, false);
    const std::vector<Edit> resets = view.resetsOfAll();
    CHECK(std::ranges::find(resets, "attractor.one.x", &Edit::key) != resets.end());
}

}  // namespace shoal::test
