// The panel, built without a window and driven by a simulated mouse.

#include <set>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "viewer/panel_harness.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

struct Slider {
    std::string key;
    Parameter parameter;
};

std::vector<Slider> allTunables(Scene& scene) {
    std::vector<Slider> all;
    for (const Section& section : scene.sections()) {
        if (section.isFixed) {
            continue;
        }
        for (const Parameter& parameter : section.tunables.parameters) {
            all.push_back({section.path + "." + std::string(parameter.declared.key), parameter});
        }
    }
    return all;
}

/// Returns the tunables with a slider of their own, which take a number by dragging or typing.
std::vector<Slider> allSliders(Scene& scene) {
    std::vector<Slider> sliders = allTunables(scene);
    std::erase_if(sliders, [](const Slider& slider) {
        return slider.parameter.form != Form::number && slider.parameter.form != Form::integer;
    });
    for (const Section& section : scene.sections()) {
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            const Declaration& declared = section.tunables.parameters[index].declared;
            if (!declared.upperLimit.key.empty() || lowerLimitOf(section.tunables, index)) {
                std::erase_if(sliders, [key = fmt::format("{}.{}", section.path, declared.key)](
                                           const Slider& slider) { return slider.key == key; });
            }
        }
    }
    return sliders;
}

/// Returns the range of values that the slider covers now.
SliderTravel travelNow(PanelHarness& panel, const std::string& key) {
    const std::vector<Section> sections = panel.scene().sections();
    for (std::size_t section = 0; section < sections.size(); ++section) {
        for (std::size_t index = 0; index < sections[section].tunables.parameters.size(); ++index) {
            if (sections[section].path + "." +
                    std::string(sections[section].tunables.parameters[index].declared.key) ==
                key) {
                Scene loaded = panel.loaded();
                return travelOf(panel.scene(), sections, section, index, *loaded.value(key));
            }
        }
    }
    FAIL("no section has " + key);
    return {};
}

/// Returns a tenth of a percent of the largest value, at least 0.001.
double tolerance(const Slider& slider) {
    return 1e-3 * std::max(1.0, std::abs(slider.parameter.declared.max));
}

}  // namespace

TEST_CASE("the panel shows every tunable that a running scene can change, and every rule's switch",
          "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    for (const Slider& slider : allTunables(panel.scene())) {
        CAPTURE(slider.key);
        CHECK(panel.has(slider.key));
    }
    for (const Section& section : panel.scene().sections()) {
        if (section.rule != nullptr) {
            CAPTURE(section.path);
            CHECK(panel.has(section.path + ".enabled"));
            CHECK(panel.has("card." + section.path));
        }
    }
}

TEST_CASE("dragging a slider edits that tunable and no other, from end to end", "[ui][panel][slow]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    for (const Slider& slider : allSliders(panel.scene())) {
        CAPTURE(slider.key);
        // The radii that end at a perception radius stay at its end.
        const bool isPerception = slider.key.ends_with("perception.radius");
        const SliderTravel travel = travelNow(panel, slider.key);
        const PanelAnswer up = panel.drag(slider.key, 0.5f, 1.02f);
        REQUIRE(!up.edits().empty());
        for (const Edit& edit : up.edits()) {
            CHECK((edit.key == slider.key || isPerception));
            CHECK(edit.shown >= slider.parameter.declared.min);
            CHECK(edit.shown <= slider.parameter.declared.max);
        }
        CHECK(shownValue(panel, slider.key) == approx(travel.max).margin(tolerance(slider)));
        panel.drag(slider.key, 0.5f, -0.2f);
        CHECK(shownValue(panel, slider.key) == approx(travel.min).margin(tolerance(slider)));
        // Without boids, other sliders would have no travel.
        panel.scene() = panel.loaded();
        panel.sceneChanged();
        panel.frame();
    }
}

TEST_CASE("typing a huge number into a slider stores its largest value", "[ui][panel][slow]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    for (const Slider& slider : allSliders(panel.scene())) {
        CAPTURE(slider.key);
        for (const auto& [typed, expected] : {std::pair{"1e39", slider.parameter.declared.max},
                                              std::pair{"-1e39", slider.parameter.declared.min}}) {
            panel.typeInto(slider.key, typed);
            const double stored = shownValue(panel, slider.key);
            CHECK(std::isfinite(stored));
            CHECK(stored == approx(expected).margin(tolerance(slider)));
        }
    }
}

