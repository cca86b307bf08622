#include "ui/sliders/coloured_rule.hpp"

#include <algorithm>
#include <iterator>

#include <shoal/preset.hpp>

#include "catch.hpp"

namespace shoal::test {

namespace {

std::vector<std::string> titlesOf(const std::vector<ColourableRule>& rules) {
    std::vector<std::string> titles;
    std::ranges::transform(rules, std::back_inserter(titles), &ColourableRule::title);
    return titles;
}

}  // namespace

TEST_CASE("the rules that are on and push can be coloured, each once, and limits cannot", "[ui][colour]") {
    Scene scene = *openPreset("bait-ball");
    const std::vector<std::string> titles = titlesOf(colourableRules(scene.sections()));
    const auto count = [&](std::string_view title) { return std::ranges::count(titles, title); };
    CHECK(count("Alignment") == 1);
    CHECK(count("Limit speed") == 0);
    CHECK(std::ranges::any_of(titles, [](const std::string& title) { return title.ends_with("(shark)"); }));
    REQUIRE(scene.applyText("sardine.alignment.enabled=off"));
    CHECK(std::ranges::count(titlesOf(colourableRules(scene.sections())), "Alignment") == 0);
}

TEST_CASE("choosing a rule's colours turns off those of all others", "[ui][colour]") {
    Scene scene = *openPreset("reef");
    const auto choose = [&](std::string_view title) {
        const std::vector<Edit> edits = editsColouring(scene.sections(), title);
        for (const Edit& edit : edits) {
            REQUIRE(scene.apply(edit));
        }
        return edits.size();
    };
    const auto isColoured = [&](std::string_view rule) {
        return *scene.value("species.sardine." + std::string(rule) + ".coloured") != 0.0;
    };
    CHECK(choose("Cohesion") == 1);
    CHECK(isColoured("cohesion"));
    CHECK(choose("Alignment") == 2);
    CHECK_FALSE(isColoured("cohesion"));
    CHECK(isColoured("alignment"));
    CHECK(choose("Alignment") == 0);
    // A preset keeps the choice.
    CHECK(*parsePreset(presetText(scene), "kept")->value("species.sardine.alignment.coloured") == 1.0);
    CHECK(choose("none") == 1);
    CHECK_FALSE(isColoured("alignment"));
    CHECK_FALSE(scene.apply({"species.sardine.limit_speed.coloured", 1.0}));
}

}  // namespace shoal::test
