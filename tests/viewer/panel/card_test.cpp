// The first view: the folded card, the strip of icons and its popovers, without a window.

#include "popovers.hpp"
#include "viewer/app.hpp"
#include "viewer/files/preset_library.hpp"
#include "viewer/find/finder.hpp"
#include "viewer/panel_harness.hpp"
#include "viewer/scenes/listed_presets.hpp"

namespace shoal::test {

namespace {

constexpr const char* kHero = "hero.species.sardine.alignment.weight";
constexpr const char* kWeightKey = "species.sardine.alignment.weight";

PanelHarness foldedPanel(const std::string& preset, ImVec2 display = {1280.0f, 720.0f}) {
    return PanelHarness(builtinScene(preset), 1.0f, display, false);
}

/// Returns the visible controls below the kinds of presets. The card's edge, which resizes it, and the links
/// in its text are none.
std::vector<UiProbe::Item> controlsOf(const PanelHarness& panel) {
    std::vector<UiProbe::Item> items = panel.probe().items();
    std::erase_if(items, [](const UiProbe::Item& item) {
        return !item.isVisible || item.key == "panel.edge" || item.key.starts_with("hero.watch.") ||
               item.key.starts_with("kind.");
    });
    return items;
}

using Places = std::map<std::string, std::pair<float, float>>;

Places placesOf(const PanelHarness& panel) {
    Places places;
    for (const UiProbe::Item& item : controlsOf(panel)) {
        places.try_emplace(item.key, item.min.x, item.min.y);
    }
    return places;
}

/// Checks that the controls of the first view are all there, and where they were.
void checkInPlace(const PanelHarness& panel, const Places& before) {
    const Places now = placesOf(panel);
    for (const auto& [key, place] : before) {
        CAPTURE(key);
        REQUIRE(now.contains(key));
        CHECK(now.at(key) == place);
    }
}

}  // namespace

TEST_CASE("the first view has 23 controls below the kinds of presets, and its first slider begins at y = 136",
          "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    CHECK(controlsOf(panel).size() == 23);
    CHECK(panel.item(kHero).min.y == 136.0f);
    CHECK(panel.item(kHero).max.y - panel.item(kHero).min.y == 34.0f);
    CHECK(panel.item("strip.time").max.x < 1280.0f);
}

TEST_CASE("the first view of every preset fits a small window, with all of its sliders and icons",
          "[ui][card]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        CAPTURE(name);
        for (const ImVec2 display :
             {ImVec2(640.0f, 400.0f), ImVec2(900.0f, 600.0f), ImVec2(1280.0f, 720.0f)}) {
            PanelHarness panel = foldedPanel(name, display);
            const std::vector<UiProbe::Item> items = controlsOf(panel);
            CHECK(items.size() <= 24);
            CHECK(std::ranges::count_if(items, [](const UiProbe::Item& item) {
                      return item.key.starts_with("hero.");
                  }) == static_cast<std::ptrdiff_t>(panel.scene().heroes.size()));
            for (std::size_t index = 0; index < items.size(); ++index) {
                const UiProbe::Item& item = items[index];
                CAPTURE(item.key);
                CHECK_FALSE(item.isCutOff);
                CHECK(item.min.x >= 0.0f);
                CHECK(item.min.y >= 0.0f);
                CHECK(item.max.x <= display.x);
                CHECK(item.max.y <= display.y);
                for (std::size_t other = 0; other < index; ++other) {
                    CAPTURE(items[other].key);
                    CHECK(
                        (items[other].max.x <= item.min.x + 0.5f || item.max.x <= items[other].min.x + 0.5f ||
                         items[other].max.y <= item.min.y + 0.5f || item.max.y <= items[other].min.y + 0.5f));
                }
            }
        }
    }
}

