#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "commands/cli/help_text.hpp"
#include "commands/cli/parts.hpp"
#include "lab/trajectory/trajectory.hpp"

namespace shoal {

namespace {

constexpr const char* kSimulateFooter = R"(Examples:
  shoal simulate reef --steps 600 --seed 7 --json
  shoal simulate --boids 20000 --set cohesion.weight=0 --csv measures.csv
  shoal simulate zones --steps 6000 --burn-in 2000 --seeds 8 --json
  shoal simulate --steps 60 --trajectory paths.csv --every 1

The same preset, seed and steps give the same hash on every machine, whatever --threads says.
--trajectory writes every boid at every Kth step, in metres and m/s; the extension selects the format:
  paths.csv     one line per boid: step,id,species,x,y,z,vx,vy,vz
  paths.xyz     extended XYZ, which OVITO and ASE open; also .extxyz. Columns
                species, pos, velo, id; the world as Lattice, Time in seconds
                and Step. Species are written as elements, H for the first;
                names maps elements to species.
Ids continue from one species to the next. The manual's examples write HDF5 with the Python package.

Means come with their standard error: over time from the autocorrelation time, summed over Sokal's window (1997); over
seeds from the spread of the runs. Boids nearer than linking_distance are in one cluster; set it with --set.

Columns of --csv: schema, seed, step, seconds, species (all, or a species' name), boids, then by measure:
)";

/// The columns of each measure, as the help lists them.
std::string measuresText() {
    std::string text;
    for (const MeasureKind& kind : measureKinds()) {
        std::string line = fmt::format("  {:<22}", kind.key);
        std::string_view after = "";
        for (const MeasureColumn& column : kind.columns) {
            line += after;
            if (line.size() + column.key.size() + 2 > kHelpWidth) {
                text += line + '\n';
                line = std::string(24, ' ');
            }
            line += fmt::format(" {}", column.key);
            after = ",";
        }
        text += line + '\n';
    }
    return text;
}

/// Whether two names refer to one file, existing or not.
bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other) {
    std::error_code error;
    if (std::filesystem::equivalent(one, other, error)) {
        return true;
    }
    const auto place = [&error](const std::filesystem::path& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
    };
    return place(one) == place(other);
}

}  // namespace

void addSimulate(CLI::App& root, SimulateOptions& options) {
    CLI::App& app = addCommand(root, "simulate", "Run without graphics and report",
                               (kSimulateFooter + measuresText()).c_str());
    addSceneOptions(app, options.scene);
    addNumber<std::uint64_t>(
        app, "--steps", options.steps, {"N", 0, kMaxSteps},
        fmt::format("Number of steps, of 1/{} s unless the preset states its own; default {}, or "
                    "all of a take",
                    kStepsPerSecond, kDefaultSteps));
    app.add_flag("--json", options.isJson, "Report as one JSON object");
    addNumber<std::uint64_t>(app, "--every", options.sampling.every, {"K", 1, kMaxSteps},
                             fmt::format("Steps between two samples, as --csv, --trajectory and means use "
                                         "them; default {}. The first and the last step are always included",
                                         options.sampling.every));
    addNumber<std::uint64_t>(app, "--burn-in", options.sampling.burnIn, {"N", 0, kMaxSteps},
                             "Report means over time, of the samples from step N on");
    addNumber<std::uint64_t>(app, "--seeds", options.seeds, {"N", 1, kMaxSeeds},
                             "Run N times, with the seed and those after it, and report means over the runs");
    addMeasures(app, options.sampling.kinds);
    addFile(app, "--csv", options.csv,
            "Write the measures over time; \"-\" writes them to standard output, in place of the report",
            true);
    addFile(app, "--trajectory", options.trajectory, "Write position and velocity of every boid: .csv, .xyz");
}

void refuseConflicts(const SimulateOptions& options) {
    if (const auto form = trajectoryFormatOf(options.trajectory); !form) {
        refuse(form.problem().text);
    }
    if (options.isJson && options.csv == kStandardOutput) {
        refuse("--json and --csv - both write to standard output: name a file for the table");
    }
    if (options.seeds > 1 && !options.trajectory.empty()) {
        refuse("--trajectory records one run: give it without --seeds");
    }
    if (!options.csv.empty() && !options.trajectory.empty() && isSameFile(options.csv, options.trajectory)) {
        refuse(fmt::format("--csv and --trajectory both write \"{}\": give them two files",
                           options.trajectory.string()));
    }
}

}  // namespace shoal
