// Takes: played, kept, replayed, scrubbed and filmed.

#include "capture/take/take.hpp"

#include <utility>

#include <shoal/preset.hpp>

#include "capture/film/captured_scene.hpp"
#include "play/player.hpp"
#include "play/session/session.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "program/small_reef.hpp"
#include "program/viewer_run.hpp"
#include "scratch_folder.hpp"
#include "sim/step/checkpoint.hpp"
#include "ui/overlay/caption.hpp"

namespace shoal::test {

namespace {

/// Returns a take of four seconds with slider edits and camera moves.
Take playedTake() {
    Session session(smallReef(150), {.threads = 1, .isa = {}});
    for (int step = 0; step < 240; ++step) {
        if (step == 30) {
            REQUIRE(session.apply({"separation.radius", 0.9}));
            REQUIRE(session.apply({"attractor.point-1.present", 1.0}));
        }
        if (step == 100) {
            REQUIRE(session.apply({"count", 170.0}));
        }
        session.stepOnce();
        session.noteCamera(
            {session.simulation().stepCount(), 1.0f},
            {.distance = 9.0f, .azimuth = 0.002f * static_cast<float>(step), .elevation = -0.1f});
    }
    return session.played({60, 1.0f}, {240, 1.0f});
}

struct Files {
    ScratchFolder scratch;

    std::string take() const {
        const std::string name = "play.take";
        REQUIRE(saveNewTake(playedTake(), scratch.path() / name));
        return name;
    }

    ProgramResult run(std::vector<std::string> arguments) const {
        return runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
    }

    std::string bytes(const std::string& name) const { return readText(scratch.path() / name); }
};

/// Steps the session up to `step`.
void runTo(Session& session, std::uint64_t step) {
    while (session.simulation().stepCount() < step) {
        session.stepOnce();
    }
}

}  // namespace

TEST_CASE("scrubbing back and forth along a take gives the same flock", "[app][take]") {
    const Take take = playedTake();
    Session session(smallReef(150), {});
    session.play(take);
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t step = 1; step <= 240; ++step) {
        session.stepOnce();
        hashes.push_back(session.simulation().hash());
    }
    for (const std::uint64_t step : {200U, 12U, 130U, 60U, 61U, 240U, 1U, 99U}) {
        CAPTURE(step);
        session.jumpTowards(step);
        CHECK(session.simulation().stepCount() <= step);
        CHECK(step - session.simulation().stepCount() < 60 + session.poseSteps());
        runTo(session, step);
        CHECK(session.simulation().hash() == hashes[step - 1]);
    }
    CHECK_FALSE(session.deviation());
}

TEST_CASE("checkpoints stay within their memory budget and always include the first", "[app][take]") {
    Session session(smallReef(150), {});
    const std::size_t one = session.simulation().checkpoint().bytes();
    Checkpoints checkpoints(one * 10);
    for (std::uint64_t step = 0; step <= 6000; ++step) {
        if (checkpoints.wants(step)) {
            SimulationState at = session.simulation().checkpoint().state();
            at.stepCount = step;
            checkpoints.keep(Checkpoint(std::move(at)));
        }
    }
    std::uint64_t kept = 0;
    for (std::uint64_t step = 0; step <= 6000; ++step) {
        const Checkpoint* near = checkpoints.lastBefore(step);
        REQUIRE(near != nullptr);
        REQUIRE(step - near->stepCount() < 2000);
        kept += near->stepCount() == step ? 1 : 0;
    }
    CHECK(kept >= 5);
    CHECK(kept <= 10);
}

TEST_CASE("the newest state at which a take may begin is kept for any memory budget", "[app][take]") {
    Session session(smallReef(150), {});
    Snapshot snapshot{.step = 0, .hash = 0, .flocks = session.simulation().checkpoint().state().flocks};
    const std::size_t one = snapshot.bytes();
    for (const std::size_t room : {one / 2, one, 4 * one, 5 * one}) {
        TakeStarts starts(room);
        for (std::uint64_t step = 1; step <= 20; ++step) {
            snapshot.step = step;
            starts.keep({session.simulation().scene(), std::make_shared<const Snapshot>(snapshot)});
            REQUIRE(starts.lastBefore(step) != nullptr);
            CHECK(starts.lastBefore(step)->step() == step);
        }
        CHECK((starts.lastBefore(5) != nullptr) == (room > 2 * one));
    }
}

