// The file in which the viewer remembers its state.

#include "viewer/files/viewer_state.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/preset.hpp>

#include "catch.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"
#include "viewer/files/remembered_scene.hpp"
#include "viewer/scenes/state_keeper.hpp"

namespace shoal::test {

namespace {

Scene presetNamed(const std::string& name) {
    return *openPreset(name);
}

ViewerState fullState() {
    ViewerState state;
    state.window = WindowPlace{{-20, 40, 900, 700}, true};
    state.panel.width = 401.5f;
    state.panel.folds = {{"card.species.fish.alignment", false}, {"a \"quoted\" name", true}};
    state.panel.targets = "/home/me/my \"own\" targets.toml";
    state.film.kind = CaptureSettings::Kind::apng;
    state.film.rate = CaptureSettings::Rate::other;
    state.film.pictures = 60000;
    state.film.isEndless = false;
    state.film.seconds = 2.5f;
    state.scene = RememberedScene{.origin = "/home/me/it's.toml",
                                  .edited = "text = \"\"\"'''\"\"\"\n",
                                  .camera = {.distance = 12.5f, .azimuth = 0.25f},
                                  .isCameraTouched = true};
    state.recent = {"reef", "/tmp/a.take"};
    state.quality = Quality::high;
    state.shrinksWhenSlow = false;
    state.keys = {{"pause", {"Ctrl + P"}}, {"undo", {"U", "\""}}, {"an unknown one", {}}};
    state.left = {{"vicsek", "title = 'x'\n"}, {"/home/me/b.toml", "text = \"\"\"'''\"\"\"\n"}};
    return state;
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("a remembered state reads back unchanged", "[app][state]") {
    for (const ViewerState& state : {ViewerState(), fullState()}) {
        const std::string text = stateText(state);
        INFO(text);
        const auto read = parseState(text, "viewer.toml");
        REQUIRE(read);
        CHECK(stateText(*read) == text);
    }
    const auto read = parseState(stateText(fullState()), "viewer.toml");
    REQUIRE(read->window);
    CHECK(read->window->area.x == -20);
    CHECK(read->window->isMaximised);
    CHECK_FALSE(read->panel.folds.at("card.species.fish.alignment"));
    CHECK(read->film == fullState().film);
    REQUIRE(read->scene);
    CHECK(read->scene->edited == fullState().scene->edited);
    CHECK(read->scene->camera.azimuth == 0.25f);
    CHECK(read->recent == fullState().recent);
    CHECK(read->quality == Quality::high);
    CHECK_FALSE(read->shrinksWhenSlow);
    CHECK(read->leftEdits("vicsek") == "title = 'x'\n");
    CHECK(read->leftEdits("/home/me/b.toml") == fullState().left[1].edited);
    CHECK(read->leftEdits("reef").empty());
}

TEST_CASE("settings of features that went are ignored", "[app][state]") {
    const auto state = parseState("version = 1\nfavourites = [\"zones\", 3]\n", "viewer.toml");
    REQUIRE(state);
    CHECK(stateText(*state) == stateText(ViewerState()));
}

TEST_CASE("the edits left last are kept, several of one scene, too, within a limit", "[app][state]") {
    ViewerState state;
    for (int number = 0; number < 12; ++number) {
        state.noteLeft({std::to_string(number), "old"});
    }
    state.noteLeft({"5", "new"});
    CHECK(state.left.size() == ViewerState::kMaxLeft);
    CHECK(state.left[0] == LeftEdits{"5", "new"});
    state.noteLeft({"5", "old"});
    CHECK(state.left.size() == ViewerState::kMaxLeft);
    CHECK(state.left[0] == LeftEdits{"5", "old"});
    CHECK(state.left[1] == LeftEdits{"5", "new"});
    CHECK(state.leftEdits("11") == "old");
    CHECK(state.leftEdits("1").empty());
    CHECK_FALSE(state.noteLeft({"12", "one too many"}));
    CHECK(state.noteLeft({"5", "old"}));
    CHECK_FALSE(state.noteLeft({"large", std::string(ViewerState::kMaxLeftBytes - 3, 'x')}));
    CHECK(state.left.size() == 2);
    CHECK_FALSE(state.noteLeft({"5", std::string(ViewerState::kMaxLeftBytes + 1, 'x')}));
    CHECK(state.left.size() == 2);
    CHECK(state.leftEdits("5") == "old");
    state.forgetLeft({"5", "old"});
    CHECK(state.leftEdits("5").empty());
}

TEST_CASE("an edited pasted scene remembers the scene that was pasted", "[app][state]") {
    Scene pasted = presetNamed("zones");
    pasted.title = "Pasted";
    Scene edited = pasted;
    edited.species[0].count = 33;
    ViewerState state;
    state.scene = RememberedScene{
        .origin = {}, .pasted = presetText(pasted), .edited = editedText(edited, pasted), .camera = {}};
    const auto read = parseState(stateText(state), "viewer.toml");
    REQUIRE(read);
    const auto recalled = recallScene(*read->scene, {});
    REQUIRE(recalled);
    CHECK(presetText(recalled->preset) == presetText(pasted));
    CHECK(recalled->now.species[0].count == 33);
    state.scene->edited.clear();
    CHECK(recallScene(*parseState(stateText(state), "viewer.toml")->scene, {})->now.title == "Pasted");
}

TEST_CASE("a damaged state is one problem that names the file, and never a crash", "[app][state]") {
    const std::string whole = stateText(fullState());
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        const auto read = parseState(whole.substr(0, length), "viewer.toml");
        if (!read) {
            CHECK(read.problem().text.starts_with("viewer.toml:"));
            CHECK(read.problem().text.find('\n') == std::string::npos);
        }
    }
    for (const char* text :
         {"", "version = 2", "version = 1\nwindow = 3", "version = 1\n[panel]\nwidth = \"wide\"",
          "version = 1\nrecent = true", "version = 1\nleft = 3", "version = 1\n[panel.open]\na = 1",
          "\x01\x02", "version = \"1\""}) {
        CAPTURE(text);
        const auto read = parseState(text, "viewer.toml");
        REQUIRE_FALSE(read);
        CHECK(read.problem().text.starts_with("viewer.toml:"));
    }
}

TEST_CASE("a remembered number out of range is clamped", "[app][state]") {
    const auto read = parseState(
        "version = 1\n[window]\nx = -9e99\nwidth = 0\nheight = nan\n[panel]\nwidth = inf", "viewer.toml");
    REQUIRE(read);
    CHECK(read->window->area.x == -1'000'000);
    CHECK(read->window->area.width == 1);
    CHECK(read->window->area.height == 0);
    CHECK(read->panel.width == PanelLayout::kMaxWidth);
}

TEST_CASE("a state's key that this version does not know is passed over", "[app][state]") {
    const auto read = parseState("version = 1\n[scene]\norigin = \"reef\"\nslow = true\n", "viewer.toml");
    REQUIRE(read);
    CHECK(read->scene->origin == "reef");
}

TEST_CASE("no state file is the state of a first run", "[app][state]") {
    const ScratchFolder scratch;
    const auto none = loadState(scratch.path() / "viewer.toml");
    REQUIRE(none);
    CHECK(stateText(*none) == stateText({}));
    CHECK_FALSE(loadState(scratch.path()));
}

TEST_CASE("recent origins are each listed once, the latest first, and at most ten", "[app][state]") {
    ViewerState state;
    for (int number = 0; number < 12; ++number) {
        state.noteOpened(std::to_string(number));
    }
    state.noteOpened("5");
    CHECK(state.recent.size() == ViewerState::kMaxRecent);
    CHECK(state.recent[0] == "5");
    CHECK(state.recent[1] == "11");
}

TEST_CASE("a remembered scene is its preset with the unsaved edits", "[app][state]") {
    const ScratchFolder scratch;
    const UserPaths paths{.config = {}, .data = scratch.path(), .state = {}};
    const Scene reef = presetNamed("reef");
    Scene edited = reef;
    REQUIRE(edited.applyText("alignment.weight=2.5"));
    REQUIRE(edited.applyText("attractor.bait.present=1"));
    CHECK(editedText(reef, reef).empty());
    Scene turned = reef;
    turned.camera.azimuth += 1.0f;
    CHECK(editedText(turned, reef).empty());

    const auto recalled =
        recallScene({.origin = "reef", .edited = editedText(edited, reef), .camera = {}}, paths);
    REQUIRE(recalled);
    CHECK(presetText(recalled->preset) == presetText(reef));
    CHECK(presetText(recalled->now) == presetText(edited));
    CHECK(recalled->now.name == "reef");
    CHECK_FALSE(recalled->remark.empty());
}

TEST_CASE("a remembered preset that is gone is a problem, but its edited scene survives", "[app][state]") {
    const ScratchFolder scratch;
    const UserPaths paths{.config = {}, .data = scratch.path(), .state = {}};
    const auto gone = recallScene({.origin = "night", .edited = {}, .camera = {}}, paths);
    REQUIRE_FALSE(gone);
    CHECK(gone.problem().text.find("night") != std::string::npos);
    const auto kept =
        recallScene({.origin = "night", .edited = presetText(presetNamed("reef")), .camera = {}}, paths);
    REQUIRE(kept);
    CHECK(kept->remark.find("night") != std::string::npos);
    const auto pasted = recallScene(
        {.origin = {}, .pasted = "[[", .edited = presetText(presetNamed("reef")), .camera = {}}, paths);
    REQUIRE(pasted);
    CHECK(pasted->remark.find("the pasted scene") != std::string::npos);
    const auto unread = recallScene({.origin = "reef", .edited = "[[", .camera = {}}, paths);
    REQUIRE(unread);
    CHECK(presetText(unread->now) == presetText(presetNamed("reef")));
    CHECK(unread->remark.find("cannot be read") != std::string::npos);
}

TEST_CASE("values that the command line gave are no edits, and edits made on top of them are",
          "[app][state]") {
    const Scene preset = presetNamed("reef");
    Scene given = preset;
    REQUIRE(given.applyText("species.sardine.count=150"));
    REQUIRE(given.applyText("attractor.bait.present=1"));
    given.seed = 9;
    CHECK(editedText(withoutGiven(given, given, preset), preset).empty());
    Scene now = given;
    REQUIRE(now.applyText("alignment.weight=2.5"));
    REQUIRE(now.applyText("attractor.bait.present=0"));
    Scene edited = preset;
    REQUIRE(edited.applyText("alignment.weight=2.5"));
    CHECK(presetText(withoutGiven(now, given, preset)) == presetText(edited));
    now.seed = 11;
    CHECK(withoutGiven(now, given, preset).seed == 11);
}

namespace {

/// A change that a viewer makes to its state, and whether a state has it.
struct StateChange {
    const char* name;
    void (*make)(ViewerState& state);
    bool (*isIn)(const ViewerState& state);
};

const StateChange kStateChanges[] = {
    {"the window", [](ViewerState& state) { state.window->area.x = 7; },
     [](const ViewerState& state) { return state.window->area.x == 7; }},
    {"the panel's width", [](ViewerState& state) { state.panel.width = 350.0f; },
     [](const ViewerState& state) { return state.panel.width == 350.0f; }},
    {"the text's size", [](ViewerState& state) { state.panel.look.size = 1.5f; },
     [](const ViewerState& state) { return state.panel.look.size == 1.5f; }},
    {"the theme", [](ViewerState& state) { state.panel.look.theme = theme::Kind::light; },
     [](const ViewerState& state) { return state.panel.look.theme == theme::Kind::light; }},
    {"a fold", [](ViewerState& state) { state.panel.folds["card.species.fish.alignment"] = true; },
     [](const ViewerState& state) { return state.panel.folds.at("card.species.fish.alignment"); }},
    {"a new fold", [](ViewerState& state) { state.panel.folds["new"] = true; },
     [](const ViewerState& state) { return state.panel.folds.contains("new"); }},
    {"the scene", [](ViewerState& state) { state.scene->edited = "title = 'other'\n"; },
     [](const ViewerState& state) { return state.scene->edited == "title = 'other'\n"; }},
    {"the quality", [](ViewerState& state) { state.quality = Quality::low; },
     [](const ViewerState& state) { return state.quality == Quality::low; }},
    {"the switch for smaller pictures", [](ViewerState& state) { state.shrinksWhenSlow = false; },
     [](const ViewerState& state) { return !state.shrinksWhenSlow; }},
    {"the film's format", [](ViewerState& state) { state.film.kind = CaptureSettings::Kind::gif; },
     [](const ViewerState& state) { return state.film.kind == CaptureSettings::Kind::gif; }},
    {"the film's length", [](ViewerState& state) { state.film.seconds = 77.0f; },
     [](const ViewerState& state) { return state.film.seconds == 77.0f; }},
    {"an opened file", [](ViewerState& state) { state.noteOpened("/tmp/new.toml"); },
     [](const ViewerState& state) { return state.recent.front() == "/tmp/new.toml"; }},
    {"a file opened again", [](ViewerState& state) { state.noteOpened("/tmp/a.take"); },
     [](const ViewerState& state) {
         return std::ranges::find(state.recent, "/tmp/a.take") < std::ranges::find(state.recent, "reef");
     }},
    {"edits of a scene that was left",
     [](ViewerState& state) {
         state.noteLeft({"vicsek", "new"});
     },
     [](const ViewerState& state) { return state.leftEdits("vicsek") == "new"; }},
    {"edits of another scene",
     [](ViewerState& state) {
         state.noteLeft({"zones", "new"});
     },
     [](const ViewerState& state) { return state.leftEdits("zones") == "new"; }},
    {"edits that came back", [](ViewerState& state) { state.forgetLeft(fullState().left[1]); },
     [](const ViewerState& state) { return state.leftEdits("/home/me/b.toml").empty(); }},
};

}  // namespace

TEST_CASE("of two viewers, each keeps its changes and leaves the other's", "[app][state]") {
    for (const StateChange& first : kStateChanges) {
        for (const StateChange& second : kStateChanges) {
            CAPTURE(first.name, second.name);
            const ScratchFolder scratch;
            const auto file = scratch.path() / "viewer.toml";
            write(file, stateText(fullState()));
            Background background;
            StateKeeper one(background, file, *loadState(file));
            StateKeeper other(background, file, *loadState(file));
            ViewerState state = fullState();
            first.make(state);
            one.keep(state, 0.0);
            REQUIRE(one.finish());
            state = fullState();
            second.make(state);
            other.keep(state, 0.0);
            REQUIRE(other.finish());
            const auto both = loadState(file);
            REQUIRE(both);
            // Of two opened files, the one opened last comes first.
            CHECK((first.isIn(*both) || std::string_view(first.name) == "an opened file"));
            CHECK(both->recent.size() >= 2);
            CHECK(second.isIn(*both));
            // A viewer that changes nothing writes nothing, and one that changes a thing keeps the rest.
            state.panel.folds["later"] = true;
            one.keep(state, 9.0);
            REQUIRE(one.finish());
            CHECK(second.isIn(*loadState(file)));
        }
    }
}

TEST_CASE("of two viewers, neither erases the other's unsaved edits, whatever it shows", "[app][state]") {
    using Scene = RememberedScene;
    const Scene reef{.origin = "reef", .edited = {}, .camera = {}};
    static constexpr auto noteLeft = [](ViewerState& state) {
        if (!state.scene->edited.empty()) {
            state.noteLeft({"reef", state.scene->edited});
        }
    };
    const std::vector<std::pair<const char*, void (*)(ViewerState&)>> changes{
        {"the camera moved",
         [](ViewerState& state) {
             state.scene->camera.azimuth += 1.0f;
             state.scene->isCameraTouched = true;
         }},
        {"edits", [](ViewerState& state) { state.scene->edited = "E1"; }},
        {"other edits", [](ViewerState& state) { state.scene->edited = "E2"; }},
        {"all reset", [](ViewerState& state) { state.scene->edited.clear(); }},
        {"another scene",
         [](ViewerState& state) {
             state.scene = Scene{"zones", {}, {}, {}};
         }},
        {"another edited scene",
         [](ViewerState& state) {
             state.scene = Scene{"zones", {}, "E3", {}};
         }},
        {"edits left for another scene",
         [](ViewerState& state) {
             state.noteLeft({"reef", "E4"});
             state.scene = Scene{"zones", {}, {}, {}};
         }},
        {"another scene named and edited",
         [](ViewerState& state) {
             noteLeft(state);
             state.scene = Scene{"zones", {}, "E6", {}};
         }},
        {"the same scene named and edited",
         [](ViewerState& state) {
             noteLeft(state);
             state.scene->edited = "E7";
         }},
        {"a pasted scene",
         [](ViewerState& state) {
             state.scene = Scene{{}, "P1", {}, {}};
         }},
        {"an edited pasted scene",
         [](ViewerState& state) {
             state.scene = Scene{{}, "P1", "E5", {}};
         }},
        {"a pasted scene that holds an earlier run's edits",
         [](ViewerState& state) {
             state.scene = Scene{{}, "P3", "P3", {}};
         }},
        {"another pasted scene",
         [](ViewerState& state) {
             state.scene = Scene{{}, "P2", {}, {}};
         }},
    };
    // What would be lost with a state.
    const auto unsaved = [](const ViewerState& state) {
        std::set<std::string> texts;
        for (const LeftEdits& left : state.left) {
            texts.insert(left.edited);
        }
        if (state.scene) {
            texts.insert(state.scene->edited);
        }
        texts.erase("");
        return texts;
    };
    for (const char* before : {"", "E0"}) {
        ViewerState base;
        base.scene = reef;
        base.scene->edited = before;
        for (const auto& [first, changeFirst] : changes) {
            for (const auto& [second, changeSecond] : changes) {
                CAPTURE(before, first, second);
                ViewerState one = base;
                ViewerState other = base;
                changeFirst(one);
                changeSecond(other);
                const ViewerState written = merged(base, one, base);
                CHECK(stateText(written) == stateText(one));
                const ViewerState both = merged(base, other, written);
                std::set<std::string> wanted = unsaved(one);
                wanted.merge(unsaved(other));
                wanted.erase(before);  // edited, reset or left
                std::set<std::string> kept = unsaved(both);
                kept.erase(before);
                // A scene, and one that was left, of each origin.
                CHECK(kept == wanted);
                // The first viewer goes on: it repeats nothing that it wrote, and loses nothing of the other.
                ViewerState later = one;
                later.scene->camera.distance += 1.0f;
                std::set<std::string> again = unsaved(merged(one, later, both));
                again.erase(before);
                CHECK(again == wanted);
            }
        }
        ViewerState edited = base;
        edited.scene->edited = "E1";
        ViewerState moved = base;
        moved.scene->camera.azimuth += 1.0f;
        const ViewerState both = merged(base, moved, edited);
        CHECK(both.scene->edited == "E1");
        CHECK(both.scene->camera.azimuth == moved.scene->camera.azimuth);
        CHECK(both.left.empty());
        const ViewerState turned = merged(base, edited, moved);
        CHECK(stateText(turned) == stateText(both));
    }
}

TEST_CASE("a state file that has become unreadable is not overwritten", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "viewer.toml";
    Background background;
    StateKeeper keeper(background, file, {});
    write(file, "version = 99\n");
    keeper.keep(fullState(), 0.0);
    CHECK_FALSE(keeper.finish());
    CHECK(readText(file) == "version = 99\n");
}

TEST_CASE("the keeper writes a changed state and leaves an unchanged one alone", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "new" / "viewer.toml";
    ViewerState state;
    Background background;
    StateKeeper same(background, file, state);
    same.keep(state, 0.0);
    CHECK(same.finish());
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK_FALSE(same.isDue(2.9));
    CHECK(same.isDue(3.1));

    state.noteOpened("b");
    same.keep(state, 4.0);
    state.noteOpened("c");
    same.keep(state, 8.0);
    CHECK(same.finish());
    CHECK(readText(file) == stateText(state));

    StateKeeper nowhere(background, {}, {});
    CHECK_FALSE(nowhere.isDue(9.0));
    nowhere.keep(state, 9.0);
    CHECK(nowhere.finish());
}

TEST_CASE("a state that cannot be written is reported once", "[app][state]") {
    const ScratchFolder scratch;
    write(scratch.path() / "plain", "a file where a folder should be");
    Background background;
    StateKeeper keeper(background, scratch.path() / "plain" / "viewer.toml", {});
    int problems = 0;
    for (int time = 0; time < 5; ++time) {
        ViewerState state;
        state.noteOpened(std::to_string(time));
        keeper.keep(state, 4.0 * time);
        background.finish();
        problems += keeper.problem() ? 1 : 0;
    }
    CHECK(problems == 1);
    CHECK_FALSE(keeper.finish());
}

}  // namespace shoal::test