TEST_CASE("every icon of the strip opens its place, Esc closes it, and nothing else moves", "[ui][card]") {
    struct Place {
        std::string icon;
        std::string content;
    };
    for (const ImVec2 display : {ImVec2(1280.0f, 720.0f), ImVec2(640.0f, 400.0f)}) {
        for (const auto& [icon, content] :
             {Place{"strip.add", "button.add_stone"}, Place{"strip.view", "button.lens"},
              Place{"strip.colour", "hero.look.trail"}, Place{"strip.more", "more.manual"},
              Place{"strip.time", "button.take"}}) {
            CAPTURE(display.x, icon);
            PanelHarness panel = foldedPanel("reef", display);
            const Places before = placesOf(panel);
            CHECK_FALSE(panel.has(content));
            panel.click(icon);
            panel.frame();
            REQUIRE(panel.has(content));
            checkInPlace(panel, before);
            CHECK(panel.pressEscape().isEscapeTaken);
            panel.frame();
            CHECK_FALSE(panel.has(content));
            checkInPlace(panel, before);
        }
    }
}

TEST_CASE("no control of the first view moves between states", "[ui][card]") {
    for (const ImVec2 display : {ImVec2(1280.0f, 720.0f), ImVec2(640.0f, 400.0f)}) {
        CAPTURE(display.x);
        PanelHarness panel = foldedPanel("reef", display);
        const Places before = placesOf(panel);
        panel.drag(kHero, 0.4f, 0.2f);  // edited, with the plots open
        REQUIRE(panel.panel().isStripShown());
        checkInPlace(panel, before);
        panel.input().chosenBoid = "sardine 12";
        panel.frame();
        panel.frame();
        checkInPlace(panel, before);
        const CompareInput compare{.middle = 0.5f * (display.x + panel.panel().place(1.0f, display).free),
                                   .differences = {},
                                   .nameOfA = "as loaded"};
        panel.parts().compare = &compare;
        panel.input().isPaused = true;
        panel.input().isPlaying = true;
        panel.frame();
        checkInPlace(panel, before);
        panel.panel().toggleFinder();
        panel.frame();
        panel.frame();
        checkInPlace(panel, before);
        panel.pressEscape();
        panel.click("button.settings");
        panel.frame();
        if (display.x > 1000.0f) {  // in a small window, the sliders scroll with the list
            checkInPlace(panel, before);
        }
    }
}

TEST_CASE("a hero's drag edits its tunable, and its mark resets it", "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    const PanelAnswer dragged = panel.drag(kHero, 0.4f, 0.2f);
    REQUIRE(!dragged.edits().empty());
    CHECK(std::ranges::all_of(dragged.edits(), [](const Edit& edit) { return edit.key == kWeightKey; }));
    CHECK(shownValue(panel, kWeightKey) < 2.5);
    const std::string mark = std::string(kHero) + ".reset";
    REQUIRE(panel.has(mark));
    panel.click(mark);
    CHECK(shownValue(panel, kWeightKey) == 3.0);
    CHECK_FALSE(panel.has(mark));
    CHECK_FALSE(panel.has("button.reset_all"));
    panel.drag(kHero, 0.4f, 0.2f);
    panel.click("button.reset_all");
    CHECK(shownValue(panel, kWeightKey) == 3.0);
}

TEST_CASE("a preset without heroes gets weights, its perception radius and its number of boids",
          "[ui][card]") {
    Scene scene = builtinScene();
    scene.heroes.clear();
    PanelHarness panel(scene, 1.0f, {1280.0f, 720.0f}, false);
    CHECK(panel.has(kHero));
    CHECK(panel.has("hero.species.sardine.perception.radius"));
    CHECK(panel.has("hero.species.sardine.count"));
    CHECK(controlsOf(panel).size() == 23);
}

TEST_CASE("the card unfolds to all settings, and its layout keeps that", "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    CHECK_FALSE(panel.has(kWeightKey));
    panel.click("button.settings");
    panel.frame();
    CHECK(panel.has(kWeightKey));
    CHECK(panel.panel().layout().folds.at("settings"));
    panel.click("button.settings");
    panel.frame();
    CHECK_FALSE(panel.has(kWeightKey));
    CHECK_FALSE(panel.panel().layout().folds.at("settings"));
}

