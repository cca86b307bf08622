// Input to a viewer that draws too slowly to see each event by itself.

#include <csignal>
#include <utility>

#include <shoal/preset.hpp>

#include "program/small_reef.hpp"
#include "program/viewer_run.hpp"
#include "viewer/window/input_batches.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::vector<std::size_t> sizesOf(const std::vector<InputEvent>& events) {
    std::vector<std::size_t> sizes;
    for (const auto batch : inputBatches(events)) {
        sizes.push_back(batch.size());
    }
    return sizes;
}

}  // namespace

TEST_CASE("events that ImGui could not tell apart are fed to it one after another", "[app][input]") {
    const ButtonChanged down{.isDown = true};
    const ButtonChanged up{.isDown = false};
    const PointerMoved move{};
    const KeyPressed key{.code = 65, .label = "a"};
    const KeyReleased keyUp{.code = 65};
    const CharacterTyped text{.codepoint = 'a'};
    const WheelTurned wheel{.up = 1.0};
    using Sizes = std::vector<std::size_t>;
    CHECK(sizesOf({}) == Sizes{0});
    CHECK(sizesOf({move, move, move}) == Sizes{3});
    // A drag: the press where it happened, the whole path, and the release at its end.
    CHECK(sizesOf({move, down, move, move, up}) == Sizes{1, 1, 2, 1});
    CHECK(sizesOf({down, up, down, up}) == Sizes{1, 1, 1, 1});
    CHECK(sizesOf({key, text, keyUp, key, text, keyUp}) == Sizes{2, 1, 2, 1});
    CHECK(sizesOf({move, wheel, wheel, wheel}) == Sizes{4});
    // A drag that Shift slows: each part at its own speed.
    CHECK(sizesOf({move, key, move, keyUp, move}) == Sizes{2, 2, 1});
    CHECK(sizesOf({wheel, move, wheel}) == Sizes{1, 2});
    CHECK(sizesOf({text, text, text}) == Sizes{3});
}

TEST_CASE("a drag within one frame ends where the button was released", "[app][window][input]") {
    ViewerRun viewer({"--boids", "40"});
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.9));
    const double wanted = weightIn(viewer.probe());
    viewer.drag(viewer.placeOf(kWeight, 0.9), viewer.placeOf(kWeight, 0.2));
    REQUIRE(weightIn(viewer.probe()) < wanted);
    const ViewerRun::Point from = viewer.placeOf(kWeight, 0.2);
    const ViewerRun::Point to = viewer.placeOf(kWeight, 0.9);
    viewer.inOneFrame([&] {
        viewer.drag(from, to);
        // The pointer is elsewhere by the time the viewer sees any of it.
        viewer.moveTo(500.0, 300.0);
    });
    viewer.waitFor("the drag has its effect", [&](const Json& shown) { return weightIn(shown) == wanted; });
}

TEST_CASE("the time bar's knob stays where it is released, dragged at any pace",
          "[app][window][input][slow]") {
    ViewerRun viewer(reefOf(80), "1000x600");
    const auto stepsOf = [](const Json& shown) { return shown.at("report").at("steps").get<double>(); };
    viewer.waitFor("some seconds of play", [&](const Json& shown) { return stepsOf(shown) > 600.0; });
    viewer.key("h");
    viewer.waitFor("the time bar", [](const Json& shown) { return hasItem(shown, "timeline.track"); });
    const double end = stepsOf(viewer.probe());
    const Json track = viewer.probe().at("items").at("timeline.track");
    const ViewerRun::Point knob = viewer.placeOf("timeline.track", 0.98);
    const auto isAt = [&](double part) {
        return [&, part](const Json& shown) {
            CHECK(shown.at("items").at("timeline.track") == track);
            return std::abs(stepsOf(shown) - part * end) < 0.02 * end;
        };
    };
    const ViewerRun::Point early = viewer.placeOf("timeline.track", 0.2);
    const ViewerRun::Point middle = viewer.placeOf("timeline.track", 0.5);
    viewer.moveTo(knob.x, knob.y);
    viewer.press();
    viewer.moveTo(early.x, early.y);
    viewer.waitFor("the moment dragged to", isAt(0.2));
    viewer.moveTo(middle.x, middle.y);
    viewer.release();
    viewer.waitFor("the moment of the release", isAt(0.5));
    viewer.inOneFrame([&] {
        viewer.drag(middle, early);
        viewer.moveTo(500.0, 200.0);
    });
    viewer.waitFor("the moment of the release in one frame", isAt(0.2));
    viewer.settle();
    CHECK(isAt(0.2)(viewer.probe()));
}