TEST_CASE("a value typed into a slider is kept exactly, a dragged one is rounded", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const std::string key = "species." + panel.scene().species[0].name + ".alignment.weight";
    panel.typeInto(key, "1.23456");
    CHECK(shownValue(panel, key) == approx(1.23456).margin(1e-6));
    panel.moveMouse({1000.0f, 10.0f});
    panel.click("button.help");
    panel.drag(key, 0.3f, 0.62f);
    const double dragged = shownValue(panel, key);
    CHECK(dragged * 100.0 == approx(std::round(dragged * 100.0)).margin(1e-4));
}

TEST_CASE("a drag stops at the preset's value", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const std::string key = "species." + panel.scene().species[0].name + ".cohesion.weight";
    const double preset = shownValue(panel, key);
    const UiProbe::Item slider = panel.item(key);
    // Where the knob stands, as a fraction of the slider's width.
    const float placeOfKnob = [&] {
        float left = 0.0f;
        float right = 1.0f;
        for (int halvings = 0; halvings < 20; ++halvings) {
            const float middle = 0.5f * (left + right);
            panel.drag(key, 0.05f, middle);
            (shownValue(panel, key) < preset ? left : right) = middle;
        }
        return right;
    }();
    const float twoPixels = 2.0f / (slider.max.x - slider.min.x);
    panel.drag(key, 0.9f, placeOfKnob + 0.5f * twoPixels);
    CHECK(shownValue(panel, key) == preset);
    CHECK_FALSE(panel.has(key + ".reset"));
    panel.drag(key, 0.9f, placeOfKnob + 5.0f * twoPixels);
    CHECK(shownValue(panel, key) > preset);
}

TEST_CASE("a changed tunable has a mark that resets it", "[ui][panel][slow]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    for (const Slider& slider : allSliders(panel.scene())) {
        CAPTURE(slider.key);
        CHECK_FALSE(panel.has(slider.key + ".reset"));
        const double before = shownValue(panel, slider.key);
        panel.drag(slider.key, 0.5f, before > slider.parameter.declared.min ? -0.2f : 0.9f);
        REQUIRE(panel.has(slider.key + ".reset"));
        panel.click(slider.key + ".reset");
        CHECK(shownValue(panel, slider.key) == before);
        CHECK_FALSE(panel.has(slider.key + ".reset"));
    }
    CHECK(presetText(panel.scene()) == presetText(panel.loaded()));
}

TEST_CASE("the switch on a rule's card toggles the rule", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    std::vector<std::string> keys;
    for (const Section& section : panel.scene().sections()) {
        if (section.rule != nullptr) {
            keys.push_back(section.path + ".enabled");
        }
    }
    for (const std::string& key : keys) {
        CAPTURE(key);
        const double before = shownValue(panel, key);
        const PanelAnswer answer = panel.click(key);
        REQUIRE(answer.edits().size() == 1);
        CHECK(answer.edits()[0].key == key);
        CHECK(shownValue(panel, key) == 1.0 - before);
    }
}

TEST_CASE("the card of a rule that something else switches on joins those at the top", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const std::string card = "species.sardine.avoid_obstacles";
    panel.frame();
    REQUIRE(shownValue(panel, card + ".enabled") == 0.0);
    REQUIRE_FALSE(panel.has(card + ".enabled"));  // folded away under More
    REQUIRE(panel.scene().apply({card + ".enabled", 1.0}));
    panel.sceneChanged();
    panel.frame();
    REQUIRE(panel.has(card + ".enabled"));
    CHECK(panel.has(card + ".weight"));
    // Its own switch leaves it there.
    panel.click(card + ".enabled");
    panel.frame();
    CHECK(shownValue(panel, card + ".enabled") == 0.0);
    CHECK(panel.has(card + ".enabled"));
}

TEST_CASE("a card stays under the mouse that switches it, and its rows follow an undone switch",
          "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::string other = "species.sardine.avoid_obstacles";
    const double place = panel.item(other + ".enabled").min.y;
    panel.click(other + ".enabled");
    panel.frame();
    CHECK(panel.item(other + ".enabled").min.y == place);
    const std::string first = "species.sardine.alignment";
    panel.click(first + ".enabled");
    panel.frame();
    REQUIRE_FALSE(panel.has(first + ".weight"));
    REQUIRE(panel.scene().apply({first + ".enabled", 1.0}));  // as undo does
    panel.sceneChanged();
    panel.frame();
    CHECK(panel.has(first + ".weight"));
}