TEST_CASE("an edit that moves the flock ends a take; a light or camera edit does not", "[app][take]") {
    const Take take = playedTake();
    Session session(smallReef(150), {});
    session.play(take);
    runTo(session, 110);
    REQUIRE(session.apply({"look.turbidity", 2.0}));
    CHECK(session.playing() != nullptr);
    REQUIRE(session.apply({"alignment.weight", 0.1}));
    CHECK(session.playing() == nullptr);
    runTo(session, 200);

    // The live session can itself be kept and played again.
    const Take second = session.played({}, {200, 1.0f});
    CHECK(second.edits.size() == take.edits.size() + 2);
    Session again(smallReef(150), {.threads = 3, .isa = {}});
    again.play(second);
    runTo(again, 200);
    CHECK_FALSE(again.deviation());
    CHECK(again.simulation().hash() == session.simulation().hash());
    CHECK(again.simulation().scene().look.turbidity == 2.0f);
}

TEST_CASE("a take continued beyond its last hash can be kept and replayed", "[app][take]") {
    Take take = playedTake();
    take.to = {150, 1.0f};  // a film's take may end after its last hash
    std::erase_if(take.hashes, [](const Take::Hash& each) { return each.step > 60; });
    Session session(smallReef(150), {});
    session.play(take);
    runTo(session, 150);
    session.goLive();
    runTo(session, 300);
    const Take kept = session.played({100, 1.0f}, {300, 1.0f});
    Session again(smallReef(150), {});
    again.play(kept);
    runTo(again, 300);
    CHECK_FALSE(again.deviation());
    CHECK(again.simulation().hash() == session.simulation().hash());
}

TEST_CASE("a take repeats boids removed and added again between two steps", "[app][take]") {
    Session session(smallReef(150), {});
    runTo(session, 20);
    for (const double count : {100.0, 5.0, 40.0, 150.0}) {
        REQUIRE(session.apply({"count", count}));
        REQUIRE(session.apply({"alignment.weight", 0.001 * count}));
    }
    runTo(session, 90);
    const Take take = session.played({}, {90, 1.0f});
    Session again(smallReef(150), {});
    again.play(take);
    runTo(again, 90);
    CHECK_FALSE(again.deviation());
    CHECK(again.simulation().hash() == session.simulation().hash());
}

TEST_CASE("a refused edit leaves a take playing", "[app][take]") {
    Session session(smallReef(150), {});
    session.play(playedTake());
    CHECK_FALSE(session.apply({"no.such.key", 1.0}));
    CHECK(session.playing() != nullptr);
}

