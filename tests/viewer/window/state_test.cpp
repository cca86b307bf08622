// The state that the viewer remembers between runs, in a real window.

#include <csignal>

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"
#include "viewer/settings/viewer_state.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

/// A folder for the state of several runs.
class StateFolder {
public:
    std::map<std::string, std::string> environment() const {
        return {{"XDG_STATE_HOME", m_scratch.path().string()}};
    }
    std::filesystem::path file() const { return m_scratch.path() / "shoal" / "viewer.toml"; }
    ViewerState read() const {
        const auto state = loadState(file());
        REQUIRE(state);
        return *state;
    }
    void write(const std::string& text) const {
        std::filesystem::create_directories(file().parent_path());
        std::ofstream(file()) << text;
    }
    void write(const ViewerState& state) const { REQUIRE(writeState(file(), {}, state)); }
    /// The scene that the next run shows, if it is edited.
    std::optional<Scene> readEdited() const {
        const ViewerState state = read();
        const auto edited = std::ranges::find(state.unsaved, state.scene->edits, &UnsavedScene::file);
        return edited == state.unsaved.end() ? std::nullopt
                                             : std::optional(*parsePreset(edited->text, "edited"));
    }

private:
    ScratchFolder m_scratch;
};

ViewerState smallState() {
    ViewerState state;
    state.panel.folds["settings"] = true;
    addUnsaved(state.unsaved, newUnsaved("reef", presetText(smallReef(120))));
    state.scene = RememberedScene{.origin = "reef", .edits = state.unsaved[0].file, .camera = {}};
    return state;
}

}  // namespace