TEST_CASE("a click on Source shows a preset's document, whose long texts lie on no other control",
          "[ui][card][source]") {
    Scene scene = builtinScene();
    scene.source = {};
    CHECK_FALSE(PanelHarness(scene).has("button.source"));
    for (const float scale : {1.0f, 1.5f, 3.0f}) {
        CAPTURE(scale);
        scene.source = {.title = "On fish", .author = "A. Fisher", .year = 1986, .address = {}, .note = {}};
        scene.source.note = scene.source.address = std::string(kMaxSourceBytes, 'w');
        PanelHarness panel(scene, scale, {1280.0f * scale, 14000.0f * scale});
        CHECK_FALSE(panel.has("preset.source"));
        panel.click("button.source");
        const UiProbe::Item text = panel.item("preset.source");
        CHECK(text.max.x <= panel.panel().place(scale, ImGui::GetIO().DisplaySize).free);
        for (const UiProbe::Item& item : panel.probe().items()) {
            if (item.key != "preset.source" && item.key != "panel.edge" && item.key != "panel.list" &&
                item.max.y > text.min.y + 0.5f && item.min.y < text.max.y - 0.5f) {
                FAIL_CHECK(item.key + " lies on it");
            }
        }
        panel.click("heading.source");
        CHECK_FALSE(panel.has("preset.source"));
    }
}

TEST_CASE("pointing out a slider unfolds the card, unless the slider is a hero", "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    panel.panel().pointOut(kWeightKey);
    panel.frame();
    CHECK_FALSE(panel.has(kWeightKey));
    panel.panel().pointOut("species.sardine.wander.interval");
    for (int frame = 0; frame < 3; ++frame) {
        panel.frame();
    }
    CHECK(panel.item("species.sardine.wander.interval").isVisible);
}

namespace {

/// Returns the left edge [px] of what the time chip shows in this colour; empty if it shows none.
std::optional<float> leftOf(const theme::Colour& colour, PanelHarness& panel) {
    const UiProbe::Item chip = panel.item("strip.time");
    std::optional<float> left;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int list = 0; list < data.CmdListsCount; ++list) {
        for (const ImDrawVert& vertex : data.CmdLists[list]->VtxBuffer) {
            const bool isInside = vertex.pos.x > chip.min.x && vertex.pos.x < chip.max.x &&
                                  vertex.pos.y > chip.min.y && vertex.pos.y < chip.max.y;
            if (isInside && vertex.col == theme::packed(colour)) {
                left = std::min(left.value_or(vertex.pos.x), vertex.pos.x);
            }
        }
    }
    return left;
}

/// Shows this fraction of real time for some seconds.
void runAt(float realTime, double seconds, PanelHarness& panel) {
    panel.input().figures.realTime = realTime;
    for (int frame = 0; frame < 60.0 * seconds; ++frame) {
        panel.frame();
    }
}

}  // namespace

TEST_CASE(
    "the chip warns of a slow flock, neither for a moment nor at its limit, and its dot stays in its place",
    "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    const theme::Palette& palette = theme::colours();
    const auto dot = leftOf(palette.accent, panel);
    REQUIRE(dot);
    runAt(0.38f, 0.5, panel);
    runAt(1.0f, 0.5, panel);
    CHECK_FALSE(leftOf(palette.warning, panel));
    runAt(0.94f, 5.0, panel);
    CHECK_FALSE(leftOf(palette.warning, panel));
    runAt(0.38f, 5.0, panel);
    CHECK(leftOf(palette.warning, panel) == dot);
    runAt(1.0f, 0.5, panel);
    runAt(0.94f, 5.0, panel);
    CHECK(leftOf(palette.warning, panel) == dot);
    runAt(1.0f, 5.0, panel);
    CHECK_FALSE(leftOf(palette.warning, panel));
    CHECK(leftOf(palette.accent, panel) == dot);
}

