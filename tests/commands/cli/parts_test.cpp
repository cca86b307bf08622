// Parts of the program that can be tested without a separate process.

#include <cstddef>

#include <fmt/format.h>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>
#include <shoal/state_view.hpp>

#include "capture/record/capture_path.hpp"
#include "commands/cli/command_line.hpp"
#include "play/session/session.hpp"
#include "render/camera/camera_views.hpp"
#include "render/camera/picking.hpp"
#include "scratch_folder.hpp"
#include "sim/text/budget.hpp"
#include "terminal/progress.hpp"
#include "viewer/camera/camera_input.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/files/preset_library.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/settings/remembered_scene.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal::test {

namespace {

Scene smallScene(int boids) {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    scene->species[0].count = boids;
    return *scene;
}

}  // namespace

TEST_CASE("the user's folders follow the XDG specification", "[app][paths]") {
    std::map<std::string, std::string> variables{{"HOME", "/home/ada"}};
    const auto lookUp = [&](const char* name) { return variables[name]; };
    CHECK(userPathsFrom(lookUp).config == "/home/ada/.config/shoal");
    CHECK(userPathsFrom(lookUp).presets() == "/home/ada/.local/share/shoal/presets");
    CHECK(userPathsFrom(lookUp).state == "/home/ada/.local/state/shoal");
    variables["XDG_DATA_HOME"] = "/data";
    CHECK(userPathsFrom(lookUp).presets() == "/data/shoal/presets");
    // The specification says to ignore a relative path.
    variables["XDG_DATA_HOME"] = "data";
    CHECK(userPathsFrom(lookUp).presets() == "/home/ada/.local/share/shoal/presets");
    variables.clear();
    CHECK(userPathsFrom(lookUp).data.empty());
}

TEST_CASE("any title gives a plain file name, unless it has no letters or is built in", "[app][presets]") {
    const UserPaths paths{.config = "/c", .data = "/d", .state = "/s"};
    CHECK(presetFileFor("night", paths)->string() == "/d/presets/night.toml");
    for (const auto& [title, name] : {std::pair{"My fast school!", "my-fast-school"},
                                      {"Reef 2", "reef-2"},
                                      {"../up", "up"},
                                      {"a/b", "a-b"},
                                      {".hidden", "hidden"},
                                      {"a\nb", "a-b"},
                                      {"  Größe: 3 m ", "größe-3-m"},
                                      {"snake_case", "snake_case"}}) {
        CAPTURE(title);
        CHECK(presetNameFor(title) == name);
        CHECK(presetFileFor(title, paths));
    }
    for (const char* title : {"", "!?", "/", "..", "reef", "Reef", "REEF!"}) {
        CAPTURE(title);
        CHECK_FALSE(presetFileFor(title, paths));
    }
    std::string umlauts;
    for (int letter = 0; letter < 200; ++letter) {
        umlauts += "ü";
    }
    CHECK(presetNameFor(umlauts).size() == 80);
    CHECK(presetNameFor("x" + umlauts).size() == 79);
    CHECK_FALSE(presetFileFor("night", UserPaths{}));
}

TEST_CASE("a copy's title takes the next free number", "[app][presets]") {
    std::vector<PresetEntry> presets(2);
    presets[0].name = "reef-2";
    presets[1].name = "night";
    CHECK(titleForCopy("Night", presets) == "Night 2");
    CHECK(titleForCopy("Reef", presets) == "Reef 3");
    CHECK(titleForCopy("Reef 3", presets) == "Reef 4");
    CHECK(titleForCopy("Vicsek 1995", presets) == "Vicsek 1996");
    CHECK(titleForCopy("3", presets) == "3 2");
    CHECK(titleForCopy("", presets) == " 2");
    // Cut where the number has room, but not in a blank.
    const std::string word(71, 'x');
    CHECK(titleForCopy(word + " y 2", presets) == word + " 3");
}

