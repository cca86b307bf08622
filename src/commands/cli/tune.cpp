#include <algorithm>

#include <fmt/format.h>

#include "commands/cli/parts.hpp"

namespace shoal {

namespace {

constexpr std::uint64_t kMaxTrials = 100'000;

constexpr const char* kTuneFooter = R"(Examples:
  shoal tune zones --toward milling=0.8 --vary zones.orientation -o mill.toml
  shoal tune reef --toward herring --vary separation.weight=0.1..2 \
      --vary cohesion.weight -o dense.toml
  shoal tune mine.toml --toward tracks.csv --rules -o fitted.toml
  shoal tune starlings --toward starling --rules \
      --set species.falcon.count=0 -o truer.toml

Runs the preset with many settings of the keys and looks for those with which its measures lie in their ranges. Without
a range of its own, a key is varied from a quarter of its value to four times, within its slider's range. Each trial
runs once for each of --seeds. At the end, the settings found are compared with the targets with seeds that the search
did not use, and moved a little, to tell how flat the optimum is.

A wish such as polarisation=0.9 means that value give or take 5 %, nearest_neighbour_m=0.3..0.5 a range; the columns of
measures are those of shoal simulate --help. Several --toward add up.

Finished trials are kept in OUT.partial until all are done: after Ctrl+C or a kill, the same command goes on where it
stopped. The result does not depend on --threads.)";

}  // namespace

void addTune(CLI::App& root, TuneOptions& options) {
    CLI::App& app = addCommand(root, "tune", "Search for settings that meet a wish", kTuneFooter);
    mayBeStandardInput(app.add_option("PRESET", options.scene.preset,
                                      "A preset's name or file; \"-\" reads standard input; default: reef"));
    app.add_option(
           "--toward", options.toward,
           "Targets by name or file (see shoal check), tracks of animals, or a wish for one measure; may "
           "be repeated")
        ->type_name("TARGETS|COLUMN=VALUE")
        ->allow_extra_args(false);
    addMeasures(app, options.measures,
                "Of tracks, compare these measures, such as polarisation,milling; default: a usual choice");
    app.add_option("--vary", options.vary, "Vary a tunable, perhaps within a range; may be repeated")
        ->type_name("KEY[=FROM..TO]")
        ->allow_extra_args(false);
    app.add_flag("--rules", options.variesWeights, "Vary the weights of all rules that act in the species");
    addFile(app, "-o,--output", options.output, "The preset to write");
    app.add_option("--species", options.species, "The species to measure; default: the preset's first")
        ->type_name("NAME");
    addNumber<std::uint64_t>(app, "--trials", options.plan.trials, {"N", 1, kMaxTrials},
                             fmt::format("Settings to try; default {}", options.plan.trials));
    addNumber<std::uint64_t>(app, "--search-seed", options.plan.seed, {"K", 0, kMaxSteps},
                             fmt::format("Random seed of the search; default {}", options.plan.seed));
    addNumber<int>(app, "--boids", options.scene.boids, {"N", 0, kMaxBoids},
                   "Number of boids, over all species; rare ones keep theirs, and more boids get more room");
    addCheckPlan(app, options.plan.runs);
    addSimulationOptions(app, options.scene, "");
    app.add_flag("--json", options.isJson, "Report as one JSON object");
}

void refuseConflicts(const CLI::App& app, TuneOptions& options) {
    if (options.toward.empty()) {
        refuse("say what to search for: --toward polarisation=0.9, or targets of shoal check");
    }
    if (options.vary.empty() && !options.variesWeights) {
        refuse("say what to vary: --vary KEY, or --rules");
    }
    if (options.output.empty()) {
        refuse("name the preset to write: -o tuned.toml");
    }
    settleBurnIn(app, options.plan.runs);
}

}  // namespace shoal
