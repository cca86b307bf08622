#include <limits>
#include <ranges>

#include <shoal/preset.hpp>

#include "property.hpp"
#include "scratch_folder.hpp"
#include "sim/scene/scene_trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Compares every stored value of two scenes; returns the first difference.
std::string firstDifference(Scene a, Scene b) {
    if (a.seed != b.seed || a.title != b.title || a.watch != b.watch || a.about != b.about) {
        return "seed, title, watch or about";
    }
    if (a.heroes != b.heroes) {
        return "hero";
    }
    if (a.travels != b.travels) {
        return "travel";
    }
    if (a.source != b.source) {
        return "source";
    }
    const auto left = a.sections();
    const auto right = b.sections();
    if (left.size() != right.size()) {
        return "number of sections";
    }
    for (std::size_t k = 0; k < left.size(); ++k) {
        if (left[k].path != right[k].path) {
            return left[k].path + " against " + right[k].path;
        }
        if (left[k].rule != nullptr && left[k].rule->isEnabled != right[k].rule->isEnabled) {
            return left[k].path + ".enabled";
        }
        for (std::size_t i = 0; i < left[k].tunables.parameters.size(); ++i) {
            if (left[k].tunables.get(i) != right[k].tunables.get(i)) {
                return left[k].path + "." + std::string(left[k].tunables.parameters[i].declared.key);
            }
        }
    }
    return {};
}

PresetSource anySource() {
    const auto words =
        rc::gen::element<std::string>("r = 1", "\"quoted\" and \\", "α = 270°, 鸥", "two\nlines");
    PresetSource source;
    if (*rc::gen::arbitrary<bool>()) {
        return source;
    }
    source.title = *words;
    source.year = *rc::gen::inRange(0, kMaxSourceYear + 1);
    source.note = *rc::gen::element<std::string>("", "differs");
    return source;
}

TEST_CASE("a mesh is a file beside the preset, and survives saving", "[sim][preset]") {
    const auto scene = parsePreset("[species.fish]\nmesh = \"bodies/dolphin.obj\"\n", "/home/me/night.toml");
    REQUIRE(scene);
    CHECK(scene->species[0].mesh == "/home/me/bodies/dolphin.obj");
    const auto back = parsePreset(presetText(*scene), "/elsewhere/copy.toml");
    REQUIRE(back);
    CHECK(back->species[0].mesh == scene->species[0].mesh);
    CHECK(parsePreset("[species.fish]\n", "night.toml")->species[0].mesh.empty());
}

}  // namespace

TEST_CASE("a preset sets the values it names and leaves the rest as declared", "[sim][preset]") {
    const auto scene = parsePreset(R"(title = "Night"
watch = "It glows."
about = "A dream."
seed = 42
[world]
shape = "sphere"
width = 30
[camera]
azimuth = -90
[species.eel]
count = 12
[species.eel.perception]
kind = "nearest"
[species.eel.separation]
weight = 2.5
[species.eel.cohesion]
enabled = false
weight = 0.25
)",
                                   "folder/night.toml");
    REQUIRE(scene);
    Scene read = *scene;
    CHECK(read.name == "night");
    CHECK(read.title == "Night");
    CHECK(read.watch == "It glows.");
    CHECK(read.about == "A dream.");
    CHECK(read.seed == 42);
    CHECK(read.world.shape == World::Shape::sphere);
    CHECK(read.world.width == 30.0f);
    CHECK(read.world.depth == World().depth);
    CHECK(read.camera.azimuth == approx(-1.5707963).epsilon(1e-6));
    REQUIRE(read.species.size() == 1);
    CHECK(read.species[0].name == "eel");
    CHECK(read.species[0].count == 12);
    CHECK(read.species[0].perception.kind == Perception::Kind::nearest);
    CHECK(read.species[0].rules.find("separation")->isEnabled);
    CHECK_FALSE(read.species[0].rules.find("cohesion")->isEnabled);
    CHECK_FALSE(read.species[0].rules.find("alignment")->isEnabled);
    CHECK(*read.value("separation.weight") == 2.5);
    CHECK(*read.value("cohesion.weight") == 0.25);
}

