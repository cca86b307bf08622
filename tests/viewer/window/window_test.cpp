// A real window on its own X server, controlled by mouse and keyboard.

#include <csignal>

#include <shoal/preset.hpp>

#include "png_file.hpp"
#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

double azimuthOf(const Json& shown) {
    return shown.at("camera").at("azimuth").get<double>();
}

std::uint64_t stepsOf(const Json& shown) {
    return shown.at("report").at("steps").get<std::uint64_t>();
}

}  // namespace

TEST_CASE("a dragged slider changes the rule's weight and with it the flock", "[app][window][slow]") {
    ViewerRun viewer(reefOf(150));
    viewer.waitFor("its order is measured",
                   [](const Json& shown) { return shown.at("measures").contains("polarisation"); });
    const double before = viewer.probe().at("measures").at("polarisation").get<double>();
    CHECK(before > 0.5);
    // Drags the weight to zero: without alignment the school loses its common heading.
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
    CHECK(valueOf(viewer, kWeight) == 0.0);
    viewer.waitFor("the school loses its order", [&](const Json& shown) {
        return shown.at("measures").at("polarisation").get<double>() < before - 0.2;
    });
    // The mark beside it restores the value.
    viewer.clickOn(kWeight + ".reset");
    viewer.waitFor("the weight is back",
                   [](const Json& shown) { return shown.at("values").at(kWeight).get<double>() == 3.0; });
    CHECK_FALSE(viewer.probe().at("camera").at("touched").get<bool>());
}

TEST_CASE("every preset runs in the window while a card steps it", "[app][window][slow]") {
    ViewerRun viewer({"reef", "--compute", "card", "--max-fps", "30"}, "320x240");
    std::string shown = "reef";
    for (std::size_t visited = 0; visited < builtinPresets().size(); ++visited) {
        CAPTURE(shown);
        const std::uint64_t before = stepsOf(viewer.probe());
        viewer.waitFor("it moves", [&](const Json& now) { return stepsOf(now) > before + 2; });
        CHECK_FALSE(says(viewer.probe(), "The processor steps"));
        viewer.key("bracketright");
        viewer.waitFor("the next is shown",
                       [&](const Json& now) { return now.at("report").at("preset") != shown; });
        shown = viewer.probe().at("report").at("preset").get<std::string>();
    }
    // Back to an earlier moment, once there is one, and another way from there.
    viewer.waitFor("a second has passed", [](const Json& now) { return stepsOf(now) > 60; });
    viewer.key("h");
    viewer.waitFor("it is rewound", [](const Json& now) { return now.at("rewound").get<bool>(); });
    viewer.key("h");
    viewer.waitFor("it is live again", [](const Json& now) { return !now.at("rewound").get<bool>(); });
    CHECK_FALSE(says(viewer.probe(), "not as recorded"));
    viewer.close();
    CHECK(viewer.end().status == 0);
}

TEST_CASE("where the graphics driver is too old, software draws the window", "[app][window]") {
    // Mesa's older software renderer offers 3.3.
    ViewerRun viewer(reefOf(30), "320x240", {}, {{"GALLIUM_DRIVER", "softpipe"}});
    viewer.settle();
    CHECK_THAT(viewer.program().errSoFar() + viewer.program().outSoFar(),
               contains("softpipe, OpenGL 3.3") && contains("drawing in software"));
    viewer.close();
    CHECK(viewer.end().status == 0);
}

TEST_CASE("the help opens the manual in the desktop's own program", "[app][window]") {
    const auto putOpener = [](const std::filesystem::path& home) {
        const std::filesystem::path opener = home / "xdg-open";
        std::ofstream(opener)
            << "#!/bin/sh\nprintf %s \"$1\" > \"$HOME/opening\" && mv \"$HOME/opening\" \"$HOME/opened\"\n";
        std::filesystem::permissions(opener, std::filesystem::perms::owner_all);
    };
    ViewerRun viewer(reefOf(150), "640x600", putOpener, {{"PATH", ".:../home:/usr/bin:/bin"}});
    viewer.key("F1");
    viewer.waitFor("help is shown", [](const Json& shown) { return shown.at("help").get<bool>(); });
    viewer.settle();  // the help is laid out over two frames
    viewer.clickOn("help.manual");
    const std::filesystem::path opened = viewer.home() / "opened";
    REQUIRE(waitUntil([&] { return std::filesystem::exists(opened); }, 60.0));
    std::string page;
    std::getline(std::ifstream(opened), page);
    CHECK_THAT(page, endsWith("/manual/index.html"));
    viewer.waitFor("help is gone", [](const Json& shown) { return !shown.at("help").get<bool>(); });
}

