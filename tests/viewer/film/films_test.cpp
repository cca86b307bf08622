// Films of what a real window shows, checked with ffprobe, ffmpeg and `shoal render`.

#include "viewer/film/films.hpp"

#include <csignal>

#include <fmt/format.h>

#include "png_file.hpp"
#include "program/viewer_run.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

/// Starts the viewer with the capture panel set to small frames and to `settings`, written as TOML.
ViewerRun viewerWith(std::map<std::string, std::string> settings,
                     const std::map<std::string, std::string>& environment = {}) {
    settings.insert({{"size", "\"other\""}, {"width", "160"}, {"height", "120"}});
    return ViewerRun(
        reefOf(60), "640x480",
        [&](const fs::path& home) {
            const fs::path state = home / ".local/state/shoal/viewer.toml";
            fs::create_directories(state.parent_path());
            std::ofstream file(state);
            file << "version = 1\n[film]\n";
            for (const auto& [key, value] : settings) {
                file << key << " = " << value << "\n";
            }
        },
        environment);
}

/// Settings of a film that takes minutes to make.
const std::map<std::string, std::string> kSlow{
    {"kind", "\"WebM film\""}, {"width", "1280"}, {"height", "720"}, {"supersampling", "4"}};

fs::path filmsOf(const ViewerRun& viewer) {
    return viewer.home() / "Videos";
}

fs::path takesOf(const ViewerRun& viewer) {
    return viewer.home() / ".local/share/shoal/takes";
}

/// The only take that the viewer has saved.
fs::path takeOf(const ViewerRun& viewer) {
    const auto names = filesIn(takesOf(viewer));
    REQUIRE(names.size() == 1);
    return takesOf(viewer) / names[0];
}

double recordedIn(const Json& shown) {
    const Json& recorded = shown.at("capture").at("recorded");
    return recorded.is_null() ? -1.0 : recorded.get<double>();
}

std::string makingIn(const Json& shown) {
    return shown.at("capture").at("making").get<std::string>();
}

std::uint64_t stepsIn(const Json& shown) {
    return shown.at("report").at("steps").get<std::uint64_t>();
}

void beginFilm(ViewerRun& viewer) {
    viewer.key("ctrl+F12");
    viewer.waitFor("a film is recorded", [](const Json& shown) { return recordedIn(shown) >= 0.0; });
}

void endFilm(ViewerRun& viewer) {
    viewer.key("ctrl+F12");
    viewer.waitFor("it is recorded no more", [](const Json& shown) { return recordedIn(shown) < 0.0; });
}

/// Records a film of about this length [s].
void film(ViewerRun& viewer, double seconds) {
    beginFilm(viewer);
    viewer.waitFor("it is long enough", [&](const Json& shown) { return recordedIn(shown) >= seconds; });
    endFilm(viewer);
}

void openPanel(ViewerRun& viewer) {
    viewer.turnTo("button.capture");
    viewer.clickOn("button.capture");
    viewer.waitFor("the capture panel is open",
                   [](const Json& shown) { return shown.at("capture").at("panel").get<bool>(); });
    viewer.settle();
}

/// Waits until a capture is saved; returns its file.
fs::path savedBy(ViewerRun& viewer) {
    viewer.waitFor("the capture is saved", [](const Json& shown) {
        return makingIn(shown).empty() && messageOf(shown).starts_with("Saved ") &&
               !says(shown, "find it under Takes");
    });
    return messageOf(viewer.probe()).substr(6);
}

std::string toolOutput(const std::string& tool, const std::vector<std::string>& arguments,
                       const fs::path& folder) {
    const ProgramResult result =
        RunningProgram(tool, {.arguments = arguments, .folder = folder, .home = folder}).wait();
    INFO(result.err);
    REQUIRE(result.status == 0);
    return result.out;
}

/// Counts a film's frames by decoding them.
long long framesIn(const fs::path& film) {
    return std::stoll(
        toolOutput("ffprobe",
                   {"-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                    "stream=nb_read_frames", "-of", "default=nokey=1:noprint_wrappers=1", film.string()},
                   film.parent_path()));
}

/// Returns a hash of each frame of a numbered sequence.
std::string hashesOf(const fs::path& folder) {
    return toolOutput("ffmpeg", {"-v", "error", "-i", "frame_%05d.png", "-f", "framemd5", "-"}, folder);
}

}  // namespace