TEST_CASE("colours that no longer exist are read as natural ones, and not written", "[sim][preset]") {
    for (const std::string gone : {"flock", "rule", "push"}) {
        CAPTURE(gone);
        const auto scene = parsePreset(
            "[look]\ncolour_by = \"" + gone + "\"\n[species.fish.alignment]\ncoloured = true\nweight = 2\n",
            "old.toml");
        REQUIRE(scene);
        CHECK(scene->look.colourBy == LookSettings::ColourBy::species);
        CHECK(scene->species[0].rules.find("alignment")->isEnabled);
        CHECK(presetText(*scene).find("coloured") == std::string::npos);
    }
}

TEST_CASE("settings that an earlier version wrote, and that change nothing today, are read over",
          "[sim][preset]") {
    const std::string file = "[species.fish.perception]\nbody_radius = 0.1\n[species.fish.wind]\nsize = 10\n";
    const auto scene = parsePreset(file + "gusts = 0\n", "old.toml");
    REQUIRE(scene);
    CHECK(presetText(*scene).find("body_radius") == std::string::npos);
    const auto refused = parsePreset(file + "gusts = 2\n", "old.toml");
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.problem().text, contains("old.toml:5") && contains("gusts are no longer simulated"));
}

TEST_CASE("species keep the order of the file", "[sim][preset]") {
    const auto scene =
        parsePreset("[species.zander]\n[species.perch.separation]\n[species.eel]\ncount = 1\n", "x.toml");
    REQUIRE(scene);
    REQUIRE(scene->species.size() == 3);
    CHECK(scene->species[0].name == "zander");
    CHECK(scene->species[1].name == "perch");
    CHECK(scene->species[2].name == "eel");
}

