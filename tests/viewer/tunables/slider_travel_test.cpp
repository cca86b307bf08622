// The values that the panel's sliders cover, and the order of the panel.

#include "viewer/panel_harness.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

const std::string kFish = "species.sardine.";

std::uint64_t hashAfterSteps(Scene scene, int steps) {
    scene.species[0].count = 500;
    auto simulation = Simulation::create(std::move(scene));
    REQUIRE(simulation);
    for (int step = 0; step < steps; ++step) {
        simulation->step();
    }
    return simulation->hash();
}

}  // namespace

TEST_CASE("the first slider below the preset is a rule's, and the count comes after the rules",
          "[ui][panel][order]") {
    PanelHarness panel(builtinScene());
    const Scene& scene = panel.scene();
    std::vector<UiProbe::Item> sliders = panel.probe().items();
    std::erase_if(sliders, [&](const UiProbe::Item& item) {
        return !scene.value(item.key) || item.key.ends_with(".enabled");
    });
    REQUIRE(!sliders.empty());
    const auto first = std::ranges::min_element(sliders, {}, [](const auto& item) { return item.min.y; });
    CHECK(first->key == kFish + "alignment.weight");
    for (const char* rule : {"alignment", "cohesion", "separation", "wander"}) {
        CAPTURE(rule);
        CHECK(panel.item(kFish + rule + ".weight").min.y < panel.item(kFish + "count").min.y);
    }
    CHECK(panel.item(kFish + "count").min.y < panel.item("heading.world").min.y);
    // Body, colour and decision rate are folded.
    for (const char* folded : {"body", "body_length", "hue", "tint", "decision_rate", "start.radius"}) {
        CAPTURE(folded);
        CHECK_FALSE(panel.has(kFish + folded));
    }
}

TEST_CASE("each place on reef's alignment radius gives another flock", "[ui][panel][travel]") {
    PanelHarness panel(builtinScene());
    const std::string key = kFish + "alignment.radius";
    std::vector<std::uint64_t> hashes;
    for (const float place : {0.25f, 0.4f, 0.55f, 0.7f, 0.85f, 0.99f}) {
        panel.drag(key, 0.1f, place);
        hashes.push_back(hashAfterSteps(panel.scene(), 20));
    }
    std::ranges::sort(hashes);
    CHECK(std::ranges::adjacent_find(hashes) == hashes.end());
}

TEST_CASE("any radius can be typed, and perception stays", "[ui][panel][travel]") {
    PanelHarness panel(builtinScene());
    const std::string key = kFish + "separation.radius";
    panel.typeInto(key, "12");
    CHECK(shownValue(panel, key) == 12.0);
    CHECK(shownValue(panel, kFish + "perception.radius") == 1.0);
}

TEST_CASE("radii at their end follow the perception radius, others stay", "[ui][panel][travel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::string perception = kFish + "perception.radius";
    panel.drag(perception, 0.5f, 0.75f);
    const double far = shownValue(panel, perception);
    REQUIRE(far > 1.0);
    CHECK(shownValue(panel, kFish + "alignment.radius") == far);
    CHECK(shownValue(panel, kFish + "cohesion.radius") == far);
    CHECK(shownValue(panel, kFish + "separation.radius") == approx(0.6));
    panel.drag(perception, 0.75f, 0.2f);
    const double near = shownValue(panel, perception);
    REQUIRE(near < 0.6);
    CHECK(shownValue(panel, kFish + "alignment.radius") == near);
    CHECK(shownValue(panel, kFish + "separation.radius") == approx(0.6));
    panel.drag(perception, 0.2f, 0.75f);
    CHECK(shownValue(panel, kFish + "separation.radius") == approx(0.6));
    panel.click(perception + ".reset");
    CHECK(presetText(panel.scene()) == presetText(panel.loaded()));
}

TEST_CASE("a preset says where a slider ends, and a drag goes on past that", "[ui][panel][travel]") {
    PanelHarness panel(builtinScene("zones"));
    const std::string orientation = "species.fish.zones.orientation";
    // The transition, from 2.25 to 7, is a third of the slider.
    panel.drag(orientation, 0.5f, 1.02f);
    CHECK(shownValue(panel, orientation) == 15.0);
    panel.drag(orientation, 0.5f, -0.2f);
    CHECK(shownValue(panel, orientation) == 1.0);
    panel.drag(orientation, 0.5f, 1.3f);
    const double far = shownValue(panel, orientation);
    CHECK(far > 17.0);
    const double sight = shownValue(panel, "species.fish.perception.radius");
    CHECK(sight > far);
    CHECK(sight == *panel.loaded().value("species.fish.perception.radius"));
    // The slider is as long as its value needs.
    panel.drag(orientation, 0.5f, 1.02f);
    CHECK(shownValue(panel, orientation) == approx(far));
}

TEST_CASE("sliders of lengths suit the size of the world", "[ui][panel][travel]") {
    Scene scene = builtinScene();
    const std::vector<Section> sections = scene.sections();
    for (std::size_t section = 0; section < sections.size(); ++section) {
        const auto& parameters = sections[section].tunables.parameters;
        for (std::size_t index = 0; index < parameters.size(); ++index) {
            const Extent extent = parameters[index].declared.extent;
            const bool isInWorld =
                extent == Extent::halfWorld || extent == Extent::world || extent == Extent::position;
            if (!isInWorld && extent != Extent::perception) {
                continue;
            }
            CAPTURE(sections[section].path, parameters[index].declared.key);
            const double shown = parameters[index].shown(sections[section].tunables.get(index));
            const SliderTravel travel = travelOf(scene, sections, section, index, shown);
            CHECK(travel.max > travel.min);
            if (isInWorld) {
                // The diagonal of 66 × 27 × 66 m.
                CHECK(travel.max <= std::max(98.0, shown));
            } else if (sections[section].perception != nullptr) {
                CHECK(travel.max == static_cast<double>(sections[section].perception->radius));
            }
        }
    }
}

TEST_CASE("a slider says where it has no effect", "[ui][panel][travel]") {
    Scene scene = builtinScene();
    const auto reasonOf = [&](const std::string& key) {
        for (const Section& section : scene.sections()) {
            for (const Parameter& parameter : section.tunables.parameters) {
                if (section.path + "." + std::string(parameter.declared.key) == key) {
                    return needsLacking(section, parameter);
                }
            }
        }
        return std::string("no such key");
    };
    CHECK(reasonOf(kFish + "perception.count") == "kind is metric");
    CHECK(reasonOf(kFish + "start.width") == "shape is ball");
    CHECK(reasonOf(kFish + "start.radius").empty());
    CHECK(reasonOf(kFish + "wind.direction") == "");
    REQUIRE(scene.apply({kFish + "wind.speed", 0.0}));
    CHECK(reasonOf(kFish + "wind.direction") == "speed is 0");
    REQUIRE(scene.apply({kFish + "perception.kind", 1.0}));
    CHECK(reasonOf(kFish + "perception.count").empty());
}

}  // namespace shoal::test