TEST_CASE("every key does what the help says", "[app][window][slow]") {
    ViewerRun viewer(reefOf(150));
    viewer.key("space");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.settle();
    const std::uint64_t paused = stepsOf(viewer.probe());
    viewer.settle();
    CHECK(stepsOf(viewer.probe()) == paused);
    viewer.key("period");
    viewer.waitFor("one step is made", [&](const Json& shown) { return stepsOf(shown) == paused + 1; });
    viewer.key("r");
    viewer.waitFor("it starts again", [](const Json& shown) { return stepsOf(shown) == 0; });
    viewer.key("space");
    viewer.waitFor("it goes on", [](const Json& shown) { return stepsOf(shown) > 0; });

    for (const char* name : {"F1", "question"}) {
        viewer.key(name);
        viewer.waitFor("help is shown", [](const Json& shown) { return shown.at("help").get<bool>(); });
        viewer.key("Escape");
        viewer.waitFor("help is gone", [](const Json& shown) { return !shown.at("help").get<bool>(); });
    }
    viewer.key("ctrl+b");
    viewer.waitFor("the panel is hidden", [](const Json& shown) { return !shown.at("panel").get<bool>(); });
    viewer.key("ctrl+b");
    viewer.waitFor("the panel is back", [](const Json& shown) { return shown.at("panel").get<bool>(); });

    CHECK_FALSE(viewer.probe().at("camera").at("touched").get<bool>());
    for (const char* name : {"Home", "f"}) {
        viewer.key(name);
        viewer.waitFor("the camera frames the flock",
                       [](const Json& shown) { return shown.at("camera").at("touched").get<bool>(); });
    }

    viewer.key("F12");
    viewer.waitFor("a picture is saved", [](const Json& shown) {
        return shown.at("message").get<std::string>().starts_with("Saved ");
    });
    const std::string saved = viewer.probe().at("message").get<std::string>().substr(6);
    CHECK(std::filesystem::exists(saved));
    CHECK_THAT(saved, startsWith((viewer.home() / "Pictures").string()));

    viewer.key("F11");
    viewer.waitFor("it fills the screen",
                   [](const Json& shown) { return shown.at("window").at("width") == 1280; });
    // The window manager takes a moment. A second request during that time may leave the window full-screen.
    viewer.settle();
    viewer.settle();
    viewer.key("F11");
    viewer.waitFor("it is a window again",
                   [](const Json& shown) { return shown.at("window").at("width") == 640; });

    viewer.key("ctrl+q");
    const ProgramResult result = viewer.end();
    CAPTURE(result.out, result.err);
    CHECK(result.status == 0);
    CHECK(result.out.empty());
    CHECK(result.err.empty());
    CHECK(filesIn(viewer.workingFolder()).empty());
}

TEST_CASE("the option max-fps slows the picture, not the flock", "[app][window]") {
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1", "--max-fps", "4"});
    const Json first = viewer.probe();
    viewer.waitFor("some frames", [&](const Json& shown) {
        return shown.at("frame").get<std::uint64_t>() >= first.at("frame").get<std::uint64_t>() + 8;
    });
    const Json later = viewer.probe();
    const auto frames =
        static_cast<double>(later.at("frame").get<std::uint64_t>() - first.at("frame").get<std::uint64_t>());
    const auto steps = static_cast<double>(stepsOf(later) - stepsOf(first));
    // At 60 steps a second; without the option, software draws more than ten frames a second here.
    CHECK(steps / frames > 10.0);
}