TEST_CASE("a slow flock or picture offers what makes it faster, and does that at a click", "[ui][card]") {
    const auto isOffered = [](PanelHarness& panel) {
        panel.click("strip.time");
        panel.frame();
        std::string offered;
        for (const char* key : {"slow.quality", "slow.smaller", "slow.boids"}) {
            offered += panel.has(key) ? std::string(key) + " " : "";
        }
        panel.pressEscape();
        return offered;
    };
    PictureSettings picture;
    PanelHarness panel = foldedPanel("reef");
    panel.input().picture = &picture;
    CHECK(isOffered(panel) == "");
    panel.input().figures.cost.drawing = 0.070;
    CHECK(isOffered(panel) == "slow.quality slow.boids ");
    picture.shrinksWhenSlow = false;
    panel.input().quality = Quality::low;
    CHECK(isOffered(panel) == "slow.smaller slow.boids ");
    panel.click("strip.time");
    panel.click("slow.smaller");
    CHECK(picture.shrinksWhenSlow);
    // A lower quality does not help a slow step.
    panel.input().quality = Quality::normal;
    panel.input().figures.step.steer = 0.030;
    runAt(0.5f, 5.0, panel);
    CHECK(isOffered(panel) == "slow.boids ");
    panel.click("strip.time");
    panel.click("slow.boids");
    panel.frame();
    CHECK(panel.scene().species[0].count == 1500);
}

TEST_CASE("single steps follow one another without opening the time chip's list again", "[ui][card]") {
    PanelHarness panel = foldedPanel("reef");
    CHECK(panel.click("button.step").has(Run{"step"}));
    panel.frame();
    REQUIRE(panel.has("button.step"));
    const UiProbe::Item step = panel.item("button.step");
    CHECK(panel.click("button.step").has(Run{"step"}));
    CHECK(panel.item("button.step").min.y == step.min.y);
}

namespace {

/// Returns the names of what the finder finds first.
std::vector<std::string> found(const std::vector<Findable>& all, const std::string& query,
                               std::size_t count = 8) {
    std::vector<std::string> names;
    for (const std::size_t index : findIn(all, query)) {
        if (names.size() < count) {
            names.push_back(all[index].key.empty() ? all[index].name : all[index].key);
        }
    }
    return names;
}

std::vector<Findable> allOf(Scene scene) {
    SceneView view;
    const Scene loaded = scene;
    view.refresh(scene, loaded, 1, scene.camera, false);
    const std::vector<PresetItem> presets{
        {.name = "vicsek", .title = "Vicsek", .watch = "Order from noise.", .isOwn = false, .problem = {}}};
    return findables(view, presets, App::commands(nullptr));
}

}  // namespace

TEST_CASE("the finder finds sliders, rules, commands, presets and measures, by present and old names",
          "[ui][card][find]") {
    struct Case {
        std::string query;
        std::string wanted;
    };
    const std::vector<Findable> all = allOf(builtinScene());
    for (const auto& [query, wanted] : {
             Case{"neighbours", "species.sardine.perception.radius"},
             Case{"sight", "species.sardine.perception.radius"},
             Case{"perception rad", "species.sardine.perception.radius"},
             Case{"align", "species.sardine.alignment.enabled"},
             Case{"ALIGNMENT weight", "species.sardine.alignment.weight"},
             Case{"species.sardine.alignment.weight", "species.sardine.alignment.weight"},
             Case{"walls", "species.sardine.contain.enabled"},
             Case{"stay level", "species.sardine.prefer_horizontal.enabled"},
             Case{"keep a height", "species.sardine.prefer_height.enabled"},
             Case{"avoid stones", "species.sardine.avoid_obstacles.enabled"},
             Case{"haze", "look.turbidity"},
             Case{"number of boids", "species.sardine.count"},
             Case{"movement speed", "species.sardine.limit_speed.enabled"},
             Case{"undo", "Undo"},
             Case{"screenshot", "Save a picture"},
             Case{"a take", "Record a take"},
             Case{"split", "Compare side by side"},
             Case{"vicsek", "Vicsek"},
             Case{"order from noise", "Vicsek"},
             Case{"polar", "polarisation"},
         }) {
        CAPTURE(query, wanted);
        const std::vector<std::string> names = found(all, query);
        CHECK(std::ranges::find(names, wanted) != names.end());
    }
    CHECK(findIn(all, "").empty());
    CHECK(findIn(all, "xyzzy").empty());
    CHECK(findIn(all, "lignment").empty());  // at the start of words
}

