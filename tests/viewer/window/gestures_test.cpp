// Every gesture once, in windows of several sizes, at 30 and at 3 frames a second. It takes a quarter of an
// hour, so it is hidden: `test_viewer "[gestures]"`, or the gate `gestures`.

#include <utility>

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"
#include "scratch_folder.hpp"
#include "viewer/objects/stone_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;
using Point = ViewerRun::Point;

std::string presetIn(const Json& shown) {
    return shown.at("report").at("preset").get<std::string>();
}

Point pointOf(const Json& place) {
    return {place.at("x").get<double>(), place.at("y").get<double>()};
}

/// The gestures of one session. Each leaves the scene as it found it.
class Gestures {
public:
    Gestures(const std::string& size, const std::string& scale, const std::string& maxFps)
        : m_viewer({"reef", "--boids", "40", "--threads", "1", "--ui-scale", scale, "--max-fps", maxFps,
                    "--set", "camera.orbit=0", "--set", "body_length=2"},
                   size) {}

    void slider() {
        m_viewer.turnTo(kWeight);
        const double first = weightIn(m_viewer.probe());
        m_viewer.drag(m_viewer.placeOf(kWeight, 0.6), m_viewer.placeOf(kWeight, 0.2));
        const double low = weightIn(m_viewer.probe());
        CHECK(low < first);
        key("ctrl+z", "the drag is undone", [&](const Json& now) { return weightIn(now) == first; });
        key("ctrl+shift+z", "it is redone", [&](const Json& now) { return weightIn(now) == low; });
        m_viewer.turnTo(kWeight);  // the strip of measures has opened meanwhile
        m_viewer.clickOn(kWeight + ".reset");
        waitFor("the mark beside it resets it", [&](const Json& now) { return weightIn(now) == first; });
    }

    void fineSlider() {
        m_viewer.turnTo(kWeight);
        const double first = weightIn(m_viewer.probe());
        const Point low = m_viewer.placeOf(kWeight, 0.2);
        const Point high = m_viewer.placeOf(kWeight, 0.6);
        m_viewer.moveTo(low.x, low.y);
        m_viewer.press();
        const double start = weightIn(m_viewer.probe());
        m_viewer.xdotool({"keydown", "shift"});
        m_viewer.moveTo(high.x, high.y);
        const double slow = weightIn(m_viewer.probe()) - start;
        m_viewer.xdotool({"keyup", "shift"});
        CHECK(slow > 0.0);
        m_viewer.moveTo(2.0 * high.x - low.x, high.y);
        const double fast = weightIn(m_viewer.probe()) - start - slow;
        CHECK(slow < 0.2 * fast);
        m_viewer.xdotool({"keydown", "ctrl"});
        m_viewer.settle();
        m_viewer.moveTo(high.x, high.y);
        const double half = 2.0 * weightIn(m_viewer.probe());
        CHECK(half == std::round(half));
        m_viewer.xdotool({"keyup", "ctrl"});
        m_viewer.xdotool({"key", "Escape"});  // key() would let go of the button first
        waitFor("Esc brings the value before", [&](const Json& now) { return weightIn(now) == first; });
        m_viewer.release();
        m_viewer.settle();

        m_viewer.click(high.x, high.y);
        m_viewer.settle();
        CHECK(weightIn(m_viewer.probe()) != first);
        m_viewer.inOneFrame([&] {
            m_viewer.click(high.x, high.y);
            m_viewer.click(high.x, high.y);
        });
        waitFor("a double click resets it", [&](const Json& now) { return weightIn(now) == first; });
        m_viewer.settle();

        const Json row = m_viewer.probe().at("items").at(kWeight);
        m_viewer.click(row.at("x").get<double>() + row.at("width").get<double>() - 20.0,
                       row.at("y").get<double>() + 0.2 * row.at("height").get<double>());
        m_viewer.settle();
        const double typed = 2.0 * first;
        m_viewer.type(std::to_string(typed));
        key("Return", "twice the value is typed",
            [&](const Json& now) { return std::abs(weightIn(now) - typed) < 1e-6; });
        m_viewer.moveTo(high.x, high.y);
        m_viewer.xdotool({"keydown", "ctrl"});
        m_viewer.settle();
        m_viewer.xdotool({"click", "5"});
        waitFor("Ctrl and the wheel lower it", [&](const Json& now) { return weightIn(now) < typed - 1e-6; });
        m_viewer.xdotool({"keyup", "ctrl"});
        m_viewer.turnTo(kWeight);
        m_viewer.clickOn(kWeight + ".reset");
        waitFor("it is reset", [&](const Json& now) { return weightIn(now) == first; });
    }