TEST_CASE("the capture panel's settings become options of shoal render", "[app][capture]") {
    const UserPaths paths{.config = "/h/.config", .data = "/h/data", .state = "/h/state"};
    Messages messages;
    Background background;
    const Films films(paths, {}, messages, background);
    const auto argumentsOf = [&](const CaptureSettings& settings, double speed = 1.0) {
        const auto order = films.order(settings, "reef", {641, 481}, speed);
        REQUIRE(order);
        std::string words;
        for (const std::string& word : order->arguments) {
            words += " " + word;
        }
        return words;
    };
    CHECK(argumentsOf({}) == " --size 641x481 --fps 30 --shutter 180 --exposures 8");
    CaptureSettings all;
    all.kind = CaptureSettings::Kind::webm;
    all.size = CaptureSettings::Size::p720;
    all.rate = CaptureSettings::Rate::other;
    all.supersample = 2;
    all.shutter = 3.14159265f;
    all.showsPanel = all.isTransparent = all.hasCaption = true;
    CHECK(argumentsOf(all, 0.25) ==
          " --size 1280x720 --fps 30000/1001 --supersample 2 --shutter 180 --exposures 8 --ui --transparent "
          "--caption --speed 0.25");
    CaptureSettings loop;
    loop.kind = CaptureSettings::Kind::webp;
    loop.rate = CaptureSettings::Rate::r15;
    loop.shutter = 0.0f;
    loop.isLoop = true;
    loop.largest = 3.0f;
    CHECK(argumentsOf(loop) == " --size 640x480 --fps 15 --shutter 0 --exposures 1 --loop --max-size 3000k");
    all.kind = CaptureSettings::Kind::picture;
    CHECK(argumentsOf(all, 0.25) == " --size 1280x720 --supersample 2 --ui --transparent --caption");
    CaptureSettings wrong;
    wrong.rate = CaptureSettings::Rate::other;
    wrong.pictures = 60000;
    wrong.inSeconds = 1;
    CHECK_FALSE(films.order(wrong, "reef", {640, 480}, 1.0));
}

TEST_CASE("a film has the frames that shoal render makes of its take, while the viewer goes on",
          "[app][window][capture]") {
    ViewerRun viewer = viewerWith({{"kind", "\"folder of PNGs\""}});
    beginFilm(viewer);
    viewer.key("c");  // another camera, which the take records
    viewer.waitFor("it is long enough", [](const Json& shown) { return recordedIn(shown) >= 0.5; });
    endFilm(viewer);
    const std::uint64_t before = stepsIn(viewer.probe());
    const fs::path made = savedBy(viewer);
    CHECK(stepsIn(viewer.probe()) > before);
    CHECK(made.parent_path() == viewer.home() / "Pictures");
    CHECK(std::distance(fs::directory_iterator(made.parent_path()), {}) == 1);
    const ScratchFolder scratch;
    const ProgramResult rendered = runShoal(
        scratch, {"render", takeOf(viewer).string(), "-o", "frames/", "--size", "160x120", "--fps", "30"});
    CAPTURE(rendered.err);
    REQUIRE(rendered.status == 0);
    const std::string expected = hashesOf(scratch.path() / "frames");
    CHECK(std::count(expected.begin(), expected.end(), '\n') >= 15);
    CHECK(hashesOf(made) == expected);
    CHECK(filesIn(viewer.workingFolder()).empty());
}

TEST_CASE("a film from the start stops at its length", "[app][window][capture]") {
    ViewerRun viewer = viewerWith({{"kind", "\"MKV film\""},
                                   {"until_stopped", "false"},
                                   {"length", "1"},
                                   {"pictures_in_a_second", "\"60\""},
                                   {"from_the_start", "true"}});
    openPanel(viewer);
    viewer.clickOn("capture.button");
    const fs::path film = savedBy(viewer);
    CHECK(film.parent_path() == filmsOf(viewer));
    CHECK(framesIn(film) == 60);
    const std::string take = readText(takeOf(viewer));
    CHECK_THAT(take, contains("from = [0, 1]"));
}

