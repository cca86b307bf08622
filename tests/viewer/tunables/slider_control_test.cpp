// The gestures of a slider, without a window.

#include "ui/control/slider_control.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

const std::string kSardine = "species.sardine.";
const std::string kWeightKey = kSardine + "alignment.weight";

struct SliderValue {
    float number = 0.0f;
    int whole = 0;
};

/// A slider whose mouse is moved step by step.
class Held {
public:
    explicit Held(PanelHarness& panel, const std::string& key = kWeightKey) : m_panel(panel), m_key(key) {}

    float left() { return m_panel.item(m_key).min.x; }
    float width() { return m_panel.item(m_key).max.x - left(); }
    float y(float below = 25.0f) { return m_panel.item(m_key).min.y + below; }

    void moveTo(float x, float below = 25.0f) {
        m_panel.moveMouse({x, y(below)});
        m_panel.frame();
    }
    void press(bool isDown) {
        m_panel.pressMouse(isDown);
        m_panel.frame();
    }
    void click(float x, float below = 25.0f) {
        moveTo(x, below);
        press(true);
        press(false);
    }
    double value() { return shownValue(m_panel, m_key); }

    /// Where the knob is [px].
    float knob(double max) { return left() + 5.0f + static_cast<float>(value() / max) * (width() - 10.0f); }

    void wait() {
        for (int frame = 0; frame < 60; ++frame) {
            m_panel.frame();
        }
    }

private:
    PanelHarness& m_panel;
    std::string m_key;
};

}  // namespace

TEST_CASE("arrow keys and Ctrl move a slider by round steps", "[ui][sliders]") {
    const Parameter number = parameter<&SliderValue::number>("value", linear(0, 12));
    const SliderTravel travel = declaredTravel(number);
    CHECK(roundStep(number, travel, 0.01) == approx(0.1));
    CHECK(steppedValue(number, travel, 1.17, 1.0) == approx(1.27));
    CHECK(steppedValue(number, travel, 1.17, -0.1) == approx(1.16));
    CHECK(steppedValue(number, travel, 11.5, 10.0) == 12.0);
    CHECK(steppedValue(number, travel, 0.05, -1.0) == 0.0);
    CHECK(roundValue(number, travel, 1.17) == approx(1.0));
    CHECK(roundValue(number, travel, 1.3) == approx(1.5));

    const Parameter whole = parameter<&SliderValue::whole>("count", linear(0, 20));
    CHECK(steppedValue(whole, declaredTravel(whole), 5.0, 0.1) == 6.0);
    CHECK(steppedValue(whole, declaredTravel(whole), 5.0, -1.0) == 4.0);
    CHECK(roundValue(whole, declaredTravel(whole), 5.4) == 5.0);

    const Parameter wide = parameter<&SliderValue::number>("value", logarithmic(0, 1000));
    CHECK(steppedValue(wide, declaredTravel(wide), 100.0, 1.0) == approx(105.0));
    CHECK(steppedValue(wide, declaredTravel(wide), 0.0, 1.0) > 0.0);
    CHECK(steppedValue(wide, declaredTravel(wide), 0.01, -1.0) == 0.0);
    CHECK(roundValue(wide, declaredTravel(wide), 460.0) == approx(500.0));
    // A slider without travel, as of the last boid's id without boids.
    CHECK(roundValue(number, {.min = 0.0, .max = -1.0}, 3.0) == 0.0);
}

TEST_CASE("a press near the knob grabs it where it is, elsewhere it jumps there", "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const double first = slider.value();
    const SliderTravel travel = [&] {
        panel.drag(kWeightKey, 0.5f, 1.2f);
        const double max = slider.value();
        panel.click(kWeightKey + ".reset");
        return SliderTravel{.max = max};
    }();
    REQUIRE(slider.value() == first);
    const float knob = slider.knob(travel.max);
    slider.moveTo(knob + 7.0f);
    slider.press(true);
    CHECK(slider.value() == first);
    slider.moveTo(knob + 27.0f);
    const double perPixel = travel.max / static_cast<double>(slider.width() - 10.0f);
    CHECK(slider.value() == approx(first + 20.0 * perPixel).margin(0.011));
    slider.press(false);
    slider.click(slider.left() + 5.0f);
    CHECK(slider.value() == 0.0);
    slider.wait();
    // On the label nothing happens.
    slider.click(slider.left() + 40.0f, 6.0f);
    CHECK(slider.value() == 0.0);
}

TEST_CASE("Shift slows a drag to a tenth without a jump, Ctrl gives round values", "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const float middle = slider.left() + 0.5f * slider.width();
    slider.moveTo(middle);
    slider.press(true);
    const double start = slider.value();
    slider.moveTo(middle + 50.0f);
    const double fast = slider.value() - start;
    panel.holdShift(true);
    panel.frame();
    CHECK(slider.value() == approx(start + fast).margin(0.011));
    slider.moveTo(middle + 100.0f);
    CHECK(slider.value() - start - fast == approx(0.1 * fast).margin(0.02));
    const double slow = slider.value();
    panel.holdShift(false);
    panel.frame();
    CHECK(slider.value() == approx(slow).margin(0.011));
    panel.holdControl(true);
    slider.moveTo(middle + 80.0f);
    const double half = 2.0 * slider.value();
    CHECK(half == approx(std::round(half)).margin(1e-6));
    panel.holdControl(false);
    slider.press(false);
}

