// The gallery of presets, in a real window with mouse and keys.

#include <algorithm>
#include <tuple>
#include <utility>

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"
#include "viewer/settings/viewer_state.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool isOpen(const Json& shown) {
    return shown.at("items").contains("gallery.filter");
}

bool hasCard(const Json& shown, const std::string& id) {
    return shown.at("items").contains("gallery." + id);
}

/// The presets' cards in the order in which one reads them.
std::vector<std::string> modelCards(const Json& shown) {
    std::vector<std::tuple<double, double, std::string>> places;
    for (const auto& [name, item] : shown.at("items").items()) {
        if (name.starts_with("gallery.model.")) {
            places.emplace_back(item.at("y").get<double>(), item.at("x").get<double>(), name);
        }
    }
    std::ranges::sort(places);
    std::vector<std::string> cards;
    for (const auto& place : places) {
        cards.push_back(std::get<std::string>(place));
    }
    return cards;
}

std::string presetOf(const Json& shown) {
    return shown.at("report").at("preset").get<std::string>();
}

void waitUntilOpen(ViewerRun& viewer, bool wanted = true) {
    viewer.waitFor(wanted ? "the gallery is open" : "the gallery is closed",
                   [&](const Json& shown) { return isOpen(shown) == wanted; });
}

}  // namespace

TEST_CASE("G opens the gallery, typed text finds a preset, Enter shows it, and undo goes back",
          "[app][window][gallery][slow]") {
    ViewerRun viewer(reefOf(60), "1000x640");
    viewer.key("g");
    waitUntilOpen(viewer);
    viewer.type("widogg");  // no title, author or rule
    viewer.waitFor("nothing is found", [](const Json& shown) { return hasCard(shown, "nothing"); });
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    for (int letter = 0; letter < 6; ++letter) {
        viewer.key("BackSpace");
    }
    viewer.type("boidwatching plane");
    viewer.waitFor("the preset is found", [](const Json& shown) {
        return hasCard(shown, "model.boidwatching-plane") && !hasCard(shown, "model.boidwatching");
    });
    viewer.key("Return");
    viewer.waitFor("it is shown", [](const Json& shown) {
        return presetOf(shown) == "boidwatching-plane" && !isOpen(shown);
    });
    viewer.settle();
    viewer.key("ctrl+z");
    viewer.waitFor("the scene from before is back", [](const Json& shown) {
        return presetOf(shown) == "reef" && shown.at("report").at("boids") == 60;
    });
}

TEST_CASE("the gallery takes keys that all come within one frame", "[app][window][gallery][input][slow]") {
    ViewerRun viewer(reefOf(60), "1000x640");
    viewer.inOneFrame([&] {
        viewer.key("g");
        viewer.type("vicsek gro");
        viewer.key("Return");
    });
    viewer.waitFor("the preset is shown",
                   [](const Json& shown) { return presetOf(shown) == "vicsek-groups" && !isOpen(shown); });
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    viewer.settle();
    viewer.inOneFrame([&] {
        viewer.key("g");
        viewer.key("Down");  // to the first card: the one opened lately
        viewer.key("Return");
    });
    viewer.waitFor("the reef is back", [](const Json& shown) { return presetOf(shown) == "reef"; });
}

TEST_CASE("a click on a card shows its preset, and the gallery leaves the picture's keys alone when closed",
          "[app][window][gallery][slow]") {
    ViewerRun viewer(reefOf(60), "1000x640");
    viewer.clickOn("button.gallery");
    waitUntilOpen(viewer);
    viewer.key("Escape");
    waitUntilOpen(viewer, false);
    viewer.settle();
    viewer.key("space");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.key("space");
    viewer.clickOn("button.gallery");
    viewer.clickOn("gallery.model.bait-ball");
    viewer.waitFor("the preset is shown",
                   [](const Json& shown) { return presetOf(shown) == "bait-ball" && !isOpen(shown); });
}

TEST_CASE("a click on a preset's source shows it, and its address opens in the browser",
          "[app][window][source][slow]") {
    const auto putOpener = [](const fs::path& home) {
        const fs::path opener = home / "xdg-open";
        std::ofstream(opener)
            << "#!/bin/sh\nprintf %s \"$1\" > \"$HOME/opening\" && mv \"$HOME/opening\" \"$HOME/opened\"\n";
        fs::permissions(opener, fs::perms::owner_all);
    };
    ViewerRun viewer({"boidwatching"}, "1000x640", putOpener, {{"PATH", ".:../home:/usr/bin:/bin"}});
    viewer.clickOn("button.source");
    viewer.clickOn("button.address");
    const fs::path opened = viewer.home() / "opened";
    REQUIRE(waitUntil([&] { return fs::exists(opened); }, 60.0));
    std::string address;
    std::getline(std::ifstream(opened), address);
    CHECK(address == "http://www.ggulati.com/articles/2011/boidwatching.html");
}

