#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "scratch_folder.hpp"
#include "sim/scene/scene_trial.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/toml_scan.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

std::string repeated(const std::string& part, std::size_t times) {
    std::string text;
    for (std::size_t k = 0; k < times; ++k) {
        text += part;
    }
    return text;
}

/// Returns "line:column: what", or an empty text.
std::string flawOf(const std::string& text, const TomlBudget& budget = kPresetBudget) {
    const auto flaw = scanToml(text, budget);
    return flaw ? fmt::format("{}:{}: {}", flaw->line, flaw->column, flaw->what) : std::string();
}

std::string problemOf(const std::string& toml) {
    const auto scene = parsePreset(toml, "x.toml");
    REQUIRE_FALSE(scene);
    return scene.problem().text;
}

}  // namespace

TEST_CASE("a key of a hundred thousand parts is refused", "[sim][preset][untrusted]") {
    CHECK_THAT(problemOf("[" + repeated("a.", 300000) + "b]"),
               startsWith("x.toml:1:33: a name has more than"));
    CHECK_THAT(problemOf(kFish + repeated("a . ", 300000) + "b = 1"), startsWith("x.toml:2:"));
    CHECK_THAT(problemOf(kFish + "x = {" + repeated("\"a\".", 300000) + "b = 1}"), startsWith("x.toml:2:"));
}

TEST_CASE("deeply nested lists and tables are refused", "[sim][preset][untrusted]") {
    for (const char* opening : {"[", "{a=", "[{a="}) {
        CAPTURE(opening);
        CHECK_THAT(problemOf(kFish + "x = " + repeated(opening, 100000)),
                   startsWith("x.toml:2:") && contains("nested more than"));
    }
    // Side by side they do not nest.
    CHECK(flawOf("x = [" + repeated("[1], ", 1000) + "]\ny = {" + repeated("a = {}, ", 1000) + "}") == "");
}

TEST_CASE("a bare key that is not ASCII is refused, with the hint to quote it", "[sim][preset][untrusted]") {
    CHECK_THAT(problemOf("é=1"), startsWith("x.toml:1:1:") && contains("quotes"));
    CHECK_THAT(problemOf(kFish + "[look]\nhué = 1"), startsWith("x.toml:3:3:"));
    CHECK_THAT(problemOf(kFish + "x = [ 1, é ]"), startsWith("x.toml:2:10:"));
    // toml++ looks for the end of a number beyond quotes, too.
    CHECK_THAT(problemOf(kFish + "hue = +\"é\" = 1"), startsWith("x.toml:2:9:"));
    CHECK_THAT(problemOf("key = 16$3.3\"é\""), startsWith("x.toml:1:14:"));
    CHECK_THAT(problemOf("key = 1979-05-27 0[='é'"), startsWith("x.toml:1:22:"));
    CHECK_THAT(problemOf("key = 1979-05-5r 1}4T\xcf\xbb:b"), startsWith("x.toml:1:"));
}

TEST_CASE("a picture in place of a text is called so", "[sim][preset][untrusted]") {
    using namespace std::string_literals;
    CHECK(problemOf("\x89PNG\r\n\x1a\n\0\0"s) == "x.toml:1:1: this is not a text file");
    CHECK(problemOf("GIF89a\0\1"s) == "x.toml:1:7: this is not a text file");
}

TEST_CASE("strings and comments may contain characters that names may not", "[sim][preset][untrusted]") {
    const std::string odd = repeated("é[{a.", 1000);
    for (const std::string& text : std::vector<std::string>{
             "# " + odd + "\n\"é\" = 1",
             "x = \"" + odd + "\\\"" + odd + "\"",
             "x = '" + odd + "\\'",
             "x = \"\"\"\n" + odd + "\n\"" + odd + "\\\"\"\"" + odd + "\"\"\"",
             "x = '''\n" + odd + "''" + odd + "'''",
             "x = [ \"\"\"" + odd + "\"\"\"\"\", '''" + odd + "''''' ]",
             "x = \"\"\ny = ''\nz = 3",
             "\xef\xbb\xbfx = 1",
         }) {
        CAPTURE(text.substr(0, 40));
        CHECK(flawOf(text) == "");
    }
    CHECK_THAT(flawOf("x = '''\n''''' # é\né = 1"), startsWith("3:1:"));
    CHECK_THAT(flawOf("\xef\xbb\xbfé = 1"), startsWith("1:1:"));
    CHECK_THAT(flawOf("x = \"éé\" é"), startsWith("1:10:"));
}