TEST_CASE("two drags within one frame are two edits to undo", "[app][window][input]") {
    ViewerRun viewer({"--boids", "40"});
    const double atFirst = weightIn(viewer.probe());
    const ViewerRun::Point low = viewer.placeOf(kWeight, 0.2);
    const ViewerRun::Point high = viewer.placeOf(kWeight, 0.9);
    viewer.inOneFrame([&] {
        viewer.drag(viewer.placeOf(kWeight, 0.6), low);
        viewer.drag(low, high);
    });
    viewer.waitFor("the drags have their effect",
                   [&](const Json& shown) { return weightIn(shown) > atFirst; });
    viewer.settle();
    viewer.key("ctrl+z");
    viewer.waitFor("the second drag is undone",
                   [&](const Json& shown) { return weightIn(shown) < atFirst && weightIn(shown) >= 0.0; });
    viewer.key("ctrl+z");
    viewer.waitFor("the first value is back", [&](const Json& shown) { return weightIn(shown) == atFirst; });
}

TEST_CASE("clicks and keys within one frame all count", "[app][window][input]") {
    ViewerRun viewer({"--boids", "40"});
    const double atFirst = weightIn(viewer.probe());
    const ViewerRun::Point low = viewer.placeOf(kWeight, 0.2);
    const ViewerRun::Point undo = viewer.placeOf("button.undo");
    viewer.inOneFrame([&] {
        viewer.drag(viewer.placeOf(kWeight, 0.6), low);
        viewer.click(undo.x, undo.y);
        viewer.key("space");
    });
    viewer.waitFor("the drag is undone and the flock paused", [&](const Json& shown) {
        return weightIn(shown) == atFirst && shown.at("paused").get<bool>();
    });
}

TEST_CASE("keys go to a field from the click or key on that opens it", "[app][window][input]") {
    ViewerRun viewer({"--boids", "40"});
    const ViewerRun::Point value = viewer.placeOf(kWeight, 0.6);
    viewer.inOneFrame([&] {
        viewer.xdotool({"keydown", "ctrl"});
        viewer.click(value.x, value.y);
        viewer.xdotool({"keyup", "ctrl"});
        viewer.type("1.25");
        viewer.key("Tab");
        viewer.type("1.5");
        viewer.key("Return");
    });
    viewer.waitFor("the typed values", [](const Json& shown) {
        return weightIn(shown) == 1.25 && valueOf(shown, "species.sardine.alignment.radius") == 1.5;
    });
    viewer.inOneFrame([&] {
        viewer.key("ctrl+f");
        viewer.type("sardine alignment weight");
    });
    viewer.waitFor("the results", [](const Json& shown) { return hasItem(shown, "find.0"); });
    viewer.settle();
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());  // the spaces went there, too
    viewer.key("Escape");
    const ViewerRun::Point save = viewer.placeOf("more.save_as");
    viewer.inOneFrame([&] {
        viewer.click(save.x, save.y);
        viewer.type("Quickly typed");
        viewer.key("Return");
    });
    viewer.waitFor("it is saved", [](const Json& shown) { return says(shown, "quickly-typed.toml"); });
}