TEST_CASE("Shift pressed on a held knob leaves a finely typed value", "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    panel.typeInto(kWeightKey, "3.14159");
    const double typed = slider.value();
    slider.wait();
    panel.drag(kWeightKey, 0.5f, 1.2f);
    const double max = slider.value();
    panel.typeInto(kWeightKey, "3.14159");
    slider.wait();
    slider.moveTo(slider.knob(max));
    slider.press(true);
    panel.holdShift(true);
    panel.frame();
    panel.frame();
    CHECK(slider.value() == typed);
    panel.holdShift(false);
    panel.frame();
    CHECK(slider.value() == typed);
    slider.press(false);
}

TEST_CASE("Esc while a slider is dragged brings its value back, and the drag is over", "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const double first = slider.value();
    slider.moveTo(slider.left() + 0.2f * slider.width());
    slider.press(true);
    slider.moveTo(slider.left() + 0.8f * slider.width());
    REQUIRE(slider.value() != first);
    CHECK(panel.pressEscape().isEscapeTaken);
    CHECK(slider.value() == first);
    slider.moveTo(slider.left() + 0.3f * slider.width());
    CHECK(slider.value() == first);
    slider.press(false);
    CHECK_FALSE(panel.pressEscape().isEscapeTaken);
}

TEST_CASE("a double click on a slider gives the preset's value, as one undo step with its first click",
          "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const double first = slider.value();
    slider.click(slider.left() + 0.9f * slider.width());
    REQUIRE(slider.value() != first);
    panel.pressMouse(true);
    const PanelAnswer answer = panel.frame();
    panel.pressMouse(false);
    panel.frame();
    CHECK(slider.value() == first);
    REQUIRE(answer.set() != nullptr);
    CHECK(answer.set()->joinsLast);
    slider.wait();
    // On the label, the edit before is a step of its own.
    panel.drag(kWeightKey, 0.2f, 0.9f);
    slider.wait();
    slider.click(slider.left() + 20.0f, 6.0f);
    panel.pressMouse(true);
    const PanelAnswer onLabel = panel.frame();
    panel.pressMouse(false);
    panel.frame();
    CHECK(slider.value() == first);
    REQUIRE(onLabel.set() != nullptr);
    CHECK_FALSE(onLabel.set()->joinsLast);
}

TEST_CASE("a click on the value opens a field; what cannot be read keeps it open", "[ui][sliders][typing]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const double first = slider.value();
    const auto typeAndEnter = [&](const std::string& text) {
        panel.type(text);
        panel.frame();
        panel.pressEnter();
    };
    slider.click(slider.left() + slider.width() - 3.0f, 6.0f);
    panel.frame();
    typeAndEnter("quick");
    CHECK(slider.value() == first);
    CHECK(panel.has("slider.said"));
    panel.frame();
    panel.frame();
    typeAndEnter("6");
    CHECK(slider.value() == 6.0);
    panel.frame();
    // Out of range is clamped, and said.
    panel.typeInto(kWeightKey, "1 000 000");
    CHECK(slider.value() == 10.0);
    CHECK(panel.has("slider.said"));
    panel.typeInto(kWeightKey, "preset");
    CHECK(slider.value() == first);
    CHECK_FALSE(panel.has("slider.said"));
    // Esc leaves it as it was.
    panel.holdControl(true);
    slider.click(slider.left() + 0.9f * slider.width());
    panel.holdControl(false);
    panel.frame();
    panel.type("7");
    panel.frame();
    CHECK(panel.pressEscape().isEscapeTaken);
    CHECK(slider.value() == first);
}

TEST_CASE("Ctrl and the wheel move the slider under the mouse by a step a notch; the wheel alone does not",
          "[ui][sliders]") {
    PanelHarness panel(builtinScene());
    Held slider(panel);
    const double first = slider.value();
    const auto turn = [&](float up) {
        panel.turnWheel(up);
        panel.frame();
        panel.frame();
    };
    slider.moveTo(slider.left() + 50.0f);
    turn(1.0f);
    CHECK(slider.value() == first);
    panel.holdControl(true);
    panel.frame();
    turn(1.0f);
    CHECK(slider.value() > first);
    const double step = slider.value() - first;
    turn(-1.0f);
    CHECK(slider.value() == approx(first));
    // A slow window gets several notches in a frame, a touchpad turns by parts of one.
    turn(2.0f);
    CHECK(slider.value() == approx(first + 2.0 * step));
    turn(-2.0f);
    for (int part = 0; part < 4; ++part) {
        CHECK(slider.value() == approx(first));
        turn(0.25f);
    }
    CHECK(slider.value() == approx(first + step));
    panel.holdControl(false);
}

TEST_CASE("a rule's radius ends at the perception radius, however far it is dragged",
          "[ui][sliders][travel]") {
    PanelHarness panel(builtinScene());
    const std::string perception = kSardine + "perception.radius";
    Held slider(panel, kSardine + "alignment.radius");
    slider.moveTo(slider.left() + 0.5f * slider.width());
    slider.press(true);
    slider.moveTo(slider.left() + 1.5f * slider.width());
    CHECK(slider.value() == 1.0);
    CHECK(shownValue(panel, perception) == 1.0);
    slider.press(false);
}

}  // namespace shoal::test
