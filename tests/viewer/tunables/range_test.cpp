// A slider with two knobs, without a window.

#include "viewer/panel_harness.hpp"
#include "viewer/tunables/heroes.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

const std::string kLower = "species.sardine.limit_speed.min";
const std::string kUpper = "species.sardine.limit_speed.max";

/// Reef's speed, 0.4 to 2.4 m/s on a slider that ends at 7.2 m/s.
class SpeedRange {
public:
    SpeedRange() : m_panel(builtinScene()) {
        REQUIRE(m_panel.item(kLower).min.y == m_panel.item(kUpper).min.y);
        REQUIRE(lower() == approx(0.4));
        REQUIRE(upper() == approx(2.4));
    }

    PanelHarness& panel() { return m_panel; }
    double lower() { return shownValue(m_panel, kLower); }
    double upper() { return shownValue(m_panel, kUpper); }

    PanelAnswer moveTo(double value) {
        const UiProbe::Item& row = m_panel.item(kLower);
        const float width = row.max.x - row.min.x - 10.0f;
        m_panel.moveMouse({row.min.x + 5.0f + static_cast<float>(value / 7.2) * width, row.min.y + 25.0f});
        return m_panel.frame();
    }
    PanelAnswer press(bool isDown) {
        m_panel.pressMouse(isDown);
        return m_panel.frame();
    }
    /// Drags and lets go.
    void drag(double from, double to) {
        moveTo(from);
        press(true);
        moveTo(to);
        press(false);
        wait();
    }
    void wait() {
        for (int frame = 0; frame < 60; ++frame) {
            m_panel.frame();
        }
    }

private:
    PanelHarness m_panel;
};

constexpr double kPixel = 0.04;  // [m/s]

}  // namespace

TEST_CASE("every lower limit has an upper one of the same kind", "[ui][sliders][range]") {
    Scene scene = builtinScene();
    std::map<std::string, std::string> ranges;
    for (const Section& section : scene.sections()) {
        for (const Parameter& lower : section.tunables.parameters) {
            const UpperLimit& limit = lower.declared.upperLimit;
            if (limit.key.empty()) {
                continue;
            }
            CAPTURE(section.path);
            const auto index = section.tunables.find(limit.key);
            REQUIRE(index);
            const Parameter& upper = section.tunables.parameters[*index];
            CHECK(upper.form == lower.form);
            CHECK(upper.declared.unit == lower.declared.unit);
            CHECK(upper.declared.min == lower.declared.min);
            CHECK(upper.declared.max == lower.declared.max);
            CHECK(upper.declared.isLogarithmic == lower.declared.isLogarithmic);
            CHECK(lowerLimitOf(section.tunables, *index));
            ranges[section.title] = std::string(limit.name);
        }
    }
    CHECK(ranges == std::map<std::string, std::string>{
                        {"Limit speed", "speed"}, {"Own speed", "speed"}, {"Perch", "rest"}});
}

TEST_CASE("the nearer knob of a range is dragged, and only that one", "[ui][sliders][range]") {
    SpeedRange range;
    range.drag(2.4, 4.0);
    CHECK(range.upper() == approx(4.0).margin(kPixel));
    CHECK(range.lower() == approx(0.4));
    range.drag(1.0, 1.5);  // jumps there
    CHECK(range.lower() == approx(1.5).margin(kPixel));
    CHECK(range.upper() == approx(4.0).margin(kPixel));
    range.panel().frame();
    range.panel().click(kLower + ".reset");
    CHECK(range.lower() == approx(0.4));
    CHECK(range.upper() == approx(2.4));
}

TEST_CASE("a knob pushed against the other takes it along, and back; Esc gives both back",
          "[ui][sliders][range]") {
    SpeedRange range;
    range.moveTo(0.4);
    range.press(true);
    range.moveTo(3.5);
    CHECK(range.lower() == approx(3.5).margin(kPixel));
    CHECK(range.upper() == range.lower());
    range.moveTo(1.0);
    CHECK(range.lower() == approx(1.0).margin(kPixel));
    CHECK(range.upper() == approx(2.4));
    range.moveTo(5.0);
    CHECK(range.panel().pressEscape().isEscapeTaken);
    CHECK(range.lower() == approx(0.4));
    CHECK(range.upper() == approx(2.4));
    range.press(false);
    range.wait();
    // Knobs in one place part to the side on which they are grabbed, and from an end to the other.
    range.drag(0.4, 7.2);
    CHECK(range.lower() == approx(7.2));
    CHECK(range.upper() == approx(7.2));
    range.drag(7.2, 3.0);
    CHECK(range.lower() == approx(3.0).margin(kPixel));
    CHECK(range.upper() == approx(7.2));
}

TEST_CASE(
    "a double click on a range gives both of the preset's values, as one undo step with its first click",
    "[ui][sliders][range]") {
    SpeedRange range;
    range.drag(2.4, 5.0);
    range.moveTo(1.4);  // beside a knob, which jumps there
    range.press(true);
    range.press(false);
    REQUIRE(range.lower() != approx(0.4));
    const PanelAnswer second = range.press(true);
    range.press(false);
    CHECK(range.lower() == approx(0.4));
    CHECK(range.upper() == approx(2.4));
    REQUIRE(second.set() != nullptr);
    CHECK(second.set()->joinsLast);
}

TEST_CASE("a range is typed as two numbers, or as one for the knob used last",
          "[ui][sliders][range][typing]") {
    SpeedRange range;
    PanelHarness& panel = range.panel();
    const auto checkRange = [&](double lower, double upper) {
        CHECK(range.lower() == approx(lower));
        CHECK(range.upper() == approx(upper));
    };
    panel.typeInto(kUpper, "1 to 2.5 m/s");
    checkRange(1.0, 2.5);
    panel.typeInto(kUpper, "4 to 150 cm/s");
    checkRange(1.5, 4.0);
    panel.typeInto(kUpper, "2");  // below no knob: the upper one was used last
    checkRange(1.5, 2.0);
    range.drag(1.5, 1.2);
    panel.typeInto(kUpper, "3");
    checkRange(3.0, 3.0);
    panel.typeInto(kUpper, "-1");
    checkRange(0.0, 3.0);
    CHECK(panel.has("slider.said"));
    panel.typeInto(kUpper, "fast to slow");
    checkRange(0.0, 3.0);
    CHECK(panel.has("slider.said"));
}

TEST_CASE("a preset that shows one end of a range first shows the range, once", "[ui][sliders][range]") {
    Scene scene = builtinScene("boidwatching");
    const std::vector<Section> sections = scene.sections();
    const std::vector<Hero> heroes = heroesOf(scene, sections);
    REQUIRE(heroes.size() == 5);
    const Hero& speed = heroes[3];
    CHECK(speed.label == "Speed");
    CHECK(sections[speed.section].tunables.parameters[speed.parameter].declared.key == "min");
    scene.heroes.push_back("species.boid.limit_speed.min");
    CHECK(heroesOf(scene, sections).size() == 5);
}

}  // namespace shoal::test