TEST_CASE("a copy of a title of any length gets a name that is free", "[app][presets]") {
    for (const std::string letter : {"x", "ü", "! ", "7"}) {
        for (std::size_t letters = 1; letters <= 120; ++letters) {
            std::string title;
            while (title.size() < letters * letter.size()) {
                title += letter;
            }
            CAPTURE(title);
            std::vector<PresetEntry> presets;
            for (int copies = 0; copies < 12; ++copies) {
                const std::string name = presetNameFor(title);
                CHECK(std::ranges::find(presets, name, &PresetEntry::name) == presets.end());
                presets.emplace_back().name = name;
                title = titleForCopy(title, presets);
            }
        }
    }
}

TEST_CASE("a folder of very many or very large presets is listed within a budget",
          "[app][presets][untrusted]") {
    const ScratchFolder folder;
    const UserPaths paths{.config = {}, .data = folder.path(), .state = {}};
    std::filesystem::create_directories(paths.presets());
    const auto write = [&](const std::string& name, std::string text, std::size_t bytes) {
        text.resize(std::max(text.size(), bytes), '\n');
        std::ofstream(paths.presets() / (name + ".toml")) << text;
    };
    const std::string preset = "title = \"T\"\n[species.fish]\n";
    write("a-small", preset, 0);
    write("b-hostile", "[" + std::string(100000, '.') + "]", 0);
    for (std::size_t k = 0; k * kPresetBudget.bytes <= kMaxListedBytes; ++k) {
        write("c-large-" + std::to_string(k), preset, kPresetBudget.bytes);
    }
    write("d-too-large", preset, kPresetBudget.bytes + 1);
    write("e-small", preset, 0);
    const std::size_t builtinCount = builtinPresets().size();
    const auto [entries, none] = listPresets(paths);
    const auto entry = [&all = entries](const std::string& name) {
        return *std::ranges::find(all, name, &PresetEntry::name);
    };
    CHECK(entry("a-small").title == "T");
    CHECK_THAT(entry("b-hostile").problem, contains("b-hostile.toml:1:"));
    // Presets beyond the budget are listed by name, and still open.
    CHECK(entry("c-large-2").title == "c-large-2");
    CHECK(entry("d-too-large").problem.empty());
    CHECK(entry("e-small").title == "T");
    CHECK(openPresetNamed("c-large-2", paths));

    CHECK(none.empty());
    for (std::size_t k = 0; k < kMaxListedPresets; ++k) {
        write("f-" + std::to_string(k), preset, 0);
    }
    const auto [listed, unlisted] = listPresets(paths);
    REQUIRE(listed.size() == builtinCount + kMaxListedPresets);
    // The first by name, whatever order the file system has, and it says so.
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(paths.presets())) {
        names.push_back(file.path().stem().string());
    }
    std::ranges::sort(names);
    for (std::size_t k = 0; k < kMaxListedPresets; ++k) {
        CHECK(listed[builtinCount + k].name == names[k]);
    }
    CHECK_THAT(unlisted, contains(std::to_string(names.size()) + " presets"));
    CHECK(openPresetNamed(names.back(), paths));
}

TEST_CASE("a free name belongs to no existing file", "[app][files]") {
    const ScratchFolder scratch;
    CHECK(freeName(scratch.path(), "a", ".png") == scratch.path() / "a.png");
    const Image image(2, 2);
    REQUIRE(saveScreenshot(image, "reef", scratch.path() / "new" / "folder"));
    const auto second = saveScreenshot(image, "reef", scratch.path() / "new" / "folder");
    REQUIRE(second);
    CHECK(second->extension() == ".png");
    CHECK_FALSE(saveScreenshot(image, "reef", {}));
}

TEST_CASE("progress shows the completed part and the remaining time", "[app][progress]") {
    CHECK(progressText("frames", 30, 120, 10.0, false) == "frames 30/120, 0:30 left");
    CHECK_THAT(progressText("frames", 60, 120, 65.0, true), contains("[############------------] 1:05 left"));
    CHECK(progressText("trials", 1, 101, 90.0, false) == "trials 1/101, 2:30:00 left");
    CHECK(progressText("steps", 3, 4, 20.0, false, 0.25) == "steps 3/4, 1:00 left");
    CHECK(progressText("steps", 0, 10, 0.0, false) == "steps 0/10");
    CHECK(progressText("steps", 10, 10, 5.0, false) == "steps 10/10");
    CHECK(progressText("steps", 0, 0, 0.0, false) == "steps 0/0");
}

