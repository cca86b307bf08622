// The strip that plots the measures below the picture, and the history behind it.

#include "ui/text/value_text.hpp"
#include "viewer/measures/measure_history.hpp"
#include "viewer/measures/measure_strip.hpp"
#include "viewer/panel_harness.hpp"
#include "viewer/wish/wish_card.hpp"

namespace shoal::test {

namespace {

MeasureSample sampleAt(double seconds, float polarisation, std::optional<float> flocks = std::nullopt) {
    MeasureSample sample{seconds, {}};
    sample.put("polarisation", polarisation);
    sample.put("milling", 0.1f);
    if (flocks) {
        sample.put("flocks", *flocks);
    }
    return sample;
}

/// Ten samples a second.
MeasureHistory historyUntil(double end) {
    MeasureHistory history;
    for (int tenth = 0; tenth <= static_cast<int>(end * 10.0); ++tenth) {
        history.add(sampleAt(0.1 * tenth, 0.9f));
    }
    return history;
}

}  // namespace

TEST_CASE("the history holds the last half minute", "[ui][measures]") {
    const MeasureHistory history = historyUntil(60.0);
    REQUIRE_FALSE(history.samples().empty());
    CHECK(history.samples().front().seconds >= 60.0 - MeasureHistory::kSpan - 1e-9);
    CHECK(history.samples().front().seconds < 60.0 - MeasureHistory::kSpan + 0.11);
    CHECK(history.samples().back().seconds == approx(60.0));
}

TEST_CASE("a measure that is taken less often keeps its last value", "[ui][measures]") {
    MeasureHistory history;
    history.add(sampleAt(0.0, 0.9f, 3.0f));
    history.add(sampleAt(0.1, 0.8f));
    CHECK(*history.latest().of("polarisation") == 0.8f);
    REQUIRE(history.latest().of("flocks"));
    CHECK(*history.latest().of("flocks") == 3.0f);
}

TEST_CASE("axes end at round numbers", "[ui][measures]") {
    CHECK(roundedUp(1.0) == approx(1.0));
    CHECK(roundedUp(1.1) == approx(2.0));
    CHECK(roundedUp(0.34) == approx(0.5));
    CHECK(roundedUp(7.0) == approx(10.0));
    CHECK(roundedUp(230.0) == approx(500.0));
}

TEST_CASE("a value that was not measured yet is a dash", "[ui][measures]") {
    CHECK(measureText(columnOf("flocks"), {}) == "–");
    CHECK(measureText(columnOf("flocks"), sampleAt(0.0, 0.5f, 14.0f)) == "14");
    CHECK(measureText(columnOf("polarisation"), sampleAt(0.0, 0.5f)) == "0.50");
}

TEST_CASE("the first edit shows the strip, and closing it lasts", "[ui][measures]") {
    PanelHarness panel(builtinScene(), 1.0f, {1280.0f, 720.0f});
    panel.input().figures.history = historyUntil(12.0);
    panel.frame();
    CHECK_FALSE(panel.has("plot.polarisation"));
    panel.drag("species.sardine.alignment.weight", 0.5f, 0.2f);
    panel.frame();
    REQUIRE(panel.has("plot.polarisation"));
    CHECK(panel.has("plot.plane"));
    // It lies beside the panel, at the bottom.
    CHECK(panel.item("plot.polarisation").min.x >= theme::kPanelWidth);
    CHECK(panel.item("plot.speed_mean_m_s").max.y <= 720.0f);
    panel.click("measures.close");
    panel.frame();
    CHECK_FALSE(panel.has("plot.polarisation"));
    panel.drag("species.sardine.alignment.weight", 0.2f, 0.6f);
    panel.frame();
    CHECK_FALSE(panel.has("plot.polarisation"));
}

TEST_CASE("a narrow view has fewer plots, and one narrower than a plot none", "[ui][measures]") {
    const auto plotsIn = [](float width) {
        PanelHarness panel(builtinScene(), 1.0f, {width, 400.0f});
        panel.panel().toggleStrip();
        panel.frame();
        panel.frame();
        int plots = 0;
        for (const std::string_view key : kUsualPlots) {
            plots += panel.has("plot." + std::string(key)) ? 1 : 0;
        }
        CHECK(panel.has("plot.plane") == (plots > 0));
        return plots;
    };
    CHECK(plotsIn(1280.0f) == 5);
    CHECK(plotsIn(640.0f) == 1);
    CHECK(plotsIn(500.0f) == 0);
}

TEST_CASE("a plot shows the column that the user chooses, and its values with their unit", "[ui][measures]") {
    PanelHarness panel(builtinScene(), 1.0f, {1280.0f, 720.0f});
    MeasureSample sample = sampleAt(1.0, 0.9f, 2.0f);
    sample.put("local_order", 0.75f);
    sample.put("gyration_radius_m", 0.034f);
    CHECK(measureText(columnOf("local_order"), sample) == "0.75");
    CHECK(measureText(columnOf("gyration_radius_m"), sample) == "0.034 m");
    CHECK(measureText(columnOf("clusters"), sample) == "–");
    panel.input().figures.history.add(sample);
    panel.panel().toggleStrip();
    panel.frame();
    panel.frame();
    panel.click("plot.milling.name");
    panel.frame();
    panel.click("plot.choice.local_order");
    panel.frame();
    panel.frame();
    CHECK(panel.has("plot.local_order"));
    CHECK_FALSE(panel.has("plot.milling"));
    CHECK(panel.has("plot.polarisation"));
    const auto kinds = panel.panel().shownKinds();
    CHECK(std::ranges::count(kinds, std::string_view("local_order"), &MeasureKind::key) == 1);
}

TEST_CASE("the panel lists the measures and names the group's state", "[ui][measures]") {
    PanelHarness panel(builtinScene());
    panel.input().figures.measures = sampleAt(1.0, 0.9f, 2.0f);
    panel.frame();
    for (const std::string_view key : kUsualPlots) {
        CHECK(panel.has("measure." + std::string(key)));
    }
    CHECK(panel.panel().shownKinds().empty());
    panel.click("heading.measures.all");
    panel.frame();
    CHECK(panel.panel().shownKinds().size() == measureKinds().size());
    for (const MeasureColumn& column : measureColumns()) {
        CHECK(panel.has("measure.all." + std::string(column.key)));
    }
    CHECK(nameOf(groupStateOf(0.9, 0.1, 0.5)) == "parallel");
    CHECK(nameOf(groupStateOf(0.1, 0.9, 0.9)) == "mill");
    CHECK(nameOf(groupStateOf(0.1, 0.1, 0.9)) == "double mill");
    CHECK(nameOf(groupStateOf(0.1, 0.1, 0.5)) == "swarm");
    CHECK(nameOf(groupStateOf(0.5, 0.5, 0.5)) == "between states");
}

TEST_CASE("the card compares figures with ranges, and keeps the chosen ranges", "[ui][measures][score]") {
    ScoreInput score{.choices = {{"", "By species: Starlings over Rome"},
                                 {"starling", "Starlings over Rome"},
                                 {"/home/me/mine.toml", "mine"}},
                     .rows = {},
                     .summary = "1 of 3 within, 1 near · last 10 s"};
    for (const Fit fit : {Fit::within, Fit::near, Fit::outside, Fit::unknown}) {
        score.rows.push_back({.title = "correlation length of speeds / length",
                              .value = "0.988 ± 0.001",
                              .range = "0.1352 to 0.1428 1/m³",
                              .fit = fit,
                              .hint = "where from"});
    }
    for (const float scale : {1.0f, 1.5f}) {
        PanelHarness panel(builtinScene(), scale);
        CHECK_FALSE(panel.has("heading.measures.score"));  // without anything to compare with
        panel.input().score = &score;
        panel.frame();
        CHECK_FALSE(panel.has("score.row.0"));
        CHECK_FALSE(panel.panel().isScoreShown());
        panel.click("heading.measures.score");
        panel.frame();
        CHECK(panel.panel().isScoreShown());
        for (const std::string row : {"0", "1", "2", "3"}) {
            CHECK_FALSE(panel.item("score.row." + row).isCutOff);
        }
        CHECK_FALSE(panel.has("score.row.4"));
        panel.click("score.targets");
        panel.frame();
        panel.click("score.targets./home/me/mine.toml");
        panel.frame();
        CHECK(panel.panel().layout().targets == "/home/me/mine.toml");
        score.rows[0].title += ", and how it lies to the flight of all the others";
        panel.frame();
        CHECK(panel.item("score.row.0").isCutOff);
        score.rows[0].title = "short";
    }
}

TEST_CASE("a wish is searched for, and a click takes a result", "[ui][explore][suggest]") {
    MeasureSample now = sampleAt(1.0, 0.4f);
    WishInput wish{.compared = "Herring and saithe", .wished = {}, .progress = {}, .found = {}, .now = &now};
    PanelHarness panel(builtinScene());
    CHECK_FALSE(panel.has("heading.wish"));
    panel.parts().wish = &wish;
    panel.frame();
    panel.click("heading.wish");
    CHECK(panel.click("button.find").has(Run{"find_settings"}));
    panel.click("wish");
    panel.frame();
    panel.click("wish.polarisation");
    panel.frame();
    CHECK(panel.drag("wish.value", 0.2f, 0.999f).commands.empty());
    const PanelAnswer asked = panel.click("button.find");
    REQUIRE(asked.run("find_settings") != nullptr);
    CHECK_THAT(asked.run("find_settings")->with.text, startsWith("polarisation=0.9"));
    wish.progress = 0.4;
    wish.wished = "Wish: polarisation 0.94 to 1.04";
    panel.frame();
    CHECK(panel.click("button.find").has(Run{"stop_finding"}));
    wish.progress.reset();
    wish.found = {{"Alignment weight 0.8", "0.91", "hint"}, {"Cohesion weight 2", "0.9", "hint"}};
    panel.frame();
    CHECK(panel.click("suggestion.1").has(Run{"take_settings", {.number = 1}}));
    CHECK_FALSE(panel.has("suggestion.2"));
    CHECK(wishText("polarisation", 0.5) == "polarisation=0.45..0.55");
    CHECK(wishText("nearest_neighbour_m", 2.0) == "nearest_neighbour_m=1.9..2.1");
}

TEST_CASE("a click into the plane of states wishes for that place", "[ui][measures][suggest]") {
    WishInput wish;
    PanelHarness panel(builtinScene(), 1.0f, {1280.0f, 720.0f});
    panel.parts().wish = &wish;
    panel.panel().toggleStrip();
    panel.frame();
    panel.frame();
    const PanelAnswer asked = panel.click("plot.plane");
    REQUIRE(asked.run("find_settings") != nullptr);
    CHECK_THAT(asked.run("find_settings")->with.text, startsWith("polarisation=0.4"));
    CHECK_THAT(asked.run("find_settings")->with.text, contains("\nmilling=0.4"));
}

}  // namespace shoal::test
