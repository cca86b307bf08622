#include "viewer/stage/tick_labels.hpp"

#include <shoal/preset.hpp>

#include "render/camera/camera_director.hpp"

namespace shoal {
namespace {

std::vector<TickLabel> labelsOf(const Scene& scene, float height) {
    const Simulation simulation = *Simulation::create(scene);
    CameraDirector director(scene.camera);
    director.begin(simulation);
    director.aim(simulation, 1.0f);
    return tickLabelsOf(scene, director.camera().view(1.5f), 1.5f * height, height, 14.0f);
}

TEST_CASE("a lab has numbers along two edges, outside the world, growing to the right and up", "[app][lab]") {
    const Scene scene = *openPreset("vicsek");
    const std::vector<TickLabel> labels = labelsOf(scene, 600.0f);
    REQUIRE(labels.size() == 14);  // −3 .. 3 m twice
    const auto has = [&](std::string_view text) {
        return std::ranges::count(labels, text, &TickLabel::text) == 2;
    };
    CHECK(has("−3"));
    CHECK(has("0"));
    CHECK(has("3 m"));
    // The world's edge is 86 % of the height.
    for (const TickLabel& label : labels) {
        CHECK((label.y > 0.93f * 600.0f || label.x < 450.0f - 0.43f * 600.0f));
    }
    const auto rightmost = std::ranges::max_element(labels, {}, &TickLabel::x);
    CHECK(rightmost->text == "3 m");
    const auto highest = std::ranges::min_element(labels, {}, &TickLabel::y);
    CHECK(highest->text == "3 m");
}

TEST_CASE("a round lab has numbers below and beside it", "[app][lab]") {
    const std::vector<TickLabel> labels = labelsOf(*openPreset("flagtails"), 600.0f);
    REQUIRE(labels.size() == 10);  // −2 .. 2 m twice
    for (const TickLabel& label : labels) {
        CHECK((label.y > 0.93f * 600.0f || label.x < 450.0f - 0.43f * 600.0f));
    }
}

TEST_CASE("small pictures and other places have no numbers", "[app][lab]") {
    Scene scene = *openPreset("vicsek");
    CHECK(labelsOf(scene, 180.0f).empty());
    scene.look.place = LookSettings::Place::sky;
    CHECK(labelsOf(scene, 600.0f).empty());
    CHECK(labelsOf(*openPreset("zones"), 600.0f).empty());
}

}  // namespace
}  // namespace shoal