TEST_CASE("the viewer's replay begins where the take does, stops at its end and can be scrubbed",
          "[app][take]") {
    const Take take = playedTake();
    Background background;
    Player player(smallReef(150), {}, background);
    player.play(take);
    double now = 1.0;
    const auto frame = [&](double seconds) {
        now += seconds;
        player.receive(now);
        player.send();
    };
    const auto reach = [&](std::uint64_t step) {
        for (int tries = 0; tries < 10000 && player.shown().state.stepCount() != step; ++tries) {
            frame(0.0);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        CHECK(player.shown().state.stepCount() == step);
    };
    reach(60);
    for (int tries = 0; tries < 4000 && !player.isPaused(); ++tries) {
        frame(1.0 / 60.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(player.shown().state.stepCount() == 240);
    CHECK(player.isPaused());
    CHECK(player.alpha() == 1.0f);
    CHECK(player.timeline().now == approx(4.0));

    player.seek(100.2 / 60.0);
    CHECK(player.timeline().seekingAt);
    reach(101);
    CHECK(player.alpha() == 1.0f);
    CHECK_FALSE(player.timeline().seekingAt);
    frame(5.0);  // it stays there while paused
    frame(5.0);
    CHECK(player.shown().state.stepCount() == 101);
    player.seek(-7.0);
    reach(60);

    REQUIRE(player.takePose());
    player.freeCamera();
    CHECK_FALSE(player.takePose());
}

TEST_CASE("a take recorded on one thread gives the same numbers on eight", "[app][take]") {
    const Files files;
    const std::string take = files.take();
    const ProgramResult one = files.run({"simulate", take, "--json", "--threads", "1"});
    const ProgramResult eight = files.run({"simulate", take, "--json", "--threads", "8"});
    CAPTURE(one.err, eight.err);
    REQUIRE(one.status == 0);
    REQUIRE(eight.status == 0);
    const auto numbers = nlohmann::json::parse(one.out);
    CHECK(numbers["steps"] == 240);
    CHECK(numbers["boids"] == 170);
    CHECK(numbers["hash"] == nlohmann::json::parse(eight.out)["hash"]);
}

TEST_CASE("filming a take twice gives the same frames, from the recorded camera or another", "[app][take]") {
    const Files files;
    const std::string take = files.take();
    for (const char* folder : {"a/", "b/"}) {
        const ProgramResult result = files.run({"render", take, "-o", folder, "--size", "96x64", "--fps", "5",
                                                "--threads", folder[0] == 'a' ? "1" : "8"});
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    }
    REQUIRE(files.run({"render", take, "-o", "c/", "--size", "96x64", "--fps", "5", "--camera", "above"})
                .status == 0);
    for (int frame = 0; frame < 15; ++frame) {  // three seconds
        const std::string name =
            "/frame_000" + std::string(frame < 10 ? "0" : "") + std::to_string(frame) + ".png";
        CHECK(files.bytes("a" + name) == files.bytes("b" + name));
        CHECK(files.bytes("a" + name) != files.bytes("c" + name));
    }
    CHECK(files.bytes("a/frame_00015.png").empty());
}

TEST_CASE("a picture rendered again from its own metadata is the same", "[app][take]") {
    const Files files;
    const std::string take = files.take();
    const std::vector<std::string> size{"--size", "96x64"};
    const auto render = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "render");
        arguments.insert(arguments.end(), size.begin(), size.end());
        const ProgramResult result = files.run(std::move(arguments));
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    };
    render({take, "-o", "film/", "--fps", "7"});
    const std::string picture = "film/frame_00012.png";  // between two steps
    const auto scene = readCapturedScene(files.scratch.path() / picture);
    REQUIRE(scene);
    const auto still = parseTake(*scene, picture);
    REQUIRE(still);
    CHECK(still->isStill());
    CHECK(still->from.alpha < 1.0f);
    render({picture, "-o", "again.png"});
    CHECK(files.bytes("again.png") == files.bytes(picture));

    render({"reef", "--boids", "120", "--set", "alignment.weight=0.5", "--warmup", "0.7", "-o", "one.png"});
    render({"one.png", "-o", "two.png"});
    CHECK(files.bytes("one.png") == files.bytes("two.png"));
}

TEST_CASE("a film rendered again from its own metadata has the same frames", "[app][take]") {
    const Files files;
    REQUIRE(
        files.run({"render", files.take(), "-o", "x.mkv", "--size", "96x64", "--fps", "10", "--seconds", "1"})
            .status == 0);
    for (const char* folder : {"a/", "b/"}) {
        const ProgramResult result =
            files.run({"render", "x.mkv", "-o", folder, "--size", "96x64", "--fps", "10", "--frames", "9"});
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    }
    REQUIRE(files.run({"render", "play.take", "-o", "c/", "--size", "96x64", "--fps", "10", "--frames", "9"})
                .status == 0);
    // Compares pixels, not files: the embedded metadata are worded differently.
    for (const char* name : {"/frame_00000.png", "/frame_00008.png"}) {
        CHECK(files.bytes("a" + std::string(name)) == files.bytes("b" + std::string(name)));
        const auto first = readPng(files.scratch.path() / ("a" + std::string(name)));
        const auto second = readPng(files.scratch.path() / ("c" + std::string(name)));
        REQUIRE(first);
        REQUIRE(second);
        CHECK(first->rgba == second->rgba);
    }
}

TEST_CASE("a film with an open shutter has the same frames when rendered from itself", "[app][take]") {
    const Files files;
    const auto render = [&](const std::string& source, const std::string& name,
                            const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"render", source, "-o",        name,  "--size",      "96x64",
                                           "--fps",  "10",   "--shutter", "180", "--exposures", "3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = files.run(std::move(arguments));
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    };
    const auto isSame = [&](const std::string& a, const std::string& b) {
        const auto first = readPng(files.scratch.path() / a);
        const auto second = readPng(files.scratch.path() / b);
        REQUIRE(first);
        REQUIRE(second);
        return first->rgba == second->rgba;
    };
    const std::vector<std::string> reef{"--boids", "100",      "--warmup", "0.5",   "--frames",
                                        "5",       "--camera", "follow",   "--set", "alignment.weight=0.5"};
    render("reef", "a/", reef);
    render("reef", "x.mkv", reef);
    render("a/", "b/", {});
    render("x.mkv", "c/", {});
    for (int frame = 0; frame < 5; ++frame) {
        const std::string name = "/frame_0000" + std::to_string(frame) + ".png";
        CAPTURE(name);
        CHECK(isSame("a" + name, "b" + name));
        CHECK(isSame("a" + name, "c" + name));
    }
    render("a/frame_00003.png", "still.png", {});
    CHECK(isSame("still.png", "a/frame_00003.png"));
}

TEST_CASE("the caption of a replayed capture names the changes made in the original", "[app][take]") {
    const Files files;
    const auto render = [&](const std::string& source, const std::string& name,
                            const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"render", source, "-o", name, "--size", "320x180", "--caption"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = files.run(std::move(arguments));
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    };
    const std::vector<std::string> reef{"--boids", "60", "--warmup", "0.2"};
    std::vector<std::string> changed = reef;
    changed.insert(changed.end(), {"--set", "alignment.weight=0.5"});
    render("reef", "plain.png", reef);
    render("reef", "one.png", changed);
    render("one.png", "two.png", {});
    CHECK(files.bytes("one.png") == files.bytes("two.png"));
    const auto scene = readCapturedScene(files.scratch.path() / "one.png");
    REQUIRE(scene);
    const auto take = parseTake(*scene, "one.png");
    REQUIRE(take);
    REQUIRE(take->loaded);
    CHECK(captionOf(Scene(take->scene), *take->loaded, 0.0).changes ==
          std::vector<std::string>{"alignment weight 0.50 1/s"});
}

TEST_CASE("the panel over a picture shows nothing that depends on the wall clock", "[app][take]") {
    const Files files;
    for (const char* name : {"one.png", "two.png"}) {
        const ProgramResult result = files.run(
            {"render", "reef", "--boids", "60", "--warmup", "2", "-o", name, "--size", "500x900", "--ui"});
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
    }
    CHECK(files.bytes("one.png") == files.bytes("two.png"));
}

TEST_CASE("an invalid take, or one that no longer replays, ends with status 4 and one line", "[app][take]") {
    const Files files;
    Take take = playedTake();
    take.hashes[1].hash ^= 1;
    REQUIRE(saveNewTake(take, files.scratch.path() / "old.take"));
    std::ofstream(files.scratch.path() / "bad.take") << "take = 2\nfrom = [0, 1]\n";
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"render", "old.take", "-o", "x.png", "--size", "32x32", "--warmup", "2"},
          {"simulate", "old.take"},
          {"render", "bad.take", "-o", "x.png"},
          {"simulate", "none.take"},
          {"view", "bad.take"}}) {
        const ProgramResult result = files.run(arguments);
        CAPTURE(result.err);
        CHECK(result.status == 4);
        CHECK(std::ranges::count(result.err, '\n') == 1);
        CHECK_THAT(result.err, contains(".take"));
    }
    const ProgramResult film = files.run({"render", "old.take", "-o", "x.mp4", "--size", "32x32"});
    CHECK(film.status == 4);
    CHECK_THAT(film.err, contains("x.partial.mkv holds them"));
    CHECK_FALSE(std::filesystem::exists(files.scratch.path() / "x.mp4"));
    CHECK_THAT(files.run({"simulate", "old.take"}).err, contains("step 120: the flock is not as recorded"));
    const ProgramResult seeded = files.run({"simulate", "old.take", "--seed", "3"});
    CHECK(seeded.status == 2);
    CHECK_THAT(seeded.err, contains("omit --seed"));
    const ProgramResult changed = files.run({"simulate", "old.take", "--set", "alignment.weight=2"});
    CHECK(changed.status == 2);
    CHECK_THAT(changed.err, contains("--set can change its camera and look, not alignment.weight"));
}