TEST_CASE("W A S D, Q and E fly", "[app][window]") {
    ViewerRun viewer(reefOf(150));
    viewer.key("Home");
    viewer.settle();
    for (const char* name : {"w", "a", "s", "d", "q", "e"}) {
        const Json before = viewer.probe().at("camera").at("target");
        viewer.xdotool({"keydown", name});
        viewer.settle();
        viewer.xdotool({"keyup", name});
        viewer.waitFor(std::string(name) + " moves the camera", [&](const Json& shown) {
            double moved = 0.0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                moved += std::abs(shown.at("camera").at("target")[axis].get<double>() -
                                  before[axis].get<double>());
            }
            return moved > 0.05;
        });
    }
}

TEST_CASE("the mouse turns, moves and zooms in the picture but never over the panel", "[app][window][slow]") {
    ViewerRun viewer(reefOf(150));
    // Drags over the panel, on no control, then from a slider into the picture.
    viewer.drag({200, 57}, {500, 200});
    viewer.drag(viewer.placeOf(kWeight, 0.5), {560, 300});
    viewer.moveTo(150, 300);
    viewer.xdotool({"click", "4"});
    viewer.xdotool({"click", "5"});
    viewer.settle();
    CHECK_FALSE(viewer.probe().at("camera").at("touched").get<bool>());
    CHECK(valueOf(viewer, kWeight) > 5.0);

    const Json start = viewer.probe();
    viewer.drag({450, 300}, {550, 340});
    const Json turned = viewer.probe();
    CHECK(turned.at("camera").at("touched").get<bool>());
    CHECK(std::abs(azimuthOf(turned) - azimuthOf(start)) > 0.2);
    CHECK(turned.at("camera").at("elevation") != start.at("camera").at("elevation"));
    CHECK(turned.at("camera").at("distance") == start.at("camera").at("distance"));

    // A drag from the picture over the panel keeps turning the camera and moves no slider.
    const double weight = valueOf(viewer, kWeight);
    viewer.drag({450, 300}, viewer.placeOf(kWeight, 0.2));
    CHECK(azimuthOf(viewer.probe()) != azimuthOf(turned));
    CHECK(valueOf(viewer, kWeight) == weight);

    const double distance = viewer.probe().at("camera").at("distance").get<double>();
    viewer.moveTo(500, 300);
    viewer.xdotool({"click", "4"});
    viewer.settle();
    CHECK(viewer.probe().at("camera").at("distance").get<double>() < distance);

    const Json target = viewer.probe().at("camera").at("target");
    viewer.drag({500, 300}, {560, 330}, 2);
    CHECK(viewer.probe().at("camera").at("target") != target);
}

TEST_CASE("a click on a fish follows it and Escape releases it", "[app][window][slow]") {
    // Large fish, which are easy to click.
    ViewerRun viewer({"reef", "--boids", "40", "--threads", "1", "--set", "body_length=3"});
    viewer.key("space");
    viewer.key("Home");
    viewer.settle();
    bool isFollowing = false;
    // Searches the school for a place with a fish under the mouse.
    for (double x = 400; x <= 600 && !isFollowing; x += 40) {
        for (double y = 200; y <= 400 && !isFollowing; y += 50) {
            viewer.click(x, y);
            viewer.settle();
            isFollowing = viewer.probe().at("following").get<bool>();
        }
    }
    REQUIRE(isFollowing);
    CHECK(viewer.probe().at("items").contains("button.let_go"));
    const Json boid = viewer.probe().at("boid");
    viewer.key("c");
    viewer.waitFor("the camera looks through its eyes", [&](const Json& shown) {
        return shown.at("camera").at("through_eyes").get<bool>() && shown.at("boid") == boid;
    });
    viewer.key("v");
    viewer.waitFor("it is seen from outside again", [&](const Json& shown) {
        return !shown.at("camera").at("through_eyes").get<bool>() && shown.at("boid") == boid;
    });
    viewer.key("l");
    viewer.waitFor("it leads", [](const Json& shown) {
        return shown.at("values").at("species.sardine.follow_leader.enabled").get<bool>() &&
               shown.at("message").get<std::string>().find("\"Follow leader\" is now on") !=
                   std::string::npos;
    });
    // Esc does one thing at a time: it closes the field first, then releases the fish.
    viewer.clickOn("button.save_as");
    viewer.waitFor("a name is asked for",
                   [](const Json& shown) { return shown.at("items").contains("field.save_name"); });
    viewer.key("Escape");
    viewer.waitFor("the field is gone",
                   [](const Json& shown) { return !shown.at("items").contains("field.save_name"); });
    viewer.settle();
    CHECK(viewer.probe().at("following").get<bool>());
    viewer.key("Escape");
    viewer.waitFor("it is released", [](const Json& shown) { return !shown.at("following").get<bool>(); });
}