TEST_CASE("own presets and recent files are in the gallery, and the panel stays usable beside it",
          "[app][window][gallery][slow]") {
    const auto prepare = [](const fs::path& home) {
        fs::create_directories(home / ".local/share/shoal/presets");
        Scene scene = *openPreset("boidwatching");
        scene.title = "My own birds";
        std::ofstream(home / ".local/share/shoal/presets/birds.toml") << presetText(scene);
        std::ofstream(home / ".local/share/shoal/presets/broken.toml") << "title = 3";
    };
    ViewerRun viewer(reefOf(60), "1000x640", prepare);
    viewer.key("g");
    viewer.placeOf("gallery.own.birds");
    CHECK(hasCard(viewer.probe(), "own.broken"));
    const std::string weight = "species.sardine.alignment.weight";
    viewer.drag(viewer.placeOf(weight, 0.6), viewer.placeOf(weight, 0.2));
    CHECK(viewer.probe().at("values").at(weight).get<double>() < 2.0);
    CHECK(isOpen(viewer.probe()));
    viewer.clickOn("gallery.own.birds");
    viewer.waitFor("the own preset is shown", [](const Json& shown) { return presetOf(shown) == "birds"; });
    viewer.key("g");
    viewer.clickOn("gallery.recent.0");
    viewer.waitFor("the recent one is back", [](const Json& shown) { return presetOf(shown) == "reef"; });
}