TEST_CASE("a preset error names the file, line and column and what to do", "[sim][preset]") {
    const std::string maxBoids = std::to_string(
        static_cast<int>(std::ranges::find(Species::parameters, "count", [](const Parameter& each) {
                             return each.declared.key;
                         })->declared.max));
    struct Mistake {
        std::string toml;
        std::string problem;
    };
    const Mistake mistakes[] = {
        {kFish + "[species.fish.seperation]\nweight = 1\n",
         "night.toml:2:15: unknown rule \"seperation\" (did you mean \"separation\"?); a plugin's rule needs "
         "its plugin"},
        {kFish + "[species.fish.xyzzy]\n",
         "night.toml:2:15: unknown rule \"xyzzy\"; a plugin's rule needs its plugin"},
        {kFish + "mesh = 3\n",
         "night.toml:2:8: mesh must be the path of an OBJ file, such as \"dolphin.obj\", of at most 4 KiB"},
        {kFish + "mesh = \"dolphin.stl\"\n",
         "night.toml:2:8: mesh must be the path of an OBJ file, such as \"dolphin.obj\", of at most 4 KiB"},
        {kFish + "cuont = 3\n", "night.toml:2:1: unknown key \"cuont\" (did you mean \"count\"?)"},
        {kFish + "[species.fish.separation]\nwieght = 1\n",
         "night.toml:3:1: unknown key \"wieght\" (did you mean \"weight\"?)"},
        {kFish + "[wrold]\nwidth = 3\n", "night.toml:2:2: unknown table \"wrold\" (did you mean \"world\"?)"},
        {"sede = 3\n" + kFish, "night.toml:1:1: unknown key \"sede\" (did you mean \"seed\"?)"},
        {kFish + "[look]\nxyzzy = 3\n",
         "night.toml:3:1: unknown key \"xyzzy\" (there are: place, paper, turbidity, water_type, "
         "brightness, bloom, shadow, depth_of_field, vignette, sun_elevation, clouds, lake_level, land, "
         "dust, grass, hue, "
         "colour_by, palette, trail, show_world)"},
        {kFish + "[world]\nwidth = 5000\n",
         "night.toml:3:9: width is 5000, but must be a number from 1 to 2000 m"},
        {kFish + "[world]\nwidth = -1e30\n",
         "night.toml:3:9: width is -1e+30, but must be a number from 1 to 2000 m"},
        {kFish + "[world]\nwidth = nan\n",
         "night.toml:3:9: width is not finite, but must be a number from 1 to 2000 m"},
        {kFish + "[world]\nwidth = -inf\n",
         "night.toml:3:9: width is not finite, but must be a number from 1 to 2000 m"},
        {kFish + "[world]\nwidth = \"30\"\n",
         "night.toml:3:9: width is a string, but must be a number from 1 to 2000 m"},
        {kFish + "[world.width]\n",
         "night.toml:2:1: width is a table, but must be a number from 1 to 2000 m"},
        {kFish + "count = 2.5\n",
         "night.toml:2:9: count is 2.5, but must be a whole number from 0 to " + maxBoids},
        {kFish + "count = true\n",
         "night.toml:2:9: count is true or false, but must be a whole number from 0 to " + maxBoids},
        {kFish + "[species.fish.perception]\nkind = \"metrik\"\n",
         "night.toml:3:8: kind is \"metrik\", but must be one of metric, nearest, spread, balanced, "
         "voronoi (did you mean \"metric\"?)"},
        {kFish + "[species.fish.perception]\nkind = 1\n",
         "night.toml:3:8: kind is a whole number, but must be one of metric, nearest, spread, balanced, "
         "voronoi"},
        {kFish + "[species.fish.perception]\nblind_angle = 351\n",
         "night.toml:3:15: blind_angle is 351, but must be a number from 0 to 350°"},
        {kFish + "[species.fish.separation]\nenabled = 1\n",
         "night.toml:3:11: enabled is a whole number, but must be true or false"},
        {"world = 3\n" + kFish, "night.toml:1:9: world is a whole number, but must be a table: [world]"},
        {kFish + "separation = 3\n",
         "night.toml:2:14: separation is a whole number, but must be a table: [separation]"},
        {"title = 3\n" + kFish, "night.toml:1:9: title is a whole number, but must be a string"},
        {"seed = -1\n" + kFish,
         "night.toml:1:8: seed must be a whole number from 0 to 9223372036854775807, or up "
         "to 18446744073709551615 in quotes"},
        {"seed = \"12x\"\n" + kFish,
         "night.toml:1:8: seed must be a whole number from 0 to 9223372036854775807, or "
         "up to 18446744073709551615 in quotes"},
        {"title = \"empty\"\n", "night.toml:1:1: there is no species: add a table such as [species.fish]"},
        {"", "night.toml:1:1: there is no species: add a table such as [species.fish]"},
        {"[species.\"gold fish\"]\n",
         "night.toml:1:10: \"gold fish\" cannot name a species: use letters, digits, _ and -"},
        {"[species]\nfish = 3\n",
         "night.toml:2:1: species.fish is a whole number, but must be a table: [species.fish]"},
        {"hero = 3\n" + kFish,
         "night.toml:1:8: hero is a whole number, but must be a list of at most 5 keys of sliders, such as "
         "[\"fish.count\"]"},
        {"hero = [\"count\", 3]\n" + kFish,
         "night.toml:1:18: hero names a whole number, but must name keys of sliders"},
        {"hero = [\"fish.alignment.wieght\"]\n" + kFish,
         "night.toml:1:9: hero names no slider of this scene: \"fish.alignment.wieght\" (did you mean "
         "\"fish.alignment.weight\"?)"},
        {"hero = [\"look.place\"]\n" + kFish,
         "night.toml:1:9: hero names no slider of this scene: \"look.place\""},
        {"hero = [\"count\", \"fish.count\"]\n" + kFish,
         "night.toml:1:18: hero names species.fish.count twice"},
        {"travel = 3\n" + kFish, "night.toml:1:10: travel is a whole number, but must be a table: [travel]"},
        {kFish + "[travel]\nlook.place = [0, 1]\n",
         "night.toml:3:1: travel names no slider of this scene: \"look\""},
        {kFish + "[travel]\n\"alignment.wieght\" = [0, 1]\n",
         "night.toml:3:1: travel names no slider of this scene: \"alignment.wieght\" (did you mean "
         "\"fish.alignment.weight\"?)"},
        {kFish + "[travel]\n\"alignment.weight\" = [0, 1, 2]\n",
         "night.toml:3:22: travel of species.fish.alignment.weight must be two numbers, such as [0, 2.5]"},
        {kFish + "[travel]\n\"alignment.weight\" = [2, 1]\n",
         "night.toml:3:22: travel of species.fish.alignment.weight is from 2 to 1, but must rise within 0 "
         "to 10 per s"},
        {kFish + "[travel]\n\"alignment.weight\" = [0, 11]\n",
         "night.toml:3:22: travel of species.fish.alignment.weight is from 0 to 11, but must rise within 0 "
         "to 10 per s"},
        {kFish + "[travel]\n\"count\" = [1, 2]\n\"fish.count\" = [1, 2]\n",
         "night.toml:4:1: travel names species.fish.count twice"},
        {"[[species.fish]]\n",
         "night.toml:1:11: species.fish is a list, but must be a table: [species.fish]"},
    };
    for (const Mistake& mistake : mistakes) {
        INFO(mistake.toml);
        CHECK(problemIn(mistake.toml) == mistake.problem);
    }
}

