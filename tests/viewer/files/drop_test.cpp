// Files dropped on a real window, as by a file manager.

#include <csignal>
#include <cstdlib>

#include <sys/stat.h>

#include <shoal/preset.hpp>

#include "capture/picture/png.hpp"
#include "program/small_reef.hpp"
#include "program/viewer_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

ProgramResult run(const fs::path& folder, std::vector<std::string> arguments) {
    const ProgramResult result =
        runShoal({.arguments = std::move(arguments), .folder = folder, .home = folder / ".home"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    return result;
}

/// Returns the simulation report for a file's scene.
Json reportOn(const fs::path& file) {
    return Json::parse(run(file.parent_path(), {"simulate", file.string(), "--json"}).out);
}

std::string hashOf(const Json& shown) {
    return shown.at("report").at("hash").get<std::string>();
}

/// Drops a file and waits until the viewer is paused in the state where its scene ends.
void dropScene(ViewerRun& viewer, const fs::path& file) {
    CAPTURE(file.string());
    const Json wanted = reportOn(file);
    viewer.drop(file);
    viewer.waitFor("the scene is back at that moment", [&](const Json& shown) {
        return shown.at("paused").get<bool>() && hashOf(shown) == wanted.at("hash").get<std::string>();
    });
    const Json report = viewer.probe().at("report");
    CHECK(report.at("steps") == wanted.at("steps"));
    CHECK(report.at("boids") == wanted.at("boids"));
}

}  // namespace

TEST_CASE("a picture, a film and a take dropped on the window restore their scene",
          "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path();
    // A typical user's file name, with spaces and a percent sign.
    const std::vector<std::string> pictured{
        "render", "reef",       "--boids", "70",    "--seed",   "5",  "--set", "alignment.weight=0.5",
        "-o",     "my 1 %.png", "--size",  "96x64", "--warmup", "0.8"};
    run(folder, pictured);
    run(folder, {"render", "my 1 %.png", "-o", "film.mkv", "--size", "96x64", "--seconds", "0.5"});
    ViewerRun viewer({"zones", "--boids", "40", "--threads", "1"}, "900x600");
    dropScene(viewer, folder / "my 1 %.png");
    CHECK(viewer.probe().at("report").at("steps") == 48);
    CHECK(viewer.probe().at("report").at("preset") == "reef");
    dropScene(viewer, folder / "film.mkv");

    // Keep the session as a take, show another scene, then drop the take: it comes back too.
    viewer.clickOn("timeline.live");
    viewer.waitFor("it goes on live", [](const Json& shown) {
        return !shown.at("paused").get<bool>() && shown.at("report").at("steps") > 60;
    });
    viewer.key("F10");
    const fs::path takes = viewer.home() / ".local/share/shoal/takes";
    viewer.waitFor("a take is kept",
                   [&](const Json&) { return fs::exists(takes) && !filesIn(takes).empty(); });
    dropScene(viewer, folder / "my 1 %.png");
    dropScene(viewer, takes / filesIn(takes).front());
}

TEST_CASE("a dropped file without a scene is refused in one line, and nothing is lost",
          "[app][window][capture]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "notes.txt") << "buy fish\n";
    std::ofstream(scratch.path() / "broken.mp4") << "no film";
    REQUIRE(writePng(scratch.path() / "plain.png", Image(4, 4)));
    fs::create_directory(scratch.path() / "empty");
    REQUIRE(::mkfifo((scratch.path() / "endless.take").c_str(), 0600) == 0);
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1"});
    viewer.key("space");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.settle();
    const Json before = viewer.probe();
    for (const char* name : {"notes.txt", "plain.png", "broken.mp4", "empty", "endless.take"}) {
        CAPTURE(name);
        viewer.drop(scratch.path() / name);
        std::string said;
        viewer.waitFor("it says so", [&](const Json& shown) {
            said = messageOf(shown);
            return said.find(name) != std::string::npos && !said.starts_with("Reading");
        });
        CHECK(std::ranges::count(said, '\n') == 0);
    }
    const Json after = viewer.probe();
    CHECK(hashOf(after) == hashOf(before));
    CHECK(after.at("values") == before.at("values"));
    CHECK(after.at("paused") == true);
}

TEST_CASE("of several files dropped together each is answered, and the last that opens stays",
          "[app][window][capture]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "notes.txt") << "buy fish\n";
    Scene scene = smallReef(31);
    REQUIRE(savePreset(scene, scratch.path() / "one.toml"));
    scene.species[0].count = 32;
    REQUIRE(savePreset(scene, scratch.path() / "two.toml"));
    ViewerRun viewer({"zones", "--boids", "40", "--threads", "1"}, "900x600");
    viewer.drop(std::vector{scratch.path() / "one.toml", scratch.path() / "two.toml"});
    viewer.waitFor("the second is shown", [](const Json& shown) {
        return shown.at("report").at("boids") == 32 && says(shown, "two.toml");
    });
    viewer.key("ctrl+z");
    viewer.waitFor("the first is back",
                   [](const Json& shown) { return shown.at("report").at("boids") == 31; });
    viewer.drop(std::vector{scratch.path() / "two.toml", scratch.path() / "notes.txt"});
    viewer.waitFor("the unreadable one is refused",
                   [](const Json& shown) { return says(shown, "notes.txt"); });
    CHECK(viewer.probe().at("report").at("boids") == 32);
}

TEST_CASE("an interrupted film restores its scene too", "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    const fs::path partial = scratch.path() / "x.partial.mkv";
    {
        RunningProgram program(shoalProgram(),
                               {.arguments = {"render", "reef", "--boids", "50", "-o", "x.mkv", "--size",
                                              "64x36", "--frames", "100000"},
                                .folder = scratch.path(),
                                .home = scratch.path() / ".home"});
        REQUIRE(waitUntil([&] { return fs::exists(partial) && fs::file_size(partial) > 20000; }, 60.0));
        program.signal(SIGKILL);
        program.wait();
    }
    ViewerRun viewer({"zones", "--boids", "40", "--threads", "1"});
    dropScene(viewer, partial);
    CHECK(viewer.probe().at("report").at("boids") == 50);
}

TEST_CASE("a film on an unresponsive disk does not block the window", "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    const fs::path programs = scratch.path() / "programs";
    fs::create_directory(programs);
    std::ofstream(scratch.path() / "far.mp4") << "anything";
    std::ofstream(programs / "ffprobe") << "#!/bin/sh\nexec sleep 3600\n";
    fs::permissions(programs / "ffprobe", fs::perms::owner_all);
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1"}, "640x600", {},
                     {{"PATH", programs.string() + ":" + std::getenv("PATH")}});
    viewer.drop(scratch.path() / "far.mp4");
    viewer.waitFor("it says that it reads", [](const Json& shown) {
        return messageOf(shown).starts_with("Reading") &&
               messageOf(shown).find("far.mp4") != std::string::npos;
    });
    viewer.settle();
    viewer.waitFor("it gives up in time", [](const Json& shown) {
        return messageOf(shown).find("made no progress for") != std::string::npos;
    });
}

TEST_CASE("a file that cannot be read in the end keeps the viewer neither from running nor from ending",
          "[app][window][drop]") {
    const ScratchFolder scratch;
    const fs::path reader = scratch.path() / "ffprobe";  // reads the films
    const fs::path started = scratch.path() / "started";
    std::ofstream(reader) << "#!/bin/sh\necho $$ >" << started.string() << "\nexec sleep 600\n";
    fs::permissions(reader, fs::perms::owner_all);
    const fs::path film = scratch.path() / "film.mkv";
    std::ofstream(film) << "\x1a\x45\xdf\xa3" << std::string(64, '\0');
    ViewerRun viewer(reefOf(60), "640x400", {},
                     {{"PATH", scratch.path().string() + ":" + std::getenv("PATH")}});
    viewer.drop(film);
    viewer.waitFor("it says that it reads", [](const Json& shown) { return says(shown, "Reading "); });
    viewer.settle();
    viewer.close();
    const ProgramResult result = viewer.end();
    CAPTURE(result.err);
    CHECK(result.status == 0);
    const pid_t pid = std::stoi(readText(started));
    CHECK(::kill(pid, SIGKILL) == 0);  // the viewer has not waited for it
}

}  // namespace shoal::test
