#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/cli/completion.hpp"
#include "commands/commands.hpp"
#include "commands/report/report.hpp"
#include "lab/life/targets.hpp"
#include "sim/scene/form_name.hpp"
#include "sim/text/number.hpp"
#include "terminal/columns.hpp"
#include "terminal/console.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

void printReport(bool isJson, const Json& json, const std::string& text) {
    if (isJson) {
        printRawResult(jsonText(json));
    } else {
        printResult(text);
    }
}

const char* kindName(RuleKind kind) {
    switch (kind) {
        case RuleKind::pair:
            return "pair";
        case RuleKind::field:
            return "field";
        case RuleKind::limit:
            return "limit";
    }
    return "";
}

/// Returns a text, or null if it is empty.
Json textOrNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json sourceJson(const PresetSource& source) {
    if (source.isEmpty()) {
        return nullptr;
    }
    Json json;
    json["title"] = textOrNull(source.title);
    json["author"] = textOrNull(source.author);
    json["year"] = source.year == 0 ? Json(nullptr) : Json(source.year);
    json["address"] = textOrNull(source.address);
    json["note"] = textOrNull(source.note);
    return json;
}

Ending listTargets(bool isJson) {
    Json json = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const std::string& name : targetNames()) {
        const auto set = openTargets(name);
        rows.push_back({name, set->title});
        Json item;
        item["name"] = name;
        item["title"] = set->title;
        item["figures"] = set->targets.size();
        json.push_back(std::move(item));
    }
    printReport(isJson, json, columnsText(rows));
    return {};
}

Ending listAllPresets(bool isJson) {
    Json json = Json::array();
    std::vector<std::vector<std::string>> rows;
    ExitStatus status = ExitStatus::done;
    const PresetList list = listPresets(userPaths());
    for (const PresetEntry& entry : list.entries) {
        if (!entry.problem.empty()) {
            printLine(entry.problem);
            status = ExitStatus::badPreset;
            continue;
        }
        Json item;
        item["name"] = entry.name;
        item["base"] = entry.base.empty() ? Json(nullptr) : Json(entry.base);
        item["title"] = entry.title;
        item["watch"] = entry.watch;
        item["about"] = entry.about;
        item["source"] = sourceJson(entry.source);
        item["builtin"] = entry.file.empty();
        item["file"] = entry.file.empty() ? Json(nullptr) : Json(entry.file.string());
        json.push_back(std::move(item));
        rows.push_back(
            {(entry.base.empty() ? "" : "  ") + entry.name, entry.watch.empty() ? entry.title : entry.watch});
    }
    printReport(isJson, json, columnsText(rows));
    if (!list.unlisted.empty()) {
        printLine(list.unlisted);
    }
    // Valid presets are listed even if others are invalid; the status tells scripts about those.
    return {status, {}};
}

/// Describes one tunable; `value` is in the unit that users see.
Json tunableJson(const Parameter& parameter, double stored) {
    const Declaration& declared = parameter.declared;
    Json item;
    item["form"] = formName(parameter.form);
    if (parameter.form == Form::toggle) {
        item["value"] = stored != 0.0;
    } else if (parameter.form == Form::choice) {
        item["value"] = parameter.text(stored);
        item["choices"] = std::vector<std::string>(declared.choices.begin(), declared.choices.end());
    } else {
        // Convert through the shortest text: a float 0.3 must not read 0.30000001192.
        const std::string text = parameter.text(stored);
        const auto whole = numberFrom<std::int64_t>(text);
        item["value"] = whole ? Json(*whole) : Json(numberFrom<double>(text).value());
        item["min"] = declared.min;
        item["max"] = declared.max;
        item["unit"] = std::string(declared.unit);
    }
    item["help"] = std::string(declared.help);
    return item;
}

/// Describes the values that a tunable accepts.
std::string rangeText(const Parameter& parameter) {
    if (parameter.form == Form::toggle) {
        return "true, false";
    }
    return parameter.form == Form::choice ? fmt::format("{}", fmt::join(parameter.declared.choices, ", "))
                                          : parameter.range();
}

Ending listRules(bool isJson) {
    Json json = Json::array();
    std::string text;
    for (const RegisteredRule& registered : registeredRules()) {
        const RuleInfo& info = *registered.info;
        Json item;
        item["key"] = std::string(info.key);
        item["title"] = std::string(info.title);
        item["kind"] = kindName(registered.kind);
        item["help"] = std::string(info.help);
        item["source"] = std::string(info.source);
        item["parameters"] = Json::array();
        const std::unique_ptr<Rule> rule = registered.make();
        const Tunables tunables = rule->tunables();
        std::vector<std::vector<std::string>> rows;
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const Parameter& parameter = tunables.parameters[index];
            Json entry;
            entry["key"] = std::string(parameter.declared.key);
            entry.update(tunableJson(parameter, tunables.get(index)));
            item["parameters"].push_back(std::move(entry));
            rows.push_back(
                {fmt::format("  {}={}", parameter.declared.key, parameter.text(tunables.get(index))),
                 rangeText(parameter), std::string(parameter.declared.help)});
        }
        json.push_back(std::move(item));
        text += fmt::format("{}{} ({} rule): {} [{}]\n{}", text.empty() ? "" : "\n", info.key,
                            kindName(registered.kind), info.help, info.source, columnsText(rows));
    }
    printReport(isJson, json, text);
    return {};
}

struct KeyList {
    Json json = Json::array();
    std::vector<std::vector<std::string>> rows;

    void add(const std::string& path, const std::string& prefix, const Parameter& parameter, double stored) {
        const Declaration& declared = parameter.declared;
        const std::string key(declared.key);
        const std::string brief = prefix + key;
        Json item;
        item["key"] = path + "." + key;
        item["short"] = brief;
        item.update(tunableJson(parameter, stored));
        json.push_back(std::move(item));
        rows.push_back(
            {brief + "=" + parameter.text(stored), rangeText(parameter), std::string(declared.help)});
    }

    void addSwitches(const Section& section, const std::string& prefix) {
        if (section.rule != nullptr) {
            Parameter parameter = Rule::switches.front();
            parameter.declared.help = section.help;
            add(section.path, prefix, parameter, section.switches().get(0));
        }
    }
};

Ending listKeys(const std::string& preset, bool isJson) {
    auto scene = openPresetNamed(preset, userPaths());
    if (!scene) {
        return failedWith(ExitStatus::badPreset, scene.problem());
    }
    KeyList keys;
    for (const Section& section : scene->sections()) {
        const std::string prefix = shortPrefix(section.path, *scene);
        keys.addSwitches(section, prefix);
        const Tunables& tunables = section.tunables;
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            keys.add(section.path, prefix, tunables.parameters[index], tunables.get(index));
        }
    }
    printReport(isJson, keys.json, columnsText(keys.rows));
    return {};
}

Ending listSubjects(bool isJson) {
    Json json = Json::array();
    for (const ListSubject& each : kListSubjects) {
        json.push_back({{"name", each.name}, {"description", each.help}});
    }
    printReport(isJson, json, listSubjectsText());
    return {};
}

}  // namespace

Ending runList(const ListOptions& options) {
    if (!options.subject) {
        return listSubjects(options.isJson);
    }
    switch (*options.subject) {
        case ListOptions::Subject::presets:
            return listAllPresets(options.isJson);
        case ListOptions::Subject::rules:
            return listRules(options.isJson);
        case ListOptions::Subject::keys:
            return listKeys(options.preset, options.isJson);
        case ListOptions::Subject::targets:
            return listTargets(options.isJson);
    }
    return {};
}

}  // namespace shoal
