// shoal list: complete, and consistent with what --set accepts.

#include <set>

#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

Json listJson(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "list");
    arguments.emplace_back("--json");
    const ProgramResult result =
        runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    return Json::parse(result.out);
}

std::string assignedText(const Json& item) {
    const Json& value = item.at("value");
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void writeText(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("list rules names every registered rule with all its tunables", "[app][list]") {
    const ScratchFolder scratch;
    const Json rules = listJson(scratch, {"rules"});
    REQUIRE(rules.size() == registeredRules().size());
    for (std::size_t index = 0; index < rules.size(); ++index) {
        const RegisteredRule& rule = registeredRules()[index];
        CHECK(rules[index].at("key") == std::string(rule.info->key));
        CHECK(rules[index].at("title") == std::string(rule.info->title));
        CHECK(!rules[index].at("help").get<std::string>().empty());
        CHECK(rules[index].at("parameters").size() == rule.make()->tunables().parameters.size());
    }
}

TEST_CASE("list keys names every tunable, and --set accepts each with its own value", "[app][list]") {
    const ScratchFolder scratch;
    const Json keys = listJson(scratch, {"keys", "reef"});
    auto scene = openPreset("reef");
    REQUIRE(scene);
    std::set<std::string> expected;
    for (const Section& section : scene->sections()) {
        for (const Tunables& tunables : {section.switches(), section.tunables}) {
            for (const Parameter& parameter : tunables.parameters) {
                expected.insert(section.path + "." + std::string(parameter.declared.key));
            }
        }
    }
    std::set<std::string> listed;
    for (const Json& item : keys) {
        listed.insert(item.at("key").get<std::string>());
        CHECK(!item.at("help").get<std::string>().empty());
        Scene changed = *scene;
        for (const char* name : {"key", "short"}) {
            const std::string assignment = item.at(name).get<std::string>() + "=" + assignedText(item);
            CAPTURE(assignment);
            CHECK(changed.applyText(assignment));
        }
        // Assigning its own value changes nothing.
        CHECK(presetText(changed) == presetText(*scene));
    }
    CHECK(listed == expected);
}

TEST_CASE("list presets shows built-in and user presets, and each opens by name", "[app][list]") {
    const ScratchFolder scratch;
    const auto home = scratch.path() / "home";
    auto scene = openPreset("reef");
    REQUIRE(scene);
    scene->title = "Night";
    writeText(home / ".local/share/shoal/presets/night.toml", presetText(*scene));
    writeText(home / ".local/share/shoal/presets/broken.toml", "seperation = 1\n");
    const ProgramCall call{
        .arguments = {"list", "presets", "--json"}, .folder = scratch.path(), .home = home};
    const ProgramResult result = runShoal(call);
    CHECK(result.status == 4);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK_THAT(result.err, contains("broken.toml:1:"));
    std::set<std::string> names;
    for (const Json& preset : Json::parse(result.out)) {
        names.insert(preset.at("name").get<std::string>());
        CHECK(preset.at("builtin").get<bool>() == (preset.at("name") != "night"));
    }
    for (const BuiltinPreset& preset : builtinPresets()) {
        CHECK(names.count(std::string(preset.name)) == 1);
    }
    CHECK(names.count("night") == 1);

    const auto simulate = [&](const char* preset) {
        return runShoal({.arguments = {"simulate", preset, "--steps", "1", "--json"},
                         .folder = scratch.path(),
                         .home = home});
    };
    const ProgramResult night = simulate("night");
    CHECK(night.status == 0);
    CHECK(Json::parse(night.out).at("preset") == "night");
    const ProgramResult broken = simulate("broken");
    CHECK(broken.status == 4);
    CHECK_THAT(broken.err, contains("broken.toml:1:"));
}

TEST_CASE("list presets begins with reef and names the source of a model", "[app][list]") {
    const ScratchFolder scratch;
    const Json presets = listJson(scratch, {"presets"});
    REQUIRE(presets.size() == builtinPresets().size());
    CHECK(presets[0].at("name") == "reef");
    for (const Json& item : presets) {
        const auto scene = openPreset(item.at("name").get<std::string>());
        REQUIRE(scene);
        CHECK(item.at("about") == scene->about);
    }
}

TEST_CASE("list presets gives a preset's source", "[app][list]") {
    const ScratchFolder scratch;
    const std::filesystem::path home = scratch.path() / "home";
    writeText(home / ".local/share/shoal/presets/night.toml",
              "[species.fish]\n[source]\ntitle = \"On fish\"\nyear = 1986\n");
    const ProgramResult result =
        runShoal({.arguments = {"list", "presets", "--json"}, .folder = scratch.path(), .home = home});
    REQUIRE(result.status == 0);
    bool isListed = false;
    for (const Json& preset : Json::parse(result.out)) {
        if (preset.at("name") != "night") {
            continue;
        }
        isListed = true;
        const Json& source = preset.at("source");
        CHECK(source.at("title") == "On fish");
        CHECK(source.at("author").is_null());
        CHECK(source.at("year") == 1986);
    }
    CHECK(isListed);
}

TEST_CASE("text lists have one line per entry", "[app][list]") {
    const ScratchFolder scratch;
    for (const char* subject : {"presets", "keys"}) {
        const ProgramResult result =
            runShoal({.arguments = {"list", subject}, .folder = scratch.path(), .home = {}});
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        const Json entries = listJson(scratch, {subject});
        CHECK(static_cast<std::size_t>(std::count(result.out.begin(), result.out.end(), '\n')) ==
              entries.size());
    }
}

TEST_CASE("the text list of rules gives each rule's source, and each tunable's range and unit",
          "[app][list]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        runShoal({.arguments = {"list", "rules"}, .folder = scratch.path(), .home = {}});
    CHECK(result.status == 0);
    std::istringstream lines(result.out);
    const auto nextLine = [&] {
        std::string line;
        do {
            std::getline(lines, line);
        } while (line.empty() && lines);
        return line;
    };
    for (const RegisteredRule& registered : registeredRules()) {
        const RuleInfo& info = *registered.info;
        INFO(info.key);
        const std::string head = nextLine();
        CHECK(head.starts_with(std::string(info.key) + " ("));
        CHECK(head.ends_with("[" + std::string(info.source) + "]"));
        const std::unique_ptr<Rule> rule = registered.make();
        for (const Parameter& parameter : rule->tunables().parameters) {
            const std::string line = nextLine();
            CHECK(line.starts_with("  " + std::string(parameter.declared.key) + "="));
            CHECK(line.find(std::string(parameter.declared.help)) != std::string::npos);
            if (parameter.form == Form::number) {
                CHECK(line.find(parameter.range()) != std::string::npos);
            }
        }
    }
}

}  // namespace shoal::test