TEST_CASE("F9 records a take, F10 keeps what just happened, and both play again", "[app][take][window]") {
    ViewerRun viewer({"reef", "--boids", "60"});
    viewer.waitFor("some steps", [](const nlohmann::json& shown) { return shown["report"]["steps"] > 30; });
    viewer.key("F10");
    viewer.waitFor("a take kept", [](const nlohmann::json& shown) {
        return shown["message"].get<std::string>().starts_with("Saved");
    });
    const auto takes = viewer.home() / ".local/share/shoal/takes";
    CHECK(filesIn(takes).size() == 1);
    viewer.key("F9");
    viewer.waitFor("recording", [](const nlohmann::json& shown) {
        return shown["message"].get<std::string>().starts_with("Recording");
    });
    viewer.settle();
    viewer.close();  // closing keeps the take being recorded
    const ProgramResult ended = viewer.end();
    CHECK(ended.status == 0);
    CHECK_THAT(ended.err, contains("Saved") && contains(".take"));
    REQUIRE(filesIn(takes).size() == 2);
    for (const std::string& name : filesIn(takes)) {
        const auto take = loadTake(takes / name);
        INFO((take ? name : take.problem().text));
        REQUIRE(take);
        CHECK_FALSE(take->camera.isEmpty());
        Session session(take->scene, {});
        session.play(*take);
        runTo(session, take->to.step);
        CHECK_FALSE(session.deviation());
    }
}

