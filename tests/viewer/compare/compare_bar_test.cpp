// The bar over a split picture, without a window.

#include "viewer/compare/compare_bar.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

/// The panel with a bar over a picture that is split in its middle.
class Compared {
public:
    explicit Compared(ImVec2 display) : m_panel(builtinScene(), 1.0f, display, false) {
        m_compare.middle = 0.5f * (display.x + m_panel.panel().place(1.0f, display).free);
        m_compare.nameOfA = "as loaded";
        m_panel.parts().compare = &m_compare;
        m_panel.frame();
        m_panel.frame();
    }

    PanelHarness& panel() { return m_panel; }
    CompareInput& compare() { return m_compare; }
    float middleOf(const std::string& key) {
        const UiProbe::Item& item = m_panel.item(key);
        return 0.5f * (item.min.x + item.max.x);
    }

private:
    CompareInput m_compare;
    PanelHarness m_panel;
};

}  // namespace

TEST_CASE("the compare bar swaps exactly on the split, and its buttons say what to keep",
          "[ui][card][compare]") {
    for (const ImVec2 display : {ImVec2(1280.0f, 720.0f), ImVec2(640.0f, 400.0f)}) {
        CAPTURE(display.x);
        Compared compared(display);
        PanelHarness& panel = compared.panel();
        CHECK(compared.middleOf("compare.swap") == approx(compared.compare().middle).margin(0.51));
        CHECK(panel.click("compare.swap").has(Run{"swap"}));
        CHECK(panel.click("compare.keep_a").has(Run{"keep_a"}));
        CHECK(panel.click("compare.keep_b").has(Run{"compare"}));
        CHECK(panel.click("compare.close").has(Run{"compare"}));
        CHECK(panel.click("strip.compare").has(Run{"compare"}));
        panel.click("compare.a");
        panel.frame();
        REQUIRE(panel.has("compare.as_loaded"));
        CHECK(panel.click("compare.as_loaded").has(Run{"compare_with"}));
        // In a small window, values give way.
        CHECK(panel.has("compare.values_a") == (display.x > 1000.0f));
    }
}

TEST_CASE("however many settings differ, the bar keeps its buttons clear of their values",
          "[ui][card][compare]") {
    for (const ImVec2 display : {ImVec2(1280.0f, 720.0f), ImVec2(640.0f, 400.0f)}) {
        CAPTURE(display.x);
        Compared compared(display);
        PanelHarness& panel = compared.panel();
        const std::vector<SplitDifference> differences{
            {"Alignment", "3.00 1/s", "1.17 1/s", "species.sardine.alignment.weight", 3.0},
            {"Inverse-square separation of sardines", "0.35 m³/s²", "12.0 m³/s²", "", 0.35},
            {"Perception", "1.00 m", "1.50 m", "species.sardine.perception.radius", 1.0}};
        compared.compare().differences = differences;
        panel.frame();
        panel.frame();
        const bool isWide = display.x > 1000.0f;
        REQUIRE(panel.has("compare.values_a") == isWide);
        REQUIRE(panel.has("compare.values_b") == isWide);
        if (isWide) {
            CHECK(panel.item("compare.values_a").max.x <= panel.item("compare.keep_a").min.x);
            CHECK(panel.item("compare.values_b").max.x <= panel.item("compare.keep_b").min.x);
        }
        CHECK(panel.item("compare.close").max.x <= display.x);
        CHECK(compared.middleOf("compare.swap") == approx(compared.compare().middle).margin(0.51));
    }
}

}  // namespace shoal::test
