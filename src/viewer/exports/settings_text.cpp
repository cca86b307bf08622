#include "viewer/exports/settings_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "sim/scene/clamped_edit.hpp"
#include "sim/text/toml_text.hpp"

namespace shoal {

namespace {

nlohmann::ordered_json valueOf(const Parameter& parameter, double stored) {
    if (parameter.form == Form::toggle) {
        return stored != 0.0;
    }
    return parameter.form == Form::choice ? nlohmann::ordered_json(parameter.text(stored))
                                          : nlohmann::ordered_json(parameter.shown(stored));
}

std::string tomlOf(const Parameter& parameter, double stored) {
    const std::string text = parameter.text(stored);
    return parameter.form == Form::choice ? tomlText(text) : text;
}

/// Whether a preset may begin with this one by its name.
bool canBeBase(const Scene& loaded) {
    const auto presets = builtinPresets();
    const auto found = std::ranges::find(presets, loaded.name, &BuiltinPreset::name);
    if (found == presets.end() || !found->base.empty()) {
        return false;
    }
    const auto scene = openPreset(loaded.name);  // a preset of the user's may have the same name
    return scene && scene->seed == loaded.seed && difference(*scene, loaded).empty();
}

}  // namespace

std::string settingsJson(const Scene& scene) {
    Scene copy = scene;  // its sections refer to it
    nlohmann::ordered_json settings;
    const auto add = [&](const std::string& path, const Tunables& tunables) {
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const Parameter& parameter = tunables.parameters[index];
            nlohmann::ordered_json& entry = settings[fmt::format("{}.{}", path, parameter.declared.key)];
            entry["value"] = valueOf(parameter, tunables.get(index));
            if (!parameter.declared.unit.empty()) {
                entry["unit"] = parameter.declared.unit;
            }
        }
    };
    for (const Section& section : copy.sections()) {
        add(section.path, section.switches());
        add(section.path, section.tunables);
    }
    const nlohmann::ordered_json all{{"preset", scene.name}, {"seed", scene.seed}, {"settings", settings}};
    return all.dump(2) + "\n";
}

ChangesText changesToml(const Scene& loaded, const Scene& scene) {
    const std::vector<Edit> edits = difference(loaded, scene);
    ChangesText changes;
    changes.text = canBeBase(loaded) ? fmt::format("base = {}\n", tomlText(loaded.name))
                                     : fmt::format("# Changes to the preset {}.\n", loaded.name);
    if (scene.seed != loaded.seed) {
        changes.text += fmt::format("seed = {}  # {} in the preset\n", scene.seed, loaded.seed);
        ++changes.count;
    }
    bool isAnyRemoved = false;
    std::string table;
    for (const Edit& edit : edits) {
        const std::size_t dot = edit.key.rfind('.');
        const std::string path = edit.key.substr(0, dot);
        const std::string key = edit.key.substr(dot + 1);
        if (key == "present") {
            isAnyRemoved = isAnyRemoved || edit.shown == 0.0;
            changes.count += edit.shown == 0.0 ? 1 : 0;
            continue;
        }
        const auto parameter = parameterOf(scene, edit.key);
        if (!parameter) {
            continue;
        }
        if (table != path) {
            changes.text += fmt::format("\n[{}]\n", path);
            table = path;
        }
        std::string remark(parameter->declared.unit);
        if (const auto before = loaded.value(edit.key)) {
            remark += fmt::format("{}{} in the preset", remark.empty() ? "" : "; ",
                                  parameter->text(parameter->stored(*before)));
        }
        changes.text += fmt::format("{} = {}{}\n", key, tomlOf(*parameter, parameter->stored(edit.shown)),
                                    remark.empty() ? "" : "  # " + remark);
        ++changes.count;
    }
    if (isAnyRemoved) {
        changes.text = presetText(scene);
    }
    return changes;
}

std::string measuresCsv(const MeasureHistory& history) {
    const auto columns = measureColumns();
    std::vector<std::size_t> taken;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        if (std::ranges::any_of(history.samples(),
                                [&](const MeasureSample& each) { return each.of(column).has_value(); })) {
            taken.push_back(column);
        }
    }
    std::string text = "seconds";
    for (const std::size_t column : taken) {
        text += fmt::format(",{}", columns[column].key);
    }
    for (const MeasureSample& sample : history.samples()) {
        text += fmt::format("\n{:.6g}", sample.seconds);
        for (const std::size_t column : taken) {
            const auto value = sample.of(column);
            text += value ? fmt::format(",{:.6g}", *value) : ",";
        }
    }
    return text + "\n";
}

}  // namespace shoal