TEST_CASE("at the end of a take Space plays it again, and at the start there is nothing to undo",
          "[app][take][window]") {
    const Files files;
    const Take take = playedTake();
    REQUIRE(saveNewTake(take, files.scratch.path() / "played.take"));
    ViewerRun viewer({(files.scratch.path() / "played.take").string()});
    const auto stepIn = [](const nlohmann::json& shown) {
        return shown["report"]["steps"].get<std::uint64_t>();
    };
    viewer.key("ctrl+z");
    viewer.waitFor("nothing to undo", [](const nlohmann::json& shown) {
        return shown["message"].get<std::string>() == "There is nothing to undo";
    });
    viewer.waitFor("the end", [&](const nlohmann::json& shown) {
        return shown["paused"].get<bool>() && stepIn(shown) == take.to.step;
    });
    viewer.key("space");
    viewer.waitFor("it plays from the start", [&](const nlohmann::json& shown) {
        return !shown["paused"].get<bool>() && stepIn(shown) < take.to.step;
    });
}

TEST_CASE("a take that is being recorded survives a kill and replays to the same hash",
          "[app][take][window]") {
    const ScratchFolder home;
    const auto takes = home.path() / ".local/share/shoal/takes";
    const auto copyHome = [&](const std::filesystem::path& to) {
        std::filesystem::create_directories(to / ".local/share/shoal");
        if (std::filesystem::exists(takes)) {
            std::filesystem::copy(takes, to / ".local/share/shoal/takes");
        }
    };
    std::uint64_t recorded = 0;
    {
        ViewerRun viewer({"reef", "--boids", "60"});
        viewer.waitFor("some steps",
                       [](const nlohmann::json& shown) { return shown["report"]["steps"] > 20; });
        viewer.key("F9");
        viewer.waitFor("recording", [](const nlohmann::json& shown) { return shown["take"].is_number(); });
        const auto before = viewer.probe()["values"];
        const auto from = viewer.placeOf("species.sardine.alignment.weight", 0.3);
        viewer.drag(from, viewer.placeOf("species.sardine.alignment.weight", 0.6));
        CHECK(viewer.probe()["values"] != before);
        recorded = viewer.probe()["report"]["steps"].get<std::uint64_t>();
        // A few seconds later all of that is on the disk.
        viewer.waitFor("more steps", [&](const nlohmann::json& shown) {
            return shown["take"].get<double>() > 3.0 && shown["report"]["steps"] > recorded + 100;
        });
        viewer.program().signal(SIGKILL);
        viewer.end();
        const auto folder = viewer.home() / ".local/share/shoal/takes";
        REQUIRE(filesIn(folder).size() == 1);
        CHECK_THAT(filesIn(folder).front(), contains(".take.partial"));
        std::filesystem::create_directories(takes.parent_path());
        std::filesystem::copy(folder, takes);
    }
    ViewerRun viewer({"reef", "--boids", "60"}, "640x600", copyHome);
    viewer.waitFor("the recovered take", [](const nlohmann::json& shown) {
        return shown["message"].get<std::string>().starts_with("Recovered an unfinished recording");
    });
    const auto folder = viewer.home() / ".local/share/shoal/takes";
    REQUIRE(filesIn(folder).size() == 1);
    const auto take = loadTake(folder / filesIn(folder).front());
    INFO((take ? "" : take.problem().text));
    REQUIRE(take);
    CHECK(take->to.step >= recorded);
    CHECK_FALSE(take->edits.empty());
    CHECK(take->hashes.size() >= 2);
    CHECK_FALSE(take->camera.isEmpty());
    Session session(take->scene, {});
    session.play(*take);
    runTo(session, take->to.step);
    CHECK_FALSE(session.deviation());
}