    void ruleSwitch() {
        const std::string item = "species.sardine.cohesion.enabled";
        const auto isOn = [&](const Json& now) { return now.at("values").at(item).get<bool>(); };
        m_viewer.turnTo(item);
        m_viewer.clickOn(item);
        waitFor("cohesion is off", [&](const Json& now) { return !isOn(now); });
        key("ctrl+z", "cohesion is on", isOn);
    }

    void time() {
        const auto isPaused = [](const Json& now) { return now.at("paused").get<bool>(); };
        key("space", "it pauses", isPaused);
        const auto steps = [](const Json& now) { return now.at("report").at("steps").get<int>(); };
        m_viewer.settle();
        const int before = steps(m_viewer.probe());
        key("period", "it makes one step", [&](const Json& now) { return steps(now) == before + 1; });
        key("r", "it starts again", [&](const Json& now) { return steps(now) == 0; });
        key("space", "it goes on", [&](const Json& now) { return steps(now) > 0; });
    }

    void camera() {
        const auto azimuth = [](const Json& now) { return now.at("camera").at("azimuth").get<double>(); };
        const auto distance = [](const Json& now) { return now.at("camera").at("distance").get<double>(); };
        const double turned = azimuth(m_viewer.probe());
        m_viewer.drag(inPicture(0.5, 0.2), inPicture(0.7, 0.3));
        waitFor("a drag turns it", [&](const Json& now) { return std::abs(azimuth(now) - turned) > 0.05; });
        const double far = distance(m_viewer.probe());
        const Point middle = inPicture(0.5, 0.2);
        m_viewer.moveTo(middle.x, middle.y);
        m_viewer.xdotool({"click", "4"});
        waitFor("the wheel brings it nearer", [&](const Json& now) { return distance(now) < far; });
        m_viewer.key("Home");
        const auto throughEyes = [](const Json& now) {
            return now.at("camera").at("through_eyes").get<bool>();
        };
        key("v", "it looks through a boid's eyes", throughEyes);
        key("Escape", "it is outside again", [&](const Json& now) { return !throughEyes(now); });
        m_viewer.settle();
    }

    void inspector() {
        pause();
        bool isFollowing = false;
        for (double y = 0.3; y < 0.75 && !isFollowing; y += 0.05) {
            for (double x = 0.3; x < 0.75 && !isFollowing; x += 0.05) {
                const Point at = inPicture(x, y);
                m_viewer.click(at.x, at.y);
                isFollowing = m_viewer.probe().at("following").get<bool>();
            }
        }
        CHECK(isFollowing);
        waitFor("its pushes are shown", [](const Json& now) { return now.at("inspector").is_object(); });
        const auto isDrawn = [](const Json& now) { return now.at("inspector").contains("drawn"); };
        waitFor("arrows are drawn", isDrawn);
        key("i", "they are hidden", [&](const Json& now) { return !isDrawn(now); });
        key("i", "they are back", isDrawn);
        key("Escape", "it is released", [](const Json& now) { return !now.at("following").get<bool>(); });
        goOn();
    }

