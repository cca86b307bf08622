#include <algorithm>
#include <array>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "embedded_presets.hpp"
#include "sim/support/atomic_file.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/toml_text.hpp"

namespace shoal {

namespace {

constexpr std::string_view kFirstPreset = "reef";

// TOML's integers end at 2⁶³ − 1; seeds in the upper half are written as text.
std::string seedText(std::uint64_t seed) {
    const bool isWhole = seed <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return isWhole ? fmt::format("{}", seed) : fmt::format("\"{}\"", seed);
}

std::string valueText(const Parameter& parameter, double stored) {
    const std::string text = parameter.text(stored);
    return parameter.form == Form::choice ? tomlText(text) : text;
}

// A rule that is off gets a table only if its settings would otherwise be lost.
bool isWorthWriting(const Section& section, Tunables defaults) {
    if (section.rule == nullptr || section.rule->isEnabled) {
        return true;
    }
    for (std::size_t index = 0; index < defaults.parameters.size(); ++index) {
        if (section.tunables.get(index) != defaults.get(index)) {
            return true;
        }
    }
    return false;
}

void addSection(std::string& text, const Section& section) {
    text += fmt::format("\n[{}]\n", section.path);
    if (section.rule != nullptr && !section.rule->isEnabled) {
        text += "enabled = false\n";
    }
    for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
        const Parameter& parameter = section.tunables.parameters[index];
        text += fmt::format("{} = {}\n", parameter.declared.key,
                            valueText(parameter, section.tunables.get(index)));
    }
}

std::vector<BuiltinPreset> readBuiltinPresets() {
    std::vector<BuiltinPreset> presets;
    for (const EmbeddedFile& file : embeddedPresets) {
        std::string_view name = file.name;
        name.remove_suffix(std::string_view(".toml").size());
        presets.push_back({name, file.bytes});
    }
    // Newcomers see this one first; the others follow by name.
    std::stable_partition(presets.begin(), presets.end(),
                          [](const BuiltinPreset& preset) { return preset.name == kFirstPreset; });
    return presets;
}

}  // namespace

Result<Scene> loadPreset(const std::filesystem::path& file) {
    const Result<std::string> text = readWholeFile(file, kPresetBudget.bytes);
    if (!text) {
        return text.problem();
    }
    return parsePreset(*text, file.string());
}

std::string presetText(Scene scene) {
    RuleSet defaults;
    std::string text = fmt::format("title = {}\nwatch = {}\n", tomlText(scene.title), tomlText(scene.watch));
    if (!scene.about.empty()) {
        text += fmt::format("about = {}\n", tomlText(scene.about));
    }
    text += fmt::format("seed = {}\n", seedText(scene.seed));
    for (const Section& section : scene.sections()) {
        const Rule* rule = section.rule;
        if (isWorthWriting(section,
                           rule != nullptr ? defaults.find(rule->info().key)->tunables() : Tunables{})) {
            addSection(text, section);
        }
    }
    return text;
}

Outcome savePreset(const Scene& scene, const std::filesystem::path& file) {
    return writeFileAtomically(file, presetText(scene));
}

const std::vector<BuiltinPreset>& builtinPresets() {
    static const std::vector<BuiltinPreset> presets = readBuiltinPresets();
    return presets;
}

Result<Scene> openPreset(const std::string& nameOrFile) {
    std::vector<std::string> names;
    for (const BuiltinPreset& preset : builtinPresets()) {
        if (preset.name == nameOrFile) {
            return parsePreset(preset.toml, nameOrFile + ".toml");
        }
        names.emplace_back(preset.name);
    }
    std::error_code ignored;
    if (std::filesystem::exists(nameOrFile, ignored)) {
        return loadPreset(nameOrFile);
    }
    const auto nearest = nearestName(nameOrFile, names);
    return Problem{fmt::format("{}: neither a file nor a built-in preset{} (there are: {})", nameOrFile,
                               nearest ? fmt::format("; did you mean \"{}\"?", *nearest) : "",
                               fmt::join(names, ", "))};
}

}  // namespace shoal
