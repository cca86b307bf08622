#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "commands/commands.hpp"
#include "commands/setup/scene_setup.hpp"
#include "lab/sweep.hpp"
#include "lab/sweep_row.hpp"
#include "lab/sweep_table.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/temporary_folder.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/progress.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

/// A limit on the mean of one column.
struct Condition {
    std::size_t column = 0;
    bool isAbove = true;
    bool mayEqual = false;
    double limit = 0.0;

    bool holds(const std::vector<double>& values) const {
        const double value = values[column];
        return (mayEqual && value == limit) || (isAbove ? value > limit : value < limit);
    }
};

Result<Condition> conditionFrom(const std::string& text, const std::vector<std::string>& columns) {
    const std::size_t at = text.find_first_of("<>");
    const bool mayEqual = at != std::string::npos && at + 1 < text.size() && text[at + 1] == '=';
    const auto limit =
        at == std::string::npos ? std::nullopt : finiteNumberFrom(text.substr(at + (mayEqual ? 2 : 1)));
    if (!limit) {
        return Problem{fmt::format("--take-of wants a condition such as \"P>0.9\", not \"{}\"", text)};
    }
    std::string name = text.substr(0, at);
    name = name == "P" ? "polarisation" : name == "M" ? "milling" : name;
    const auto column = std::ranges::find(columns, name);
    if (column == columns.end()) {
        return Problem{
            fmt::format("--take-of: the sweep has no column \"{}\"{}", name, didYouMean(name, columns))};
    }
    return Condition{static_cast<std::size_t>(column - columns.begin()), text[at] == '>', mayEqual, *limit};
}

Result<SweepRequest> requestFrom(const SweepOptions& options) {
    if (!options.request.vary.empty()) {
        SweepRequest request = options.request;
        request.preset = options.name;
        return request;
    }
    auto request = loadSweep(options.name);
    std::error_code ignored;
    if (!request && !fs::exists(options.name, ignored)) {
        return Problem{fmt::format("{}; to sweep a preset, say what to vary: --vary KEY=VALUES",
                                   request.problem().text)};
    }
    return request;
}

/// "out-takes/run-7.take" beside out.csv; another ending stays in the folder's name.
fs::path takeFile(const fs::path& output, std::uint64_t run) {
    fs::path folder = output.extension() == ".csv" ? fs::path(output).replace_extension() : output;
    folder += "-takes";
    return folder / fmt::format("run-{}.take", run);
}

/// Replaces only the same take, as after a kill.
Outcome keepTake(const fs::path& file, const Take& take) {
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    const std::string text = takeText(take);
    return writeFileAtomically(file, text,
                               Overwrite::earlier([&text](const auto& old) { return holds(old, text); },
                                                  "exists and is another take; move its folder away"));
}

std::string runsText(std::uint64_t runs) {
    return fmt::format("{} run{}", runs, runs == 1 ? "" : "s");
}

/// Opens the preset that a table names: a listed one, or a file in the table's folder. The table may be a
/// stranger's, so it opens no other file.
Result<Scene> openPresetOf(const fs::path& table, const std::string& preset) {
    auto listed = openListedPreset(preset, userPaths());
    if (listed) {
        return listed;
    }
    const fs::path beside = table.parent_path() / fs::path(preset).filename();
    std::error_code ignored;
    if (fs::is_regular_file(beside, ignored)) {
        return loadPreset(beside);
    }
    const bool isFile = preset.find('/') != std::string::npos || fs::path(preset).has_extension();
    return isFile ? Result<Scene>(Problem{
                        fmt::format("its preset {} is not in the table's folder; copy it there", preset)})
                  : listed;
}

/// Returns the preset of one run of the table `options.name`.
Result<Scene> presetOfRun(const SweepOptions& options) {
    const auto text = readWholeFile(options.name, kMaxSweepBytes);
    if (!text) {
        return text.problem();
    }
    const auto row = findSweepRow(*text, *options.presetOf, options.name);
    if (!row) {
        return row.problem();
    }
    const auto preset = openPresetOf(options.name, row->preset);
    if (!preset) {
        return Problem{oneLine(fmt::format("{}: {}", options.name, preset.problem().text))};
    }
    Scene scene = *preset;
    if (auto applied = row->applyTo(scene); !applied) {
        return Problem{oneLine(fmt::format("{}: run {}: {} (its preset is {})", options.name,
                                           *options.presetOf, applied.problem().text, row->preset)),
                       applied.problem().kind};
    }
    scene.title =
        fmt::format("{}, run {}", preset->title.empty() ? preset->name : preset->title, *options.presetOf);
    if (!scene.watch.empty()) {
        // The text describes the preset; other settings may behave differently.
        scene.watch = fmt::format("A run of a sweep of {}.", preset->title);
    }
    return scene;
}

Ending writePresetOfRun(const SweepOptions& options) {
    const auto scene = presetOfRun(options);
    if (!scene) {
        return failedWith(ExitStatus::badPreset, scene.problem());
    }
    const std::string text = presetText(*scene);
    if (options.output == kStandardOutput) {
        printRawResult(text);
        return {};
    }
    if (auto written = writeFileAtomically(options.output, text, Overwrite::nothing()); !written) {
        return failedWith(ExitStatus::failed, written.problem());
    }
    printNote("wrote " + options.output.string());
    return {};
}

}  // namespace