TEST_CASE("Ctrl + click puts a point into the water, the mouse drags it and the panel removes it",
          "[app][window][slow]") {
    ViewerRun viewer({"reef", "--boids", "150", "--threads", "1", "--set", "camera.orbit=0"}, "640x900");
    viewer.key("space");  // otherwise the camera drifts with the school, and the point moves in the picture
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.waitForRest();
    const auto isThere = [](const Json& shown) { return shown.at("values").contains("attractor.lure-1.x"); };
    viewer.xdotool({"keydown", "ctrl"});
    viewer.click(420, 400);
    viewer.xdotool({"keyup", "ctrl"});
    viewer.waitFor("a point is there", isThere);
    CHECK(valueOf(viewer, "attractor.lure-1.pull") > 0.0);
    CHECK(viewer.probe().at("values").at("species.sardine.heed_attractors.enabled").get<bool>());
    const double before = valueOf(viewer, "attractor.lure-1.y");
    viewer.drag({420, 400}, {420, 500});
    viewer.waitFor("it has gone down with the mouse", [&](const Json& shown) {
        return shown.at("values").at("attractor.lure-1.y").get<double>() < before - 0.2;
    });
    CHECK_FALSE(viewer.probe().at("camera").at("touched").get<bool>());
    viewer.clickOn("attractor.lure-1.present");  // a point just placed is selected
    viewer.waitFor("it is gone", [&](const Json& shown) { return !isThere(shown); });
}

TEST_CASE("text typed into a field triggers no command, and names the saved preset", "[app][window]") {
    ViewerRun viewer(reefOf(150));
    viewer.clickOn("button.save_as");
    // A refused name leaves the field open for correction.
    viewer.type("reef");
    viewer.key("Return");
    viewer.waitFor("it is refused", [](const Json& now) {
        return now.at("message").get<std::string>().find("built in") != std::string::npos;
    });
    viewer.settle();
    CHECK(viewer.probe().at("items").contains("field.save_name"));
    viewer.type("r.f space");
    viewer.settle();
    const Json shown = viewer.probe();
    CHECK_FALSE(shown.at("paused").get<bool>());
    CHECK(stepsOf(shown) > 0);
    CHECK_FALSE(shown.at("camera").at("touched").get<bool>());
    viewer.drag(viewer.placeOf(kWeight, 0.5), viewer.placeOf(kWeight, 0.8));
    viewer.waitFor("the weight is marked as changed",
                   [](const Json& now) { return now.at("items").contains(kWeight + ".reset"); });
    viewer.clickOn("button.save");
    viewer.waitFor("it is already saved", [](const Json& now) {
        return now.at("message").get<std::string>().starts_with("Saved ");
    });
    const auto saved = loadPreset(viewer.home() / ".local/share/shoal/presets/r-f-space.toml");
    REQUIRE(saved);
    CHECK(saved->title == "r.f space");
    CHECK(saved->watch == "An edited copy of \"Turning as one\".");
    const auto picture = readPng(viewer.home() / ".local/share/shoal/presets/pictures/r-f-space.png");
    REQUIRE(picture);
    CHECK(picture->width == 288);
    // The saved preset is now the current one.
    viewer.waitFor("nothing counts as changed",
                   [](const Json& now) { return !now.at("items").contains(kWeight + ".reset"); });
    // Its copy carries the new title, and leaving it leaves no edits behind.
    viewer.key("ctrl+c");
    viewer.key("ctrl+v");
    viewer.waitFor("the copy is the saved preset", [](const Json& now) {
        return messageOf(now).starts_with("Pasted") && now.at("report").at("preset") == "r-f-space";
    });
    viewer.key("bracketleft");
    viewer.waitFor("another preset",
                   [](const Json& now) { return now.at("report").at("preset") != "r-f-space"; });
    CHECK_FALSE(says(viewer.probe(), "unsaved changes"));
    CHECK(filesIn(viewer.workingFolder()).empty());
}

