// The file in which the viewer remembers its state.

#include "viewer/settings/viewer_state.hpp"

#include <set>
#include <string_view>
#include <utility>

#include <shoal/preset.hpp>

#include "program/program_run.hpp"
#include "scratch_folder.hpp"
#include "viewer/film/capture_settings.hpp"
#include "viewer/settings/remembered_scene.hpp"
#include "viewer/settings/settings_table.hpp"
#include "viewer/settings/state_keeper.hpp"

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
    state.tables["film"] = settingsText(CaptureSettings{.kind = CaptureSettings::Kind::apng,
                                                        .rate = CaptureSettings::Rate::other,
                                                        .pictures = 60000,
                                                        .isEndless = false,
                                                        .seconds = 2.5f});
    state.scene = RememberedScene{.origin = "/home/me/it's \"own\".toml",
                                  .edits = "own.toml",
                                  .camera = {.distance = 12.5f, .azimuth = 0.25f},
                                  .isCameraTouched = true};
    state.recent = {"reef", "/tmp/a.take"};
    state.quality = Quality::high;
    state.picture.shrinksWhenSlow = false;
    state.keys = {{"pause", {"Ctrl + P"}}, {"undo", {"U", "\""}}, {"an unknown one", {}}};
    state.unsaved = {{"v.toml", "vicsek", "title = 'x'\n"}, {"b.toml", "/home/me/b.toml", "text = '\\'\n"}};
    return state;
}

CaptureSettings filmOf(const ViewerState& state) {
    const auto film = state.tables.find("film");
    return settingsFrom<CaptureSettings>(film == state.tables.end() ? "" : film->second);
}

template <class Value>
void setFilm(ViewerState& state, Value CaptureSettings::*member, Value value) {
    CaptureSettings film = filmOf(state);
    film.*member = value;
    state.tables["film"] = settingsText(film);
}

/// Writes all of a state, as the first viewer does.
void writeAll(const std::filesystem::path& file, const ViewerState& state) {
    REQUIRE(writeState(file, {}, state));
}

std::set<std::string> textsOf(const std::vector<UnsavedScene>& scenes) {
    std::set<std::string> texts;
    for (const UnsavedScene& each : scenes) {
        texts.insert(each.text);
    }
    return texts;
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
    CHECK(filmOf(*read) == filmOf(fullState()));
    REQUIRE(read->scene);
    CHECK(read->scene->origin == fullState().scene->origin);
    CHECK(read->scene->edits == "own.toml");
    CHECK(read->scene->camera.azimuth == 0.25f);
    CHECK(read->recent == fullState().recent);
    CHECK(read->quality == Quality::high);
    CHECK_FALSE(read->picture.shrinksWhenSlow);
}

TEST_CASE("settings of features that went are ignored", "[app][state]") {
    const auto state = parseState("version = 1\nfavourites = [\"zones\", 3]\n", "viewer.toml");
    REQUIRE(state);
    CHECK(stateText(*state) == stateText(ViewerState()));
}

TEST_CASE("the unsaved scenes that are newest are kept, and pasted ones go first", "[app][state]") {
    std::vector<UnsavedScene> scenes;
    const auto add = [&](const std::string& origin, std::string text) {
        return addUnsaved(scenes, newUnsaved(origin, std::move(text)));
    };
    CHECK(add("reef", "0"));
    CHECK(add("", "pasted"));
    for (std::size_t number = 2; number < UnsavedScene::kMaxCount; ++number) {
        CHECK(add("reef", std::to_string(number)));
    }
    CHECK(add("reef", "new"));
    CHECK(scenes.front().text == "new");
    CHECK_FALSE(textsOf(scenes).contains("pasted"));
    CHECK_FALSE(add("reef", "newer"));
    CHECK(scenes.size() == UnsavedScene::kMaxCount);
    CHECK(scenes.back().text == "2");
    CHECK_FALSE(add("reef", std::string(UnsavedScene::kMaxBytes - 3, 'x')));
    CHECK(scenes.size() == 1);
    CHECK_FALSE(add("reef", "larger than the rest"));
    CHECK(scenes.size() == 1);
    std::set<std::string> files;
    for (int number = 0; number < 100; ++number) {
        files.insert(newUnsaved("/home/me/../reef.toml", "").file);
    }
    CHECK(files.size() == 100);
    CHECK(files.begin()->starts_with("reef-"));
}