TEST_CASE("options without a command start the viewer", "[app][command line]") {
    const char* plain[] = {"shoal"};
    const auto parsed = parseCommandLine(1, plain);
    REQUIRE(std::holds_alternative<Options>(parsed));
    CHECK(std::holds_alternative<ViewOptions>(std::get<Options>(parsed)));
    const char* seeded[] = {"shoal", "--seed", "12"};
    const auto withSeed = parseCommandLine(3, seeded);
    REQUIRE(std::holds_alternative<Options>(withSeed));
    CHECK(std::get<ViewOptions>(std::get<Options>(withSeed)).scene.seed == 12u);
}

TEST_CASE("every named camera can be found and is listed in words", "[app][camera]") {
    for (const CameraView& view : cameraViews()) {
        CHECK(findCameraView(view.name) == &view);
        CHECK_THAT(std::string(cameraViewNames()), contains(std::string(view.name)));
    }
    CHECK(findCameraView("moon") == nullptr);
    // The viewer cycles through all of them except the take's camera.
    CHECK(sceneViews().size() + 1 == cameraViews().size());
    for (const CameraView& view : sceneViews()) {
        CHECK(view.aim != CameraView::Aim::take);
    }
}

TEST_CASE("a drag begun on the panel never moves the camera", "[app][camera]") {
    Camera camera;
    CameraInput input;
    const CameraSettings before = camera.settings();
    const auto send = [&](const InputEvent& event, bool isOverPanel) {
        return input.handle(event, camera, isOverPanel, 720.0);
    };
    send(PointerMoved{100, 100}, true);
    send(ButtonChanged{.button = MouseButton::left, .isDown = true}, true);
    send(PointerMoved{600, 300}, false);
    CHECK_FALSE(send(ButtonChanged{.button = MouseButton::left, .isDown = false}, false));
    send(WheelTurned{3.0}, true);
    CHECK(camera.settings().azimuth == before.azimuth);
    CHECK(camera.settings().distance == before.distance);
    CHECK_FALSE(camera.isTouched());
}

TEST_CASE("a drag moves an orthographic picture like a map, and with Shift turns it", "[app][camera]") {
    Camera camera({.azimuth = 0.0f,
                   .elevation = 1.5707963f,
                   .orbit = 0.0f,
                   .projection = CameraSettings::Projection::orthographic,
                   .aim = CameraSettings::Aim::world});
    CameraInput input;
    const auto drag = [&](bool hasShift) {
        input.handle(PointerMoved{600, 300}, camera, false, 720.0);
        input.handle(ButtonChanged{.button = MouseButton::left, .isDown = true, .hasShift = hasShift}, camera,
                     false, 720.0);
        input.handle(PointerMoved{672, 336}, camera, false, 720.0);
        input.handle(ButtonChanged{.button = MouseButton::left, .isDown = false}, camera, false, 720.0);
        camera.settle();
    };
    camera.track(ballExtent({}, 1.0f));
    drag(false);
    const CameraPose moved = camera.pose();
    const float height = 2.0f * moved.distance * std::tan(moved.fieldOfView / 2.0f);
    CHECK(moved.azimuth == 0.0f);
    // The place under the pointer stays under it.
    CHECK(moved.target.x == test::approx(-0.1 * static_cast<double>(height)).epsilon(1e-3));
    CHECK(moved.target.z == test::approx(-0.05 * static_cast<double>(height)).epsilon(1e-3));
    drag(true);
    CHECK(camera.pose().azimuth != 0.0f);
    // Ahead is up on the map.
    const float before = camera.pose().target.z;
    CameraInput::fly({.ahead = true}, camera, 0.1f);
    camera.settle();
    CHECK(camera.pose().target.z < before);
}