TEST_CASE("a rule that is on in a preset saved meanwhile has its card at the top", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::string other = "species.sardine.avoid_obstacles.enabled";
    panel.click(other);
    panel.frame();
    const float place = panel.item(other).min.y;
    const Scene saved = panel.scene();
    panel.input().loaded = &saved;
    panel.sceneChanged();
    panel.frame();
    CHECK(panel.item(other).min.y < place);
}

TEST_CASE("a choice is made from its list", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    panel.click("world.shape");
    REQUIRE(panel.has("world.shape.sphere"));
    const PanelAnswer answer = panel.click("world.shape.sphere");
    REQUIRE(answer.edits().size() == 1);
    CHECK(panel.scene().world.shape == World::Shape::sphere);
}

TEST_CASE("dragging a radius shows it around a fish, dragging a weight does not", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    const std::string rule = "species." + panel.scene().species[0].name + ".alignment.";
    const PanelAnswer dragged = panel.drag(rule + "radius", 0.4f, 0.5f);
    REQUIRE(dragged.radius);
    CHECK(dragged.radius->speciesIndex == 0);
    CHECK(static_cast<double>(dragged.radius->radius) ==
          approx(shownValue(panel, rule + "radius")).margin(0.05));
    CHECK_FALSE(panel.drag(rule + "weight", 0.4f, 0.5f).radius);
    CHECK_FALSE(panel.frame().radius);
}

TEST_CASE("dragging a slider of the world or of its walls shows the world's edges", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::string species = "species." + panel.scene().species[0].name;
    CHECK(panel.drag(species + ".contain.weight", 0.4f, 0.5f).isWorldShown);
    CHECK_FALSE(panel.frame().isWorldShown);
    CHECK(panel.drag("world.width", 0.4f, 0.5f).isWorldShown);
    CHECK_FALSE(panel.drag(species + ".alignment.weight", 0.4f, 0.5f).isWorldShown);
}

TEST_CASE("a card always shows a rule's distances to neighbours", "[ui][panel]") {
    PanelHarness panel(builtinScene("zones"));
    panel.frame();
    for (const char* key : {"repulsion", "orientation", "attraction", "weight"}) {
        CAPTURE(key);
        CHECK(panel.has("species.fish.zones." + std::string(key)));
    }
    CHECK_FALSE(panel.has("species.fish.zones.combine"));
}

TEST_CASE("no text is cut off and no control lies on another at any scale", "[ui][panel][slow]") {
    for (const float scale : {1.0f, 1.25f, 1.5f, 2.0f, 3.0f}) {
        PanelHarness panel(builtinScene(), scale, {1280.0f * scale, 18000.0f * scale});
        const ScoreInput score{.choices = {{"", "By species: Golden shiners, polarised"}},
                               .rows = {{"correlation length of speeds / length", "0.988 ± 0.001",
                                         "0.3 to 0.42", Fit::outside, ""}},
                               .summary = "12 of 16 within, 3 near · last 10 s"};
        const WishInput wish{.compared = "Golden shiners, polarised",
                             .wished = "Wish: polarisation 0.85 to 0.95, milling 0.05 to 0.15",
                             .progress = 0.5,
                             .found = {{"Alignment weight 0.8", "0.91, 0.12", ""}}};
        panel.input().score = &score;
        panel.parts().wish = &wish;
        panel.openAll();
        // The longest possible values.
        for (const Slider& slider : allTunables(panel.scene())) {
            REQUIRE(panel.scene().apply({slider.key, slider.parameter.declared.max}));
        }
        panel.sceneChanged();
        panel.moveMouse({-1000.0f, -1000.0f});
        panel.frame();
        panel.frame();
        std::vector<UiProbe::Item> items = panel.probe().items();
        std::erase_if(items, [](const UiProbe::Item& item) { return item.key == "panel.list"; });
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        const PanelPlace place = panel.panel().place(scale, display);
        CAPTURE(scale);
        for (std::size_t index = 0; index < items.size(); ++index) {
            const UiProbe::Item& item = items[index];
            CAPTURE(item.key);
            CHECK_FALSE(item.isCutOff);
            CHECK(item.min.x >= 0.0f);
            const bool isOnCard = item.max.y < place.strip.y && item.min.x < place.free;
            CHECK(item.max.x <= (isOnCard ? place.margin + place.cardWidth : display.x) + 0.5f);
            for (std::size_t other = 0; other < index; ++other) {
                CAPTURE(items[other].key);
                const bool isApart =
                    items[other].max.x <= item.min.x + 0.5f || item.max.x <= items[other].min.x + 0.5f ||
                    items[other].max.y <= item.min.y + 0.5f || item.max.y <= items[other].min.y + 0.5f;
                const bool isMarkInRow = item.key == items[other].key + ".reset";
                if (!isApart && !isMarkInRow) {
                    FAIL_CHECK(item.key + " lies on " + items[other].key);
                }
            }
        }
    }
}