TEST_CASE("after an hour a kept take begins with a snapshot and plays the same", "[app][take]") {
    Session session(smallReef(150), {});
    Take whole;
    for (int step = 0; step < 1500; ++step) {
        if (step == 700 || step == 1250) {
            REQUIRE(session.apply({"alignment.weight", 0.001 * step}));
        }
        session.stepOnce();
        session.keepStart();
    }
    CHECK(session.played({1300, 1.0f}, {1500, 1.0f}).firstStep() == 1200);
    CHECK(session.played({500, 1.0f}, {1500, 1.0f}).firstStep() == 0);
    CHECK(session.playedLately({1500, 1.0f}).firstStep() == 0);
    const Take take = session.played({1260, 1.0f}, {1500, 1.0f});  // its bodies begin a second early
    CHECK(take.firstStep() == 1200);
    CHECK(take.edits.size() == 1);
    CHECK(take.hashes.front().step == 1200);
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    Session again(Scene{}, {.threads = 3, .isa = {}});
    again.play(*read);
    CHECK(again.simulation().stepCount() == 1200);
    runTo(again, 1500);
    CHECK_FALSE(again.deviation());
    CHECK(again.simulation().hash() == session.simulation().hash());
    // Scrubs back and forth, then goes on live from there.
    again.jumpTowards(1201);
    CHECK(again.simulation().stepCount() == 1200);
    runTo(again, 1300);
    again.goLive();
    runTo(again, 1310);
    const Take second = again.played({1305, 1.0f}, {1310, 1.0f});
    CHECK(second.firstStep() == 1200);
}

TEST_CASE("the last minutes of a long play are kept from a start near them", "[app][take]") {
    Session session(smallReef(12), {.threads = 1, .isa = {}});
    for (int step = 0; step < 22000; ++step) {
        session.stepOnce();
        session.keepStart();
    }
    const Take take = session.playedLately({22000, 1.0f});
    CHECK(take.firstStep() > 0);
    CHECK(take.from.step <= 22000 - 300 * 60);
    CHECK(take.from.step - take.firstStep() < 2 * 1200);
}

TEST_CASE("a take begins early enough for the trails of its first picture", "[app][take]") {
    Session session(smallReef(150), {});
    for (int step = 0; step < 1300; ++step) {
        session.stepOnce();
        session.keepStart();
    }
    const Moment from{1270, 1.0f};
    const Moment to{1300, 1.0f};
    CHECK(session.played(from, to).firstStep() == 1200);
    REQUIRE(session.apply({"look.trail", 2.0}));
    const Take take = session.played(from, to);
    CHECK(take.firstStep() == 600);
    CHECK(take.from.step == 1270);
}

/// Mean difference of two pictures' channels, 0 .. 255.
double meanDifference(const Image& a, const Image& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        sum += std::abs(a.rgba[i] - b.rgba[i]);
    }
    return sum / static_cast<double>(a.rgba.size());
}

