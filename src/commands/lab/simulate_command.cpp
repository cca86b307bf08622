#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/take/take_replay.hpp"
#include "commands/commands.hpp"
#include "commands/report/report.hpp"
#include "commands/report/tables.hpp"
#include "commands/setup/scene_setup.hpp"
#include "lab/trajectory/trajectory.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/pipe_reader.hpp"
#include "terminal/progress.hpp"

namespace shoal {

namespace {

/// The requested tables.
struct Tables {
    std::optional<MeasuresTable> measures;
    std::optional<Trajectory> trajectory;

    /// Adds the present state, and the newest sample of the run if it has one.
    Outcome add(const Simulation& simulation, const SampledRun* run) {
        if (measures) {
            if (auto added = measures->add(simulation, *run); !added) {
                return added;
            }
        }
        return trajectory ? trajectory->add(simulation) : Outcome{Done{}};
    }

    /// Before the report, which may take so long that the program is killed meanwhile.
    Outcome keepAll() { return trajectory ? trajectory->prepare() : Outcome{Done{}}; }

    /// What a run that ends now leaves; empty if nothing.
    std::string left() const {
        std::string text;
        if (measures && !measures->kept().empty()) {
            text = fmt::format("{} keeps the measures so far", measures->kept().string());
        }
        if (trajectory && !trajectory->kept().empty()) {
            text += fmt::format("{}{} keeps {}", text.empty() ? "" : "; ", trajectory->kept().string(),
                                framesText(trajectory->frames()));
        }
        return text;
    }