TEST_CASE("films are made one after another, and a cancelled one leaves its take only",
          "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith(kSlow);
    film(viewer, 0.3);
    viewer.waitFor("the first is being made", [](const Json& shown) { return !makingIn(shown).empty(); });
    film(viewer, 0.3);
    viewer.waitFor("the second waits",
                   [](const Json& shown) { return shown.at("capture").at("waiting") == 1; });
    openPanel(viewer);
    for (const int waiting : {0, -1}) {
        viewer.clickOn("capture.cancel_film");
        viewer.waitFor("one film less", [&](const Json& shown) {
            return waiting < 0 ? makingIn(shown).empty() : shown.at("capture").at("waiting") == waiting;
        });
        viewer.settle();
    }
    const auto isRecording = [](const Json& shown) { return !shown.at("capture").at("recorded").is_null(); };
    viewer.clickOn("capture.button");
    viewer.waitFor("a third is recorded", isRecording);
    viewer.settle();
    viewer.clickOn("capture.cancel_recording");
    viewer.waitFor("it is not any more", [&](const Json& shown) { return !isRecording(shown); });
    CHECK(waitUntil([&] { return filesIn(takesOf(viewer)).size() == 3; }, 10.0));
    CHECK(makingIn(viewer.probe()).empty());
    CHECK(waitUntil([&] { return filesIn(filmsOf(viewer)).empty(); }, 10.0));
}

TEST_CASE("a film that fails says why, its take stays, and the next film is made",
          "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({{"kind", "\"MKV film\""}}, {{"PATH", "/nowhere"}});
    film(viewer, 0.2);
    viewer.waitFor("it says so", [](const Json& shown) { return says(shown, "ffmpeg"); });
    CHECK_THAT(messageOf(viewer.probe()), contains(takeOf(viewer).string()));
    CHECK(filesIn(filmsOf(viewer)).empty());
    openPanel(viewer);
    viewer.clickOn("capture.kind");
    viewer.settle();
    viewer.clickOn("capture.kind.folder of PNGs");
    viewer.settle();
    film(viewer, 0.2);
    CHECK(fs::exists(savedBy(viewer) / "frame_00005.png"));
}

TEST_CASE("a viewer that ends while it makes a film says how to make it", "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith(kSlow);
    film(viewer, 0.3);
    viewer.waitFor("it is being made", [](const Json& shown) { return !makingIn(shown).empty(); });
    viewer.close();
    const ProgramResult result = viewer.end();
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(filesIn(filmsOf(viewer)).empty());
    const std::size_t start = result.err.find("shoal render ");
    REQUIRE(start != std::string::npos);
    const std::string command = result.err.substr(start + 5, result.err.find('\n', start) - start - 5);
    toolOutput("sh", {"-c", shoalProgram() + command + " --frames 1"}, viewer.workingFolder());
    // The viewer's own attempt ends in its time.
    auto films = filesIn(filmsOf(viewer));
    waitUntil([&] { return (films = filesIn(filmsOf(viewer))).size() == 2; }, 10.0);
    CAPTURE(films);
    REQUIRE(films.size() == 2);  // with its sidecar
    CHECK(framesIn(filmsOf(viewer) / films[0]) == 1);
}

TEST_CASE("the film of a killed viewer keeps the name of an unfinished one, and its take stays",
          "[app][window][capture][slow]") {
    const ScratchFolder data;
    ViewerRun viewer = viewerWith({{"kind", "\"MKV film\""}, {"supersampling", "4"}},
                                  {{"XDG_DATA_HOME", data.path().string()}});
    const fs::path films = filmsOf(viewer);
    film(viewer, 2.0);
    const auto isUnfinished = [](const std::string& name) { return name.find(".partial.mkv") != name.npos; };
    viewer.waitFor("it has a frame", [&](const Json& shown) {  // and a sidecar
        return !makingIn(shown).empty() && fs::exists(films) && filesIn(films).size() == 2;
    });
    viewer.program().signal(SIGKILL);
    viewer.end();
    const auto left = filesIn(films);
    CHECK(left.size() == 2);
    CHECK(std::ranges::all_of(left, isUnfinished));
    CHECK(filesIn(data.path() / "shoal/takes").size() == 1);
}

