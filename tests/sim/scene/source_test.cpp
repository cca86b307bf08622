#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "catch.hpp"
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

std::string textOf(const SourceMark* mark) {
    return mark == nullptr ? "(none)" : mark->text;
}

/// The keys that a preset file states or marks, read without a TOML parser: presets have one key a line.
struct FileKeys {
    std::vector<std::string> stated;
    std::vector<std::string> marked;
};

FileKeys keysIn(std::string_view toml) {
    FileKeys keys;
    std::string table;
    std::istringstream lines{std::string(toml)};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("[")) {
            table = line.substr(1, line.find(']') - 1);
            continue;
        }
        const std::size_t equals = line.find(" = ");
        if (line.starts_with("#") || equals == std::string::npos || table.empty()) {
            continue;
        }
        const std::string key = line.substr(0, equals);
        if (table == "travel") {
            continue;  // of sliders, not of the model
        }
        if (!table.starts_with("source")) {
            keys.stated.push_back(table + "." + key);
        } else if (table != "source") {
            const bool isQuoted = key.starts_with("\"");
            keys.marked.push_back(isQuoted ? key.substr(1, key.size() - 2) : key);
        }
    }
    return keys;
}

/// Returns whether one of these marks is the key or a prefix of it. A mark may omit "species." and the name
/// of an only species.
bool isMarked(const std::string& key, const std::vector<std::string>& marks, const Scene& scene) {
    std::vector<std::string> leftOut{"", "species."};
    if (scene.species.size() == 1) {
        leftOut.push_back("species." + scene.species[0].name + ".");
    }
    for (const std::string& mark : marks) {
        for (const std::string& start : leftOut) {
            if (key == start + mark || key.starts_with(start + mark + ".")) {
                return true;
            }
        }
    }
    return false;
}

/// Presets that follow a document.
const std::set<std::string> kModels{
    "boidwatching", "carpentier",     "catching-fishes", "cucker-smale", "dorsogna", "flagtails", "opensteer",
    "parker",       "particle-swarm", "rathbun",         "seb-lague",    "vicsek",   "zones"};

}  // namespace

TEST_CASE("a preset names its source and says where each value comes from", "[sim][source]") {
    Scene scene = sceneOf(kPreset + R"(
[source]
title = "On fish"
author = "A. Fisher"
year = 1986
address = "https://example.org/fish"
note = "Slower here."
[source.given]
"species.fish.separation.weight" = { text = "s = 0.01", unit = "a frame", scale = 0.005 }
"fish.separation" = "after the text"
[source.derived]
count = "a dozen"
[source.chosen]
contain = "keeps the flock in sight"
camera = "for the picture"
)");
    const PresetSource& source = scene.source;
    CHECK(source.title == "On fish");
    CHECK(source.author == "A. Fisher");
    CHECK(source.year == 1986);
    CHECK(source.address == "https://example.org/fish");
    CHECK(source.note == "Slower here.");
    const SourceMark* weight = source.markOf("species.fish.separation.weight");
    REQUIRE(weight != nullptr);
    CHECK(weight->kind == SourceMark::Kind::given);
    CHECK(weight->text == "s = 0.01");
    CHECK(weight->unit == "a frame");
    CHECK(weight->scale == 0.005);
    CHECK(source.markOf("species.fish.count")->kind == SourceMark::Kind::derived);
    CHECK(source.markOf("camera.distance")->kind == SourceMark::Kind::chosen);
}

TEST_CASE("a key has the mark of its longest marked prefix", "[sim][source]") {
    PresetSource source;
    source.marks["species.fish"].text = "fish";
    source.marks["species.fish.contain"].text = "contain";
    source.marks["species.fish.contain.weight"].text = "weight";
    CHECK(textOf(source.markOf("species.fish.contain.weight")) == "weight");
    CHECK(textOf(source.markOf("species.fish.contain.margin")) == "contain");
    CHECK(textOf(source.markOf("species.fish.containment.margin")) == "fish");
    CHECK(textOf(source.markOf("species.fishes.count")) == "(none)");
    CHECK(textOf(source.markOf("")) == "(none)");
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
    CHECK(problemWith("[source]\ngiven = 3") ==
          "night.toml:3:9: given is a whole number, but must be a table: [source.given]");
    CHECK(problemWith("[source.given]\n\"fish.cuont\" = \"12\"") ==
          "night.toml:3:1: there is no key \"fish.cuont\" to mark (did you mean \"fish.count\"?)");
    CHECK(problemWith("[source.given]\nxyzzy-xyzzy = \"12\"") ==
          "night.toml:3:1: there is no key \"xyzzy-xyzzy\" to mark; a plugin's rule needs its plugin");
    CHECK(problemWith("[source.given]\ncount = 12") ==
          "night.toml:3:9: count is a whole number, but must be a string or a table: { text = \"…\", unit = "
          "\"…\", scale = 1.0 }");
    CHECK(problemWith("[source.given]\ncount = \"\"") == "night.toml:3:1: the mark of \"count\" has no text");
    CHECK(problemWith("[source.given]\ncount = { text = 3 }") ==
          "night.toml:3:18: text is a whole number, but must be a string");
    CHECK(problemWith("[source.given]\ncount = { unit = \"fish\" }") ==
          "night.toml:3:1: the mark of \"count\" has no text");
    CHECK(problemWith("[source.given]\ncount = { text = \"x\", scale = 2 }") ==
          "night.toml:3:1: the mark of \"count\" has a scale but no unit");
    for (const char* scale : {"0", "nan", "inf"}) {
        CHECK(problemWith(fmt::format("[source.given]\ncount = {{ text = \"x\", unit = \"y\", scale = {} }}",
                                      scale)) == "night.toml:3:43: scale must be finite and not 0");
    }
    CHECK(problemWith("[source.given]\ncount = { text = \"x\", unti = \"y\" }") ==
          "night.toml:3:23: unknown key \"unti\" (did you mean \"unit\"?)");
}

