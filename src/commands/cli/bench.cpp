#include <algorithm>
#include <cassert>
#include <string_view>

#include <fmt/format.h>

#include "commands/cli/parts.hpp"
#include "commands/cli/values.hpp"

namespace shoal {

namespace {

constexpr const char* kBenchFooter = R"(Examples:
  shoal bench                                   100000 boids, 30 neighbours each
  shoal bench --boids 1000000 --threads 1 --json
  shoal bench --nearest 7 --json
  shoal bench --layout clumped --boids 5000
  shoal bench --preset reef --boids 20000
  shoal bench --preset reef --boids 100000 --picture --size 1920x1080

The boids are uniformly distributed in a cube with reflecting walls and follow separation, alignment and cohesion.
The first few steps are not measured. The stages and the boid step are means over the measured steps.)";

void readLayout(const std::string& text, Workload& workload) {
    const auto& layouts = Workload::layouts;
    const auto found = std::find(layouts.begin(), layouts.end(), text);
    if (found == layouts.end()) {
        refuse(fmt::format("--layout wants {}, not \"{}\"", fmt::join(layouts, " or "), text));
    }
    workload.layout = static_cast<Workload::Layout>(found - layouts.begin());
}

/// Valid range of a perception tunable.
template <class T>
NumberRange<T> perceptionRange(const char* placeholder, std::string_view key) {
    const auto tunable =
        std::find_if(Perception::parameters.begin(), Perception::parameters.end(),
                     [&](const Parameter& parameter) { return parameter.declared.key == key; });
    assert(tunable != Perception::parameters.end() && "perception has no such tunable");
    return {placeholder, static_cast<T>(tunable->declared.min), static_cast<T>(tunable->declared.max)};
}

}  // namespace

void addBench(CLI::App& root, BenchOptions& options) {
    CLI::App& app = addCommand(root, "bench", "Measure how long a step takes", kBenchFooter);
    CLI::Option* preset = app.add_option_function<std::string>(
        "--preset",
        [&options](const std::string& name) {
            options.scene.preset = fileToRead(name);
            options.isPreset = true;
        },
        "Measure a preset, by name or file, instead");
    preset->type_name("PRESET");
    Workload& workload = options.workload;
    addNumber<int>(app, "--boids", options.scene.boids, {"N", 0, kMaxBoids},
                   fmt::format("Number of boids; default {}, or the preset's own", workload.boids));
    addNumber<double>(app, "--neighbours", workload.neighbours, {"K", 0.01, 100000.0},
                      fmt::format("Neighbours of a boid far from the walls; default {}", workload.neighbours))
        ->excludes(preset);
    app.add_option_function<std::string>(
           "--layout", [&workload](const std::string& text) { readLayout(text, workload); },
           "uniform, or clumped: all within one perception radius")
        ->type_name("NAME")
        ->excludes(preset);
    CLI::Option* nearest =
        addNumber<int>(app, "--nearest", workload.nearest, perceptionRange<int>("K", "count"),
                       "A boid perceives only its K nearest within the radius")
            ->excludes(preset);
    addNumber<double>(app, "--spread", workload.spread, perceptionRange<double>("X", "spread"),
                      "A boid perceives only its two nearest and one at least X times as far as the nearest")
        ->excludes(preset)
        ->excludes(nearest);
    addNumber<int>(app, "--max-candidates", workload.maxCandidates,
                   perceptionRange<int>("N", "max_candidates"),
                   "Maximum number of boids that a boid examines")
        ->excludes(preset);
    CLI::Option* steps = addNumber<std::uint64_t>(app, "--steps", options.steps, {"N", 1, kMaxSteps},
                                                  "Number of steps to measure");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.0, kMaxSeconds},
                      fmt::format("Seconds to measure; default {}", options.seconds))
        ->excludes(steps);
    addSimulationOptions(app, options.scene, "Options");
    addComputeOption(app, options.scene.simulation.device);
    CLI::Option* picture =
        app.add_flag("--picture", options.hasPicture, "Measure also what drawing costs, part by part");
    app.add_option_function<std::string>(
           "--size", [&options](const std::string& text) { options.size = sizeFrom(text); },
           fmt::format("Picture size in pixels; default {}x{}", options.size.width, options.size.height))
        ->type_name("WxH")
        ->needs(picture);
    addQuality(app, "low with software, normal with a card",
               [&options](Quality quality) { options.quality = quality; });
    app.get_option("--quality")->needs(picture);
    addShaderDir(app, options.shaderDir);
    app.get_option("--shader-dir")->needs(picture);
    addGpu(app, options.gpu);
    app.get_option("--gpu")->needs(picture);
    app.add_flag("--json", options.isJson, "Report as one JSON object");
}

}  // namespace shoal