TEST_CASE("clicks find boids in an orthographic picture, at any zoom", "[app][picking]") {
    Session session(*openPreset("vicsek"), {});
    for (int step = 0; step < 30; ++step) {
        session.stepOnce();
    }
    const Simulation& simulation = session.simulation();
    const Flock& flock = simulation.flocks()[0];
    for (const float zoom : {1.0f, 0.3f}) {
        CameraDirector director(simulation.scene().camera);
        director.begin(simulation);
        director.camera().zoom(zoom);
        director.camera().settle();
        director.aim(simulation, 1.0f);
        const View view = director.camera().view(1.5f);
        REQUIRE(view.isOrthographic());
        int found = 0;
        int seen = 0;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const auto at = project(view, flock.now().position.at(slot), 2.0f, 2.0f);
            REQUIRE(at);
            if (at->x < 0.0f || at->x > 2.0f || at->y < 0.0f || at->y > 2.0f) {
                continue;
            }
            ++seen;
            const auto boid =
                pickBoid(simulation, view, {.at = {at->x - 1.0f, 1.0f - at->y}, .aspect = 1.5f});
            REQUIRE(boid);
            found += boid->id == flock.now().id[slot] ? 1 : 0;
        }
        CAPTURE(zoom, seen, found);
        CHECK(seen > (zoom < 1.0f ? 5 : 299));
        CHECK(found > seen * 9 / 10);
        // A metre outside the world there are no boids.
        const auto outside = project(view, {5.0f, 0.0f, 0.0f}, 2.0f, 2.0f);
        CHECK_FALSE(
            pickBoid(simulation, view, {.at = {outside->x - 1.0f, 1.0f - outside->y}, .aspect = 1.5f}));
    }
}

TEST_CASE("a drag begun in the picture continues over the panel and is not a click", "[app][camera]") {
    Camera camera;
    CameraInput input;
    const CameraSettings before = camera.settings();
    const auto send = [&](const InputEvent& event, bool isOverPanel) {
        return input.handle(event, camera, isOverPanel, 720.0);
    };
    send(PointerMoved{600, 300}, false);
    send(ButtonChanged{.button = MouseButton::left, .isDown = true}, false);
    send(PointerMoved{500, 300}, false);
    const float midway = camera.settings().azimuth;
    CHECK(midway != before.azimuth);
    send(PointerMoved{200, 300}, true);
    CHECK(camera.settings().azimuth != midway);
    CHECK_FALSE(send(ButtonChanged{.button = MouseButton::left, .isDown = false}, true));
    // A press that hardly moves is a click.
    send(PointerMoved{640, 360}, false);
    send(ButtonChanged{.button = MouseButton::left, .isDown = true}, false);
    send(PointerMoved{641, 361}, false);
    const auto click = send(ButtonChanged{.button = MouseButton::left, .isDown = false}, false);
    REQUIRE(click);
    CHECK(click->x == 640.0);
}

TEST_CASE("a session applies edits at once, and its boids follow", "[app][session]") {
    Session session(smallScene(60), {});
    const auto weight = [&] {
        Scene scene = session.simulation().scene();
        return *scene.value("alignment.weight");
    };
    const std::uint64_t revision = session.instant().revision;
    REQUIRE(session.apply({"alignment.weight", 7.0}));
    CHECK(session.instant().revision != revision);
    CHECK(weight() == 7.0);
    CHECK_FALSE(session.apply({"no.such.key", 1.0}));

    REQUIRE(session.apply({"count", 90.0}));
    session.stepOnce();
    CHECK(session.simulation().flocks()[0].count() == 90);
    CHECK(session.loaded().species[0].count == 60);
    session.restart(5);
    CHECK(session.simulation().stepCount() == 0);
    CHECK(session.simulation().scene().seed == 5);
}

