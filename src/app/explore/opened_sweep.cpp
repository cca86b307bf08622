#include "app/explore/opened_sweep.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>

#include "app/files/preset_library.hpp"
#include "lab/sweep_result.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/key_index.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"
#include "ui/measures/measure_strip.hpp"
#include "ui/sliders/rule_sliders.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Returns a regular file in a folder or below it, without links; empty if it is elsewhere or does not exist.
std::optional<fs::path> fileWithin(const fs::path& folder, const fs::path& named) {
    std::error_code error;
    const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    const fs::path file = error ? fs::path() : fs::canonical(root / named, error);
    if (error || !fs::is_regular_file(file, error)) {
        return std::nullopt;
    }
    const bool isWithin = std::ranges::mismatch(root, file).in1 == root.end();
    return isWithin ? std::optional(file) : std::nullopt;
}

/// Opens the preset that a table names. The table may be a stranger's: it opens presets by their names, and
/// files in its own folder, where a preset from elsewhere may have been copied.
Result<Scene> openPresetOf(const fs::path& table, const std::string& preset, const UserPaths& paths) {
    auto named = openListedPreset(preset, paths);
    if (named) {
        return named;
    }
    for (const fs::path& file : {fs::path(preset), fs::path(preset).filename()}) {
        if (const auto found = fileWithin(table.parent_path(), file)) {
            return loadPreset(*found);
        }
    }
    const bool isPath = preset.find('/') != std::string::npos || fs::path(preset).has_extension();
    return isPath ? Result<Scene>(Problem{
                        fmt::format("its preset {} is not in the table's folder; copy it there", preset)})
                  : named;
}

/// Sets what all runs share.
Outcome applyShared(const SweepResult& result, Scene& scene) {
    for (const SweepResult::Setting& setting : result.settings) {
        if (!setting.isVaried()) {
            if (auto set = scene.applyText(setting.key + "=" + setting.values.front()); !set) {
                return set;
            }
        }
    }
    if (std::ranges::count(result.seeds, result.seeds.front()) == std::ssize(result.seeds)) {
        scene.seed = result.seeds.front();
    }
    return scene.check();
}

/// Translates a varied setting: texts become values, in ascending order and without repetitions.
Result<SweepRuns::Key> keyOf(SweepResult::Setting setting, Scene& scene) {
    auto parameter = parameterOf(scene, setting.key);
    if (!parameter) {
        return parameter.problem();
    }
    SweepRuns::Key key{
        .key = fullKey(scene, sectionIndex(scene.sections()), setting.key).value_or(setting.key),
        .name = {},
        .parameter = *parameter,
        .values = {},
        .valueOf = std::move(setting.valueOf)};
    key.name = tunableName(scene, key.key);
    std::vector<double> shown;
    for (const std::string& text : setting.values) {
        const auto stored = parameter->parse(text);
        if (!stored) {
            return Problem{fmt::format("{}: {}", setting.key, stored.problem().text)};
        }
        shown.push_back(parameter->shown(*stored));
    }
    key.values = shown;
    std::ranges::sort(key.values);
    key.values.erase(std::unique(key.values.begin(), key.values.end()), key.values.end());
    for (std::uint32_t& value : key.valueOf) {
        value = static_cast<std::uint32_t>(std::ranges::lower_bound(key.values, shown[value]) -
                                           key.values.begin());
    }
    return key;
}

SweepRuns::Measure measureOf(SweepResult::Measure read) {
    SweepRuns::Measure measure{.key = std::move(read.column),
                               .name = {},
                               .unit = {},
                               .help = {},
                               .means = std::move(read.means),
                               .errors = std::move(read.errors)};
    // "sardine.polarisation" is that of one species.
    const std::size_t dot = measure.key.rfind('.');
    const std::string column = dot == std::string::npos ? measure.key : measure.key.substr(dot + 1);
    const std::string species = dot == std::string::npos ? "" : measure.key.substr(0, dot) + ": ";
    const auto declared = std::ranges::find(measureColumns(), column, &MeasureColumn::key);
    if (declared != measureColumns().end()) {
        measure.name = species + nameOf(*declared);
        measure.unit = declared->unit;
        measure.help = declared->help;
    } else if (column == "time_to_polarise_s") {
        measure.name = species + "Time to polarise";
        measure.unit = "s";
        measure.help = "Time of the model at the first sample with a polarisation above 0.65.";
    } else {
        measure.name = species + labelOf(column);
    }
    return measure;
}

std::string planOf(const SweepResult& result) {
    if (!result.steps || !result.burnIn) {
        return {};
    }
    const std::string steps = fmt::format("{} steps each", withThousands(*result.steps));
    return *result.burnIn == 0
               ? steps
               : fmt::format("{}, means from step {} on", steps, withThousands(*result.burnIn));
}

Result<OpenedSweep> openedSweep(SweepResult result, const fs::path& file, const UserPaths& paths) {
    auto preset = openPresetOf(file, result.preset, paths);
    if (!preset) {
        return preset.problem();
    }
    Scene scene = *preset;
    if (auto set = applyShared(result, scene); !set) {
        return Problem{fmt::format("{} (its preset is {})", set.problem().text, result.preset)};
    }
    markChanges(scene, std::move(*preset));
    SweepRuns runs{.file = file.filename().string(),
                   .count = result.runs(),
                   .plan = planOf(result),
                   .keys = {},
                   .measures = {}};
    std::ranges::sort(result.seeds);
    runs.seeds = static_cast<std::size_t>(std::unique(result.seeds.begin(), result.seeds.end()) -
                                          result.seeds.begin());
    for (SweepResult::Setting& setting : result.settings) {
        if (!setting.isVaried()) {
            continue;
        }
        auto key = keyOf(std::move(setting), scene);
        if (!key) {
            return Problem{fmt::format("{} (its preset is {})", key.problem().text, result.preset)};
        }
        if (key->values.size() > 1) {
            runs.keys.push_back(std::move(*key));
        }
    }
    for (SweepResult::Measure& measure : result.measures) {
        runs.measures.push_back(measureOf(std::move(measure)));
    }
    return OpenedSweep{std::move(scene), std::make_shared<const SweepRuns>(std::move(runs))};
}

}  // namespace

Result<OpenedSweep> openSweep(const fs::path& file, const UserPaths& paths) {
    const auto text = readWholeFile(file, kMaxSweepBytes);
    return text ? openSweepText(*text, file, paths) : text.problem();
}

Result<OpenedSweep> openSweepText(std::string_view text, const fs::path& file, const UserPaths& paths) {
    auto result = parseSweepResult(text, file.string());
    if (!result) {
        return result.problem();
    }
    auto opened = openedSweep(std::move(*result), file, paths);
    return opened ? std::move(opened)
                  : Problem{oneLine(fmt::format("{}: {}", file.string(), opened.problem().text))};
}

}  // namespace shoal