TEST_CASE("a syntax error and a duplicate species are reported with their position too", "[sim][preset]") {
    CHECK_THAT(problemIn("[species.fish]\ncount = \n"), startsWith("night.toml:2:"));
    CHECK_THAT(problemIn("[species.fish\n"), startsWith("night.toml:1:"));
    CHECK_THAT(problemIn("[species.fish]\n[species.fish]\n"), startsWith("night.toml:2:"));
    CHECK_THAT(problemIn(kFish + "[species.fish.separation]\nweight=1\nweight=2\n"),
               startsWith("night.toml:4:"));
    // toml++ 3.3 aborts here unless told not to.
    CHECK_THAT(problemIn(kFish + "[=weight]\n"), startsWith("night.toml:2:2:"));
    CHECK_THAT(problemIn("seed = 99999999999999999999\n" + kFish), startsWith("night.toml:1:"));
    CHECK_THAT(problemIn(std::string("title = \"\xff\xfe\"\n") + kFish), startsWith("night.toml:1:"));
}

TEST_CASE("of several errors the first in the file is reported", "[sim][preset]") {
    CHECK_THAT(problemIn("[world]\nzzz = 1\naaa = 1\n[species.fish]\nbad = 1\n"),
               startsWith("night.toml:2:1:"));
    CHECK_THAT(problemIn("[species.fish]\nbad = 1\n[camera]\nbad = 1\n"), startsWith("night.toml:2:1:"));
}

TEST_CASE("a problem is one line for any preset, however odd", "[sim][preset]") {
    const std::string text = problemIn("\"a\\nb\\u0007" + std::string(5000, 'x') + "\" = 1\n" + kFish);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.size() < 600);
}

TEST_CASE("a preset written and read back gives an equal scene bit for bit", "[sim][preset]") {
    checkProperty("presetText then parsePreset changes nothing", [] {
        Scene scene;
        scene.seed = *rc::gen::arbitrary<std::uint64_t>();
        scene.title = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
        scene.watch = *rc::gen::element<std::string>("", "ordinary", "quote \" and \\ slash", "Möwen – 鸥");
        scene.about = *rc::gen::element<std::string>("", "Parker, \"Boids\"");
        for (const char* name : {"zander", "eel-2", "7_of_9"}) {
            scene.species.emplace_back().name = name;
        }
        for (const Section& section : scene.sections()) {
            if (section.rule != nullptr) {
                section.rule->isEnabled = *rc::gen::arbitrary<bool>();
            }
            if (!*rc::gen::arbitrary<bool>()) {
                continue;
            }
            for (std::size_t k = 0; k < section.tunables.parameters.size(); ++k) {
                const Parameter& parameter = section.tunables.parameters[k];
                const double share = *rc::gen::inRange(0, 1000001) / 1e6;
                const double span = parameter.declared.max - parameter.declared.min;
                section.tunables.set(k, parameter.stored(parameter.declared.min + share * span));
            }
        }
        for (Species& species : scene.species) {
            species.count =
                std::min(species.count, static_cast<int>(kMaxBoids) / 4);  // of all species together
        }
        scene.source = anySource();
        const std::string text = presetText(scene);
        const auto back = parsePreset(text, "back.toml");
        if (!back) {
            RC_FAIL(back.problem().text + "\n" + text);
        }
        RC_ASSERT(firstDifference(scene, *back) == "");
        RC_ASSERT(presetText(*back) == text);
    });
}

TEST_CASE("the preset reader either reads or refuses any text", "[sim][preset]") {
    checkProperty("mangled presets are refused in one line or read", [] {
        const auto& presets = builtinPresets();
        std::string text(presets[*rc::gen::inRange<std::size_t>(0, presets.size())].toml);
        const int cuts = *rc::gen::inRange(1, 6);
        for (int k = 0; k < cuts && !text.empty(); ++k) {
            const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
            const auto length = *rc::gen::inRange<std::size_t>(0, 12);
            const auto put = *rc::gen::container<std::string>(
                rc::gen::element('[', ']', '"', '=', '.', '\n', 'e', '9', '-'));
            text.replace(at, length, put);
        }
        const auto scene = parsePreset(text, "mangled.toml");
        if (!scene) {
            RC_ASSERT(scene.problem().text.starts_with("mangled.toml:"));
            RC_ASSERT(scene.problem().text.find('\n') == std::string::npos);
        }
    });
}