TEST_CASE("the window survives one pixel, minimising and restoring, and closes", "[app][window]") {
    ViewerRun viewer(reefOf(150));
    viewer.xdotool({"windowsize", viewer.window(), "1", "1"});
    viewer.waitFor("it has shrunk", [](const Json& shown) { return shown.at("window").at("width") < 200; });
    viewer.settle();
    viewer.xdotool({"windowsize", viewer.window(), "640", "600"});
    viewer.waitFor("it has its size again",
                   [](const Json& shown) { return shown.at("window").at("width") == 640; });
    viewer.settle();

    viewer.xdotool({"windowminimize", viewer.window()});
    const std::uint64_t minimised = stepsOf(viewer.probe());
    viewer.waitFor("the flock goes on unseen",
                   [&](const Json& shown) { return stepsOf(shown) > minimised + 20; });
    viewer.xdotool({"windowmap", "--sync", viewer.window()});
    viewer.settle();

    // Alt+F4 makes the window manager ask the window to close.
    viewer.close();
    const ProgramResult result = viewer.end();
    CAPTURE(result.err);
    CHECK(result.status == 0);
}

TEST_CASE("a frame waits for no reply from the X server, except the driver", "[app][window]") {
    // Mesa's software driver asks for the window's size and waits for the pixels to arrive.
    constexpr int kOfDriver = 2;
    const ScratchFolder watch;
    ViewerRun viewer(reefOf(60), "640x480", {},
                     {{"LD_PRELOAD", SHOAL_GL_WATCH}, {"SHOAL_WATCH", watch.path().string()}});
    viewer.moveTo(500.0, 200.0);
    viewer.settle();
    // Once the window has been placed, which the viewer asks about.
    const auto isSilent = [&] {
        const Json before = askWatch(watch.path());
        viewer.settle();
        const Json after = askWatch(watch.path());
        const int frames = after.at("frames").get<int>() - before.at("frames").get<int>();
        return frames > 0 &&
               after.at("replies").get<int>() - before.at("replies").get<int>() <= kOfDriver * frames;
    };
    CHECK(waitUntil(isSilent, 30.0));
}

TEST_CASE("a frame does not wait for the disk of the probe", "[app][window]") {
    const ScratchFolder watch;
    ViewerRun viewer(reefOf(60), "320x240", {},
                     {{"LD_PRELOAD", std::string(SHOAL_GL_WATCH) + ":" + SHOAL_FAULT_PRELOAD},
                      {"SHOAL_WATCH", watch.path().string()}});
    std::ofstream(viewer.stall()) << "";
    REQUIRE(waitUntil([&] { return std::filesystem::exists(viewer.stalled()); }, 30.0));
    const Json before = askWatch(watch.path());
    CHECK(waitUntil(
        [&] { return askWatch(watch.path()).at("frames").get<long>() > before.at("frames").get<long>() + 5; },
        30.0));
    std::filesystem::remove(viewer.stall());
    viewer.settle();
}

TEST_CASE("a paused picture is drawn in full and stays, and a running one is smaller while it is slow",
          "[app][window]") {
    std::vector<std::string> arguments = reefOf(600);
    arguments.insert(arguments.end(), {"--quality", "normal"});
    ViewerRun viewer(arguments, "640x480");
    const auto isSmall = [](const Json& shown) { return shown.at("scale") < 1.0; };
    const auto isFull = [](const Json& shown) { return shown.at("scale") == 1.0; };
    viewer.waitFor("it is drawn smaller", isSmall);
    viewer.key("space");
    viewer.waitFor("it is drawn in full", isFull);
    viewer.settle();
    CHECK(isFull(viewer.probe()));
    viewer.key("space");
    viewer.waitFor("it is drawn smaller again", isSmall);
}