TEST_CASE("save as asks for a name, and once more before replacing", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.input().copyTitle = "Reef 2";
    panel.click("button.save_as");
    panel.frame();
    CHECK(panel.click("button.save").has(Run{"save_as", {.text = "Reef 2"}}));
    panel.click("button.save_as");
    panel.frame();
    panel.type("night");
    panel.frame();
    CHECK(panel.click("button.save").has(Run{"save_as", {.text = "night"}}));

    panel.panel().askToOverwrite("night", "night");
    panel.frame();
    panel.frame();
    REQUIRE(panel.has("button.replace"));
    CHECK(panel.click("button.replace").has(Run{"save_over", {.text = "night"}}));
    panel.frame();
    CHECK_FALSE(panel.has("button.replace"));

    panel.panel().askToOverwrite("night", "night");
    panel.frame();
    panel.frame();
    CHECK_FALSE(panel.click("button.keep").run("save_over"));
    panel.frame();
    CHECK_FALSE(panel.has("button.keep"));
}

TEST_CASE("Esc closes save as and the question before replacing, and does nothing else then", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    CHECK_FALSE(panel.pressEscape().isEscapeTaken);
    for (const bool isTyping : {true, false}) {
        CAPTURE(isTyping);
        panel.click("button.save_as");
        panel.frame();
        panel.type("night");
        panel.frame();
        if (!isTyping) {
            panel.click("button.pause");
        }
        const PanelAnswer escaped = panel.pressEscape();
        CHECK(escaped.isEscapeTaken);
        CHECK_FALSE(escaped.run("save_over"));
        CHECK_FALSE(panel.has("field.save_name"));
        CHECK_FALSE(panel.pressEscape().isEscapeTaken);
    }

    // In another field Esc ends the typing there.
    panel.click("button.save_as");
    panel.click("field.seed");
    CHECK_FALSE(panel.pressEscape().isEscapeTaken);
    CHECK(panel.has("field.save_name"));
    CHECK(panel.pressEscape().isEscapeTaken);

    panel.panel().askToOverwrite("night", "night");
    panel.frame();
    panel.frame();
    REQUIRE(panel.has("button.replace"));
    const PanelAnswer kept = panel.pressEscape();
    CHECK(kept.isEscapeTaken);
    CHECK_FALSE(kept.run("save_over"));
    CHECK_FALSE(panel.has("button.replace"));
}

TEST_CASE("naming the followed fish moves no control", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::vector<UiProbe::Item> before = panel.probe().items();
    panel.input().chosenBoid = "sardine 99999";
    panel.frame();
    panel.frame();
    for (const UiProbe::Item& item : before) {
        CAPTURE(item.key);
        const UiProbe::Item& now = panel.item(item.key);
        CHECK_FALSE(now.isCutOff);
        CHECK(now.min.x == item.min.x);
        CHECK(now.min.y == item.min.y);
    }
}

TEST_CASE("each button requests its own action", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    CHECK(panel.click("button.pause").has(Run{"pause"}));
    CHECK(panel.click("button.step").has(Run{"step"}));
    panel.pressEscape();  // its list stays open
    CHECK(panel.click("button.restart").has(Run{"restart"}));
    CHECK(panel.click("button.help").has(Run{"help"}));
    CHECK(panel.click("button.new_seed")
              .has(Run{"restart_with", {.text = std::to_string(panel.scene().seed + 1)}}));
    const PanelAnswer faster = panel.drag("time", 0.5f, 0.9f);
    REQUIRE(faster.run("time_scale") != nullptr);
    CHECK(faster.run("time_scale")->with.number > 1.0);
    panel.pressEscape();  // closes the popover
    CHECK_FALSE(panel.has("chip.step"));
    panel.input().isPaused = true;
    panel.frame();
    CHECK(panel.click("chip.step").has(Run{"step"}));
    panel.input().isPaused = false;
    CHECK_FALSE(panel.has("button.let_go"));
    panel.input().chosenBoid = "sardine 12";
    panel.frame();
    CHECK(panel.click("button.let_go").has(Run{"stop_following"}));
    CHECK(panel.click("button.eyes").has(Run{"eyes"}));
}