TEST_CASE("every built-in preset can be read and survives being written", "[sim][preset]") {
    REQUIRE_FALSE(builtinPresets().empty());
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        const auto scene = openPreset(std::string(preset.name));
        REQUIRE(scene);
        CHECK(scene->name == preset.name);
        CHECK_FALSE(scene->title.empty());
        CHECK_FALSE(scene->watch.empty());
        const auto back = parsePreset(presetText(*scene), "x.toml");
        REQUIRE(back);
        CHECK(firstDifference(*scene, *back) == "");
    }
}

TEST_CASE("fish, birds and a herd are the first built-in presets, and the others follow by name",
          "[sim][preset]") {
    std::vector<BuiltinPreset> presets = builtinPresets();
    std::erase_if(presets, [](const BuiltinPreset& preset) { return !preset.base.empty(); });
    std::vector<std::string_view> first;
    std::ranges::transform(presets.begin(), presets.begin() + 6, std::back_inserter(first),
                           &BuiltinPreset::name);
    CHECK(first ==
          std::vector<std::string_view>{"reef", "starlings", "bait-ball", "stampede", "zones", "vicsek"});
    CHECK(std::is_sorted(presets.begin() + 6, presets.end(),
                         [](const auto& a, const auto& b) { return a.name < b.name; }));
}

TEST_CASE("a preset is opened by name or by path, otherwise a similar name is suggested", "[sim][preset]") {
    CHECK(openPreset("reef"));
    const auto wrong = openPreset("reaf");
    REQUIRE_FALSE(wrong);
    CHECK_THAT(wrong.problem().text, contains("did you mean \"reef\"?"));
    const auto strange = openPreset("no/such/thing.toml");
    REQUIRE_FALSE(strange);
    CHECK_THAT(strange.problem().text, contains("no/such/thing.toml: neither a file nor a built-in preset"));
}

TEST_CASE("a preset's heroes are written in full, without those of objects that are gone", "[sim][preset]") {
    auto scene =
        parsePreset("hero = [\"count\", \"attractor.lure.pull\"]\n" + kFish + "[attractor.lure]\n", "a.toml");
    REQUIRE(scene);
    CHECK(scene->heroes == std::vector<std::string>{"species.fish.count", "attractor.lure.pull"});
    CHECK(parsePreset(presetText(*scene), "a.toml")->heroes == scene->heroes);
    REQUIRE(scene->apply({"attractor.lure.present", 0.0}));
    const auto again = parsePreset(presetText(*scene), "a.toml");
    REQUIRE(again);
    CHECK(again->heroes == std::vector<std::string>{"species.fish.count"});
}

TEST_CASE("a saved preset opens again", "[sim][preset]") {
    const ScratchFolder folder;
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    const auto file = folder.path() / "mine.toml";
    REQUIRE(savePreset(*scene, file));
    const auto back = openPreset(file.string());
    REQUIRE(back);
    CHECK(back->name == "mine");
    CHECK(firstDifference(*scene, *back) == "");
    REQUIRE(savePreset(*scene, file));
}

TEST_CASE("a preset that cannot be saved or read says why", "[sim][preset]") {
    const ScratchFolder folder;
    const Scene scene = *openPreset("reef");
    CHECK_FALSE(savePreset(scene, folder.path() / "missing" / "mine.toml"));
    CHECK_FALSE(savePreset(scene, folder.path()));
    const auto missing = loadPreset(folder.path() / "none.toml");
    REQUIRE_FALSE(missing);
    CHECK_THAT(missing.problem().text, contains("none.toml: cannot be read: ") && contains("No such file"));
    const auto aFolder = openPreset(folder.path().string());
    REQUIRE_FALSE(aFolder);
    CHECK_THAT(aFolder.problem().text, contains("it is a folder"));
    const auto large = folder.path() / "large.toml";
    std::ofstream(large) << std::string((8 << 20) + 1, '#');
    const auto tooLarge = loadPreset(large);
    REQUIRE_FALSE(tooLarge);
    CHECK_THAT(tooLarge.problem().text, contains("8 MiB"));
    const auto endless = loadPreset("/dev/zero");
    CHECK_FALSE(endless);
}
