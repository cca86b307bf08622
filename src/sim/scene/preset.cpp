#include <algorithm>
#include <array>
#include <limits>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "embedded_presets.hpp"
#include "sim/scene/key_index.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/toml_text.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

/// Listed first, so that new users meet fish, birds and a herd at once; the others follow by name.
constexpr std::array<std::string_view, 6> kFirstPresets{"reef",     "starlings", "bait-ball",
                                                        "stampede", "zones",     "vicsek"};

// TOML's integers end at 2⁶³ − 1; seeds in the upper half are written as text.
std::string seedText(std::uint64_t seed) {
    const bool isWhole = seed <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return isWhole ? fmt::format("{}", seed) : fmt::format("\"{}\"", seed);
}

std::string valueText(const Parameter& parameter, double stored) {
    const std::string text = parameter.text(stored);
    return parameter.form == Form::choice ? tomlText(text) : text;
}

/// A rule that is off, and the time, get a table only if their settings would otherwise be lost: if they
/// differ from `defaults`.
bool isWorthWriting(const Section& section, const Tunables& defaults) {
    if (defaults.parameters.empty() || (section.rule != nullptr && section.rule->isEnabled)) {
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

/// Leaves out the sliders of objects that the scene no longer has: a file that names them is refused.
void addHeroes(std::string& text, const std::vector<std::string>& heroes,
               const std::vector<Section>& sections) {
    std::vector<std::string> keys;
    for (const std::string& key : heroes) {
        if (std::ranges::find(sections, key.substr(0, key.rfind('.')), &Section::path) != sections.end()) {
            keys.push_back(tomlText(key));
        }
    }
    if (!keys.empty()) {
        text += fmt::format("hero = [{}]\n", fmt::join(keys, ", "));
    }
}

void addTravels(std::string& text, const std::vector<StatedTravel>& travels,
                const std::vector<Section>& sections) {
    std::string lines;
    for (const StatedTravel& travel : travels) {
        if (std::ranges::find(sections, travel.key.substr(0, travel.key.rfind('.')), &Section::path) !=
            sections.end()) {
            lines += fmt::format("{} = [{}, {}]\n", tomlText(travel.key), travel.min, travel.max);
        }
    }
    if (!lines.empty()) {
        text += "\n[travel]\n" + lines;
    }
}

/// Returns the name in the line `base = "NAME"` at the head of a built-in preset, or nothing.
std::string_view baseOf(std::string_view toml) {
    constexpr std::string_view kBefore = "base = \"";
    const std::string_view head = toml.substr(0, toml.find("\n["));
    const std::size_t line = head.starts_with(kBefore) ? 0 : head.find(std::string("\n").append(kBefore));
    if (line == std::string_view::npos) {
        return {};
    }
    const std::size_t name = head.find('"', line) + 1;
    return head.substr(name, head.find('"', name) - name);
}

void addText(std::string& text, std::string_view key, const std::string& value) {
    if (!value.empty()) {
        text += fmt::format("{} = {}\n", key, tomlText(value));
    }
}

void addSource(std::string& text, const PresetSource& source) {
    if (source.isEmpty()) {
        return;
    }
    text += "\n[source]\n";
    addText(text, "title", source.title);
    addText(text, "author", source.author);
    text += source.year == 0 ? "" : fmt::format("year = {}\n", source.year);
    addText(text, "address", source.address);
    addText(text, "note", source.note);
}

std::vector<BuiltinPreset> readBuiltinPresets() {
    std::vector<BuiltinPreset> presets;
    for (const EmbeddedFile& file : embeddedPresets) {
        std::string_view name = file.name;
        name.remove_suffix(std::string_view(".toml").size());
        presets.push_back({name, baseOf(file.bytes), file.bytes});
    }
    const auto place = [](const BuiltinPreset& preset) {
        const std::string_view family = preset.base.empty() ? preset.name : preset.base;
        return std::tuple(std::ranges::find(kFirstPresets, family) - kFirstPresets.begin(), family,
                          !preset.base.empty(), preset.name);
    };
    std::ranges::sort(presets, {}, place);
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
    RuleSet rules;
    TimeSettings time;
    const auto defaultsOf = [&](const Section& section) -> Tunables {
        if (section.path == "time") {
            return {&time, TimeSettings::parameters};
        }
        return section.rule != nullptr ? rules.find(section.rule->info().key)->tunables() : Tunables{};
    };
    std::string text = fmt::format("title = {}\nwatch = {}\n", tomlText(scene.title), tomlText(scene.watch));
    addText(text, "about", scene.about);
    const std::vector<Section> sections = scene.sections();
    addHeroes(text, scene.heroes, sections);
    text += fmt::format("seed = {}\n", seedText(scene.seed));
    addSource(text, scene.source);
    addTravels(text, scene.travels, sections);
    for (const Section& section : sections) {
        if (isWorthWriting(section, defaultsOf(section))) {
            addSection(text, section);
        }
        const Species* species = section.speciesIndex < 0
                                     ? nullptr
                                     : &scene.species[static_cast<std::size_t>(section.speciesIndex)];
        if (species != nullptr && section.path == "species." + species->name) {
            addText(text, "mesh", species->mesh);
        }
    }
    return text;
}

Outcome savePreset(const Scene& scene, const std::filesystem::path& file) {
    return writeFileAtomically(file, presetText(scene), Overwrite::anything());
}

const std::vector<BuiltinPreset>& builtinPresets() {
    static const std::vector<BuiltinPreset> presets = readBuiltinPresets();
    return presets;
}

bool isBuiltinPreset(std::string_view name) {
    return std::ranges::find(builtinPresets(), name, &BuiltinPreset::name) != builtinPresets().end();
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
    return Problem{fmt::format("{}: neither a file nor a built-in preset{}", nameOrFile,
                               suggestion(nearestName(nameOrFile, names)))};
}

}  // namespace shoal
