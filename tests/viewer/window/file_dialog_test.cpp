// Ctrl+O, with a script in place of the desktop's dialog.

#include <unistd.h>

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

/// A home with a script called `name` in its folder `bin`.
std::function<void(const fs::path&)> homeWith(const std::string& name, const std::string& script) {
    return [=](const fs::path& home) {
        fs::create_directories(home / "bin");
        std::ofstream(home / "bin" / name) << "#!/bin/sh\n" << script;
        fs::permissions(home / "bin" / name, fs::perms::owner_all);
    };
}

const std::map<std::string, std::string> kPath{{"PATH", "../home/bin:/usr/bin:/bin"}};

}  // namespace

TEST_CASE("Ctrl+O opens the file chosen in the desktop's dialog, whatever its name",
          "[app][window][files][slow]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "a 'strange' näme $HOME;\n.toml";
    Scene scene = *openPreset("boidwatching");
    scene.title = "Chosen";
    std::ofstream(file) << presetText(scene);
    std::ofstream(scratch.path() / "answer") << file.string() << "\n";
    const std::string script =
        "test \"$1\" = --file-selection && exec cat \"" + (scratch.path() / "answer").string() + "\"\n";
    ViewerRun viewer(reefOf(60), "900x600", homeWith("zenity", script), kPath);
    viewer.key("ctrl+o");
    viewer.waitFor("the preset is shown",
                   [](const Json& shown) { return shown.at("report").at("boids") == 25; });
    viewer.key("ctrl+z");
    viewer.waitFor("the scene from before is back",
                   [](const Json& shown) { return shown.at("report").at("boids") == 60; });
    viewer.key("g");
    viewer.clickOn("gallery.file");
    viewer.waitFor("it is shown again, without the gallery", [](const Json& shown) {
        return shown.at("report").at("boids") == 25 && !shown.at("items").contains("gallery.filter");
    });
}

TEST_CASE("a cancelled dialog changes nothing, and a failing one says why", "[app][window][files]") {
    {
        ViewerRun viewer(reefOf(60), "900x600", homeWith("zenity", "touch \"$HOME/shown\"; exit 1\n"), kPath);
        viewer.key("ctrl+o");
        viewer.waitFor("the dialog was shown",
                       [&](const Json&) { return fs::exists(viewer.home() / "shown"); });
        viewer.settle();
        CHECK(messageOf(viewer.probe()).empty());
        CHECK(viewer.probe().at("report").at("boids") == 60);
    }
    ViewerRun viewer(reefOf(60), "900x600", homeWith("zenity", "echo no display >&2; exit 5\n"), kPath);
    viewer.key("ctrl+o");
    viewer.waitFor("it says why", [](const Json& shown) {
        return messageOf(shown).find("no display") != std::string::npos;
    });
}

TEST_CASE("without a dialog one message says what to install", "[app][window][files]") {
    ViewerRun viewer(reefOf(60), "900x600", {}, {{"PATH", "/no/such/folder"}});
    viewer.key("ctrl+o");
    viewer.waitFor("it says so", [](const Json& shown) {
        return messageOf(shown).find("install zenity") != std::string::npos &&
               messageOf(shown).find("drop") != std::string::npos;
    });
}

TEST_CASE("an open dialog leaves the viewer running, and closes with it", "[app][window][files]") {
    pid_t dialog = 0;
    {
        ViewerRun viewer(reefOf(60), "900x600",
                         homeWith("zenity", "echo $$ >> \"$HOME/dialogs\"; exec sleep 3600\n"), kPath);
        const fs::path dialogs = viewer.home() / "dialogs";
        viewer.key("ctrl+o");
        viewer.waitFor("the dialog is shown",
                       [&](const Json&) { return fs::exists(dialogs) && fs::file_size(dialogs) > 0; });
        viewer.key("ctrl+o");  // it is shown already
        viewer.key("space");
        viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
        std::ifstream(dialogs) >> dialog;
        REQUIRE(dialog > 1);
        CHECK(::kill(dialog, 0) == 0);
        CHECK(std::to_string(dialog) + "\n" == readText(dialogs));
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    CHECK(waitUntil([&] { return ::kill(dialog, 0) != 0; }, 60.0));
}

}  // namespace shoal::test