TEST_CASE("a non-ASCII character is refused after a backslash that ends a line", "[sim][preset][untrusted]") {
    // toml++ 3.3 treats such a character as white space, or not, by undefined behaviour.
    for (const char* text : {"x = \"\"\"a\\\né", "x = \"\"\"a\\\r\n \t\n é", "x = \"\"\"a \\ é",
                             "x = \"\"\"a\\é", "x = \"\"\"a\\\n\\\né"}) {
        const std::string whole = std::string(text) + "\"\"\"\n";
        CAPTURE(whole);
        CHECK_THAT(flawOf(whole), contains("write this character as \\u"));
        CHECK_FALSE(parsePreset(kFish + whole, "x.toml"));
    }
    for (const char* text : {"x = \"\"\"\\\n a é\"\"\"", "x = \"\"\"\\\n\"é\"\"\"", "x = \"\"\"\\\\\né\"\"\"",
                             "x = \"\"\"\\\n\\u00e9é\"\"\"", "x = '''\\\né'''"}) {
        CAPTURE(text);
        CHECK(flawOf(text) == "");
    }
}

TEST_CASE("a text of too many bytes or values is refused before it is parsed", "[sim][preset][untrusted]") {
    const TomlBudget budget{.bytes = 1000, .values = 100};
    CHECK(flawOf("x = [" + repeated("1,", 90) + "]", budget) == "");
    CHECK_THAT(flawOf("x = [" + repeated("1,", 110) + "]", budget), contains("more than 100 "));
    CHECK_THAT(flawOf(repeated("a.b=1\n", 60), budget), contains("more than 100 "));
    CHECK_THAT(flawOf(repeated("[a.b]\n", 60), budget), contains("more than 100 "));
    CHECK_THAT(flawOf(std::string(1001, '\n'), budget), contains("the text is longer than"));
    CHECK_THAT(flawOf("a" + std::string(kMaxNameBytes, 'b') + "=1"), contains("a name has more than"));
}

TEST_CASE("a preset with very many errors is refused at the first", "[sim][preset][untrusted]") {
    std::string text = kFish + "[look]\n";
    for (int k = 60000; k > 0; --k) {
        text += fmt::format("bright{} = 1\n", k);
    }
    CHECK_THAT(problemOf(text), startsWith("x.toml:3:1: unknown key \"bright60000\""));
}

TEST_CASE("a problem is a line of bounded length that keeps its position", "[sim][preset][untrusted]") {
    const std::string name = repeated("folder/", 200) + "x.toml";
    const auto scene = parsePreset("\"a\\nb\\u0007" + std::string(300, 'x') + "\" = 1\n" + kFish, name);
    REQUIRE_FALSE(scene);
    CHECK_THAT(scene.problem().text, startsWith(name + ":1:1: unknown key"));
    CHECK(scene.problem().text.size() < name.size() + kMaxProblemBytes + 20);
    CHECK(std::ranges::none_of(scene.problem().text,
                               [](char c) { return static_cast<unsigned char>(c) < ' '; }));
}

TEST_CASE("an edit finds its tunable in a scene of many species", "[sim][scene][untrusted]") {
    Scene scene;
    for (int k = 0; k < 30; ++k) {
        scene.species.emplace_back().name = fmt::format("kind{}", k);
    }
    for (Species& species : scene.species) {
        for (const Species& other : scene.species) {
            if (&other != &species) {
                species.sees.emplace_back().observed = other.name;
            }
        }
    }
    for (const char* name : {"a", "b"}) {
        scene.obstacles.emplace_back().name = name;
        scene.goals.emplace_back().name = name;
        scene.attractors.emplace_back().name = name;
    }
    // Every key that the sections list is found and leads to its own tunable.
    for (const Section& section : scene.sections()) {
        if (section.tunables.parameters.empty()) {
            continue;
        }
        // The first tunable of a species is its number of boids, whose largest value exceeds the budget here.
        const std::size_t index = section.tunables.find("count") ? 1 : 0;
        const Parameter& parameter = section.tunables.parameters[index];
        const double largest = parameter.declared.max;
        INFO(section.path);
        REQUIRE(scene.apply({fmt::format("{}.{}", section.path, parameter.declared.key), largest}));
        REQUIRE(parameter.shown(section.tunables.get(index)) == approx(largest));
    }
    for (int k = 0; k < 100000; ++k) {
        REQUIRE(scene.apply({"species.kind7.sees.kind9.separation.weight", 0.5}));
    }
}

