// The file in which the viewer remembers its state.

#include "app/files/viewer_state.hpp"

#include <fstream>

#include <shoal/preset.hpp>

#include "app/files/remembered_scene.hpp"
#include "app/program_run.hpp"
#include "app/viewer/state_keeper.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

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
    state.scene = RememberedScene{.origin = "/home/me/it's.toml",
                                  .edited = "text = \"\"\"'''\"\"\"\n",
                                  .camera = {.distance = 12.5f, .azimuth = 0.25f},
                                  .isCameraTouched = true};
    state.recent = {"reef", "/tmp/a.take"};
    state.favourites = {"zones", "a \"quoted\" name"};
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
    REQUIRE(read->scene);
    CHECK(read->scene->edited == fullState().scene->edited);
    CHECK(read->scene->camera.azimuth == 0.25f);
    CHECK(read->recent == fullState().recent);
    CHECK(read->favourites == fullState().favourites);
    CHECK(read->leftEdits("vicsek") == "title = 'x'\n");
    CHECK(read->leftEdits("/home/me/b.toml") == fullState().left[1].edited);
    CHECK(read->leftEdits("reef").empty());
}

TEST_CASE("favourites are bounded, and are switched on and off", "[app][state]") {
    ViewerState state;
    for (std::size_t number = 0; number < ViewerState::kMaxFavourites; ++number) {
        CHECK(state.toggleFavourite(std::to_string(number)));
    }
    CHECK_FALSE(state.toggleFavourite("one more"));
    CHECK(state.toggleFavourite("7"));
    CHECK(state.toggleFavourite("one more"));
    CHECK(state.favourites.back() == "one more");
    CHECK(state.favourites.size() == ViewerState::kMaxFavourites);
    std::string text = "version = 1\nfavourites = [";
    for (int number = 0; number < 1000; ++number) {
        text += "\"x\", ";
    }
    CHECK(parseState(text + "1]", "viewer.toml")->favourites.size() == ViewerState::kMaxFavourites);
}

TEST_CASE("the edits of the scenes left last are kept, one for each scene, within a limit", "[app][state]") {
    ViewerState state;
    for (int number = 0; number < 12; ++number) {
        state.noteLeft({std::to_string(number), "old"});
    }
    state.noteLeft({"5", "new"});
    CHECK(state.left.size() == ViewerState::kMaxLeft);
    CHECK(state.left.front().origin == "5");
    CHECK(state.leftEdits("5") == "new");
    CHECK(state.leftEdits("11") == "old");
    CHECK(state.leftEdits("1").empty());
    state.noteLeft({"large", std::string(ViewerState::kMaxLeftBytes - 3, 'x')});
    CHECK(state.left.size() == 2);
    state.noteLeft({"larger", std::string(ViewerState::kMaxLeftBytes + 1, 'x')});
    CHECK(state.left.size() == 2);
    state.forgetLeft("5");
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
    const UserPaths paths{.config = {}, .data = scratch.path(), .state = {}, .cache = {}};
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
    const UserPaths paths{.config = {}, .data = scratch.path(), .state = {}, .cache = {}};
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

TEST_CASE("the keeper writes a changed text and leaves an unchanged one alone", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "new" / "viewer.toml";
    StateKeeper same(file, "a");
    same.keep("a", 0.0);
    CHECK(same.finish());
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK_FALSE(same.isDue(2.9));
    CHECK(same.isDue(3.1));

    same.keep("b", 4.0);
    same.keep("c", 8.0);
    CHECK(same.finish());
    CHECK(readText(file) == "c");

    StateKeeper nowhere({}, "a");
    CHECK_FALSE(nowhere.isDue(9.0));
    nowhere.keep("b", 9.0);
    CHECK(nowhere.finish());
}

TEST_CASE("a state that cannot be written is reported once", "[app][state]") {
    const ScratchFolder scratch;
    write(scratch.path() / "plain", "a file where a folder should be");
    StateKeeper keeper(scratch.path() / "plain" / "viewer.toml", "a");
    int problems = 0;
    for (int time = 0; time < 5; ++time) {
        keeper.keep("b" + std::to_string(time), 4.0 * time);
        REQUIRE(waitUntil(
            [&] {
                problems += keeper.poll() ? 1 : 0;
                return !keeper.isWriting();
            },
            10.0));
    }
    CHECK(problems == 1);
    CHECK_FALSE(keeper.finish());
}

}  // namespace shoal::test
