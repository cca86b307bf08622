// The card that compares the flock with animals, with a real mouse.

#include "lab/life/targets.hpp"
#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

void writeMine(const std::filesystem::path& home) {
    const auto folder = home / ".local" / "share" / "shoal" / "targets";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "mine.toml") << "[[target]]\nmeasure = \"polarisation\"\nmin = 0.001\nmax = 1\n";
}

}  // namespace

TEST_CASE("the card compares the flock with its species' targets, and with a file of the user's",
          "[app][window][score][slow]") {
    ViewerRun viewer({"starlings", "--boids", "120"}, "1280x720", writeMine);
    viewer.turnTo("heading.measures.score");
    CHECK_FALSE(hasItem(viewer.probe(), "score.row.0"));
    viewer.clickOn("heading.measures.score");
    const auto starling = openTargets("starling");
    REQUIRE(starling);
    const std::size_t rows = starling->targets.size();
    viewer.waitFor("a row for each figure", [&](const Json& shown) {
        return hasItem(shown, "score.row." + std::to_string(rows - 1)) &&
               !hasItem(shown, "score.row." + std::to_string(rows));
    });
    viewer.clickOn("score.targets");
    viewer.waitFor("the list has the user's file", [](const Json& shown) {
        return shown.dump().find("targets/mine.toml") != std::string::npos;
    });
    viewer.settle();
    const std::string mine = (viewer.home() / ".local/share/shoal/targets/mine.toml").string();
    viewer.clickOn("score.targets." + mine);
    viewer.waitFor("one figure", [](const Json& shown) {
        return hasItem(shown, "score.row.0") && !hasItem(shown, "score.row.1");
    });
}

TEST_CASE("Esc stops a search for a wish, and a suggestion is one step to undo",
          "[app][window][suggest][slow]") {
    ViewerRun viewer({"--boids", "40", "--set", "alignment.weight=0"}, "1280x720");
    viewer.turnTo("heading.wish");
    viewer.clickOn("heading.wish");
    viewer.waitFor("it opens", [](const Json& shown) { return hasItem(shown, "wish"); });
    viewer.turnTo("wish");
    viewer.clickOn("wish");
    viewer.settle();
    viewer.clickOn("wish.polarisation");
    viewer.waitFor("its slider", [](const Json& shown) { return hasItem(shown, "wish.value"); });
    viewer.turnTo("button.find");
    viewer.drag(viewer.placeOf("wish.value", 0.5), viewer.placeOf("wish.value", 0.95));
    viewer.clickOn("button.find");
    viewer.waitFor("it searches", [](const Json& shown) { return says(shown, "Esc stops it"); });
    viewer.key("Escape");
    viewer.waitFor("it stops", [](const Json& shown) { return says(shown, "was stopped"); });
    viewer.clickOn("button.find");
    viewer.waitFor(
        "suggestions", [](const Json& shown) { return hasItem(shown, "suggestion.0"); }, 150.0);
    const auto values = [](const Json& shown) { return shown.at("values").dump(); };
    const std::string before = values(viewer.probe());
    viewer.turnTo("suggestion.0");
    viewer.clickOn("suggestion.0");
    viewer.waitFor("it is taken", [&](const Json& shown) { return values(shown) != before; });
    viewer.key("ctrl+z");
    viewer.waitFor("it is undone", [&](const Json& shown) { return values(shown) == before; });
}

}  // namespace shoal::test
