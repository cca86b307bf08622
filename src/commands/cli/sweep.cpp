#include <limits>

#include <fmt/format.h>

#include "commands/cli/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kSweepFooter = R"(Examples:
  shoal sweep zones --vary zones.orientation=1..9:17 --vary seed=1..8 -o out.csv
  shoal sweep zones.toml -o out.csv
  shoal sweep zones.toml --part 3/8 -o out-3.csv
  shoal sweep vicsek --vary vicsek.noise=0..360 --sample 200 -o noise.csv
  shoal sweep out.csv --preset-of 7 -o run-7.toml

Without --vary the name is that of a sweep file, which states all of this; the manual describes it (laboratory.md).
Values: 1..9:17 (17 values from 1 to 9), 1..100:5:log (equal ratios), 1..8 (whole numbers) or 1,2,5 (a list). The
first --vary varies slowest. Each run uses one thread, and writes one row: its settings, its hash, and for each
measure the mean and the standard error of the samples after --burn-in.

Finished rows are kept in OUT.partial until all are there: after Ctrl+C or a kill, the same command resumes where it
stopped. With --take-of, runs that have a row but no take run again. The table does not depend on --threads. Rows of
--part tables, sorted by their second column, make the whole.)";

SweepRequest::Entry entryFrom(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(fmt::format("{} wants KEY=VALUES, such as alignment.weight=0..2:5, not \"{}\"", option, text));
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void addEntries(CLI::App& app, const std::string& name, std::vector<SweepRequest::Entry>& entries,
                const std::string& type, const std::string& help) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [&entries, name](const std::vector<std::string>& texts) {
               for (const std::string& text : texts) {
                   entries.push_back(entryFrom(name, text));
               }
           },
           help)
        ->type_name(type)
        ->allow_extra_args(false);
}

}  // namespace

void addSweep(CLI::App& root, SweepOptions& options) {
    CLI::App& app = addCommand(root, "sweep", "Run many settings and tabulate their measures", kSweepFooter);
    SamplePlan& sampling = options.request.sampling;
    mayBeStandardInput(
        app.add_option("NAME", options.name,
                       "A sweep file; with --vary a preset's name or file, with --preset-of a table; \"-\" "
                       "reads standard input"))
        ->type_name("");
    addFile(app, "-o,--output", options.output,
            "The table to write (CSV), or the preset; \"-\" writes to standard output; that sweep cannot be "
            "resumed",
            true);
    addNumber<std::uint64_t>(app, "--preset-of", options.presetOf, {"RUN", 0, kMaxRuns},
                             "Write the preset of a run of the table NAME; runs nothing");
    addEntries(app, "--vary", options.request.vary, "KEY=VALUES", "Vary a tunable, or seed; may be repeated");
    addEntries(app, "--set", options.request.set, "KEY=VALUE",
               "Set a tunable, or seed, in all runs; may be repeated");
    addNumber<std::uint64_t>(app, "--seeds", options.request.seeds, {"N", 1, kMaxSeeds},
                             "Run every setting N times, with the preset's seed and those after it");
    addNumber<std::uint64_t>(app, "--steps", sampling.steps, {"N", 0, kMaxSteps},
                             fmt::format("Steps of each run; default {}", sampling.steps));
    addNumber<std::uint64_t>(app, "--burn-in", sampling.burnIn, {"N", 0, kMaxSteps},
                             "Steps before the first sample that counts; default 0");
    addNumber<std::uint64_t>(app, "--every", sampling.every, {"K", 1, kMaxSteps},
                             fmt::format("Steps between two samples; default {}", sampling.every));
    addMeasures(app, sampling.kinds);
    addNumber<std::uint64_t>(app, "--sample", options.request.sampleRuns, {"N", 1, kMaxRuns},
                             "Draw N points of a Latin hypercube over the ranges without a number of values");
    addNumber<std::uint64_t>(app, "--sample-seed", options.request.sampleSeed,
                             {"K", 0, std::numeric_limits<std::uint64_t>::max()},
                             "Random seed of these points; default 1");
    addNumber<int>(app, "--threads", options.threads, {"T", 0, kMaxThreads},
                   "Runs at the same time; 0 means one per core. Does not change results");
    app.add_option_function<std::string>(
           "--part", [&options](const std::string& text) { options.part = partFrom(text); },
           "Only every N-th run, starting with the I-th: for several machines")
        ->type_name("I/N");
    app.add_option(
           "--take-of", options.takeOf,
           "Keep takes of the runs whose means meet this, such as \"P>0.9\" (P: polarisation, M: milling, or "
           "any column); may be repeated, all must hold")
        ->type_name("CONDITION")
        ->allow_extra_args(false);
    addPlugins(app, options.plugins);
    addComputeOption(app, options.request.device);
}

void refuseConflicts(const CLI::App& app, const SweepOptions& options) {
    if (options.name.empty()) {
        refuse("name a sweep file, or a preset with --vary");
    }
    if (options.output.empty()) {
        refuse(options.presetOf ? "name the preset to write: -o run.toml"
                                : "name the table to write: -o out.csv");
    }
    if (options.presetOf) {
        for (const CLI::Option* option : app.parse_order()) {
            const std::string name = option->get_name();
            if (name != "NAME" && name != "--output" && name != "--preset-of" && name != "--plugin" &&
                name != "--quiet") {
                refuse(fmt::format("{}: --preset-of runs nothing: it copies a run of \"{}\"", name,
                                   options.name));
            }
        }
        return;
    }
    if (options.output == kStandardOutput && !options.takeOf.empty()) {
        refuse("--take-of keeps takes beside the table: name a file, -o out.csv");
    }
    if (!options.request.vary.empty()) {
        return;
    }
    for (const char* name :
         {"--set", "--seeds", "--steps", "--burn-in", "--every", "--measure", "--sample", "--sample-seed"}) {
        if (app.count(name) > 0) {
            refuse(fmt::format("{}: without --vary, \"{}\" is a sweep file, which states this itself", name,
                               options.name));
        }
    }
}

}  // namespace shoal