TEST_CASE("a key marked twice is a mistake, however it is written", "[sim][source]") {
    CHECK_THAT(problemIn("[species.fish]\n[source.given]\ncount = \"12\"\n[source.chosen]\ncount = \"13\""),
               contains("\"count\" is marked twice"));
    CHECK_THAT(problemIn("[species.fish]\n[source.given]\ncount = \"12\"\n\"species.fish.count\" = \"13\"\n"),
               contains("is marked twice"));
}

TEST_CASE("marks are limited in number and length", "[sim][source][untrusted]") {
    std::string text = "[species.fish]\n";
    std::string marks = "[source.given]\n\"goal.g0.x\" = \"x\"\n";
    for (std::size_t k = 0; k < kMaxMarks; ++k) {
        text += fmt::format("[goal.g{}]\n", k);
        marks += fmt::format("\"goal.g{}\" = \"x\"\n", k);
    }
    text += marks;
    CHECK_THAT(problemIn(text), contains("1001 marks") && contains("at most 1000"));
    const std::string tooLong(kMaxSourceBytes + 1, 'x');
    CHECK_THAT(problemIn("[species.fish]\n[source.given]\ncount = \"" + tooLong + "\""),
               contains("night.toml:3:9: count is longer than 1000 bytes"));
    CHECK_THAT(problemIn("[species.fish]\n[source]\nnote = \"" + tooLong + "\""),
               contains("night.toml:3:8: note is longer than 1000 bytes"));
}

TEST_CASE("the scene check refuses a source that no file can hold", "[sim][source]") {
    const auto problemAfter = [](const auto& change) {
        Scene scene = sceneOf(kPreset);
        scene.source.marks["camera"].text = "chosen";
        REQUIRE(scene.check());
        change(scene.source);
        const Outcome outcome = scene.check();
        return outcome ? std::string() : outcome.problem().text;
    };
    const std::string tooLong(kMaxSourceBytes + 1, 'x');
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK_THAT(problemAfter([&](PresetSource& source) { source.note = tooLong; }), contains("1001 bytes"));
    CHECK_THAT(problemAfter([](PresetSource& source) { source.year = -1; }), contains("year is -1"));
    CHECK_THAT(problemAfter([](PresetSource& source) { source.marks["camera"].text.clear(); }),
               contains("the mark of camera"));
    CHECK_THAT(problemAfter([&](PresetSource& source) { source.marks["camera"].scale = infinity; }),
               contains("the mark of camera"));
    CHECK_THAT(problemAfter([](PresetSource& source) { source.marks["camera"].scale = 2.0; }),
               contains("without a unit"));
    CHECK_THAT(problemAfter([](PresetSource& source) { source.marks[std::string(401, 'k')].text = "x"; }),
               contains("400 bytes"));
}

TEST_CASE("a mark of an object that has left the scene is not saved", "[sim][source]") {
    Scene scene =
        sceneOf("[species.fish]\n[attractor.lure]\n[source.chosen]\n\"attractor.lure\" = \"ours\"\n");
    REQUIRE(scene.apply({"attractor.lure.present", 0.0}));
    CHECK(scene.check());
    CHECK(sceneOf(presetText(scene)).source.marks.empty());
}