Ending runSweepCommand(const SweepOptions& options) {
    if (options.presetOf) {
        return writePresetOfRun(options);
    }
    auto request = requestFrom(options);
    if (!request) {
        return failedWith(ExitStatus::badPreset, request.problem());
    }
    request->device = options.request.device;
    SceneOptions named;
    named.preset =
        options.request.vary.empty() ? presetBeside(options.name, request->preset) : request->preset;
    auto scene = setUpScene(named);
    if (auto* ending = std::get_if<Ending>(&scene)) {
        return *ending;
    }
    auto sweep = Sweep::create(*request, std::move(std::get<Scene>(scene)));
    if (!sweep) {
        return failedWith(ExitStatus::wrongUsage, sweep.problem());
    }
    std::vector<Condition> conditions;
    for (const std::string& text : options.takeOf) {
        auto condition = conditionFrom(text, sweep->columns());
        if (!condition) {
            return failedWith(ExitStatus::wrongUsage, condition.problem());
        }
        conditions.push_back(*condition);
    }
    // Create it before any other thread.
    const Interruption interruption;
    // A table for standard output is first made in a folder of its own.
    std::optional<Result<TemporaryFolder>> folder;
    fs::path file = options.output;
    if (options.output == kStandardOutput) {
        folder.emplace(TemporaryFolder::create());
        if (!*folder) {
            return failedWith(ExitStatus::failed, folder->problem());
        }
        file = (*folder)->path() / "sweep.csv";
    }
    auto table = SweepTable::open(file, *sweep, options.part);
    if (!table) {
        return failedWith(ExitStatus::failed, table.problem());
    }
    const auto isWanted = [&conditions](const std::vector<double>& values) {
        return std::ranges::all_of(conditions, [&](const Condition& each) { return each.holds(values); });
    };
    // Rows that were there before and lack a wanted take. Their runs run again, which gives the same row.
    std::map<std::uint64_t, std::string> withoutTake;
    if (!conditions.empty()) {
        table->visitRows([&](std::uint64_t run, const std::string& row) {
            std::error_code ignored;
            if (isWanted(sweep->valuesIn(row)) && !fs::exists(takeFile(options.output, run), ignored)) {
                withoutTake.emplace(run, row);
            }
        });
    }
    if (table->isFinished() && withoutTake.empty()) {
        printNote(
            fmt::format("{} is finished already; remove it to run the sweep again", options.output.string()));
        return {};
    }
    std::vector<std::uint64_t> missing = table->missing();
    const std::size_t kept = table->rows();
    if (kept > 0) {
        printNote(fmt::format("going on: {} of {} done", kept, runsText(kept + missing.size())));
    }
    if (!withoutTake.empty()) {
        printNote(fmt::format("running {} again for their takes", runsText(withoutTake.size())));
        for (const auto& [run, take] : withoutTake) {
            missing.push_back(run);
        }
    }
    Progress progress("runs", missing.size());
    std::size_t done = 0;
    Outcome unsynced = Done{};
    FaultNotices notices;
    std::size_t tooShort = 0;
    const SweepWatch watch{
        .onRow = [&](std::uint64_t run, const Sweep::Row& row) -> Outcome {
            const auto before = withoutTake.find(run);
            if (before != withoutTake.end() && before->second != row.text) {
                return Problem{
                    fmt::format("run {} no longer gives the row in {}: it was made with another plugin, card "
                                "or build",
                                run, options.output.string())};
            }
            if (row.take && (before != withoutTake.end() || isWanted(row.values))) {
                if (auto saved = keepTake(takeFile(options.output, run), *row.take); !saved) {
                    return saved;
                }
            }
            if (before == withoutTake.end()) {
                if (auto added = table->add(run, row.text); !added) {
                    return added;
                }
            }
            notices.print(row.faults, row.deviceProblem);
            tooShort += row.isTooShort ? 1 : 0;
            progress.update(++done);
            return Done{};
        },
        .isStopped =
            [&] {
                unsynced = table->sync();
                return !unsynced || interruption.status().has_value();
            },
        .wantsTakes = !conditions.empty()};
    const auto isDone = runSweep(*sweep, missing, options.threads, watch);
    if (!isDone) {
        return failedWith(ExitStatus::failed, isDone.problem());
    }
    if (auto synced = unsynced ? table->sync(true) : unsynced; !synced) {
        return failedWith(ExitStatus::failed, synced.problem());
    }
    if (!*isDone) {
        return {*interruption.status(),
                fmt::format("stopped after {} of {}{}", kept + done, runsText(kept + missing.size()),
                            folder ? "" : "; the same command goes on from there")};
    }
    if (table->isFinished()) {
        printNote(fmt::format("wrote {} take{}", withoutTake.size(), withoutTake.size() == 1 ? "" : "s"));
        return {};
    }
    if (auto finished = table->finish(); !finished) {
        return failedWith(ExitStatus::failed, finished.problem());
    }
    if (tooShort > 0) {
        printNote(
            fmt::format("fewer than {} effective samples in {}: their _se are too small; run more "
                        "--steps, or take the errors over seeds",
                        Estimate::kMinEffective, runsText(tooShort)));
    }
    if (folder) {
        const auto text = readWholeFile(file, std::numeric_limits<std::size_t>::max());
        if (!text) {
            return failedWith(ExitStatus::failed, text.problem());
        }
        printRawResult(*text);
    } else {
        printNote("wrote " + options.output.string());
    }
    return {};
}

}  // namespace shoal