TEST_CASE("an unsaved scene is an ordinary preset file that names what was edited", "[app][state]") {
    const ScratchFolder scratch;
    for (const std::string origin : {"reef", "/home/me/a \"quoted\"\nname.toml", ""}) {
        const UnsavedScene scene = newUnsaved(origin, presetText(presetNamed("reef")));
        const auto folder = scratch.path() / ("of " + std::to_string(origin.size()));
        REQUIRE(writeUnsaved(folder, scene));
        CHECK(loadPreset(folder / scene.file));
        const auto read = readUnsaved(folder);
        REQUIRE(read.size() == 1);
        CHECK(read[0].origin == origin);
        CHECK(read[0].text == scene.text);
        CHECK_FALSE(read[0].isOwn);
    }
}

TEST_CASE("unsaved scenes that an earlier version kept in its state get files", "[app][state]") {
    const std::string last = presetText(presetNamed("zones"));
    const std::string left = presetText(presetNamed("vicsek"));
    const auto table = [](const std::string& origin, const std::string& key, const std::string& text) {
        return "origin = '" + origin + "'\n" + key + " = '''\n" + text + "'''\n";
    };
    const auto isOld = [](const std::string& text) {
        return text.find("edited") != text.npos || text.find("pasted =") != text.npos ||
               text.find("left") != text.npos;
    };
    for (const bool isPasted : {false, true}) {
        CAPTURE(isPasted);
        const ScratchFolder scratch;
        const auto file = scratch.path() / "viewer.toml";
        write(file, "version = 1\n[scene]\n" +
                        table(isPasted ? "" : "reef", isPasted ? "pasted" : "edited", last) +
                        "[scene.camera]\ndistance = 3.5\n[[left]]\n" + table("reef", "edited", left) +
                        "[[left]]\n" + table("", "edited", left));
        auto state = loadState(file);
        REQUIRE(state);
        CHECK_FALSE(isOld(readText(file)));
        REQUIRE(state->unsaved.size() == 3);
        CHECK(state->scene->camera.distance == 3.5f);
        const auto of = std::ranges::find(state->unsaved, last, &UnsavedScene::text);
        REQUIRE(of != state->unsaved.end());
        CHECK(of->origin == (isPasted ? "" : "reef"));
        CHECK(state->scene->edits == (isPasted ? "" : of->file));
        CHECK(state->scene->origin ==
              (isPasted ? (unsavedFolder(file) / of->file).string() : std::string("reef")));
        CHECK(std::ranges::count(state->unsaved, left, &UnsavedScene::text) == 2);
        CHECK(loadState(file)->unsaved.size() == 3);

        // Without space for the files, the old state keeps them.
        write(scratch.path() / "full" / "unsaved", "a file where a folder should be");
        const auto full = scratch.path() / "full" / "viewer.toml";
        write(full, "version = 1\n[[left]]\n" + table("reef", "edited", left));
        CHECK(loadState(full)->unsaved.empty());
        CHECK(isOld(readText(full)));
    }
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
    for (const char* text : {"", "version = 2", "version = 1\n[window", "\x01\x02", "version = \"1\""}) {
        CAPTURE(text);
        const auto read = parseState(text, "viewer.toml");
        REQUIRE_FALSE(read);
        CHECK(read.problem().text.starts_with("viewer.toml:"));
    }
}

TEST_CASE("a feature's settings keep the keys that another version wrote", "[app][state]") {
    CaptureSettings film = settingsFrom<CaptureSettings>("length = 3\nlater = [1]\n");
    CHECK(film.seconds == 3.0f);
    film.seconds = 4.0f;
    CHECK(settingsText(film, "length = 3\nlater = [1]\n") == "later = [1]\nlength = 4\n");
    CHECK(settingsText(CaptureSettings(), "length = 3\nlater = [1]\n") == "later = [1]\n");
}

TEST_CASE("a value out of range or of another type is passed over", "[app][state]") {
    const auto read = parseState(
        "version = 1\nrecent = true\nleft = 3\nfilm = 1\n[window]\nx = -9e99\nwidth = 300\nheight = nan\n"
        "[panel]\nwidth = inf\nsize = \"large\"\n[panel.open]\na = 1\n[scene]\norigin = \"reef\"\nslow = "
        "true",
        "viewer.toml");
    REQUIRE(read);
    CHECK(read->window->area.x == 0);
    CHECK(read->window->area.width == 300);
    CHECK(read->panel.width == PanelLayout().width);
    CHECK(read->panel.look == PanelLook());
    CHECK(read->panel.folds.empty());
    CHECK(read->scene->origin == "reef");
}