TEST_CASE("a story becomes a storyboard, and the storyboard a film",
          "[app][window][capture][storyboard][slow]") {
    ViewerRun viewer = viewerWith({{"kind", "\"folder of PNGs\""}, {"pictures_in_a_second", "\"15\""}});
    viewer.waitFor("some time has passed", [](const Json& shown) { return stepsIn(shown) > 120; });
    const std::string weight = "hero.species.sardine.alignment.weight";
    viewer.drag(viewer.placeOf(weight, 0.6), viewer.placeOf(weight, 0.2));
    viewer.waitFor("its effect is seen", [before = stepsIn(viewer.probe())](const Json& shown) {
        return stepsIn(shown) > before + 120;
    });
    openPanel(viewer);
    viewer.clickOn("capture.card.story");
    const auto isSaved = [](const Json& shown) { return shown["storyboard"]["saved"].get<bool>(); };
    viewer.waitFor("the storyboard shows it", [&](const Json& shown) {
        return shown["storyboard"]["shots"].get<int>() > 1 && isSaved(shown);
    });
    const fs::path script = viewer.probe()["storyboard"]["file"].get<std::string>();
    CHECK(script.parent_path() == filmsOf(viewer));
    const std::string proposed = readText(script);
    CHECK_THAT(proposed, contains(takeOf(viewer).string()) && contains("lignment weight: "));
    viewer.waitFor("a picture of its first moment has been drawn",
                   [](const Json& shown) { return shown["storyboard"]["picture"].get<bool>(); });
    // A change goes into the file, and what another program writes there appears.
    viewer.clickOn("storyboard.add.words");
    viewer.waitFor("the words are in the file", [&](const Json& shown) {
        return isSaved(shown) && readText(script).find("Your words") != std::string::npos;
    });
    std::string smaller = readText(script);
    smaller.replace(smaller.find("film = 1"), 8, "film = 1\nsize = [160, 90]\nfps = 15");
    std::ofstream(script) << smaller << "# the end\n[[shot]]\nseconds = 1\n";
    viewer.waitFor("the other program's shot is shown",
                   [shots = viewer.probe()["storyboard"]["shots"].get<int>()](const Json& shown) {
                       return shown["storyboard"]["shots"].get<int>() == shots + 1;
                   });
    viewer.clickOn("storyboard.undo");
    viewer.waitFor("it is gone again", [&](const Json& shown) {
        return isSaved(shown) && readText(script).find("# the end") == std::string::npos;
    });
    std::ofstream(script) << smaller;
    viewer.waitFor("the film is small", [&](const Json& shown) {
        return isSaved(shown) && shown["storyboard"]["picture"].get<bool>();
    });
    viewer.clickOn("storyboard.film");
    const fs::path made = savedBy(viewer);
    CHECK(made.parent_path() == filmsOf(viewer));  // a film, even where frames are the choice
    CHECK(framesIn(made) > 30);
}

TEST_CASE("losing the display or the graphics driver while filming saves the take and says how to film it",
          "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    const fs::path reset = scratch.path() / "reset";
    for (const bool isDriver : {false, true}) {
        CAPTURE(isDriver);
        ViewerRun viewer = viewerWith({}, {{"LD_PRELOAD", SHOAL_GL_WATCH}, {"SHOAL_RESET", reset.string()}});
        beginFilm(viewer);
        viewer.waitFor("it has begun", [](const Json& shown) { return recordedIn(shown) > 0.2; });
        if (isDriver) {
            std::ofstream(reset) << "";
        } else {
            viewer.loseDisplay();
        }
        const ProgramResult result = viewer.end();
        CAPTURE(result.err);
        CHECK(result.status == (isDriver ? 3 : 1));
        CHECK_THAT(result.err, contains("Saved ") && contains("shoal render " + takeOf(viewer).string()) &&
                                   contains(isDriver ? "the graphics driver was reset" : "display"));
        CHECK(std::ranges::count(result.err, '\n') == 3);
    }
}