    void objects() {
        pause();
        m_viewer.turnTo("button.add_stone");
        m_viewer.clickOn("button.add_stone");
        waitFor("there is a stone",
                [](const Json& now) { return now.at("objects").at("places").contains(kStone); });
        m_viewer.settle();
        const Point from = pointOf(m_viewer.probe().at("objects").at("places").at(kStone));
        const Point to{from.x + (from.x < inPicture(0.5, 0.5).x ? 60.0 : -60.0), from.y + 20.0};
        m_viewer.drag(from, to);
        waitFor("it is where it was dragged", [&](const Json& now) {
            const Point at = pointOf(now.at("objects").at("places").at(kStone));
            return std::hypot(at.x - to.x, at.y - to.y) < 4.0;
        });
        key("Delete", "it is gone",
            [](const Json& now) { return !now.at("objects").at("places").contains(kStone); });
        for (int step = 0; step < 3; ++step) {
            m_viewer.key("ctrl+z");
            m_viewer.settle();
        }
        CHECK_FALSE(m_viewer.probe().at("values").contains(kStone + ".x"));
        CHECK_FALSE(m_viewer.probe().at("values").at("species.sardine.avoid_obstacles.enabled").get<bool>());
        goOn();
    }

    void compare() {
        const double first = weightIn(m_viewer.probe());
        key("shift+x", "A is kept", [](const Json& now) { return says(now, "These settings are A"); });
        m_viewer.turnTo(kWeight);
        m_viewer.drag(m_viewer.placeOf(kWeight, 0.6), m_viewer.placeOf(kWeight, 0.9));
        const double high = weightIn(m_viewer.probe());
        REQUIRE(high > first);
        key("x", "both are side by side", [](const Json& now) { return now.at("split").is_object(); });
        m_viewer.settle();
        CHECK(weightIn(m_viewer.probe().at("split")) == first);
        m_viewer.clickOn("compare.keep_a");
        waitFor("A is kept, alone",
                [&](const Json& now) { return weightIn(now) == first && !now.at("split").is_object(); });
    }

    void explore() {
        const Json before = m_viewer.probe().at("values");
        m_viewer.turnTo("heading.pad");
        m_viewer.clickOn("heading.pad");
        m_viewer.turnTo("pad.plane");
        m_viewer.drag(m_viewer.placeOf("pad.plane", 0.5), m_viewer.placeOf("pad.plane", 0.2));
        waitFor("a drag on the pad moves sliders",
                [&](const Json& now) { return now.at("values") != before; });
        key("ctrl+z", "it is undone", [&](const Json& now) { return now.at("values") == before; });
        m_viewer.turnTo("heading.pad");
        m_viewer.clickOn("heading.pad");
    }

    void presets() {
        key("g", "the gallery is open", [](const Json& now) { return hasItem(now, "gallery.filter"); });
        m_viewer.type("boidwatching plane");
        m_viewer.settle();
        key("Return", "the preset is shown",
            [](const Json& now) { return presetIn(now) == "boidwatching-plane"; });
        key("ctrl+z", "reef is back", [](const Json& now) { return presetIn(now) == "reef"; });
        key("t", "the tour begins", [](const Json& now) { return hasItem(now, "tour.next"); });
        key("t", "it ends", [](const Json& now) { return !hasItem(now, "tour.next"); });
    }

    void clipboardAndFiles() {
        const double first = weightIn(m_viewer.probe());
        key("ctrl+c", "the settings are copied",
            [](const Json& now) { return says(now, "Copied the settings"); });
        const ScratchFolder folder;
        Scene scene = *openPreset("reef");
        REQUIRE(scene.applyText("alignment.weight=1.25"));
        const std::filesystem::path file = folder.path() / "dropped.toml";
        std::ofstream(file) << presetText(scene);
        m_viewer.drop(file);
        waitFor("the dropped preset is shown", [](const Json& now) { return weightIn(now) == 1.25; });
        key("ctrl+v", "the pasted settings are back",
            [&](const Json& now) { return weightIn(now) == first; });
    }