// Words of somebody who had seen only pictures of the program, and of trials. The target is part of a name or
// a key.
TEST_CASE("what people call a thing finds it among the first three", "[ui][card][find]") {
    struct Case {
        std::string query;
        std::string wanted;
    };
    Scene scene = builtinScene();
    SceneView view;
    const Scene loaded = scene;
    view.refresh(scene, loaded, 1, scene.camera, false);
    ListedPresets listed;
    listed.use(listPresets(UserPaths{}));
    const std::vector<Findable> all = findables(view, listed.items(), App::commands(nullptr));
    for (const auto& [query, wanted] : {
             Case{"birds", "Murmuration"},
             Case{"shark", "Bait ball"},
             Case{"predator", "Be the hunter"},
             Case{"moon", "Light"},
             Case{"eagle", "Murmuration"},
             Case{"bees", "species.sardine.body"},
             Case{"sheep", "Stampede"},
             Case{"wolf", "Stampede"},
             Case{"ants", "species.sardine.body"},
             Case{"people", "species.sardine.body"},
             Case{"murmuration", "Murmuration"},
             Case{"bait ball", "Bait ball"},
             Case{"scatter", "Scatter"},
             Case{"food", "Add a goal"},
             Case{"leader", "Make it the leader"},
             Case{"obstacle", "Add a stone (obstacle)"},
             Case{"wall", "contain.enabled"},
             Case{"bounding box", "look.show_world"},
             Case{"wind", "Wind"},
             Case{"gravity", "Gravity"},
             Case{"drag", "friction"},
             Case{"max speed", "limit_speed.max"},
             Case{"velocity arrows", "Inspector in the picture"},
             Case{"fov", "camera.field_of_view"},
             Case{"neighbours", "perception.radius"},
             Case{"vision cone", "perception.blind_angle"},
             Case{"noise", "noise"},
             Case{"random seed", "Restart"},
             Case{"topological", "perception.kind"},
             Case{"vicsek", "Vicsek"},
             Case{"reynolds", "Ten feet apart"},
             Case{"attraction", "attraction"},
             Case{"population", "count"},
             Case{"scale", "body_length"},
             Case{"order parameter", "polarisation"},
             Case{"polarization", "polarisation"},
             Case{"graph", "Plots"},
             Case{"export csv", "Data in a terminal"},
             Case{"histogram", "Plots"},
             Case{"phase transition", "Order from noise"},
             Case{"parameter sweep", "Many runs"},
             Case{"barycentre", "Show the whole flock"},
             Case{"ruler", "look.show_world"},
             Case{"units", "Units"},
             Case{"fps", "Slow?"},
             Case{"lag", "Slow?"},
             Case{"gpu", "Slow?"},
             Case{"quality", "Quality"},
             Case{"anti-aliasing", "Quality"},
             Case{"shadows", "look.shadow"},
             Case{"motion blur", "Films and storyboard"},
             Case{"dof", "look.depth_of_field"},
             Case{"exposure", "look.brightness"},
             Case{"contrast", "look.brightness"},
             Case{"lut", "look.brightness"},
             Case{"vignette", "look.vignette"},
             Case{"sunset", "Light"},
             Case{"night", "Light"},
             Case{"fog", "look.turbidity"},
             Case{"rain", "There is no rain"},
             Case{"clouds", "look.clouds"},
             Case{"god rays", "Quality"},
             Case{"green screen", "Films and storyboard"},
             Case{"transparent", "Films and storyboard"},
             Case{"background", "look.p"},
             Case{"background colour", "look.paper"},
             Case{"grass", "look.grass"},
             Case{"speed colours", "look.colour_by"},
             Case{"color blind", "look.palette"},
             Case{"trails", "look.trail"},
             Case{"wireframe", "Your own bodies"},
             Case{"import model", "body"},
             Case{"zoom", "camera.distance"},
             Case{"follow", "Follow an animal"},
             Case{"first person", "Through the eyes"},
             Case{"drone shot", "Next view"},
             Case{"top view", "Next view"},
             Case{"focal length", "camera.field_of_view"},
             Case{"camera shake", "The camera never shakes"},
             Case{"vr", "There is no view for a VR"},
             Case{"slow motion", "Speed of time"},
             Case{"fast forward", "Speed of time"},
             Case{"rewind", "Go back in time"},
             Case{"timeline", "Storyboard"},
             Case{"keyframe", "Storyboard"},
             Case{"crossfade", "Storyboard"},
             Case{"subtitles", "Storyboard"},
             Case{"caption", "Storyboard"},
             Case{"watermark", "Storyboard"},
             Case{"music", "There is no sound"},
             Case{"mute", "There is no sound"},
             Case{"sound", "There is no sound"},
             Case{"screenshot", "Save a picture"},
             Case{"4k", "Films and storyboard"},
             Case{"vertical video", "Films and storyboard"},
             Case{"gif", "Films and storyboard"},
             Case{"mp4", "Films and storyboard"},
             Case{"frame rate", "Films and storyboard"},
             Case{"export", "Films and storyboard"},
             Case{"alembic", "Data in a terminal"},
             Case{"share link", "Copy settings"},
             Case{"youtube", "There is no upload"},
             Case{"copy", "Copy settings"},
             Case{"duplicate", "Saving"},
             Case{"wallpaper", "Save a picture"},
             Case{"present", "Full screen"},
             Case{"hide ui", "Hide the panel"},
             Case{"big text", "Larger text"},
             Case{"dark mode", "panel.theme"},
             Case{"theme", "panel.theme"},
             Case{"language", "The program speaks"},
             Case{"shortcuts", "Keys"},
             Case{"keyboard only", "Keys"},
             Case{"reduce motion", "The camera never shakes"},
             Case{"undo", "Undo"},
             Case{"reset", "Restart"},
             Case{"preset", "Presets"},
             Case{"compare", "Compare side by side"},
             Case{"tutorial", "Tour"},
             Case{"lesson", "Tour"},
             Case{"quiz", "Tour"},
             Case{"cite", "Sources"},
             Case{"explain", "Tour"},
             Case{"script", "Programs"},
             Case{"plugin", "Your own rules"},
             Case{"layers", "Hide the panel"},
             Case{"inspector", "Inspector in the picture"},
             Case{"select", "Follow an animal"},
             Case{"add fish", "count"},
             Case{"delete", "Remove the selected object"},
             Case{"paint", "Add a goal"},
             Case{"mouse attract", "The school and you"},
             Case{"waypoints", "Add a goal"},
             Case{"steering", "Squads in the sky"},
             Case{"collision", "separation.enabled"},
             Case{"randomness", "wander"},
             Case{"update", "Versions"},
             Case{"save", "Saving"},
         }) {
        const std::vector<std::size_t> rows = findIn(all, query);
        std::string names;
        bool isFound = false;
        for (std::size_t row = 0; row < std::min<std::size_t>(rows.size(), 3); ++row) {
            const Findable& each = all[rows[row]];
            names += each.name + " (" + each.key + "); ";
            isFound = isFound || each.name.find(wanted) != std::string::npos ||
                      each.key.find(wanted) != std::string::npos;
        }
        CAPTURE(query, wanted, names);
        CHECK(isFound);
    }
}

TEST_CASE("every tunable and switch is found by its key", "[ui][card][find]") {
    const std::vector<Findable> all = allOf(builtinScene("bait-ball"));
    for (const Findable& each : all) {
        if (each.kind == Findable::Kind::tunable) {
            const std::vector<std::string> names = found(all, each.key, 4);
            CAPTURE(each.key);
            CHECK(std::ranges::find(names, each.key) != names.end());
        }
    }
}

TEST_CASE("a click on a result shows its row, and Esc closes the finder", "[ui][card][find]") {
    PanelHarness panel = foldedPanel("reef");
    panel.click("button.finder");
    panel.frame();
    panel.type("wander interval");
    panel.frame();
    panel.frame();
    REQUIRE(panel.has("find.0"));
    panel.click("find.0");
    for (int frame = 0; frame < 3; ++frame) {
        panel.frame();
    }
    CHECK_FALSE(panel.has("find.field"));
    CHECK(panel.item("species.sardine.wander.interval").isVisible);
    panel.click("button.finder");
    panel.frame();
    REQUIRE(panel.has("find.field"));
    CHECK(panel.pressEscape().isEscapeTaken);
    panel.frame();
    CHECK_FALSE(panel.has("find.field"));
}

}  // namespace shoal::test
