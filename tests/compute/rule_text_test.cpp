#include "compute/rule_text.hpp"

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "../catch.hpp"
#include "../scratch_folder.hpp"
#include "render/gl/shader_library.hpp"
#include "sim/step/step_plan.hpp"

namespace shoal {
namespace {

/// The texts of a preset's first species.
struct Texts {
    RuleText pairs;
    RuleText move;
    RuleText sums;
};

Texts textsOf(Scene& scene) {
    Species& species = scene.species.front();
    StepPlan plan;
    plan.derive(species.rules, scene.time.step, true);
    const NeighbourQuery query =
        NeighbourQuery::of(species.perception, plan.reach(), scene.world.halfExtent() * 2.0f, Isa::baseline);
    const Surroundings around{.world = scene.world,
                              .stepSeconds = scene.time.step,
                              .decisionsPerSecond = 1.0f / scene.time.step,
                              .obstacles = scene.obstacles,
                              .attractors = scene.attractors,
                              .ground = scene.ground,
                              .isWalled = plan.isWalled()};
    std::vector<const Rule*> rules;
    const auto columnOf = [&](const Rule& rule) {
        if (!rule.hasMemory()) {
            return RulePlaces::kNone;
        }
        rules.push_back(&rule);
        return static_cast<std::size_t>(std::ranges::find(rules, &rule) - rules.begin());
    };
    const RulePlaces places{
        .memory = columnOf,
        .sharedMemory =
            [&](const Rule& rule) { return rule.sharesMemory() ? columnOf(rule) : RulePlaces::kNone; },
        .faults = [](const Rule&) { return std::size_t{0}; }};
    return {pairText({plan.pairs(), query, 0, true}, around, places),
            moveText(plan.fields(), plan.limits(), around, places),
            sumsText(scene.ground, plan.searching().empty() ? std::nullopt : std::optional(plan.extremum()))};
}

Texts textsOf(const std::string& preset) {
    Scene scene = *openPreset(preset);
    return textsOf(scene);
}

std::string textIn(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void checkValid(const std::filesystem::path& folder, const std::string& shader, const RuleText& rules) {
    const auto source = ShaderLibrary().source(shader, {.place = {}, .define = {}, .rules = rules.text});
    REQUIRE(source);
    const std::filesystem::path file = folder / "rules.comp";
    const std::filesystem::path log = folder / "log";
    std::ofstream(file) << *source;
    const int status =
        std::system(fmt::format("glslangValidator '{}' > '{}' 2>&1", file.string(), log.string()).c_str());
    INFO(textIn(log));
    CHECK(status == 0);
}

}  // namespace

TEST_CASE("settings change the numbers of a shader, not its text", "[compute]") {
    Scene scene = *openPreset("reef");
    const Texts before = textsOf(scene);
    REQUIRE(scene.apply({"alignment.weight", 7.25}));
    REQUIRE(scene.apply({"limit_speed.max", 3.5}));
    const Texts after = textsOf(scene);
    CHECK(after.pairs.text == before.pairs.text);
    CHECK(after.move.text == before.move.text);
    CHECK(after.pairs.numbers != before.pairs.numbers);
    CHECK(after.move.numbers != before.move.numbers);
    CHECK(std::ranges::count(after.pairs.numbers, 7.25f) > 0);
}

TEST_CASE("the shaders of every preset are valid GLSL", "[compute]") {
    const test::ScratchFolder folder;
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(preset.name);
        const Texts texts = textsOf(std::string(preset.name));
        checkValid(folder.path(), "step_pairs.comp", texts.pairs);
        checkValid(folder.path(), "step_move.comp", texts.move);
        checkValid(folder.path(), "step_sums.comp", texts.sums);
    }
}

TEST_CASE("rules become the shaders that were looked at", "[compute]") {
    for (const char* preset : {"reef", "zones", "vicsek"}) {
        const Texts texts = textsOf(preset);
        for (const auto& [name, text] : {std::pair("pairs", &texts.pairs), std::pair("move", &texts.move)}) {
            const std::filesystem::path file = std::filesystem::path(SHOAL_SOURCE_FOLDER) /
                                               "tests/compute/golden" /
                                               fmt::format("{}_{}.glsl", preset, name);
            CAPTURE(file);
            if (std::getenv("SHOAL_WRITE_GOLDEN") != nullptr) {
                std::ofstream(file) << text->text;
            }
            CHECK(textIn(file) == text->text);
        }
    }
}

}  // namespace shoal
