#include <regex>
#include <set>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "sim/scene/scene_trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

const std::string kPreset = R"(title = "Night"
[species.fish]
count = 12
[species.fish.separation]
weight = 2
radius = 0.5
[species.fish.contain]
weight = 1
)";

Scene sceneOf(const std::string& toml) {
    const auto scene = parsePreset(toml, "night.toml");
    INFO(toml);
    REQUIRE((scene ? "" : scene.problem().text) == std::string());
    return *scene;
}

/// Presets that follow a document.
const std::set<std::string> kModels{
    "boidwatching", "carpentier",     "catching-fishes", "cucker-smale", "dorsogna", "flagtails", "opensteer",
    "parker",       "particle-swarm", "rathbun",         "seb-lague",    "vicsek",   "zones"};

}  // namespace

TEST_CASE("a preset names its source", "[sim][source]") {
    const PresetSource source = sceneOf(kPreset + R"(
[source]
title = "On fish"
author = "A. Fisher"
year = 1986
address = "https://example.org/fish"
note = "Slower here."
)")
                                    .source;
    CHECK(source.title == "On fish");
    CHECK(source.author == "A. Fisher");
    CHECK(source.year == 1986);
    CHECK(source.address == "https://example.org/fish");
    CHECK(source.note == "Slower here.");
}

TEST_CASE("a preset of an earlier version, which marks its values, still loads", "[sim][source]") {
    const Scene scene = sceneOf(kPreset + R"(
[source]
title = "On fish"
[source.given]
"fish.separation.weight" = { text = "s = 0.01", unit = "a frame", scale = 0.005 }
"a.rule.that.went" = "12"
[source.derived]
count = "a dozen"
[source.chosen]
camera = "for the picture"
)");
    CHECK(scene.source.title == "On fish");
    CHECK(presetText(scene).find("a dozen") == std::string::npos);
}

TEST_CASE("a mistake in a source is reported with its place", "[sim][source]") {
    const auto problemWith = [](const std::string& source) { return problemIn("[species.fish]\n" + source); };
    CHECK(problemWith("[source]\nauthr = \"x\"") ==
          "night.toml:3:1: unknown key \"authr\" (did you mean \"author\"?)");
    CHECK(problemWith("[source]\ntitle = 3") ==
          "night.toml:3:9: title is a whole number, but must be a string");
    CHECK(problemWith("[source]\nyear = \"1986\"") ==
          "night.toml:3:8: year is a string, but must be a whole number");
    CHECK(problemWith("[source]\nyear = 0") == "night.toml:3:8: year is 0, but must be from 1 to 9999");
}

TEST_CASE("the texts of a source are limited in length", "[sim][source][untrusted]") {
    const std::string tooLong(kMaxSourceBytes + 1, 'x');
    CHECK_THAT(problemIn("[species.fish]\n[source]\nnote = \"" + tooLong + "\""),
               contains("night.toml:3:8: note is longer than 1000 bytes"));
}

TEST_CASE("the scene check refuses a source that no file can hold", "[sim][source]") {
    const auto problemAfter = [](const auto& change) {
        Scene scene = sceneOf(kPreset);
        REQUIRE(scene.check());
        change(scene.source);
        const Outcome outcome = scene.check();
        return outcome ? std::string() : outcome.problem().text;
    };
    const std::string tooLong(kMaxSourceBytes + 1, 'x');
    CHECK_THAT(problemAfter([&](PresetSource& source) { source.note = tooLong; }), contains("1001 bytes"));
    CHECK_THAT(problemAfter([](PresetSource& source) { source.year = -1; }), contains("year is -1"));
}

TEST_CASE("a variant inherits its base's source, or names another document", "[sim][source][variant]") {
    const std::string base = "base = \"parker\"\n[species.fish]\ncount = 12\n";
    CHECK(sceneOf(base).source == openPreset("parker")->source);
    const Scene variant = sceneOf(base + "[source]\ntitle = \"Another\"\n");
    CHECK(variant.source.title == "Another");
    CHECK(variant.source.author.empty());
    CHECK(variant.source.year == 0);
}

/// Returns the values of a preset without a comment that says where they come from: beside or above them, or
/// their table or one that contains it.
std::vector<std::string> unexplained(std::string_view toml) {
    const std::regex origin(R"((#|, )\s*(given|derived|chosen)[:,] )", std::regex::icase);
    std::set<std::string> explained;
    std::vector<std::string> missing;
    std::string table;
    bool isExplained = false;  // by the comment above
    std::istringstream lines{std::string(toml)};
    for (std::string line; std::getline(lines, line);) {
        isExplained |= std::regex_search(line, origin);
        if (line.starts_with("#")) {
            continue;
        }
        if (line.starts_with("[")) {
            table = line.substr(1, line.find(']') - 1);
            if (isExplained) {
                explained.insert(table);
            }
        } else if (const std::size_t equals = line.find(" = ");
                   equals != std::string::npos && !table.empty() && table != "source" && table != "travel") {
            std::string_view start = table;
            while (!isExplained && !start.empty() && !explained.contains(std::string(start))) {
                start = start.substr(0, start.find('.') == std::string_view::npos ? 0 : start.rfind('.'));
            }
            if (!isExplained && start.empty()) {
                missing.push_back(table + "." + line.substr(0, equals));
            }
        }
        isExplained = false;
    }
    return missing;
}

TEST_CASE("every model preset says beside each value where it comes from", "[sim][source][preset]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string model(preset.base.empty() ? preset.name : preset.base);
        if (!kModels.contains(model)) {
            continue;
        }
        INFO(preset.name);
        const auto scene = openPreset(std::string(preset.name));
        REQUIRE(scene);
        CHECK_FALSE(scene->source.title.empty());
        CHECK_FALSE(scene->source.author.empty());
        CHECK_FALSE(scene->source.address.empty());  // or that it is not known
        // A variant's tables are explained where its base's are.
        const auto base = std::ranges::find(builtinPresets(), preset.base, &BuiltinPreset::name);
        const std::string before(base == builtinPresets().end() ? "" : base->toml);
        CHECK(unexplained(before + std::string(preset.toml)) == std::vector<std::string>());
    }
}