TEST_CASE("watching a session does not change its hash", "[app][session]") {
    Session session(smallScene(200), {});
    Simulation alone = *Simulation::create(smallScene(200), {});
    LiveFigures figures;
    for (int step = 0; step < 30; ++step) {
        session.stepOnce();
        alone.step();
        figures.noteSteps(1, session.simulation().profile());
        figures.update(session.simulation(), step * 0.3);
        nearestBoid(session.simulation(), 0, {});
    }
    CHECK(session.simulation().hash() == alone.hash());
}

TEST_CASE("the figures tell how much slower than real time the flock is", "[app][figures]") {
    Session session(smallScene(20), {});
    LiveFigures figures;
    figures.update(session.simulation(), 0.0);
    const auto halfSecond = [&](double until, double speed) {
        for (int step = 0; step < kStepsPerSecond / 2; ++step) {
            session.stepOnce();
            figures.noteSteps(1, session.simulation().profile());
        }
        figures.noteSpeed(1.0);
        figures.noteSpeed(speed);
        figures.update(session.simulation(), until);
        return figures.figures().realTime;
    };
    CHECK(halfSecond(0.5, 1.0) == 1.0f);
    CHECK(halfSecond(1.0, 0.5) == 0.75f);
    CHECK(halfSecond(1.5, 1.0) == 1.0f);
}

TEST_CASE("the plots keep what lies before a moment that the user goes back to", "[app][figures]") {
    Simulation simulation = *Simulation::create(smallScene(20), {.threads = 1, .isa = {}});
    LiveFigures figures;
    std::optional<Checkpoint> early;
    for (int step = 1; step <= 8 * kStepsPerSecond; ++step) {
        simulation.step();
        figures.update(simulation, step * 0.02);
        if (step == 5 * kStepsPerSecond) {
            early = simulation.checkpoint();
        }
    }
    const MeasureHistory& history = figures.figures().history;
    const std::size_t count = history.samples().size();
    REQUIRE(simulation.resume(*early));
    simulation.step();
    figures.update(simulation, 10.0);
    CHECK(history.samples().size() > count / 2);
    CHECK(history.samples().size() < count * 3 / 4);
    CHECK(history.samples().back().seconds == approx(5.0).margin(0.2));
    CHECK(history.latest().seconds == history.samples().back().seconds);
}

TEST_CASE("after saving, the session is compared with the saved preset", "[app][session]") {
    Session session(smallScene(20), {});
    REQUIRE(session.apply({"alignment.weight", 7.0}));
    session.stepOnce();
    Scene saved = session.simulation().scene();
    saved.name = "mine";
    const std::uint64_t revision = session.instant().revision;
    session.adoptPreset(saved);
    CHECK(session.instant().revision != revision);
    CHECK(session.loaded().name == "mine");
    CHECK(*Scene(session.loaded()).value("alignment.weight") == 7.0);
    CHECK(session.simulation().stepCount() == 1);
}

TEST_CASE("saving any preset under a title leaves the running scene equal to its file", "[app][session]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(preset.name);
        Scene scene = *openPreset(std::string(preset.name));
        for (Species& species : scene.species) {
            species.count = std::min(species.count, 12);
        }
        Session session(std::move(scene), {.threads = 1, .isa = {}});
        const std::string species = session.loaded().species[0].name;
        REQUIRE(session.apply({fmt::format("species.{}.count", species), 9.0}));
        session.stepOnce();
        const std::uint64_t hash = session.simulation().hash();
        Scene saved = session.simulation().scene();
        saved.name = "mine";
        saved.title = "Mine";
        saved.watch = "An edited copy.";
        session.adoptPreset(saved);
        CHECK(presetText(session.simulation().scene()) == presetText(saved));
        CHECK(session.simulation().scene().name == "mine");
        CHECK(editedText(session.simulation().scene(), session.loaded()).empty());
        CHECK(session.simulation().hash() == hash);

        // A take of it, played and left, gives the same.
        session.stepOnce();
        session.play(session.played({0, 1.0f}, {session.simulation().stepCount(), 1.0f}));
        CHECK(session.simulation().scene().title == "Mine");
        session.stepOnce();
        session.goLive();
        REQUIRE(session.apply({fmt::format("species.{}.count", species), 9.0}));
        CHECK(editedText(session.simulation().scene(), session.loaded()).empty());
    }
}