TEST_CASE("what another version keeps in the state file stays there", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "viewer.toml";
    write(file,
          "version = 1\nrecent = \"reef\"\n[keys]\npause = \"p\"\nsizes = [1, 2.5, {a = true}]\n"
          "[panel]\nwidth = 300\nglow = false\n");
    const auto before = loadState(file);
    REQUIRE(before);
    ViewerState state = *before;
    state.panel.look.size = 1.5f;
    REQUIRE(writeState(file, *before, state));
    const std::string text = readText(file);
    for (const char* kept : {"recent = \"reef\"", "[keys]\npause = \"p\"\nsizes = [1, 2.5, {a = true}]",
                             "width = 300\n", "glow = false", "size = 1.5"}) {
        CHECK(text.find(kept) != std::string::npos);
    }
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

    const auto recalled = recallScene("reef", editedText(edited, reef), paths);
    REQUIRE(recalled);
    CHECK(presetText(recalled->preset) == presetText(reef));
    CHECK(presetText(recalled->now) == presetText(edited));
    CHECK(recalled->now.name == "reef");
    CHECK_FALSE(recalled->remark.empty());
}

TEST_CASE("a remembered preset that is gone is a problem, but its edited scene survives", "[app][state]") {
    const ScratchFolder scratch;
    const UserPaths paths{.config = {}, .data = scratch.path(), .state = {}};
    const auto gone = recallScene("night", {}, paths);
    REQUIRE_FALSE(gone);
    CHECK(gone.problem().text.find("night") != std::string::npos);
    const auto kept = recallScene("night", presetText(presetNamed("reef")), paths);
    REQUIRE(kept);
    CHECK(kept->isPresetGone);
    CHECK(kept->remark.find("night") != std::string::npos);
    const auto unread = recallScene("reef", "[[", paths);
    REQUIRE(unread);
    CHECK_FALSE(unread->areEditsRead);
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
    {"the scene", [](ViewerState& state) { state.scene->origin = "zones"; },
     [](const ViewerState& state) { return state.scene->origin == "zones"; }},
    {"the camera", [](ViewerState& state) { state.scene->camera.azimuth = 1.0f; },
     [](const ViewerState& state) { return state.scene->camera.azimuth == 1.0f; }},
    {"the quality", [](ViewerState& state) { state.quality = Quality::low; },
     [](const ViewerState& state) { return state.quality == Quality::low; }},
    {"the switch for smaller pictures", [](ViewerState& state) { state.picture.shrinksWhenSlow = false; },
     [](const ViewerState& state) { return !state.picture.shrinksWhenSlow; }},
    {"the film's format",
     [](ViewerState& state) { setFilm(state, &CaptureSettings::kind, CaptureSettings::Kind::gif); },
     [](const ViewerState& state) { return filmOf(state).kind == CaptureSettings::Kind::gif; }},
    {"the film's length", [](ViewerState& state) { setFilm(state, &CaptureSettings::seconds, 77.0f); },
     [](const ViewerState& state) { return filmOf(state).seconds == 77.0f; }},
    {"an opened file", [](ViewerState& state) { state.noteOpened("/tmp/new.toml"); },
     [](const ViewerState& state) { return state.recent.front() == "/tmp/new.toml"; }},
    {"a file opened again", [](ViewerState& state) { state.noteOpened("/tmp/a.take"); },
     [](const ViewerState& state) {
         return std::ranges::find(state.recent, "/tmp/a.take") < std::ranges::find(state.recent, "reef");
     }},
    {"a plot", [](ViewerState& state) { state.panel.plots.push_back("milling"); },
     [](const ViewerState& state) { return !state.panel.plots.empty(); }},
    {"edits of a scene", [](ViewerState& state) { addUnsaved(state.unsaved, newUnsaved("vicsek", "new")); },
     [](const ViewerState& state) { return textsOf(state.unsaved).contains("new"); }},
    {"edits of another scene",
     [](ViewerState& state) { addUnsaved(state.unsaved, newUnsaved("zones", "other")); },
     [](const ViewerState& state) { return textsOf(state.unsaved).contains("other"); }},
    {"edits that were discarded", [](ViewerState& state) { state.unsaved.pop_back(); },
     [](const ViewerState& state) { return !textsOf(state.unsaved).contains(fullState().unsaved[1].text); }},
};

}  // namespace