TEST_CASE("a value changed by hand is no longer marked as given", "[sim][source]") {
    const Scene preset =
        sceneOf(kPreset + "[source.given]\n\"separation\" = \"the text\"\n\"camera\" = \"x\"\n");
    Scene scene = preset;
    markChanges(scene, preset);
    CHECK(scene.source == preset.source);
    for (const char* change :
         {"separation.radius=0.75", "separation.enabled=off", "contain.weight=3", "camera.orbit=9"}) {
        REQUIRE(scene.applyText(change));
    }
    markChanges(scene, preset);
    const auto markOf = [&](const char* key) { return textOf(scene.source.markOf(key)); };
    CHECK(markOf("species.fish.separation.weight") == "the text");
    CHECK(markOf("species.fish.separation.radius") == "changed; the preset has 0.5");
    CHECK(scene.source.markOf("species.fish.separation.radius")->kind == SourceMark::Kind::chosen);
    CHECK(markOf("species.fish.separation.enabled") == "changed; the preset has true");
    CHECK(markOf("species.fish.contain.weight") == "(none)");
    CHECK(markOf("camera.orbit") == "x");
    CHECK(scene.check());
}

TEST_CASE("a variant adds its marks to those of its base", "[sim][source][variant]") {
    const Scene variant = sceneOf(
        "base = \"parker\"\n[species.fish]\ncount = 12\n[species.fish.limit_speed]\nmax = 3\n"
        "[source.given]\n\"fish.count\" = \"a dozen\"\n");
    const PresetSource base = openPreset("parker")->source;
    CHECK(variant.source.title == base.title);
    CHECK(variant.source.year == base.year);
    CHECK(textOf(variant.source.markOf("species.fish.count")) == "a dozen");
    CHECK(variant.source.markOf("species.fish.flock_cohesion.weight")->text ==
          base.markOf("species.fish.flock_cohesion.weight")->text);
}

TEST_CASE("a value that a variant changes does not keep the mark of its base", "[sim][source][variant]") {
    const Scene variant = sceneOf("base = \"parker\"\n[species.fish.limit_speed]\nmax = 3\n");
    const SourceMark* mark = variant.source.markOf("species.fish.limit_speed.max");
    REQUIRE(mark != nullptr);
    CHECK(mark->kind == SourceMark::Kind::chosen);
    CHECK(mark->text == "differs from the base");
    CHECK(variant.source.markOf("species.fish.limit_speed.min")->kind == SourceMark::Kind::given);

    const Scene wide = sceneOf("base = \"parker\"\n[world]\nwidth = 99\n");
    CHECK(textOf(wide.source.markOf("world.width")) ==
          textOf(openPreset("parker")->source.markOf("world.width")));

    const Scene marked = sceneOf(
        "base = \"parker\"\n[species.fish.limit_speed]\nmax = 3\n"
        "[source.chosen]\n\"limit_speed\" = \"ours\"\n");
    CHECK(textOf(marked.source.markOf("species.fish.limit_speed.max")) == "ours");
    CHECK(marked.source.markOf("species.fish.limit_speed.min")->kind == SourceMark::Kind::given);
}

TEST_CASE("a variant that names another document inherits nothing of its base's source",
          "[sim][source][variant]") {
    const Scene variant =
        sceneOf("base = \"parker\"\n[source]\ntitle = \"Another\"\n[source.given]\ncamera = \"x\"\n");
    CHECK(variant.source.title == "Another");
    CHECK(variant.source.author.empty());
    CHECK(variant.source.year == 0);
    CHECK(variant.source.marks.size() == 1);
}

/// Whether a variant's base marks this value as chosen: then the variant's is chosen, too.
bool isChosenIn(std::string_view base, const std::string& key) {
    if (base.empty()) {
        return false;
    }
    const auto scene = openPreset(std::string(base));
    REQUIRE(scene);
    const SourceMark* mark = scene->source.markOf(key);
    return mark != nullptr && mark->kind == SourceMark::Kind::chosen;
}

/// Checks that a preset marks every value that its file states, and that every value of a rule that is on has
/// a mark.
void checkMarks(const BuiltinPreset& preset) {
    auto scene = openPreset(std::string(preset.name));
    REQUIRE(scene);
    CHECK_FALSE(scene->source.title.empty());
    CHECK_FALSE(scene->source.author.empty());
    CHECK_FALSE(scene->source.address.empty());  // or that it is not known
    const FileKeys keys = keysIn(preset.toml);
    for (const std::string& key : keys.stated) {
        INFO(key);
        CHECK((isMarked(key, keys.marked, *scene) || isChosenIn(preset.base, key)));
    }
    for (const Section& section : scene->sections()) {
        if (section.rule == nullptr || !section.rule->isEnabled) {
            continue;
        }
        for (const Parameter& parameter : section.tunables.parameters) {
            INFO(section.path << "." << parameter.declared.key);
            CHECK(scene->source.markOf(fmt::format("{}.{}", section.path, parameter.declared.key)) !=
                  nullptr);
        }
    }
}

TEST_CASE("every model preset says of each of its values where it comes from", "[sim][source][preset]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string model(preset.base.empty() ? preset.name : preset.base);
        if (kModels.contains(model)) {
            INFO(preset.name);
            checkMarks(preset);
        }
    }
}