    /// Writes both tables, or neither if one cannot be written. Partial files that were kept stay.
    Outcome finish() {
        if (measures) {
            if (auto prepared = measures->prepare(); !prepared) {
                return prepared;
            }
        }
        if (trajectory) {
            if (auto prepared = trajectory->prepare(); !prepared) {
                return prepared;
            }
        }
        if (measures) {
            if (auto finished = measures->finish(); !finished) {
                return finished;
            }
        }
        return trajectory ? trajectory->finish() : Outcome{Done{}};
    }
};

Result<Tables> openTables(const SimulateOptions& options) {
    Tables tables;
    if (!options.csv.empty()) {
        auto table = MeasuresTable::create(options.csv, MeasuredRun(options.sampling.kinds).columns());
        if (!table) {
            return table.problem();
        }
        tables.measures.emplace(std::move(*table));
    }
    if (!options.trajectory.empty()) {
        auto table = Trajectory::open(options.trajectory);
        if (!table) {
            return table.problem();
        }
        tables.trajectory.emplace(std::move(*table));
    }
    return tables;
}

/// Ends the run because of a problem, and says what stays.
Ending brokenOff(const Tables& tables, const Problem& problem, ExitStatus status = ExitStatus::failed) {
    const std::string left = tables.left();
    return left.empty() || saysReaderHasGone(problem.text)
               ? failedWith(status, problem)
               : Ending{status, fmt::format("{}; {}", problem.text, left)};
}

/// Ends the run after a signal, and says what stays.
Ending stopped(const Tables& tables, ExitStatus status, const std::string& when) {
    const std::string left = tables.left();
    return {status, fmt::format("stopped {}; {}", when, left.empty() ? "nothing was written" : left)};
}

/// Checks the take's hash after a step and makes its edits.
Outcome replayStep(const Take& take, Simulation& simulation) {
    Outcome same = checkReplay(take, simulation);
    applyEditsDue(take, simulation);
    return same;
}

/// Why these options cannot run, if they cannot.
std::optional<Ending> refusal(const SimulateOptions& options, const Take* take, const SamplePlan& plan) {
    if (const std::uint64_t first = take != nullptr ? take->firstStep() : 0; plan.steps < first) {
        return Ending{ExitStatus::wrongUsage,
                      fmt::format("--steps: {} begins at step {}; give at least that many",
                                  options.scene.preset, first)};
    }
    if (plan.burnIn > plan.steps) {
        return Ending{
            ExitStatus::wrongUsage,
            fmt::format("--burn-in: the run ends after {} steps; give at most that many", plan.steps)};
    }
    if (take != nullptr && options.seeds > 1) {
        return Ending{ExitStatus::wrongUsage,
                      "--seeds: a take replays with its own seed; give a preset for several"};
    }
    return std::nullopt;
}

}  // namespace

Ending runSimulate(const SimulateOptions& options) {
    auto set = setUpDocument(options.scene);
    if (auto* ending = std::get_if<Ending>(&set)) {
        return *ending;
    }
    const OpenedDocument& document = std::get<PreparedDocument>(set).document;
    const auto* take = std::get_if<Take>(&document);
    SamplePlan plan = options.sampling;
    plan.steps = options.steps.value_or(take != nullptr ? take->to.step : kDefaultSteps);
    if (auto refused = refusal(options, take, plan)) {
        return *refused;
    }
    // Create it before anything that a signal could leave half done.
    Interruption interruption;
    const PipeReader csvReader(options.csv, interruption);
    const PipeReader trajectoryReader(options.trajectory, interruption);
    if (const auto status = interruption.status()) {
        return {*status, "stopped before the first step; nothing was written"};
    }
    auto tables = openTables(options);
    if (!tables) {
        return failedWith(ExitStatus::failed, tables.problem());
    }
    const bool isSampled = options.isSampled();
    std::optional<Simulation> first;
    std::vector<SampledRun> runs;
    std::vector<std::string> hashes;
    std::vector<RuleFault> faults;
    FaultNotices notices;
    Progress progress("steps", plan.steps * options.seeds);
    for (std::uint64_t index = 0; index < options.seeds; ++index) {
        Scene scene = sceneOf(document);
        scene.seed += index;
        auto created = Simulation::create(std::move(scene), options.scene.simulation);
        if (!created) {
            return failedWith(ExitStatus::badPreset, created.problem());
        }
        Simulation& simulation = *created;
        if (take != nullptr) {
            if (auto begun = beginReplay(*take, simulation); !begun) {
                return {ExitStatus::badPreset,
                        fmt::format("{}: {}", options.scene.preset, begun.problem().text)};
            }
        }
        if (isSampled) {
            runs.emplace_back(plan, simulation);
        }
        for (std::uint64_t step = simulation.stepCount();; ++step) {
            if (plan.isDue(step)) {
                if (auto added = tables->add(simulation, isSampled ? &runs.back() : nullptr); !added) {
                    return brokenOff(*tables, added.problem());
                }
            }
            if (step >= plan.steps) {
                break;
            }
            simulation.step();
            notices.print(simulation);
            if (simulation.stepCount() <= step) {
                return brokenOff(*tables, {fmt::format("step {}: lost with the device", step + 1)});
            }
            if (auto replayed = take != nullptr ? replayStep(*take, simulation) : Outcome{Done{}};
                !replayed) {
                return brokenOff(*tables,
                                 {fmt::format("{}: {}", options.scene.preset, replayed.problem().text)},
                                 ExitStatus::badPreset);
            }
            if (isSampled) {
                runs.back().afterStep(simulation);
            }
            progress.update(index * plan.steps + step + 1);
            if (const auto status = interruption.status()) {
                return stopped(*tables, *status,
                               fmt::format("after {} of {} steps", index * plan.steps + step + 1,
                                           plan.steps * options.seeds));
            }
        }
        hashes.push_back(hashText(simulation.hash()));
        notices.print(simulation);
        addFaults(faults, simulation);
        if (!first) {
            first.emplace(std::move(simulation));
        }
    }
    if (auto kept = tables->keepAll(); !kept) {
        return brokenOff(*tables, kept.problem());
    }
    // Measure before the tables appear: this is slow for a large flock and may be interrupted too.
    Report report = isSampled ? reportOn(*first, runs, hashes) : reportOn(*first);
    report.faults = std::move(faults);
    if (const auto status = interruption.status()) {
        return stopped(*tables, *status, "while measuring");
    }
    if (auto finished = tables->finish(); !finished) {
        return brokenOff(*tables, finished.problem());
    }
    if (options.csv == kStandardOutput) {
        return {};
    }
    if (options.isJson) {
        printRawResult(jsonText(reportJson(report)));
    } else {
        printResult(reportText(report));
    }
    return {};
}

}  // namespace shoal