TEST_CASE("a click picks the boid drawn there", "[app][picking]") {
    Session session(smallScene(150), {});
    session.stepOnce();
    Camera camera(session.simulation().scene().camera);
    camera.track(sceneExtent(session.simulation()));
    camera.settle();
    const View view = camera.view(1.5f);
    const Flock& flock = session.simulation().flocks()[0];
    int found = 0;
    int seen = 0;
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const Vec3f at = flock.now().position.at(slot);
        const glm::vec4 clip = view.projection * view.view * glm::vec4(at.x, at.y, at.z, 1.0f);
        if (clip.w <= 0.0f || std::abs(clip.x) > clip.w || std::abs(clip.y) > clip.w) {
            continue;
        }
        ++seen;
        const auto boid =
            pickBoid(session.simulation(), view,
                     {.at = {clip.x / clip.w, clip.y / clip.w}, .aspect = 1.5f, .reach = 0.005f});
        REQUIRE(boid);
        found += boid->id == flock.now().id[slot] ? 1 : 0;
    }
    // Some are hidden behind others.
    CHECK(seen > 20);
    CHECK(found > seen / 2);
    CHECK_FALSE(pickBoid(session.simulation(), view, {.at = {50.0f, 50.0f}, .aspect = 1.5f}));
}

TEST_CASE("the figures show the best value of a searching flock, and of no other", "[app][figures]") {
    LiveFigures swimmers;
    const Session swimming(smallScene(5), {});
    swimmers.update(swimming.simulation(), 0.0);
    CHECK_FALSE(swimmers.figures().bestValue);
    LiveFigures searchers;
    const Session searching(*openPreset("particle-swarm"), {});
    searchers.update(searching.simulation(), 0.0);
    REQUIRE(searchers.figures().bestValue);
    CHECK(*searchers.figures().bestValue == StateView(searching.simulation()).best(0)->found.value);
}

TEST_CASE("the figures hold the measures of the largest species", "[app][figures]") {
    Session session(*openPreset("bait-ball"), {});
    REQUIRE(session.apply({"sardine.linking_distance", 0.3}));
    LiveFigures figures;
    for (int step = 0; step < 120; ++step) {
        session.stepOnce();
    }
    figures.update(session.simulation(), 2.0);
    const Flock& sardines = session.simulation().flocks()[0];
    const Measures expected = measure(sardines.now(), sardines.count(), 0.3);
    const MeasureSample& shown = figures.figures().measures;
    CHECK(*shown.of("polarisation") == test::approx(expected.polarisation));
    CHECK(*shown.of("milling") == test::approx(expected.milling));
    CHECK(*shown.of("nearest_neighbour_m") == test::approx(expected.nearestNeighbour));
    CHECK(*shown.of("speed_mean_m_s") == test::approx(expected.speed.mean));
    CHECK(*shown.of("flocks") == static_cast<float>(expected.flocks()));
    CHECK(expected.loners > 0);
    // A costly measure is computed only if it is shown.
    CHECK_FALSE(shown.of("local_order"));
    std::vector<std::string> columns;
    for (const MeasureColumn& column : measureColumns()) {
        columns.emplace_back(column.key);
    }
    figures.want(kindsOf(columns));
    session.stepOnce();
    figures.update(session.simulation(), 3.0);
    const std::vector<double> all = measureValues(session.simulation(), 0);
    for (std::size_t column = 0; column < all.size(); ++column) {
        CAPTURE(measureColumns()[column].key);
        CHECK(shown.of(column).has_value() == !std::isnan(all[column]));
        CHECK(shown.of(column).value_or(0.0f) ==
              (std::isnan(all[column]) ? 0.0f : static_cast<float>(all[column])));
    }
}