TEST_CASE("a kind above the card opens its first preset in motion, and all of them when it is shown",
          "[app][window][gallery]") {
    ViewerRun viewer(reefOf(60), "1000x640");
    viewer.key("space");
    viewer.waitFor("it is paused", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.clickOn("kind.Birds");
    viewer.waitFor("a murmuration moves", [](const Json& shown) {
        return presetOf(shown) == "starlings" && !shown.at("paused").get<bool>();
    });
    viewer.clickOn("kind.Birds");
    viewer.waitFor("the gallery shows birds",
                   [](const Json& shown) { return isOpen(shown) && hasCard(shown, "model.leader"); });
    CHECK_FALSE(hasCard(viewer.probe(), "model.zones"));
    viewer.clickOn("gallery.kind.All");
    viewer.waitFor("it shows all", [](const Json& shown) { return hasCard(shown, "model.zones"); });
}

TEST_CASE("in a small window the gallery has two columns, and arrow keys scroll to the chosen card",
          "[app][window][gallery][slow]") {
    ViewerRun viewer(reefOf(60), "640x400");
    viewer.key("g");
    viewer.placeOf("gallery.model.reef");
    const std::vector<std::string> cards = modelCards(viewer.probe());
    const auto first = viewer.placeOf(cards[0]);
    const auto second = viewer.placeOf(cards[1]);
    CHECK(first.y == second.y);
    CHECK(first.x >= 320.0);
    CHECK(second.x < 640.0);
    CHECK_FALSE(viewer.probe().at("items").at(cards.back()).at("visible").get<bool>());
    viewer.key("Down");
    viewer.settle();
    for (int row = 0; row < 25; ++row) {
        viewer.key("Down");
        viewer.settle();
    }
    viewer.waitFor("the last card is in view", [&](const Json& shown) {
        return shown.at("items").at(cards.back()).at("visible").get<bool>();
    });
    const Json shown = viewer.probe();
    for (const auto& [name, item] : shown.at("items").items()) {
        if (name.starts_with("gallery.") && item.at("visible").get<bool>()) {
            CAPTURE(name);
            CHECK(item.at("x").get<double>() + item.at("width").get<double>() <= 640.0);
        }
    }
}

TEST_CASE("Esc closes the help first and the gallery below it second, whichever opened first",
          "[app][window][gallery][input][slow]") {
    ViewerRun viewer(reefOf(60), "1000x640");
    for (const auto& [first, second] : {std::pair{"F1", "g"}, std::pair{"g", "F1"}}) {
        CAPTURE(first);
        viewer.key(first);
        viewer.settle();
        viewer.key(second);
        viewer.waitFor("both are open",
                       [](const Json& shown) { return isOpen(shown) && shown.at("help").get<bool>(); });
        viewer.key("Escape");
        viewer.waitFor("only the gallery is open",
                       [](const Json& shown) { return isOpen(shown) && !shown.at("help").get<bool>(); });
        viewer.settle();
        viewer.key("Escape");
        waitUntilOpen(viewer, false);
        viewer.settle();
    }
}

TEST_CASE("commands that no text field uses work while the gallery's filter has the keyboard",
          "[app][window][gallery][input]") {
    const auto putDialog = [](const fs::path& home) {
        const fs::path dialog = home / "zenity";
        std::ofstream(dialog) << "#!/bin/sh\ntouch \"$HOME/shown\"; exit 1\n";
        fs::permissions(dialog, fs::perms::owner_all);
    };
    ViewerRun viewer(reefOf(60), "1000x640", putDialog, {{"PATH", "../home:/usr/bin:/bin"}});
    viewer.key("g");
    waitUntilOpen(viewer);
    viewer.settle();
    viewer.key("ctrl+o");
    viewer.waitFor("the dialog was shown", [&](const Json&) { return fs::exists(viewer.home() / "shown"); });
    viewer.type("reef");
    viewer.waitFor("the text filters", [](const Json& shown) { return !hasCard(shown, "model.vicsek"); });
    viewer.settle();
    viewer.key("ctrl+z");  // of the field
    viewer.settle();
    CHECK(isOpen(viewer.probe()));
    CHECK(presetOf(viewer.probe()) == "reef");
    viewer.key("ctrl+q");
    CHECK(viewer.end().status == 0);
}

TEST_CASE("in a window too narrow for both, the gallery lies over the panel", "[app][window][gallery]") {
    std::vector<std::string> large = reefOf(60);
    large.insert(large.end(), {"--ui-scale", "2"});
    ViewerRun viewer(large, "640x400");
    viewer.key("g");
    waitUntilOpen(viewer);
    viewer.clickOn("gallery.filter");
    viewer.type("boidwatching");
    viewer.waitFor("the text filters", [](const Json& shown) {
        return hasCard(shown, "model.boidwatching") && !hasCard(shown, "model.vicsek");
    });
    const Json shown = viewer.probe();
    for (const char* name : {"gallery.filter", "gallery.model.boidwatching"}) {
        CAPTURE(name);
        const Json& item = shown.at("items").at(name);
        CHECK(item.at("visible").get<bool>());
        CHECK(item.at("x").get<double>() >= 0.0);
        CHECK(item.at("x").get<double>() + item.at("width").get<double>() <= 640.0);
    }
    viewer.clickOn("gallery.model.boidwatching");
    viewer.waitFor("the preset is shown",
                   [](const Json& now) { return presetOf(now) == "boidwatching" && !isOpen(now); });
}

TEST_CASE("the gallery lies over the compare bar", "[app][window][gallery]") {
    ViewerRun viewer(reefOf(60), "900x600");
    const auto isSplit = [](const Json& shown) { return shown.at("split").is_object(); };
    viewer.key("x");
    viewer.waitFor("it is split", isSplit);
    viewer.key("g");
    waitUntilOpen(viewer);
    viewer.clickOn("gallery.close");
    waitUntilOpen(viewer, false);
    CHECK(isSplit(viewer.probe()));
    viewer.clickOn("compare.keep_b");
    viewer.waitFor("the bar is there again", [&](const Json& shown) { return !isSplit(shown); });
}

TEST_CASE("a dropped file closes the gallery once it is shown; an unreadable one does not",
          "[app][window][gallery]") {
    const ScratchFolder scratch;
    const fs::path broken = scratch.path() / "broken.toml";
    std::ofstream(broken) << "[[";
    const fs::path good = scratch.path() / "good.toml";
    std::ofstream(good) << presetText(*openPreset("boidwatching"));
    ViewerRun viewer(reefOf(60), "1000x640");
    viewer.key("g");
    waitUntilOpen(viewer);
    viewer.drop(broken);
    viewer.waitFor("it says why",
                   [](const Json& shown) { return !shown.at("message").get<std::string>().empty(); });
    CHECK(isOpen(viewer.probe()));
    viewer.drop(good);
    viewer.waitFor("it is shown, without the gallery",
                   [](const Json& shown) { return shown.at("report").at("boids") == 25 && !isOpen(shown); });
}

}  // namespace shoal::test