TEST_CASE("in software, a picture needs no shaders besides those of the window", "[app][window]") {
    const ScratchFolder watch;
    // A smaller picture has shaders of its own.
    const auto atFullSize = [](const std::filesystem::path& home) {
        const std::filesystem::path folder = home / ".local" / "state" / "shoal";
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "viewer.toml") << "version = 1\nsmaller_when_slow = false\n";
    };
    ViewerRun viewer(reefOf(60), "320x240", atFullSize,
                     {{"LD_PRELOAD", SHOAL_GL_WATCH}, {"SHOAL_WATCH", watch.path().string()}});
    viewer.waitFor("the picture has its full size",
                   [](const Json& shown) { return shown.at("scale") == 1.0; });
    viewer.settle();
    const Json before = askWatch(watch.path()).at("programs");
    viewer.key("F12");
    viewer.waitFor("a picture is saved",
                   [](const Json& shown) { return messageOf(shown).starts_with("Saved "); });
    CHECK(askWatch(watch.path()).at("programs") == before);
}

TEST_CASE("a window that another program destroys ends the viewer in order, with its take saved",
          "[app][window]") {
    for (const char* command : {"windowclose", "windowkill"}) {  // XDestroyWindow; XKillClient, as xkill
        CAPTURE(command);
        ViewerRun viewer(reefOf(60));
        viewer.key("F9");
        viewer.waitFor("a take is recorded",
                       [](const Json& shown) { return says(shown, "ecord") && stepsOf(shown) > 30; });
        viewer.settle();
        viewer.xdotool({command, viewer.window()});
        const ProgramResult result = viewer.end();
        CAPTURE(result.err);
        CHECK(result.status == 1);
        CHECK(std::ranges::count(result.err, '\n') >= 1);
        CHECK_THAT(result.err, !contains("X Error"));
        const auto takes = filesIn(viewer.home() / ".local/share/shoal/takes");
        REQUIRE(takes.size() == 1);
        CHECK_THAT(takes[0], endsWith(".take"));
        CHECK(takes[0].find("partial") == std::string::npos);
    }
}

TEST_CASE("a signal closes the viewer with the signal's status", "[app][window]") {
    for (const auto& [number, status] :
         {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}}) {
        ViewerRun viewer(reefOf(150));
        viewer.program().signal(number);
        CHECK(viewer.end().status == status);
    }
}

TEST_CASE("H goes back in time, and a slider changed there sends the flock another way",
          "[app][window][slow]") {
    ViewerRun viewer(reefOf(80));
    constexpr const char* kCohesion = "species.sardine.cohesion.weight";
    const double atFirst = valueOf(viewer, kCohesion);
    viewer.waitFor("some seconds of play", [](const Json& shown) { return stepsOf(shown) > 400; });
    viewer.drag(viewer.placeOf(kCohesion, 0.6), viewer.placeOf(kCohesion, 0.9));
    const double changed = valueOf(viewer, kCohesion);
    REQUIRE(changed != atFirst);
    viewer.key("h");
    viewer.waitFor("the time bar", [](const Json& shown) {
        return shown.at("rewound").get<bool>() && shown.at("items").contains("timeline.track");
    });
    const Json rewound = viewer.probe();
    CHECK(rewound.at("paused").get<bool>());
    const std::uint64_t end = stepsOf(rewound);
    const auto [x, y] = viewer.placeOf("timeline.track", 0.3);
    viewer.click(x, y);
    viewer.waitFor("an earlier moment", [&](const Json& shown) { return stepsOf(shown) < end / 2; });

    SECTION("back to live") {
        viewer.key("h");
        viewer.waitFor("the live flock", [&](const Json& shown) {
            return !shown.at("rewound").get<bool>() && !shown.at("paused").get<bool>() &&
                   stepsOf(shown) > end;
        });
    }
    SECTION("another way") {
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, -0.02));
        viewer.waitFor("the flock moves again", [&](const Json& shown) {
            return !shown.at("rewound").get<bool>() && !shown.at("paused").get<bool>();
        });
        const Json branched = viewer.probe();
        CHECK(stepsOf(branched) < end);
        CHECK_THAT(branched.at("message").get<std::string>(), contains("A has the old settings"));
        CHECK(valueOf(viewer, kWeight) == 0.0);
        viewer.waitFor("beside it, the flock without the change", [](const Json& shown) {
            return shown.at("split").is_object() && weightIn(shown.at("split")) == 3.0;
        });
        CHECK(valueOf(viewer, kCohesion) == atFirst);
        CHECK(valueOf(viewer.probe().at("split"), kCohesion) == atFirst);
        viewer.key("ctrl+z");
        viewer.waitFor("without it", [](const Json& shown) { return weightIn(shown) == 3.0; });
        viewer.key("ctrl+z");
        viewer.waitFor("the later change is back",
                       [&](const Json& shown) { return valueOf(shown, kCohesion) == changed; });
        viewer.clickOn("strip.time");
        viewer.clickOn("branch.0");
        viewer.waitFor("the old way goes on where it ended", [&](const Json& shown) {
            return stepsOf(shown) >= end && weightIn(shown) == 3.0 && valueOf(shown, kCohesion) == changed;
        });
        CHECK(viewer.probe().at("branches") == 1);
    }
    SECTION("a later change undone") {
        viewer.key("ctrl+z");
        viewer.waitFor("beside it, the flock with the change", [&](const Json& shown) {
            return shown.at("split").is_object() && valueOf(shown, kCohesion) == atFirst &&
                   valueOf(shown.at("split"), kCohesion) == changed;
        });
    }
}