TEST_CASE("the history follows play: ten samples a second, none while paused", "[app][figures]") {
    Session session(smallScene(50), {});
    LiveFigures figures;
    double now = 0.0;
    const auto play = [&](int steps) {
        for (int step = 0; step < steps; ++step) {
            session.stepOnce();
            figures.update(session.simulation(), now += 1.0 / 60.0);
        }
    };
    play(300);
    const std::size_t played = figures.figures().history.samples().size();
    CHECK(played >= 48);
    CHECK(played <= 52);
    for (int frame = 0; frame < 100; ++frame) {
        figures.update(session.simulation(), now += 1.0 / 60.0);
    }
    CHECK(figures.figures().history.samples().size() == played);

    // An edit of a distance that a measure uses shows at once.
    const auto flocks = figures.figures().history.latest().of("flocks");
    REQUIRE(session.apply({"linking_distance", 1e-3}));
    figures.update(session.simulation(), now);
    CHECK(figures.figures().history.samples().size() == played + 1);
    CHECK(figures.figures().history.latest().of("flocks") != flocks);

    // Winding back to the start begins a new history.
    session.restart(1);
    figures.update(session.simulation(), now);
    CHECK(figures.figures().history.samples().size() == 1);
}

TEST_CASE("in the viewer, measures arrive without holding up a frame", "[app][figures]") {
    Session session(smallScene(3000), {});
    LiveFigures figures;
    for (int frame = 0; frame < 2000 && figures.figures().history.samples().empty(); ++frame) {
        figures.update(session.simulation(), frame * 0.001);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK_FALSE(figures.figures().history.samples().empty());
    // The result of a measurement under way does not show up in the next scene's history.
    session.stepOnce();
    for (int step = 0; step < 10; ++step) {
        session.stepOnce();
    }
    figures.update(session.simulation(), 5.0);
    figures.restart();
    session.restart(2);
    for (int frame = 0; frame < 2000 && figures.figures().history.samples().empty(); ++frame) {
        figures.update(session.simulation(), 6.0 + frame * 0.001);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(figures.figures().history.samples().empty());
    CHECK(figures.figures().history.samples().front().seconds == 0.0);
}

TEST_CASE("the figures name what a picture costs", "[app][figures]") {
    Session session(smallScene(20), {});
    LiveFigures figures;
    figures.update(session.simulation(), 0.0);
    figures.noteSteps(1, {});
    figures.noteSteps(1, {});
    figures.noteFrame(0.010, 0.001);
    figures.noteFrame(0.020, 0.003, {{"bodies", 0.004}, {"post", 0.002}});
    figures.update(session.simulation(), 0.5);
    const FrameCost& cost = figures.figures().cost;
    CHECK(cost.sending == test::approx(0.002));
    CHECK(cost.drawing == test::approx(0.015));
    CHECK(cost.card == test::approx(0.006));  // of the newest frame that the card has finished
    CHECK(cost.passes.size() == 2);
}

TEST_CASE("time spent at rest counts in no figure", "[app][figures]") {
    Session session(smallScene(20), {});
    LiveFigures figures;
    figures.update(session.simulation(), 0.0);
    figures.noteFrame(0.010, 0.001);
    figures.skipTime(100.0);
    for (int frame = 0; frame < 30; ++frame) {
        figures.noteFrame(0.010, 0.001);
    }
    figures.update(session.simulation(), 100.5);
    CHECK(figures.figures().framesPerSecond == test::approx(60.0));
}

TEST_CASE("the figures of an empty flock are finite", "[app][figures]") {
    for (const int boids : {0, 1, 2}) {
        Session session(smallScene(boids), {});
        LiveFigures figures;
        for (int frame = 0; frame < 5; ++frame) {
            session.stepOnce();
            figures.noteSteps(1, session.simulation().profile());
            figures.noteFrame(0.01, 0.002);
            figures.update(session.simulation(), frame * 0.4);
        }
        for (const std::string_view column : kUsualPlots) {
            REQUIRE(figures.figures().measures.of(column));
            CHECK(std::isfinite(*figures.figures().measures.of(column)));
        }
        CHECK(figures.figures().framesPerSecond > 0.0f);
    }
}

}  // namespace shoal::test
