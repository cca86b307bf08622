// Keys that an earlier version knew by another name.

#include <algorithm>

#include <shoal/preset.hpp>

#include "catch.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("a preset's old keys still work, and a warning names each new one", "[sim][preset]") {
    const auto scene = parsePreset(
        "[species.fish]\n[species.fish.perception]\ncrowd = 100\n[species.fish.limit_speed]\nleast = 1\n"
        "most = 3\n[species.fish.sees.cat.perception]\ncrowd = 80\n"
        "[species.cat]\n",
        "old.toml");
    REQUIRE(scene);
    const Species& fish = scene->species[0].name == "fish" ? scene->species[0] : scene->species[1];
    CHECK(fish.perception.maxCandidates == 100);
    CHECK(fish.sees[0].perception.maxCandidates == 80);
    const std::string text = presetText(*scene);
    CHECK_THAT(text, contains("min = 1\nmax = 3\n"));
    REQUIRE(scene->warnings.size() == 4);
    CHECK(std::ranges::count(scene->warnings,
                             "old.toml:3: crowd is now called max_candidates; the old name works for one "
                             "more release") == 1);
    CHECK(parsePreset(text, "new.toml")->warnings.empty());
}

TEST_CASE("an edit may use a key's old name", "[sim][scene]") {
    Scene scene;
    scene.species.emplace_back();
    REQUIRE(scene.applyText("perception.crowd=200"));
    REQUIRE(scene.applyText("species." + scene.species[0].name + ".limit_speed.most=5"));
    CHECK(*scene.value("perception.max_candidates") == 200.0);
    CHECK(*scene.value("limit_speed.max") == 5.0);
}

TEST_CASE("a key given under both names is a mistake", "[sim][preset]") {
    const auto scene =
        parsePreset("[species.fish]\n[species.fish.limit_speed]\nmax = 3\nmost = 9\n", "old.toml");
    REQUIRE_FALSE(scene);
    CHECK_THAT(scene.problem().text, contains("most is the old name of max, which is given too"));
}

TEST_CASE("an old name means nothing in another table", "[sim][preset]") {
    CHECK_FALSE(parsePreset("[species.fish]\n[species.fish.limit_turn]\nmost = 3\n", "old.toml"));
    Scene scene;
    scene.species.emplace_back();
    CHECK_FALSE(scene.applyText("limit_turn.most=3"));
}