TEST_CASE("a preset with too many species, things or boids is refused where it exceeds the limit",
          "[sim][preset][untrusted]") {
    std::string species;
    for (std::size_t k = 0; k < kMaxSpecies + 2; ++k) {
        species += fmt::format("[species.kind{}]\n", k);
    }
    CHECK_THAT(problemOf(species), startsWith("x.toml:65:10: species.kind64 is one too many"));

    std::string goals = kFish;
    for (std::size_t k = 0; k < kMaxThings + 1; ++k) {
        goals += fmt::format("[goal.g{}]\n", k);
    }
    CHECK_THAT(problemOf(goals), startsWith("x.toml:1002:7: goal.g1000 is one too many"));

    std::string seen;
    for (std::size_t k = 0; k < 40; ++k) {
        seen += fmt::format("[species.s{}]\n", k);
        for (std::size_t other = 0; other < 40; ++other) {
            seen += other == k ? "" : fmt::format("sees.s{}.perception.radius = 1\n", other);
        }
    }
    CHECK_THAT(problemOf(seen), contains("one interaction too many"));

    CHECK_THAT(problemOf("[species.a]\ncount = 1000000\n[species.b]\ncount = 999999\n"
                         "[species.c]\ncount = 1000000\n[species.d]\ncount = 1000000\n"
                         "[species.e]\ncount = 2\n"),
               startsWith("x.toml:1:1: the scene has 4000001 boids in total"));
}

TEST_CASE("the largest scene allowed is read back from its own text", "[sim][preset][untrusted]") {
    Scene scene;
    for (std::size_t k = 0; k < kMaxSpecies; ++k) {
        scene.species.emplace_back().name = fmt::format("a-species-with-a-long-name-{}", k);
    }
    for (std::size_t k = 0; k < kMaxInteractions; ++k) {
        scene.species[k % kMaxSpecies].sees.emplace_back().observed =
            scene.species[(k + 1 + k / kMaxSpecies) % kMaxSpecies].name;
    }
    for (std::size_t k = 0; k < kMaxThings; ++k) {
        scene.obstacles.emplace_back().name = fmt::format("o{}", k);
        scene.goals.emplace_back().name = fmt::format("g{}", k);
        scene.attractors.emplace_back().name = fmt::format("a{}", k);
    }
    // 1/3 has as many digits as a value can have.
    for (const Section& section : scene.sections()) {
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            const Parameter& parameter = section.tunables.parameters[index];
            const auto& [smallest, largest] = std::pair{parameter.declared.min, parameter.declared.max};
            section.tunables.set(index, parameter.stored(smallest + (largest - smallest) / 3.0));
        }
        if (section.rule != nullptr) {
            section.rule->isEnabled = true;
        }
    }
    for (Species& species : scene.species) {
        species.count = 1000;
    }
    // A quotation mark takes two bytes in TOML.
    const std::string longest(kMaxSourceBytes, '"');
    scene.source = {.title = longest, .author = longest, .year = 0, .address = longest, .note = longest};
    REQUIRE(scene.check());
    const std::string text = presetText(scene);
    INFO(text.size() << " bytes");
    CHECK(flawOf(text, {.bytes = kPresetBudget.bytes * 9 / 10, .values = kPresetBudget.values * 9 / 10}) ==
          "");
    const auto back = parsePreset(text, "back.toml");
    REQUIRE((back ? std::string() : back.problem().text) == "");
    CHECK((presetText(*back) == text));
}

TEST_CASE("a problem with an assignment is one line of bounded length", "[sim][scene][untrusted]") {
    Scene scene;
    scene.species.emplace_back();
    const std::string odd = "\x1b[2J\n" + std::string(5000, 'x');
    for (const std::string& text : {"world.width=" + odd, "world.shape=" + odd, "cohesion.enabled=" + odd,
                                    odd + "=1", odd, "goal." + odd + ".present=1"}) {
        const auto applied = scene.applyText(text);
        REQUIRE_FALSE(applied);
        INFO(applied.problem().text);
        CHECK(applied.problem().text.size() < kMaxProblemBytes);
        CHECK(std::ranges::none_of(applied.problem().text,
                                   [](char c) { return static_cast<unsigned char>(c) < ' '; }));
    }
}
