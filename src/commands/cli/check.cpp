#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/cli/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kCheckFooter = R"(Examples:
  shoal check starlings --against starling
  shoal check reef --against herring --seeds 4
  shoal check mine.toml --against mine-targets.toml --require within --json
  shoal check mine.toml --against tracks.csv

A figure is within its range, near it (outside by at most half the range's width, and by at most a quarter of the way
from its end to 0, or to 1 for a fraction) or outside. Each stands beside the same measure of a flock that has nothing
but the same proportions: as many boids, uniformly distributed in an ellipsoid of the same axes, with the same
velocities dealt out at random. A figure that fits both proves nothing ("null too").

Errors are over seeds or, of a single run, over time. The manual describes files of targets (laboratory.md).)";

}  // namespace

void settleBurnIn(const CLI::App& app, CheckPlan& plan) {
    if (app.count("--burn-in") == 0) {
        plan.burnIn = std::min(plan.burnIn, plan.steps / 6);
    }
    if (plan.burnIn > plan.steps) {
        refuse(fmt::format("--burn-in: the run ends after {} steps; give at most that many", plan.steps));
    }
}

void addCheck(CLI::App& root, CheckOptions& options) {
    CLI::App& app =
        addCommand(root, "check", "Compare a flock with figures measured on animals", kCheckFooter);
    mayBeStandardInput(app.add_option("PRESET", options.scene.preset,
                                      "A preset's name or file; \"-\" reads standard input; default: reef"));
    app.add_option("--against", options.against,
                   fmt::format("The targets: {}, a file of your own, or tracks of animals (.csv, .tsv)",
                               fmt::join(targetNames(), ", ")))
        ->type_name("TARGETS");
    addMeasures(app, options.measures,
                "Of tracks, compare these measures, such as polarisation,milling; default: a usual choice");
    app.add_option("--species", options.species, "The species to measure; default: the preset's first")
        ->type_name("NAME");
    addNumber<int>(app, "--boids", options.scene.boids, {"N", 0, kMaxBoids},
                   "Number of boids, over all species; rare ones keep theirs, and more boids get more room");
    addCheckPlan(app, options.plan);
    app.add_option_function<std::string>(
           "--require",
           [&options](const std::string& text) {
               const auto accepted = std::array{Verdict::within, Verdict::near};
               const auto* const found = std::ranges::find(accepted, text, verdictName);
               if (found == accepted.end()) {
                   refuse(fmt::format("--require wants within or near, not \"{}\"", text));
               }
               options.accept = *found;
           },
           "End with status 1 unless every figure is within its range, or at least near it")
        ->type_name("VERDICT");
    addSimulationOptions(app, options.scene, "");
    app.add_flag("--json", options.isJson, "Report as one JSON object");
}

void addCheckPlan(CLI::App& app, CheckPlan& plan) {
    addNumber<std::uint64_t>(app, "--steps", plan.steps, {"N", 1, kMaxSteps},
                             fmt::format("Steps of each run; default {}", plan.steps));
    addNumber<std::uint64_t>(
        app, "--burn-in", plan.burnIn, {"N", 0, kMaxSteps},
        fmt::format("Steps before the first sample; default: a sixth of --steps, at most {}", plan.burnIn));
    addNumber<std::uint64_t>(app, "--every", plan.every, {"K", 1, kMaxSteps},
                             fmt::format("Steps between two samples; default {}", plan.every));
    addNumber<std::uint64_t>(
        app, "--seeds", plan.seeds, {"N", 1, kMaxSeeds},
        fmt::format("Runs of each setting, with the seed and those after it; default {}", plan.seeds));
}

void refuseConflicts(const CLI::App& app, CheckOptions& options) {
    if (options.against.empty()) {
        refuse(fmt::format("say what to compare with: --against {}, or a file of targets",
                           targetNames().front()));
    }
    settleBurnIn(app, options.plan);
}

}  // namespace shoal
