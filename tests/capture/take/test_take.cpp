#include <limits>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "capture/take/camera_flight.hpp"
#include "capture/take/take.hpp"
#include "capture/take/take_log.hpp"
#include "capture/take/take_replay.hpp"
#include "fault_points.hpp"
#include "scratch_folder.hpp"
#include "sim/step/checkpoint.hpp"

namespace shoal {
namespace {

using test::contains;
using test::ScratchFolder;

Scene smallReef() {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    REQUIRE(scene->apply({"count", 200.0}));
    return std::move(*scene);
}

/// Plays and logs a session with edits to sliders, counts and points.
TakeLog played(int steps, const SimulationOptions& options) {
    Simulation simulation = *Simulation::create(smallReef(), options);
    TakeLog log;
    log.begin(simulation.scene());
    const auto edit = [&](const char* key, double shown) {
        REQUIRE(simulation.apply({key, shown}));
        log.noteEdit(simulation.stepCount(), {key, shown});
    };
    edit("alignment.weight", 0.25);
    for (int step = 1; step <= steps; ++step) {
        simulation.step();
        log.noteStep(simulation);
        if (step == 40) {
            edit("separation.radius", 0.25);
            edit("attractor.point-1.present", 1.0);
            edit("attractor.point-1.x", 3.5);
        }
        if (step == 60) {
            edit("count", 230.0);
        }
        if (step > 90 && step < 120) {
            edit("cohesion.weight", 0.01 * step);
        }
        if (step == 130) {
            edit("count", 150.0);
            edit("attractor.point-1.present", 0.0);
        }
    }
    return log;
}

Outcome replay(const Take& take, const SimulationOptions& options, std::uint64_t* hash = nullptr) {
    Simulation simulation = *Simulation::create(take.scene, options);
    applyEditsDue(take, simulation);
    while (simulation.stepCount() < take.to.step) {
        simulation.step();
        if (auto same = checkReplay(take, simulation); !same) {
            return same;
        }
        applyEditsDue(take, simulation);
    }
    if (hash != nullptr) {
        *hash = simulation.hash();
    }
    return Done{};
}

std::string refusalOf(const std::string& text) {
    const Result<Take> take = parseTake(text, "x.take");
    REQUIRE_FALSE(take);
    return take.problem().text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The keys of a take in order, up to and with [[played]], in lines that begin with `margin`.
std::vector<std::string> keysOf(std::istream&& text, const std::string& margin) {
    static const std::regex kKey(R"(\w+(?= = )|\[\[played\]\])");
    static const std::regex kQuotes("'''");
    std::vector<std::string> keys;
    bool isInside = false;  // a text between quotes, whose keys are its own
    for (std::string line; std::getline(text, line) && (keys.empty() || keys.back() != "[[played]]");) {
        const std::string rest = line.starts_with(margin) ? line.substr(margin.size()) : "";
        if (std::smatch key;
            !isInside && std::regex_search(rest, key, kKey, std::regex_constants::match_continuous)) {
            keys.push_back(key.str());
        }
        isInside ^= std::distance(std::sregex_iterator(line.begin(), line.end(), kQuotes), {}) % 2 == 1;
    }
    return keys;
}

TEST_CASE("the format in take.hpp has each key of a take on a line of its own", "[capture][take]") {
    const Simulation simulation = *Simulation::create(smallReef());
    SimulationState now = simulation.checkpoint().state();
    Take take = played(70, {}).take({}, {70, 1.0f});
    take.steppedBy = "a card";
    take.loaded = take.scene;
    REQUIRE(take.loaded->apply({"alignment.weight", 3.5}));
    take.snapshot = std::make_shared<const Snapshot>(
        Snapshot{.step = 1, .hash = simulation.hash(), .flocks = std::move(now.flocks)});
    const auto written = keysOf(std::istringstream(takeText(take) + takeBlockText(take)), "");
    CHECK(written.size() == 13);
    CHECK(keysOf(std::ifstream(SHOAL_SOURCE_FOLDER "/src/capture/take/take.hpp"), "///   ") == written);
}

TEST_CASE("a take played on one thread replays on eight, on any instruction set, bit for bit",
          "[capture][take]") {
    const Take take = played(250, {.threads = 1, .isa = {}}).take({}, {250, 1.0f});
    REQUIRE(take.hashes.size() == 4);
    REQUIRE(take.edits.size() == 1 + 3 + 1 + 29 + 2);
    const auto read = parseTake(takeText(take), "x.take");
    REQUIRE(read);
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    REQUIRE(replay(*read, {.threads = 8, .isa = {}}, &first));
    REQUIRE(replay(*read, {.threads = 1, .isa = Isa::baseline, .isFused = false}, &second));
    CHECK(first == second);
}

TEST_CASE("a deviation from the recording is noticed at the next sixtieth step", "[capture][take]") {
    Take take = played(250, {}).take({}, {250, 1.0f});
    take.edits[1].edit.shown = 0.3;
    const Outcome wrong = replay(take, {});
    REQUIRE_FALSE(wrong);
    CHECK_THAT(wrong.problem().text, contains("step 60: the flock is not as recorded"));
    take = played(250, {}).take({}, {250, 1.0f});
    take.hashes[3].hash ^= 1;
    CHECK_THAT(replay(take, {}).problem().text, contains("step 240"));
}

TEST_CASE("a take survives a round trip, every float of it", "[capture][take]") {
    Take take = played(130, {}).take({}, {130, 1.0f});
    take.scene.title = "it's '''quoted''' \"and\" back\\slashed, µ";
    take.from = {12, 0.3f};
    take.to = {130, 0.0001f};
    std::mt19937 random(7);
    std::uniform_real_distribution<float> number(-3.0f, 3.0f);
    take.camera = CameraPath();
    for (int key = 0; key < 2000; ++key) {
        take.camera.put({key * 0.37,
                         {.target = {number(random) * 100.0f, number(random), number(random) * 1e-6f},
                          .distance = std::abs(number(random)) * 50.0f + 0.01f,
                          .azimuth = number(random) * 20.0f,
                          .elevation = number(random),
                          .fieldOfView = std::abs(number(random)) + 0.01f,
                          .offsetRight = number(random),
                          .offsetUp = number(random),
                          .isOrthographic = key % 3 == 0}});
    }
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    CHECK(read->scene.name == take.scene.name);
    CHECK(presetText(read->scene) == presetText(take.scene));
    CHECK(read->from == take.from);
    CHECK(read->to == take.to);
    CHECK(read->hashes == take.hashes);
    CHECK(read->camera.keys() == take.camera.keys());
    REQUIRE(read->edits.size() == take.edits.size());
    for (std::size_t i = 0; i < take.edits.size(); ++i) {
        CHECK(read->edits[i].step == take.edits[i].step);
        CHECK(read->edits[i].edit.key == take.edits[i].edit.key);
        CHECK(read->edits[i].edit.shown == take.edits[i].edit.shown);
    }
}

TEST_CASE("a take of a preset whose file name is not UTF-8 can be read back", "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    take.scene.name = "caf\xe9";
    take.scene.title = "cut \xf0\x9f\x90, long \xc0\xaf, half \xed\xa0\x80, far \xf5\x80\x80\x80, whole 🐟";
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    CHECK(read->scene.name == "caf\ufffd");
    CHECK(read->scene.title ==
          "cut \ufffd\ufffd\ufffd, long \ufffd\ufffd, half \ufffd\ufffd\ufffd, far "
          "\ufffd\ufffd\ufffd\ufffd, whole 🐟");
}

TEST_CASE("a take's camera stays within the range that floats can follow", "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    const auto withCamera = [&](const std::string& rows) {
        return replaced(takeText(take), "camera = [\n", "camera = [\n" + rows);
    };
    CHECK(parseTake(withCamera("[0, 0, 0, 0, 9, 0, 0, 45, 0, 0],\n[1, 1e12, 0, 0, 9, 0, 0, 45, 0, 0],\n"),
                    "x.take"));
    CHECK_THAT(refusalOf(withCamera("[0, 1e300, 0, 0, 9, 0, 0, 45, 0, 0],\n")),
               contains("from -1e+12 to 1e+12") && contains("x.take:"));
    CHECK_THAT(refusalOf(withCamera("[0, 0, 0, 0, 9, 1e300, 0, 45, 0, 0],\n")), contains("from -1e+12"));
    CHECK_THAT(refusalOf(withCamera("[5, 0, 0, 0, 9, 0, 0, 45, 0, 0],\n[4, 0, 0, 0, 9, 0, 0, 45, 0, 0],\n")),
               contains("moments of camera keys must increase"));

    // Values that no reader would accept are never written.
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    take.camera.put({1.0, {.target = {1e30f, -kInfinity, std::nanf("")}, .distance = kInfinity}});
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    CHECK(read->camera.keys().front().pose.target.y == -1e12f);
}

TEST_CASE("a take keeps the preset that its scene was made from", "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    CHECK_FALSE(parseTake(takeText(take), "x.take")->loaded);
    take.loaded = take.scene;
    CHECK(takeText(take).find("loaded") == std::string::npos);
    REQUIRE(take.loaded->apply({"alignment.weight", 3.5}));
    const auto read = parseTake(takeText(take), "x.take");
    REQUIRE(read);
    REQUIRE(read->loaded);
    CHECK(presetText(*read->loaded) == presetText(*take.loaded));
    CHECK_THAT(refusalOf(replaced(takeText(take), "loaded = '''", "loaded = '''x = 1")),
               contains("x.take: loaded:1:"));
}

TEST_CASE("a take names the device that stepped its flock, and a replay elsewhere says so",
          "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    CHECK(takeText(take).find("stepped_by") == std::string::npos);
    take.steppedBy = "a \"card\"";
    take.hashes.front().hash ^= 1;
    const auto read = parseTake(takeText(take), "x.take");
    REQUIRE(read);
    CHECK(read->steppedBy == take.steppedBy);
    CHECK_THAT(replay(*read, {}).problem().text,
               contains("a \"card\" stepped it then, the processor does now"));
}

TEST_CASE("an error in a take is one line that says where it is", "[capture][take]") {
    const std::string text = takeText(played(130, {}).take({}, {130, 1.0f}));
    REQUIRE(parseTake(text, "x.take"));
    CHECK_THAT(refusalOf("title = \"night\"\n"), contains("x.take:1:1: this is not a take"));
    CHECK_THAT(refusalOf("take = [\n"), contains("x.take:"));
    CHECK_THAT(refusalOf(replaced(text, "take = 2", "take = 3")),
               contains("x.take:2:8: the take has another format"));
    CHECK_THAT(refusalOf(replaced(text, "from =", "form =")), contains("did you mean \"from\""));
    CHECK_THAT(refusalOf(replaced(text, "to = [130, 1]", "to = [130, 1.5]")), contains("from 0 to 1"));
    CHECK_THAT(refusalOf(replaced(text, "to = [130, 1]", "to = [-5, 1]")),
               contains("whole number of 0 or more"));
    CHECK_THAT(refusalOf(replaced(text, "to = [130, 1]", "to = [130]")), contains("x.take:5:6: to must be"));
    CHECK_THAT(refusalOf(replaced(text, "from = [0, 1]", "from = [131, 1]")),
               contains("to lies before from"));
    CHECK_THAT(refusalOf(replaced(text, "\"separation.radius\"", "\"seperation.radius\"")),
               contains("x.take:10:5: ") && contains("separation.radius"));
    CHECK_THAT(refusalOf(replaced(text, "[40, \"sep", "[141, \"sep")), contains("sorted by step"));
    CHECK_THAT(refusalOf(replaced(text, "\"separation.radius\", 0.25", "\"separation.radius\", inf")),
               contains("value must be a number"));
    CHECK_THAT(refusalOf(replaced(text, "hashes = [\n    [60, \"", "hashes = [\n    [60, \"z")),
               contains("16 hexadecimal"));
    CHECK_THAT(refusalOf(replaced(text, "camera = [\n", "camera = [\n[1, 2],\n")), contains("ten numbers"));
    CHECK_THAT(refusalOf(replaced(text, "count = 200", "count = 200\nbdoy = 1")),
               contains("x.take: preset:") && contains("did you mean \"body\""));
    CHECK_THAT(refusalOf(replaced(text, "preset =", "name2 =")), contains("unknown key \"name2\""));
}

TEST_CASE("a dragged slider is one row of a take, and reads back as all its values", "[capture][take]") {
    Take take = played(130, {}).take({}, {130, 1.0f});
    const std::string text = takeText(take);
    CHECK_THAT(text, contains("    [91, \"cohesion.weight\", 0.91, 92, 0.92, 93, 0.93, "));

    // Several at once, interleaved, with a pause, and twice between two steps.
    take.edits = {{5, {"alignment.weight", 1.0}},
                  {5, {"cohesion.weight", 0.1}},
                  {6, {"cohesion.weight", 0.2}},
                  {6, {"alignment.weight", 2.0}},
                  {7, {"count", 100.0}},
                  {7, {"count", 5.0}},
                  {7, {"start.radius", 3.0}},
                  {7, {"count", 200.0}},
                  {8, {"alignment.weight", 2.5}},
                  {69, {"alignment.weight", 2.6}},
                  {70, {"attractor.a.present", 1.0}},
                  {70, {"attractor.a.x", 1.0}},
                  {71, {"attractor.a.x", 2.0}},
                  {71, {"attractor.a.present", 0.0}}};
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    REQUIRE(read->edits.size() == take.edits.size());
    for (std::size_t i = 0; i < take.edits.size(); ++i) {
        CAPTURE(i);
        CHECK(read->edits[i].step == take.edits[i].step);
        CHECK(read->edits[i].edit.key == take.edits[i].edit.key);
        CHECK(read->edits[i].edit.shown == take.edits[i].edit.shown);
    }
    CHECK_THAT(refusalOf(replaced(text, "0.91, 92, 0.92", "0.91, 92")), contains("an edit is a step"));
    CHECK_THAT(refusalOf(replaced(text, "0.91, 92, 0.92", "0.91, 90, 0.92")), contains("sorted by step"));
}

TEST_CASE("a take with a value that the scene refuses is refused with the line", "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    take.edits = {{5, {"alignment.weight", 1e6}}};
    CHECK_THAT(refusalOf(takeText(take)),
               contains("x.take:9:5: alignment.weight: weight is 1000000, but must be"));
    CHECK_THAT(refusalOf(replaced(takeText(take), "take = 2", "take = 1")),
               contains("the take has another format; this Shoal reads format 2"));
}

TEST_CASE("a take that chose colours that no longer exist replays with natural ones", "[capture][take]") {
    Take take = played(70, {}).take({}, {70, 1.0f});
    take.edits = {{5, {"look.colour_by", 7.0}},  // steering, when three more colours existed
                  {6, {"look.colour_by", 8.0}},
                  {6, {"alignment.coloured", 1.0}},
                  {6, {"perception.body_radius", 0.2}},  // a tunable that is gone as well
                  {7, {"alignment.weight", 2.0}}};
    const auto read = parseTake(takeText(take), "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    REQUIRE(read->edits.size() == 3);
    CHECK(settingsAt(*read, 5).look.colourBy == LookSettings::ColourBy::steering);
    CHECK(settingsAt(*read, 6).look.colourBy == LookSettings::ColourBy::species);
    CHECK(read->edits[2].edit == Edit{"alignment.weight", 2.0});
}

TEST_CASE("a take that begins with a snapshot holds nothing from before it", "[capture][take]") {
    Scene scene = smallReef();
    Simulation simulation = *Simulation::create(scene);
    for (int step = 0; step < 75; ++step) {
        simulation.step();
    }
    SimulationState now = simulation.checkpoint().state();
    Take take{.scene = now.scene,
              .loaded = {},
              .from = {80, 1.0f},
              .to = {130, 1.0f},
              .edits = {{75, {"alignment.weight", 2.0}}},
              .camera = {},
              .hashes = {{75, simulation.hash()}},
              .snapshot = std::make_shared<const Snapshot>(
                  Snapshot{.step = 75, .hash = simulation.hash(), .flocks = std::move(now.flocks)})};
    const std::string text = takeText(take);
    const auto read = parseTake(text, "x.take");
    INFO((read ? "" : read.problem().text));
    REQUIRE(read);
    CHECK(read->firstStep() == 75);
    REQUIRE(simulation.apply({"alignment.weight", 2.0}));
    while (simulation.stepCount() < 130) {
        simulation.step();
    }
    Simulation again = *Simulation::create(Scene{}, {.threads = 3, .isa = {}});
    REQUIRE(beginReplay(*read, again));
    while (again.stepCount() < 130) {
        again.step();
    }
    CHECK(again.hash() == simulation.hash());

    CHECK_THAT(refusalOf(replaced(text, "from = [80, 1]", "from = [74, 1]")),
               contains("before the snapshot"));
    CHECK_THAT(refusalOf(replaced(text, "[75, \"align", "[74, \"align")), contains("before the snapshot"));
    CHECK_THAT(refusalOf(replaced(text, "snapshot_step = 75\n", "")),
               contains("a snapshot needs its text and its step"));
    CHECK_THAT(refusalOf(replaced(text, "snapshot = '''\n", "snapshot = '''\n?")), contains("x.take:"));
    Simulation wrong = *Simulation::create(Scene{});
    take.hashes[0].hash ^= 1;
    CHECK_THAT(beginReplay(take, wrong).problem().text, contains("step 75: the flock is not as recorded"));
}

TEST_CASE("part of a take has its edits from the first step on, and only its own part of the camera path",
          "[capture][take]") {
    TakeLog log = played(250, {});
    for (int step = 1; step <= 250; ++step) {
        log.noteCamera({static_cast<std::uint64_t>(step), 1.0f},
                       {.distance = 10.0f, .azimuth = 0.01f * static_cast<float>(step)});
    }
    const Take part = log.take({100, 1.0f}, {180, 1.0f});
    CHECK(part.edits.front().step == 0);
    CHECK(part.edits.back().step == 130);
    CHECK(part.hashes.size() == 3);
    CHECK(part.camera.keys().front().at == 100.0);
    CHECK(part.camera.keys().back().at == 180.0);
    CHECK(part.camera.keys().size() <= 4);  // the camera turned at a constant rate
    CHECK(part.camera.at(140.0).azimuth == test::approx(1.4f).margin(2e-4));
    CHECK(replay(part, {}));

    const Take still = log.upTo({100, 0.5f});
    CHECK(still.isStill());
    CHECK(still.edits.back().step == 100);
    CHECK(still.camera.isEmpty());
    CHECK(replay(still, {}));
}

TEST_CASE("minutes of a moving camera are kept to a fifth of a pixel", "[capture][take]") {
    TakeLog log;
    log.begin(smallReef());
    // Several frames per step, with poses on a curve that no line can follow for long.
    constexpr int kFrames = 5000;
    const auto momentOf = [](int frame) {
        return Moment{static_cast<std::uint64_t>(frame / 3 + 1), static_cast<float>(frame % 3 + 1) / 3.0f};
    };
    const auto poseOf = [](int frame) {
        const auto at = static_cast<float>(frame);
        return CameraPose{.distance = 10.0f + std::sin(0.01f * at), .azimuth = 0.3f * std::sin(0.003f * at)};
    };
    for (int frame = 0; frame < kFrames; ++frame) {
        log.noteCamera(momentOf(frame), poseOf(frame));
    }
    const Take take = log.take({}, momentOf(kFrames - 1));
    CHECK(take.camera.keys().size() < kFrames / 4);
    float farthest = 0.0f;
    for (int frame = 0; frame < kFrames; ++frame) {
        const CameraPose kept = take.camera.at(momentOf(frame).steps());
        const CameraPose noted = poseOf(frame);
        farthest = std::max({farthest, std::abs(kept.azimuth - noted.azimuth),
                             std::abs(kept.distance / noted.distance - 1.0f)});
    }
    CHECK(farthest < 2.1e-4f);
}

TEST_CASE("continuing from the middle of a take keeps only the part before it", "[capture][take]") {
    const Take take = played(250, {}).take({}, {250, 1.0f});
    TakeLog log;
    log.continueFrom(take, 110);
    log.noteEdit(110, {"alignment.weight", 3.0});
    const Take live = log.take({}, {110, 1.0f});
    CHECK(live.edits.back().edit.key == "alignment.weight");
    CHECK(live.edits[live.edits.size() - 2].step == 110);
    CHECK(live.hashes.size() == 1);
    CHECK(replay(live, {}));
}

TEST_CASE("a take is written atomically and read from its file", "[capture][take]") {
    const ScratchFolder folder;
    const auto file = folder.path() / "play.take";
    const Take take = played(70, {}).take({}, {70, 1.0f});
    REQUIRE(saveNewTake(take, file));
    const auto read = loadTake(file);
    REQUIRE(read);
    CHECK(read->to == take.to);
    CHECK_THAT(loadTake(folder.path() / "none.take").problem().text, contains("none.take: cannot be read"));
    CHECK_FALSE(saveNewTake(take, folder.path() / "none" / "x.take"));
    CHECK(isTakeName("a/b.TAKE"));
    CHECK_FALSE(isTakeName("take"));
}

TEST_CASE("a reader of takes or flights that runs out of memory throws, whatever allocation fails",
          "[capture][memory][fault]") {
    const auto contents = [](const std::string& file) {
        std::ostringstream text;
        text << std::ifstream(SHOAL_SOURCE_FOLDER "/tests/fuzz/corpus/" + file).rdbuf();
        REQUIRE_FALSE(text.str().empty());
        return text.str();
    };
    for (const char* name : {"small", "edit_not_finite", "dotted_preset"}) {
        CAPTURE(name);
        const std::string text = contents("take/" + std::string(name));
        CHECK(test::unreportedAllocations([&] { return parseTake(text, "some-take-or-other.take"); }, 7)
                  .empty());
    }
    for (const char* name : {"small", "backwards"}) {
        CAPTURE(name);
        const std::string text = contents("flight/" + std::string(name));
        CHECK(test::unreportedAllocations([&] {
                  return parseCameraFlight(text, "a-flight-of-the-camera.toml");
              }).empty());
    }
}

}  // namespace
}  // namespace shoal