TEST_CASE("a paused viewer takes a picture, and a film waits", "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({{"kind", "\"PNG picture\""}, {"transparent", "true"}});
    viewer.key("space");
    openPanel(viewer);
    viewer.clickOn("capture.button");
    const auto picture = readPng(savedBy(viewer));
    REQUIRE(picture);
    CHECK(picture->width == 160);
    CHECK(picture->rgba[3] == 0);
    CHECK(filesIn(takesOf(viewer)).empty());
    viewer.clickOn("capture.kind");
    viewer.settle();
    viewer.clickOn("capture.kind.MKV film");
    beginFilm(viewer);
    viewer.waitFor("it says that it waits",
                   [](const Json& shown) { return hasItem(shown, "capture.waiting"); });
    viewer.settle();
    CHECK(recordedIn(viewer.probe()) == 0.0);
    viewer.key("space");
    viewer.waitFor("it goes on", [](const Json& shown) { return recordedIn(shown) > 0.1; });
}

TEST_CASE("a take that is played is filmed from its beginning to its end", "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({{"kind", "\"MKV film\""}});
    viewer.key("F9");
    viewer.waitFor("a second of it", [](const Json& shown) {
        return shown.at("take").is_number() && shown.at("take").get<double>() > 1.0;
    });
    viewer.key("F9");
    viewer.waitFor("it is saved", [](const Json& shown) { return says(shown, "find it under Takes"); });
    const fs::path take = takeOf(viewer);
    viewer.drop(take);
    viewer.waitFor("it is played", [](const Json& shown) { return says(shown, "Loaded"); });
    viewer.key("ctrl+F12");
    CHECK(framesIn(savedBy(viewer)) >= 30);
    CHECK(takeOf(viewer) == take);
}

TEST_CASE("a disk that stalls stops neither the viewer nor a take, and nothing is lost",
          "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    ViewerRun viewer = viewerWith({}, {{"LD_PRELOAD", SHOAL_FAULT_PRELOAD},
                                       {"SHOAL_STALLING", scratch.path().string()},
                                       {"XDG_DATA_HOME", (scratch.path() / "data").string()}});
    const auto goesOn = [&] {
        const std::uint64_t before = stepsIn(viewer.probe());
        viewer.waitFor("the flock goes on", [&](const Json& shown) { return stepsIn(shown) > before + 120; });
        viewer.settle();
    };
    viewer.key("F9");
    viewer.waitFor("a take is recorded", [](const Json& shown) { return says(shown, "Recording"); });
    goesOn();
    std::ofstream(scratch.path() / "stall") << "";
    goesOn();
    viewer.waitFor("it says that the disk does not answer",
                   [](const Json& shown) { return says(shown, "the disk does not answer"); });
    const double played = viewer.probe().at("take").get<double>();
    viewer.key("F9");
    goesOn();
    viewer.key("F9");
    viewer.waitFor("later messages are not pushed away by it",
                   [](const Json& shown) { return says(shown, "The take is being saved"); });
    const double saved = viewer.probe().at("take").get<double>();
    goesOn();
    CHECK(viewer.probe().at("take") == saved);
    viewer.key("r");
    viewer.waitFor("the flock starts again", [](const Json& shown) { return shown.at("take").is_null(); });
    goesOn();
    viewer.waitFor("it still says so",
                   [](const Json& shown) { return says(shown, "the disk does not answer"); });
    fs::remove(scratch.path() / "stall");
    viewer.waitFor("the take is saved", [](const Json& shown) { return says(shown, "find it under Takes"); });
    CHECK(viewer.probe().at("messages") == 1);
    const auto takes = filesIn(scratch.path() / "data/shoal/takes");
    REQUIRE(takes.size() == 1);
    const ProgramResult replayed = runShoal(
        {.arguments = {"simulate", (scratch.path() / "data/shoal/takes" / takes[0]).string(), "--json"},
         .folder = viewer.workingFolder(),
         .home = {}});
    CAPTURE(replayed.err);
    REQUIRE(replayed.status == 0);
    CHECK(Json::parse(replayed.out).at("steps").get<double>() >= 60.0 * played);
}

}  // namespace shoal::test