TEST_CASE("hovering over the panel requests nothing", "[ui][panel][slow]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const std::vector<UiProbe::Item> items = panel.probe().items();
    for (const UiProbe::Item& item : items) {
        panel.moveMouse({(item.min.x + item.max.x) * 0.5f, (item.min.y + item.max.y) * 0.5f});
        // Long enough for its tooltip.
        for (int rest = 0; rest < 30; ++rest) {
            CAPTURE(item.key);
            const PanelAnswer answer = panel.frame();
            CHECK(answer.edits().empty());
            CHECK_FALSE(answer.radius);
        }
    }
    CHECK(presetText(panel.scene()) == presetText(panel.loaded()));
}

TEST_CASE("several species each have their own cards", "[ui][panel]") {
    Scene scene = builtinScene();
    scene.species.push_back(scene.species[0]);
    scene.species[1].name = "shark";
    PanelHarness panel(scene);
    REQUIRE(panel.has("tab.shark"));
    CHECK_FALSE(panel.has("species.shark.count"));
    panel.click("tab.shark");
    panel.frame();
    CHECK(panel.has("species.shark.count"));
    CHECK(panel.has("species.shark.alignment.enabled"));
    CHECK_FALSE(panel.has("species.sardine.alignment.enabled"));
}

TEST_CASE("the camera's marks show the user's changes, not its orbit nor rounding", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    const auto marked = [&](const char* key) {
        panel.frame();
        return panel.has(std::string("camera.") + key + ".reset");
    };
    CameraSettings& camera = panel.input().camera;
    camera.distance = std::exp(std::log(camera.distance) + 1e-7f);
    camera.azimuth += 1.0f;
    panel.input().isCameraTurning = true;
    CHECK_FALSE(marked("distance"));
    CHECK_FALSE(marked("azimuth"));
    panel.input().isCameraTurning = false;
    CHECK(marked("azimuth"));
    camera.azimuth = panel.loaded().camera.azimuth - 6.2831853f;
    CHECK_FALSE(marked("azimuth"));
    camera.distance *= 1.01f;
    CHECK(marked("distance"));
}

TEST_CASE("saved changes no longer count as changes", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    Scene saved = panel.loaded();
    saved.species[0].count = 7;
    panel.scene() = saved;
    panel.sceneChanged();
    panel.frame();
    CHECK(panel.has("species.sardine.count.reset"));
    panel.input().loaded = &saved;
    panel.sceneChanged();
    panel.frame();
    CHECK_FALSE(panel.has("species.sardine.count.reset"));
}

TEST_CASE("the device that draws is named at the end of the measures, folded", "[ui][panel]") {
    PanelHarness harness(builtinScene());
    harness.frame();
    CHECK_FALSE(harness.has("measures.graphics.text"));
    harness.input().graphics = "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6";
    harness.frame();
    CHECK_FALSE(harness.has("measures.graphics.text"));
    harness.openAll();
    harness.frame();
    CHECK(harness.has("measures.graphics.text"));
}

TEST_CASE("the look offers three qualities, and its reset the usual one", "[ui][panel]") {
    PanelHarness panel(builtinScene());
    panel.input().quality = panel.input().usualQuality = Quality::low;
    panel.click("heading.look");
    CHECK_FALSE(panel.has("picture.quality.reset"));
    panel.click("picture.quality");
    CHECK(panel.click("picture.quality.high").has(Run{"quality", {.text = "high"}}));
    panel.input().quality = Quality::high;
    panel.frame();
    CHECK(panel.click("picture.quality.reset").has(Run{"quality"}));
    panel.click("picture.quality");
    CHECK(panel.click("picture.quality.low").has(Run{"quality"}));
}

TEST_CASE("the panel survives a display of one pixel", "[ui][panel]") {
    PanelHarness panel(builtinScene(), 1.0f, {1.0f, 1.0f});
    for (int frame = 0; frame < 5; ++frame) {
        CHECK(panel.frame().edits().empty());
    }
    ImGui::GetIO().DisplaySize = {1280.0f, 720.0f};
    CHECK(panel.frame().edits().empty());
}

}  // namespace shoal::test