TEST_CASE("the quality chosen in the panel changes the picture, and is remembered",
          "[app][window][state][slow]") {
    const StateFolder folder;
    ViewerState state = smallState();
    state.panel.folds["look"] = true;
    folder.write(state);
    const std::vector<std::string> arguments{"--threads", "1", "--gpu", "software"};
    const auto samples = [](const ViewerRun& viewer) { return viewer.probe().at("samples").get<int>(); };
    {
        ViewerRun viewer(arguments, "900x740", {}, folder.environment());
        CHECK(samples(viewer) == 1);
        viewer.turnTo("picture.quality");
        viewer.clickOn("picture.quality");
        viewer.clickOn("picture.quality.normal");
        viewer.waitFor("four samples", [](const Json& shown) { return shown.at("samples") == 4; });
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    CHECK(folder.read().quality == Quality::normal);
    {
        ViewerRun again(arguments, "900x740", {}, folder.environment());
        CHECK(samples(again) == 4);
        again.turnTo("picture.quality.reset");
        again.clickOn("picture.quality.reset");
        again.waitFor("one sample", [](const Json& shown) { return shown.at("samples") == 1; });
        again.close();
        CHECK(again.end().status == 0);
    }
    CHECK_FALSE(folder.read().quality);
    state.quality = Quality::low;
    folder.write(state);
    std::vector<std::string> asked = arguments;
    asked.insert(asked.end(), {"--quality", "normal"});
    ViewerRun commanded(asked, "900x740", {}, folder.environment());
    CHECK(samples(commanded) == 4);
}

TEST_CASE("the viewer continues where it was closed", "[app][window][state][slow]") {
    const StateFolder folder;
    folder.write(smallState());
    const std::vector<std::string> arguments{"--threads", "1"};
    double azimuth = 0.0;
    double weight = 0.0;
    double width = 0.0;
    {
        ViewerRun viewer(arguments, "900x740", {}, folder.environment());
        CHECK(valueOf(viewer, "species.sardine.count") == 120.0);
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
        weight = valueOf(viewer, kWeight);
        viewer.clickOn("card.species.sardine.separation");
        viewer.drag(viewer.placeOf("panel.edge"), {400.0, 300.0});
        viewer.drag({700.0, 300.0}, {760.0, 320.0});
        viewer.settle();
        width = viewer.placeOf(kWeight, 1.0).x - viewer.placeOf(kWeight, 0.0).x;
        viewer.close();
        CHECK(viewer.end().status == 0);
        azimuth = static_cast<double>(folder.read().scene->camera.azimuth);
    }
    const ViewerState kept = folder.read();
    CHECK(kept.panel.width == approx(400.0).margin(8.0));
    CHECK(kept.window->area.width == 900);

    ViewerRun again(arguments, "", {}, folder.environment());
    const Json shown = again.probe();
    CHECK(shown.at("window").at("width") == 900);
    CHECK(shown.at("window").at("height") == 740);
    CHECK(valueOf(again, kWeight) == weight);
    CHECK(valueOf(again, "species.sardine.count") == 120.0);
    CHECK(shown.at("camera").at("azimuth").get<double>() == approx(azimuth).margin(1e-4));
    CHECK(shown.at("camera").at("touched").get<bool>());
    CHECK(again.placeOf(kWeight, 1.0).x - again.placeOf(kWeight, 0.0).x == approx(width).margin(1.0));
    CHECK_FALSE(shown.at("items").contains("species.sardine.separation.weight"));
    CHECK(shown.at("items").contains(kWeight + ".reset"));
    again.close();
    CHECK(again.end().status == 0);
    // The window does not drift, and nothing else changed either.
    CHECK(stateText(folder.read()) == stateText(kept));
}

TEST_CASE("the state is also saved when a signal ends the viewer", "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
    viewer.program().signal(SIGTERM);
    CHECK(viewer.end().status == 143);
    const auto scene = folder.readEdited();
    REQUIRE(scene);
    CHECK(*scene->value(kWeight) == 0.0);
}

TEST_CASE("edits are remembered while the viewer runs", "[app][window][state][slow]") {
    const StateFolder folder;
    folder.write(smallState());
    ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
    CHECK(waitUntil(
        [&] {
            const auto scene = folder.readEdited();
            return scene && *scene->value(kWeight) == 0.0;
        },
        30.0));
    // The orbiting camera alone writes nothing: the file stays unchanged for longer than the write interval.
    viewer.settle();
    const auto written = std::filesystem::last_write_time(folder.file());
    std::this_thread::sleep_for(std::chrono::seconds(8));
    CHECK(std::filesystem::last_write_time(folder.file()) == written);
}

TEST_CASE("a scene named on the command line is shown, and the remembered one stays",
          "[app][window][state]") {
    const StateFolder folder;
    ViewerState before = smallState();
    before.panel.width = 300.0f;
    folder.write(before);
    ViewerRun viewer({"vicsek", "--threads", "1"}, "640x600", {}, folder.environment());
    CHECK(viewer.probe().at("report").at("preset") == "vicsek");
    CHECK(viewer.placeOf("panel.edge").x == approx(304.5).margin(2.0));
    viewer.close();
    CHECK(viewer.end().status == 0);
    const ViewerState after = folder.read();
    CHECK(after.scene->origin == "reef");
    CHECK(after.scene->edits == before.scene->edits);
    CHECK(folder.readEdited()->boidCount() == 120);
    CHECK(after.recent == std::vector<std::string>{"vicsek"});
}

TEST_CASE("a number of boids given on the command line is not remembered as the user's edit",
          "[app][window][state]") {
    const StateFolder folder;
    for (const auto& given : {std::vector<std::string>{"--boids", "150", "--seed", "9"},
                              {"--set", "species.sardine.count=150"}}) {
        std::vector<std::string> arguments{"reef", "--threads", "1"};
        arguments.insert(arguments.end(), given.begin(), given.end());
        ViewerRun viewer(arguments, "640x600", {}, folder.environment());
        CHECK(viewer.probe().at("report").at("boids") == 150);
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
        viewer.close();
        CHECK(viewer.end().status == 0);
        const auto edited = folder.readEdited();
        REQUIRE(edited);
        Scene reef = *openPreset("reef");
        CHECK(*edited->value(kWeight) == 0.0);
        CHECK(*edited->value("species.sardine.count") == *reef.value("species.sardine.count"));
        CHECK(edited->seed == reef.seed);
    }
}

TEST_CASE("values given on the command line and saved under the same name are kept with later edits",
          "[app][window][state]") {
    const StateFolder folder;
    const auto prepare = [](const std::filesystem::path& home) {
        const auto presets = home / ".local/share/shoal/presets";
        std::filesystem::create_directories(presets);
        Scene scene = smallReef(80);
        scene.title = "Mine";
        REQUIRE(savePreset(scene, presets / "mine.toml"));
    };
    ViewerRun viewer({"mine", "--boids", "150", "--threads", "1"}, "640x600", prepare, folder.environment());
    viewer.clickOn("button.save_as");
    viewer.type("Mine");
    viewer.key("Return");
    viewer.clickOn("button.replace");
    viewer.waitFor("it is saved", [](const Json& shown) { return messageOf(shown).starts_with("Saved "); });
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
    viewer.close();
    CHECK(viewer.end().status == 0);
    const auto edited = folder.readEdited();
    REQUIRE(edited);
    CHECK(*edited->value(kWeight) == 0.0);
    CHECK(*edited->value("species.sardine.count") == 150.0);
}

TEST_CASE("two viewers at once each keep what changed in the other", "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    const std::vector<std::string> arguments{"--threads", "1"};
    ViewerRun one(arguments, "640x600", {}, folder.environment());
    ViewerRun other(arguments, "640x600", {}, folder.environment());
    one.drag(one.placeOf(kWeight, 0.6), one.placeOf(kWeight, -0.02));
    other.key("ctrl+plus");
    other.settle();
    one.close();
    CHECK(one.end().status == 0);
    other.close();
    CHECK(other.end().status == 0);
    const ViewerState kept = folder.read();
    CHECK(kept.panel.look.size > 1.0f);
    const auto edited = folder.readEdited();
    REQUIRE(edited);
    CHECK(*edited->value(kWeight) == 0.0);
}

TEST_CASE("edits that a second viewer replaced are offered until they are restored and reset",
          "[app][window][state]") {
    const StateFolder folder;
    ViewerState state = smallState();
    addUnsaved(state.unsaved, newUnsaved("reef", presetText(smallReef(90))));
    folder.write(state);
    const auto has = [](int boids) {
        return [=](const Json& shown) { return shown.at("report").at("boids") == boids; };
    };
    {
        ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
        CHECK(says(viewer.probe(), "There are earlier unsaved changes: Ctrl+Z"));
        viewer.key("ctrl+z");
        viewer.waitFor("they are back", has(90));
        viewer.key("ctrl+shift+z");
        viewer.waitFor("and away", has(120));
        viewer.close();
        CHECK(viewer.end().status == 0);
        CHECK(folder.readEdited()->boidCount() == 120);
        CHECK(folder.read().unsaved.size() == 2);
    }
    ViewerRun again({"--threads", "1"}, "640x600", {}, folder.environment());
    again.key("ctrl+z");
    again.waitFor("they are back", has(90));
    again.clickOn("button.reset_all");
    again.waitFor("and discarded", [&](const Json& shown) { return !has(90)(shown); });
    again.close();
    CHECK(again.end().status == 0);
    REQUIRE(folder.read().unsaved.size() == 1);
    CHECK(parsePreset(folder.read().unsaved[0].text, "left")->boidCount() == 120);
    CHECK_FALSE(folder.readEdited());
}

TEST_CASE("editing a scene named on the command line keeps all edits that it had", "[app][window][state]") {
    const StateFolder folder;
    ViewerState state = smallState();
    state.unsaved.push_back(newUnsaved("reef", presetText(smallReef(90))));
    folder.write(state);
    ViewerRun viewer({"reef", "--threads", "1"}, "640x600", {}, folder.environment());
    const auto has = [](int boids) {
        return [=](const Json& shown) { return shown.at("report").at("boids") == boids; };
    };
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
    viewer.key("ctrl+z");
    viewer.key("ctrl+z");
    viewer.waitFor("the last edits are back", has(120));
    viewer.key("ctrl+z");
    viewer.waitFor("those left are back", has(90));
    viewer.close();
    CHECK(viewer.end().status == 0);
    const ViewerState kept = folder.read();
    CHECK(folder.readEdited()->boidCount() == 90);
    REQUIRE(kept.unsaved.size() == 2);
    CHECK(std::ranges::all_of(kept.unsaved, [&](const UnsavedScene& each) {
        return parsePreset(each.text, "kept")->boidCount() == (each.file == kept.scene->edits ? 90 : 120);
    }));
}

TEST_CASE("unsaved edits of a preset left for another come back with Ctrl+Z in a later run",
          "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    const std::vector<std::string> arguments{"--threads", "1"};
    const auto isReef = [](const Json& shown) { return shown.at("report").at("preset") == "reef"; };
    double weight = 0.0;
    {
        ViewerRun viewer(arguments, "640x600", {}, folder.environment());
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
        weight = valueOf(viewer, kWeight);
        viewer.key("bracketleft");
        viewer.waitFor("it says that the edits can come back", [](const Json& shown) {
            return says(shown, "Left \"Turning as one\" with unsaved changes: Ctrl+Z brings them back");
        });
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    ViewerRun again(arguments, "640x600", {}, folder.environment());
    CHECK_FALSE(isReef(again.probe()));
    again.key("bracketright");
    again.waitFor("the reef is as in its file, and its edits are offered", [&](const Json& shown) {
        return isReef(shown) && weightIn(shown) == 3.0 &&
               says(shown, "\"Turning as one\" had unsaved changes: Ctrl+Z brings them back");
    });
    again.key("ctrl+z");
    again.waitFor("the edits are back", [&](const Json& shown) { return weightIn(shown) == weight; });
    CHECK(valueOf(again, "species.sardine.count") == 120.0);
    again.key("ctrl+z");
    again.waitFor("the preset before it is back", [&](const Json& shown) { return !isReef(shown); });
}

TEST_CASE("a pasted scene is a preset file that the next run opens, with its edits", "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    const auto boids = [](const Json& shown) { return shown.at("report").at("boids").get<int>(); };
    double weight = 0.0;
    {
        ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
        Scene pasted = smallReef(70);
        pasted.title = "Pasted";
        const auto owner = viewer.ownSelection({"CLIPBOARD", "UTF8_STRING", presetText(pasted)});
        viewer.key("ctrl+v");
        viewer.waitFor("it is pasted", [&](const Json& shown) { return boids(shown) == 70; });
        viewer.close();
        CHECK(viewer.end().status == 0);
        CHECK_FALSE(folder.readEdited());
    }
    {
        ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
        CHECK(boids(viewer.probe()) == 70);
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
        weight = valueOf(viewer, kWeight);
        viewer.close();
        CHECK(viewer.end().status == 0);
        CHECK(folder.readEdited()->title == "Pasted");
    }
    ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
    CHECK(boids(viewer.probe()) == 70);
    CHECK(valueOf(viewer, kWeight) == weight);
    viewer.clickOn("button.reset_all");
    viewer.waitFor("it is as it was pasted",
                   [&](const Json& shown) { return boids(shown) == 70 && weightIn(shown) != weight; });
}

TEST_CASE("an edited scene whose preset is gone comes back in every run", "[app][window][state]") {
    const StateFolder folder;
    ViewerState state = smallState();
    state.unsaved[0].origin = state.scene->origin = "night";
    folder.write(state);
    for (int run = 0; run < 3; ++run) {
        ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
        CHECK(viewer.probe().at("report").at("boids") == 120);
        viewer.close();
        CHECK(viewer.end().status == 0);
        CHECK(folder.read().unsaved.size() == 1);
    }
}

TEST_CASE("edits of a scene wait until they are restored, whatever scenes are named meanwhile",
          "[app][window][state]") {
    const auto edit = [](ViewerRun& viewer) {
        viewer.drag(viewer.placeOf("species.fish.zones.orientation", 0.6),
                    viewer.placeOf("species.fish.zones.orientation", 0.2));
    };
    const auto isReefEdited = [](const Json& shown) { return shown.at("report").at("boids") == 120; };
    for (const bool isAtOnce : {false, true}) {
        CAPTURE(isAtOnce);
        const StateFolder folder;
        folder.write(smallState());
        const auto run = [&](std::vector<std::string> arguments) {
            arguments.insert(arguments.end(), {"--threads", "1"});
            return std::make_unique<ViewerRun>(arguments, "640x600", nullptr, folder.environment());
        };
        const auto close = [](ViewerRun& viewer) {
            viewer.close();
            CHECK(viewer.end().status == 0);
        };
        const auto one = isAtOnce ? run({}) : nullptr;
        const auto other = run({"zones"});
        edit(*other);
        close(*other);
        if (one) {
            CHECK(isReefEdited(one->probe()));
            close(*one);
        }
        CHECK(folder.read().scene->origin == "zones");
        // Looking at the scene and leaving it unchanged discards nothing.
        close(*run({"reef"}));
        const auto last = run({"reef"});
        CHECK(says(last->probe(), "\"Turning as one\" had unsaved changes: Ctrl+Z brings them back"));
        CHECK_FALSE(isReefEdited(last->probe()));
        last->key("ctrl+z");
        last->waitFor("they are back", isReefEdited);
        close(*last);
        CHECK(folder.read().scene->origin == "reef");
        CHECK(std::ranges::count(folder.read().unsaved, "zones", &UnsavedScene::origin) == 1);
    }
}

TEST_CASE("with --fresh the viewer neither reads nor writes its state", "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    const std::string before = readText(folder.file());
    ViewerRun viewer({"--fresh", "--boids", "100", "--threads", "1"}, "640x600", {}, folder.environment());
    const std::string hero = std::string("hero.") + kWeight;  // on the folded card
    viewer.drag(viewer.placeOf(hero, 0.6), viewer.placeOf(hero, -0.02));
    viewer.close();
    CHECK(viewer.end().status == 0);
    CHECK(readText(folder.file()) == before);
    CHECK(folder.read().unsaved.size() == 1);
}

TEST_CASE("a file manager's file that Shoal cannot open is named in the window", "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "holiday.png") << "no picture of Shoal's";
    const std::string file = (scratch.path() / "holiday.png").string();
    ViewerRun viewer({"--problem-in-window", file, "--threads", "1"}, "640x600", {}, folder.environment());
    CHECK(viewer.probe().at("message").get<std::string>().find("holiday.png") != std::string::npos);
    CHECK(viewer.probe().at("report").at("boids") == 120);
}

TEST_CASE("a damaged state is set aside with one line, and the viewer starts with all unsaved edits",
          "[app][window][state]") {
    const StateFolder folder;
    folder.write(smallState());
    folder.write("version = 1\n[window\n");
    ViewerRun viewer({"reef", "--boids", "100", "--threads", "1"}, "640x600", {}, folder.environment());
    CHECK(viewer.probe().at("message").get<std::string>().find("starting afresh") != std::string::npos);
    viewer.key("ctrl+z");
    viewer.waitFor("the edits are back",
                   [](const Json& shown) { return shown.at("report").at("boids") == 120; });
    viewer.close();
    const ProgramResult ended = viewer.end();
    CHECK(ended.status == 0);
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(ended.err.find("viewer.toml:2:") != std::string::npos);
    CHECK(readText(folder.file().string() + ".unreadable") == "version = 1\n[window\n");
    CHECK(loadState(folder.file()));
}

TEST_CASE("a remembered preset that is gone leaves a message and the default preset",
          "[app][window][state]") {
    const StateFolder folder;
    ViewerState state;
    state.scene = RememberedScene{.origin = "night", .edits = {}, .camera = {}};
    folder.write(state);
    ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
    CHECK(viewer.probe().at("message").get<std::string>().find("night") != std::string::npos);
    CHECK(viewer.probe().at("report").at("preset") == "reef");
}

TEST_CASE("recent presets and files can be opened again from the gallery", "[app][window][state][slow]") {
    const StateFolder folder;
    ViewerState state = smallState();
    state.recent = {"reef", "vicsek", "/nowhere/night.toml"};
    folder.write(state);
    ViewerRun viewer({"--threads", "1"}, "640x600", {}, folder.environment());
    viewer.key("g");
    viewer.placeOf("gallery.recent.1");
    CHECK_FALSE(hasItem(viewer.probe(), "gallery.recent.2"));  // not the one shown
    viewer.clickOn("gallery.recent.0");
    viewer.waitFor("the recent preset",
                   [](const Json& shown) { return shown.at("report").at("preset") == "vicsek"; });
    viewer.close();
    CHECK(viewer.end().status == 0);
    CHECK(folder.read().recent.front() == "vicsek");
}

}  // namespace shoal::test