TEST_CASE("of two viewers, each keeps its changes and leaves the other's", "[app][state]") {
    for (const StateChange& first : kStateChanges) {
        for (const StateChange& second : kStateChanges) {
            CAPTURE(first.name, second.name);
            const ScratchFolder scratch;
            const auto file = scratch.path() / "viewer.toml";
            writeAll(file, fullState());
            Background background;
            const auto read = loadState(file);
            REQUIRE(read);
            StateKeeper one(background, file, *read);
            StateKeeper other(background, file, *read);
            ViewerState state = *read;
            first.make(state);
            one.keep(state, 0.0);
            REQUIRE(one.finish());
            state = *read;
            second.make(state);
            other.keep(state, 0.0);
            REQUIRE(other.finish());
            const auto both = loadState(file);
            REQUIRE(both);
            // Of two opened files, the one opened last comes first.
            CHECK((first.isIn(*both) || std::string_view(first.name).find("file") != std::string_view::npos));
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
    // As a viewer does it: edits of an earlier run that change get a new file.
    const auto edit = [](ViewerState& state, const std::string& text) {
        std::erase_if(state.unsaved,
                      [&](const UnsavedScene& each) { return each.file == state.scene->edits; });
        state.scene->edits = {};
        if (!text.empty()) {
            addUnsaved(state.unsaved, newUnsaved(state.scene->origin, text));
            state.scene->edits = state.unsaved.front().file;
        }
    };
    const auto open = [](ViewerState& state, const std::string& origin) {
        state.scene->origin = origin;
        state.scene->edits = {};
    };
    const std::vector<std::pair<const char*, std::function<void(ViewerState&)>>> changes{
        {"", [](ViewerState&) {}},
        {"", [](ViewerState& state) { state.scene->camera.azimuth += 1.0f; }},
        {"E1", [&](ViewerState& state) { edit(state, "E1"); }},
        {"E2", [&](ViewerState& state) { edit(state, "E2"); }},
        {"", [&](ViewerState& state) { edit(state, ""); }},
        {"", [&](ViewerState& state) { open(state, "zones"); }},
        {"E3",
         [&](ViewerState& state) {
             open(state, "zones");
             edit(state, "E3");
         }},
        {"E4",
         [&](ViewerState& state) {
             edit(state, "E4");
             open(state, "zones");
         }},
    };
    for (const char* before : {"", "E0"}) {
        for (const auto& [one, changeOne] : changes) {
            for (const auto& [other, changeOther] : changes) {
                CAPTURE(before, one, other);
                const ScratchFolder scratch;
                const auto file = scratch.path() / "viewer.toml";
                ViewerState base;
                base.scene = RememberedScene{.origin = "reef", .edits = {}, .camera = {}};
                edit(base, before);
                writeAll(file, base);
                base = *loadState(file);
                ViewerState first = base;
                changeOne(first);
                REQUIRE(writeState(file, base, first));
                ViewerState second = base;
                changeOther(second);
                REQUIRE(writeState(file, base, second));
                // The first viewer goes on: it repeats nothing that it wrote, and loses nothing of the other.
                ViewerState later = first;
                later.scene->camera.distance += 1.0f;
                REQUIRE(writeState(file, first, later));
                const auto both = loadState(file);
                REQUIRE(both);
                std::set<std::string> kept = textsOf(both->unsaved);
                kept.erase(before);  // edited or reset
                std::set<std::string> wanted{one, other};
                wanted.erase("");
                CHECK(kept == wanted);
                // One of their scenes is shown next, or the preset.
                const auto shown = std::ranges::find(both->unsaved, both->scene->edits, &UnsavedScene::file);
                CHECK((shown == both->unsaved.end() || shown->origin == both->scene->origin ||
                       both->scene->origin == "zones"));
            }
        }
    }
}

TEST_CASE("unsaved edits that another viewer has changed are not removed", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "viewer.toml";
    writeAll(file, fullState());
    const auto base = loadState(file);
    REQUIRE(base);
    UnsavedScene changed = base->unsaved.front();
    changed.text = "changed";
    REQUIRE(writeUnsaved(unsavedFolder(file), changed));
    REQUIRE(writeState(file, *base, {}));
    CHECK(textsOf(loadState(file)->unsaved) == std::set<std::string>{"changed"});
}

TEST_CASE("without space for new edits, the earlier ones stay until there is", "[app][state]") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "viewer.toml";
    writeAll(file, fullState());
    ViewerState state = *loadState(file);
    Background background;
    StateKeeper keeper(background, file, state);
    const std::string before = readText(file);
    state.unsaved = {newUnsaved("reef", "new")};
    state.unsaved[0].file = "no such folder/new.toml";
    keeper.keep(state, 0.0);
    CHECK_FALSE(keeper.finish());
    CHECK(readText(file) == before);
    CHECK(loadState(file)->unsaved.size() == 2);
    std::filesystem::create_directories(unsavedFolder(file) / "no such folder");
    CHECK(keeper.finish());
    CHECK(std::filesystem::exists(unsavedFolder(file) / state.unsaved[0].file));
    CHECK(loadState(file)->unsaved.empty());
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