TEST_CASE("a display without OpenGL ends the viewer with status 3 and one line", "[app][window]") {
    const ScratchFolder scratch;
    const XServer server(scratch.path() / "server", {"-extension", "GLX"});
    const auto work = scratch.path() / "work";
    std::filesystem::create_directories(work);
    const ProgramResult result = runShoal({.arguments = {"view"},
                                           .folder = work,
                                           .home = scratch.path() / "home",
                                           .environment = {{"DISPLAY", server.display()}}});
    CAPTURE(result.out, result.err);
    CHECK(result.status == 3);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK_THAT(result.err, contains("OpenGL"));
    CHECK(filesIn(work).empty());
}

TEST_CASE("an invalid preset ends the viewer before any window opens", "[app][window]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        runShoal({.arguments = {"view", "reeef"}, .folder = scratch.path(), .home = {}});
    CHECK(result.status == 4);
    CHECK_THAT(result.err, contains("did you mean \"reef\""));
}

TEST_CASE("ten thousand frames neither leak nor slow", "[.][long]") {
    // Takes minutes of software rendering: run by name.
    // With a still camera, since its way is kept, too.
    ViewerRun viewer({"reef", "--boids", "200", "--set", "camera.orbit=0", "--threads", "1",
                      "--exit-after-frames", "10000"},
                     "360x200");
    const auto heap = [&] { return viewer.probe().at("heap").get<double>(); };
    const auto frameNow = [&] { return viewer.probe().at("frame").get<double>(); };
    // Processor time, so that other programs on the machine do not count.
    const auto ticks = [&] {
        std::string stat = readText("/proc/" + std::to_string(viewer.program().pid()) + "/stat");
        std::istringstream fields(stat.substr(stat.rfind(')') + 2));
        std::string skipped;
        for (int field = 0; field < 11; ++field) {
            fields >> skipped;
        }
        double user = 0.0;
        double system = 0.0;
        fields >> user >> system;
        return user + system;
    };
    const auto reach = [&](double frame) {
        const double from = frameNow();
        const double start = ticks();
        REQUIRE(waitUntil([&] { return frameNow() >= frame; }, 1800.0));
        return (ticks() - start) / (frameNow() - from);
    };
    const auto stepNow = [&] { return viewer.probe().at("report").at("steps").get<double>(); };
    reach(1000);
    const double early = reach(2000);
    double late = early;
    std::vector<double> growths;  // [bytes a frame] over 1300 frames each
    for (double frame = 2000; frame < 9800; frame += 1300) {
        const double before = heap();
        const double from = stepNow();
        late = reach(frame + 1300);
        // Every ten seconds of play, one more state is kept at which a take may begin: 65 kB at 200 boids.
        // How many there are depends on how fast the machine draws.
        const double kept = 65'000.0 * (stepNow() - from) / 600.0;
        growths.push_back((heap() - before - kept) / 1300.0);
    }
    CAPTURE(growths, early, late);
    // The driver compiles once more when fish are first drawn as points, and what the tasks in the
    // background hold comes and goes.
    std::ranges::nth_element(growths, growths.begin() + 3);
    CHECK(growths[3] < 64.0);
    CHECK(late < 2.0 * early);
    CHECK(viewer.end().status == 0);
}

}  // namespace shoal::test