    void recording() {
        key("F9", "it records", [](const Json& now) { return says(now, "Recording a take"); });
        key("F9", "the take is saved", [](const Json& now) { return says(now, ".take"); });
        key("F12", "a picture is saved", [](const Json& now) { return says(now, ".png"); });
        key("ctrl+F12", "it films",
            [](const Json& now) { return now.at("capture").at("recorded").is_number(); });
        key("ctrl+F12", "the film is recorded",
            [](const Json& now) { return now.at("capture").at("recorded").is_null(); });
        // A child renders it frame by frame, beside the viewer.
        m_viewer.waitFor(
            "the film is saved", [](const Json& now) { return says(now, ".mp4"); },
            20.0 * ViewerRun::kPatience);
    }

    void panel() {
        const auto edge = [](const Json& now) {
            return now.at("items").at("panel.edge").at("x").get<double>();
        };
        const double before = edge(m_viewer.probe());
        Point from = m_viewer.placeOf("panel.edge");
        from.y = inPicture(0.0, 0.5).y;
        m_viewer.drag(from, {from.x + 40.0, from.y});
        waitFor("the panel is wider", [&](const Json& now) { return edge(now) > before + 20.0; });
        m_viewer.drag({from.x + 40.0, from.y}, from);
        key("ctrl+b", "the panel is hidden", [](const Json& now) { return !now.at("panel").get<bool>(); });
        key("ctrl+b", "the panel is back", [](const Json& now) { return now.at("panel").get<bool>(); });
        const auto isHelp = [](const Json& now) { return now.at("help").get<bool>(); };
        key("F1", "the help is shown", isHelp);
        key("Escape", "the help is gone", [&](const Json& now) { return !isHelp(now); });
        key("Tab", "the panel has the keyboard", [](const Json& now) { return now.at("panel").get<bool>(); });
        m_viewer.key("Escape");
        m_viewer.settle();
    }

    void end() {
        m_viewer.close();
        const ProgramResult ended = m_viewer.end();
        CAPTURE(ended.err);
        CHECK(ended.status == 0);
    }

private:
    template <class IsSo>
    void waitFor(const std::string& what, const IsSo& isSo) {
        m_viewer.waitFor(what, isSo);
    }

    template <class IsSo>
    void key(const std::string& name, const std::string& what, const IsSo& isSo) {
        m_viewer.key(name);
        waitFor(what, isSo);
        m_viewer.settle();
    }

    void pause() {
        key("space", "it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
        m_viewer.key("Home");
        m_viewer.waitForRest();
    }

    void goOn() {
        key("space", "it goes on", [](const Json& now) { return !now.at("paused").get<bool>(); });
    }

    /// A point of the picture beside the panel, by fractions of its width and of its height.
    Point inPicture(double x, double y) const {
        const Json shown = m_viewer.probe();
        const double left = shown.at("items").at("panel.edge").at("x").get<double>() + 8.0;
        const double width = shown.at("window").at("width").get<double>();
        return {left + x * (width - left), y * shown.at("window").at("height").get<double>()};
    }

    ViewerRun m_viewer;
};

}  // namespace

TEST_CASE("every gesture works in any window, at 30 and at 3 frames a second", "[.][gestures]") {
    struct Display {
        const char* size;
        const char* scale;
    };
    for (const Display& display :
         {Display{"1280x720", "1"}, Display{"640x400", "1"}, Display{"2560x1440", "2"}}) {
        for (const char* fps : {"30", "3"}) {
            DYNAMIC_SECTION(display.size << " at " << fps << " frames a second") {
                Gestures gestures(display.size, display.scale, fps);
                gestures.slider();
                gestures.fineSlider();
                gestures.ruleSwitch();
                gestures.time();
                gestures.camera();
                gestures.inspector();
                gestures.objects();
                gestures.compare();
                gestures.explore();
                gestures.presets();
                gestures.clipboardAndFiles();
                gestures.recording();
                gestures.panel();
                gestures.end();
            }
        }
    }
}

}  // namespace shoal::test