TEST_CASE("a flight key tapped within one frame moves the camera", "[app][window][input][slow]") {
    ViewerRun viewer({"--boids", "40"});
    viewer.key("space");
    viewer.waitFor("it is paused", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    const auto sideways = [](const Json& shown) {
        const Json& target = shown.at("camera").at("target");
        return std::abs(target.at(0).get<double>()) + std::abs(target.at(2).get<double>());
    };
    double still = sideways(viewer.probe());
    double frame = viewer.probe().at("frame").get<double>();
    viewer.waitFor("the camera stands", [&](const Json& shown) {
        if (shown.at("frame").get<double>() < frame + 20.0) {
            return false;
        }
        frame = shown.at("frame").get<double>();
        return std::exchange(still, sideways(shown)) == sideways(shown);
    });
    viewer.inOneFrame([&] { viewer.key("d"); });
    viewer.waitFor("the camera has moved",
                   [&](const Json& shown) { return std::abs(sideways(shown) - still) > 0.01; });
}

TEST_CASE("a preset that another program copied is pasted", "[app][window][input]") {
    ViewerRun viewer(reefOf(60));
    const auto owner = viewer.ownSelection({"CLIPBOARD", "UTF8_STRING", presetText(smallReef(31))});
    viewer.key("ctrl+v");
    viewer.waitFor("it is pasted", [](const Json& shown) {
        return says(shown, "Pasted the settings") && shown.at("report").at("boids") == 31;
    });
    const auto none = viewer.ownSelection({"CLIPBOARD", "image/png", "no text"});
    viewer.key("ctrl+v");
    viewer.waitFor("it says that there is none",
                   [](const Json& shown) { return says(shown, "The clipboard holds no text"); });
}

TEST_CASE("Ctrl + C and Ctrl + V within one frame paste the text just copied", "[app][window][input]") {
    ViewerRun viewer(reefOf(60));
    viewer.key("ctrl+c");
    viewer.waitFor("an older copy is there",
                   [](const Json& shown) { return says(shown, "Copied the settings"); });
    viewer.drag(viewer.placeOf(kWeight, 0.5), viewer.placeOf(kWeight, 0.8));
    const double changed = weightIn(viewer.probe());
    viewer.moveTo(500.0, 400.0);  // over a row, the keys would copy its value
    viewer.settle();
    viewer.inOneFrame([&] {
        viewer.key("ctrl+c");
        viewer.key("ctrl+v");
    });
    viewer.waitFor("it is pasted", [](const Json& shown) { return says(shown, "Pasted the settings"); });
    CHECK(weightIn(viewer.probe()) == changed);
}

TEST_CASE("a program that hangs with the clipboard delays keys by a second and hangs nothing",
          "[app][window][input][slow]") {
    ViewerRun viewer(reefOf(60));
    const auto owner = viewer.ownSelection({"CLIPBOARD"});
    const auto stepsNow = [&] { return viewer.probe().at("report").at("steps").get<int>(); };
    viewer.key("ctrl+v");
    viewer.key("space");
    const int steps = stepsNow();
    viewer.waitFor("the flock goes on", [&](const Json&) { return stepsNow() > steps + 10; });
    viewer.waitFor("it says so", [](const Json& shown) {
        return says(shown, "the program that you copied from does not answer");
    });
    viewer.waitFor("the next key arrives", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    // In a text field, too.
    viewer.clickOn("button.save_as");
    viewer.type("mine");
    viewer.key("ctrl+v");
    viewer.key("shift+Insert");
    viewer.type("too");
    viewer.key("Return");
    viewer.waitFor("the typed text is the name",
                   [](const Json& shown) { return messageOf(shown).ends_with("minetoo.toml"); });
    viewer.key("ctrl+v");
    viewer.program().signal(SIGTERM);
    CHECK(viewer.end().status == 143);
}

TEST_CASE("a clipboard that comes in parts or breaks off pastes nothing and hangs nothing",
          "[app][window][input]") {
    ViewerRun viewer(reefOf(60));
    const std::string text = presetText(smallReef(31));
    for (const auto& [how, why] : {std::pair{"parts", "too long"}, {"broken", "Nothing can be pasted"}}) {
        CAPTURE(how);
        viewer.key("ctrl+c");
        viewer.waitFor("it has copied", [](const Json& shown) { return says(shown, "Copied the settings"); });
        const auto owner = viewer.ownSelection({"CLIPBOARD", "UTF8_STRING", text, how});
        const bool wasPaused = viewer.probe().at("paused").get<bool>();
        viewer.key("ctrl+v");
        viewer.key("space");
        viewer.waitFor("the next key arrives",
                       [&](const Json& shown) { return shown.at("paused").get<bool>() != wasPaused; });
        viewer.waitFor("it says so", [reason = why](const Json& shown) { return says(shown, reason); });
        CHECK(viewer.probe().at("report").at("boids") == 60);
    }
}

TEST_CASE("a clipboard manager that hangs does not keep the viewer from ending", "[app][window][input]") {
    for (const auto& [hangs, isDestroyed] : {std::pair{true, false}, {false, false}, {true, true}}) {
        CAPTURE(hangs, isDestroyed);
        ViewerRun viewer(reefOf(60));
        const auto manager = hangs ? viewer.ownSelection({"CLIPBOARD_MANAGER"}) : nullptr;
        viewer.key("ctrl+c");
        viewer.waitFor("it has copied", [](const Json& shown) { return says(shown, "Copied the settings"); });
        if (isDestroyed) {
            viewer.xdotool({"windowclose", viewer.window()});  // XDestroyWindow
        } else {
            viewer.key("ctrl+q");
        }
        CHECK(viewer.end().status == (isDestroyed ? 1 : 0));
    }
}

}  // namespace shoal::test
