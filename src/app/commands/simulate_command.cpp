#include "app/commands/simulate_command.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/cli/console.hpp"
#include "app/cli/interruption.hpp"
#include "app/cli/pipe_reader.hpp"
#include "app/cli/progress.hpp"
#include "app/commands/report.hpp"
#include "app/commands/scene_setup.hpp"
#include "app/commands/tables.hpp"
#include "app/commands/trajectory.hpp"
#include "capture/take/take_replay.hpp"

namespace shoal {

namespace {

/// The requested tables.
struct Tables {
    std::optional<MeasuresTable> measures;
    std::optional<Trajectory> trajectory;

    Outcome add(const Simulation& simulation) {
        if (measures) {
            if (auto added = measures->add(simulation); !added) {
                return added;
            }
        }
        return trajectory ? trajectory->add(simulation) : Outcome{Done{}};
    }

    /// Writes both tables, or neither if one cannot be written.
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
        auto table = MeasuresTable::create(options.csv);
        if (!table) {
            return table.problem();
        }
        tables.measures.emplace(std::move(*table));
    }
    if (!options.trajectory.empty()) {
        auto table = Trajectory::create(options.trajectory);
        if (!table) {
            return table.problem();
        }
        tables.trajectory.emplace(std::move(*table));
    }
    return tables;
}

/// Checks the take's hash after a step and makes its edits.
Outcome replayStep(const Take& take, Simulation& simulation) {
    Outcome same = checkReplay(take, simulation);
    applyEditsDue(take, simulation);
    return same;
}

}  // namespace

Ending runSimulate(const SimulateOptions& options) {
    auto set = setUpDocument(options.scene);
    if (auto* ending = std::get_if<Ending>(&set)) {
        return *ending;
    }
    const OpenedDocument& document = std::get<OpenedDocument>(set);
    const auto* take = std::get_if<Take>(&document);
    const std::uint64_t steps = options.steps.value_or(take != nullptr ? take->to.step : kDefaultSteps);
    if (const std::uint64_t first = take != nullptr ? take->firstStep() : 0; steps < first) {
        return {ExitStatus::wrongUsage, fmt::format("--steps: {} begins at step {}; give at least that many",
                                                    options.scene.preset, first)};
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
    auto created = Simulation::create(sceneOf(document), options.scene.simulation);
    if (!created) {
        return failedWith(ExitStatus::badPreset, created.problem());
    }
    Simulation& simulation = *created;
    if (take != nullptr) {
        if (auto begun = beginReplay(*take, simulation); !begun) {
            return {ExitStatus::badPreset, fmt::format("{}: {}", options.scene.preset, begun.problem().text)};
        }
    }
    {
        Progress progress("steps", steps);
        for (std::uint64_t step = simulation.stepCount();; ++step) {
            if (step % options.every == 0 || step >= steps) {
                if (auto added = tables->add(simulation); !added) {
                    return failedWith(ExitStatus::failed, added.problem());
                }
            }
            if (step >= steps) {
                break;
            }
            simulation.step();
            if (auto replayed = take != nullptr ? replayStep(*take, simulation) : Outcome{Done{}};
                !replayed) {
                return {ExitStatus::badPreset,
                        fmt::format("{}: {}", options.scene.preset, replayed.problem().text)};
            }
            progress.update(step + 1);
            if (const auto status = interruption.status()) {
                return {*status,
                        fmt::format("stopped after {} of {} steps; nothing was written", step + 1, steps)};
            }
        }
    }
    // Measure before the tables appear: this is slow for a large flock and may be interrupted too.
    const Report report = reportOn(simulation);
    if (const auto status = interruption.status()) {
        return {*status, "stopped while measuring; nothing was written"};
    }
    if (auto finished = tables->finish(); !finished) {
        return failedWith(ExitStatus::failed, finished.problem());
    }
    if (options.isJson) {
        printRawResult(reportJson(report) + "\n");
    } else {
        printResult(reportText(report));
    }
    return {};
}

}  // namespace shoal