TEST_CASE("a film from a snapshot shows the flock as one replayed from step 0", "[app][take][slow]") {
    const Files files;
    for (const char* name : {"reef", "starlings", "stampede", "bait-ball", "carpentier"}) {
        CAPTURE(name);
        auto scene = openPreset(name);
        REQUIRE(scene);
        for (Species& species : scene->species) {
            species.count = std::min(species.count, 60);
            species.body =
                Species::Body::dart;  // which has no tail, wings or legs: their beat is not part of a take
        }
        Session session(*scene, {});
        runTo(session, 97);
        session.keepStartNow();
        runTo(session, 200);
        const Vec3f boid = session.simulation().flocks()[0].now().position.at(0);
        for (const bool isCut : {false, true}) {
            Take take = session.played({isCut ? 160U : 150U, 1.0f}, {200, 1.0f});
            CHECK(take.firstStep() == (isCut ? 97 : 0));
            take.from = {160, 0.25f};  // between two steps
            take.camera.put({160.0, {.target = boid, .distance = 10.0f}});
            const std::string folder = isCut ? "cut/" : "whole/";
            const std::string file = isCut ? "cut.take" : "whole.take";
            REQUIRE(saveNewTake(take, files.scratch.path() / file));
            const ProgramResult result = files.run({"render", file, "-o", folder, "--size", "120x80", "--fps",
                                                    "25", "--frames", "4", "--overwrite"});
            CAPTURE(result.err);
            REQUIRE(result.status == 0);
        }
        const ProgramResult early = files.run({"simulate", "cut.take", "--steps", "3"});
        CHECK(early.status == 2);
        CHECK(early.err == "--steps: cut.take begins at step 97; give at least that many\n");
        std::optional<Image> last;
        for (int frame = 0; frame < 4; ++frame) {
            const std::string picture = "/frame_0000" + std::to_string(frame) + ".png";
            const auto first = readPng(files.scratch.path() / ("whole" + picture));
            const auto second = readPng(files.scratch.path() / ("cut" + picture));
            REQUIRE(first);
            REQUIRE(second);
            CHECK(meanDifference(*first, *second) < 0.05);
            if (frame > 0) {
                CHECK(meanDifference(*first, *last) > 0.1);
            }
            last = *first;
        }
        REQUIRE(
            files.run({"render", "cut/frame_00002.png", "-o", "again.png", "--size", "120x80", "--overwrite"})
                .status == 0);
        CHECK((readPng(files.scratch.path() / "again.png")->rgba ==
               readPng(files.scratch.path() / "cut/frame_00002.png")->rgba));
        std::filesystem::remove_all(files.scratch.path() / "whole");
        std::filesystem::remove_all(files.scratch.path() / "cut");
    }
}

TEST_CASE("a take opens in the viewer with a timeline and can be continued live",
          "[app][take][window][slow]") {
    const Files files;
    const auto file = files.scratch.path() / files.take();
    ViewerRun viewer({file.string()}, "900x600");
    viewer.waitFor("the end of the take", [](const nlohmann::json& shown) {
        return shown["paused"] == true && shown["report"]["steps"] == 240;
    });
    const auto middle = viewer.placeOf("timeline.track", 0.5);
    viewer.click(middle.x, middle.y);
    viewer.waitFor("the middle", [](const nlohmann::json& shown) {
        return shown["report"]["steps"] > 140 && shown["report"]["steps"] < 160;
    });
    // By keyboard: the panel, the strip, then the timeline, whose track is the second control.
    const auto isOn = [](const std::string& item) {
        return [item](const nlohmann::json& shown) { return shown["focus"] == item; };
    };
    const int before = viewer.probe().at("report").at("steps").get<int>();
    for (int area = 0; area < 2; ++area) {
        viewer.key("F6");
        viewer.settle();
    }
    viewer.key("F6");
    viewer.waitFor("the first control", isOn("timeline.play"));
    viewer.key("Right");
    viewer.waitFor("the track", isOn("timeline.track"));
    for (const char* name : {"space", "Left", "Left", "Left", "space"}) {
        viewer.key(name);
        viewer.settle();
    }
    viewer.waitFor("a moment before",
                   [&](const nlohmann::json& shown) { return shown["report"]["steps"] < before; });
    viewer.key("Escape");
    viewer.clickOn("timeline.live");
    viewer.waitFor("no bar",
                   [](const nlohmann::json& shown) { return !shown["items"].contains("timeline.track"); });
    viewer.waitFor("more steps", [](const nlohmann::json& shown) { return shown["report"]["steps"] > 260; });
}

}  // namespace shoal::test
