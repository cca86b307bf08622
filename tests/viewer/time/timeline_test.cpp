// The time bar, built without a window and driven by a simulated mouse.

#include "viewer/time/timeline.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

constexpr double kStep = 1.0 / 60.0;

/// The bar of the last 70 seconds, rewound, over a flock that needs many frames to reach a moment.
class TimelineHarness {
public:
    explicit TimelineHarness(float width = 1280.0f) : m_other(builtinScene(), 1.0f, {width, 720.0f}) {
        input = {.from = 5.0,
                 .to = 75.0,
                 .now = 75.0,
                 .isPaused = true,
                 .isRewound = true,
                 .edits = {},
                 .seekingAt = {}};
        frame();
        frame();
    }

    Asked frame() {
        Asked asked;
        m_probe.beginFrame();
        ImGui::NewFrame();
        buildTimeline({1.0f, &m_probe}, input, {300.0f, 60.0f}, asked.commands);
        ImGui::Render();
        if (const auto* const sought = asked.run("seek")) {
            input.now = sought->with.number;
            input.seekingAt = 61.3;
        }
        return asked;
    }

    void moveTo(float x) {
        m_other.moveMouse({x, 0.5f * (track().min.y + track().max.y)});
        frame();
    }

    void press(bool isDown) {
        m_other.pressMouse(isDown);
        frame();
        frame();
    }

    UiProbe::Item track() const { return *m_probe.find("timeline.track"); }

    UiProbe::Item live() const { return *m_probe.find("timeline.live"); }

    float knob() const {
        constexpr float kRadius = 7.0f;
        const float left = track().min.x + kRadius;
        const float right = track().max.x - kRadius;
        return left + (right - left) * static_cast<float>((input.now - input.from) / (input.to - input.from));
    }

    /// The places of everything whose text does not change.
    std::string places() const {
        std::string all;
        for (const UiProbe::Item& item : m_probe.items()) {
            if (item.key != "timeline.times") {
                all += item.key + " " + std::to_string(item.min.x) + " " + std::to_string(item.max.x) + "\n";
            } else {
                all += item.key + " " + std::to_string(item.max.x) + "\n";
            }
        }
        return all;
    }

    TimelineInput input;

private:
    PanelHarness m_other;
    UiProbe m_probe;
};

}  // namespace

TEST_CASE("in a narrow window the time bar has a track to drag on, and shows all of its buttons",
          "[ui][card][timeline]") {
    TimelineHarness bar(640.0f);
    bar.input.hasCamera = true;
    bar.frame();
    CHECK(bar.track().max.x - bar.track().min.x >= 100.0f);
    CHECK(bar.places().find("timeline.camera") == std::string::npos);
    CHECK(bar.live().max.x <= 640.0f - 16.0f);
}

TEST_CASE("the time bar's knob stays under the mouse and nothing moves while the flock catches up",
          "[ui][card][timeline]") {
    TimelineHarness bar;
    const std::string before = bar.places();
    const float start = bar.knob() - 3.0f;  // on the knob, not on its middle
    bar.moveTo(start);
    bar.press(true);
    CHECK(bar.input.now == 75.0);
    CHECK_FALSE(bar.input.seekingAt);
    for (const float back : {20.0f, 78.0f, 300.0f, 120.0f, 121.0f}) {
        CAPTURE(back);
        bar.moveTo(start - back);
        CHECK(bar.knob() == approx(start + 3.0f - back).margin(0.6));
        CHECK(bar.input.seekingAt);
        CHECK(bar.places() == before);
    }
    bar.press(false);
    const double released = bar.input.now;
    CHECK(bar.knob() == approx(start + 3.0f - 121.0f).margin(0.6));
    bar.input.seekingAt.reset();
    bar.frame();
    CHECK(bar.places() == before);
    CHECK(bar.input.now == released);
}

TEST_CASE("a click beside the time bar's knob brings it there", "[ui][card][timeline]") {
    TimelineHarness bar;
    const float middle = 0.5f * (bar.track().min.x + bar.track().max.x);
    bar.moveTo(middle);
    bar.press(true);
    bar.press(false);
    CHECK(bar.input.now == approx(40.0).margin(kStep));
    CHECK(bar.knob() == approx(middle).margin(0.6));
}

TEST_CASE("no moment of a take moves the time bar's controls", "[ui][card][timeline]") {
    TimelineHarness bar;
    bar.input.isRewound = false;
    bar.input.hasCamera = true;
    bar.frame();
    const std::string before = bar.places();
    for (const double now : {5.0, 14.9, 15.0, 65.0, 75.0}) {
        bar.input.now = now;
        bar.input.isCameraPlayed = !bar.input.isCameraPlayed;
        bar.frame();
        CAPTURE(now);
        CHECK(bar.places() == before);
    }
}

}  // namespace shoal::test
