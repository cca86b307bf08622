#include "commands/cli/parts.hpp"

#include <limits>
#include <system_error>
#include <utility>

#include "commands/cli/command_line.hpp"
#include "compute/card_step.hpp"
#include "terminal/console.hpp"

namespace shoal {

namespace {

constexpr std::uint64_t kMaxParts = 1'000'000;

}  // namespace

void refuse(const std::string& text) {
    throw CLI::ParseError(text, CLI::ExitCodes::InvalidError);
}

void addStandardFlags(CLI::App& app) {
    app.set_help_flag("-h,--help", "Show this help and exit");
    app.set_version_flag("-V,--version", versionText(),
                         "Show the version, the build, the graphics device and ffmpeg's version, and exit");
    app.add_flag_callback("-q,--quiet", beQuiet, "Print only results, warnings and errors");
}

CLI::App& addCommand(CLI::App& root, const char* name, const char* help, const char* footer) {
    CLI::App& app = *root.add_subcommand(name, help);
    addStandardFlags(app);
    app.footer(footer);
    // refuseExtras() reports leftover arguments, with a suggestion.
    app.allow_extras();
    return app;
}

void addMeasures(CLI::App& app, std::vector<const MeasureKind*>& kinds, const std::string& help) {
    app.add_option_function<std::string>(
           "--measure",
           [&kinds](const std::string& keys) {
               auto named = measureKindsNamed(keys);
               if (!named) {
                   refuse("--measure: " + named.problem().text);
               }
               kinds = std::move(*named);
           },
           help)
        ->type_name("LIST");
}

void addPlugins(CLI::App& app, std::vector<std::filesystem::path>& files) {
    app.add_option_function<std::vector<std::string>>(
           "--plugin",
           [&files](const std::vector<std::string>& names) {
               for (const std::string& name : names) {
                   requireFileName("--plugin", name);
                   files.emplace_back(name);
               }
           },
           "Add the rules of a shared library; may be repeated. Runs its code: load only what you trust")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

void addSimulationOptions(CLI::App& app, SceneOptions& scene, const char* waysGroup) {
    addNumber<std::uint64_t>(app, "--seed", scene.seed, {"K", 0, std::numeric_limits<std::uint64_t>::max()},
                             "Random seed; default: the preset's own");
    app.add_option("--set", scene.assignments,
                   "Set a tunable, such as alignment.weight=2, or seed; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    addPlugins(app, scene.plugins);
    addNumber<int>(
        app, "--threads", scene.simulation.threads, {"T", 0, kMaxThreads},
        "Threads to compute with; 0 means one per core, in the viewer one fewer. Does not change results");
    app.add_option_function<std::string>(
           "--isa",
           [&scene](const std::string& name) {
               scene.simulation.isa = isaFromName(name);
               if (!scene.simulation.isa) {
                   refuse("--isa: this machine cannot run \"" + name + "\"");
               }
           },
           "Instruction set: sse2, avx2 or avx512; default: the fastest available. Does not change "
           "results")
        ->type_name("NAME")
        ->group(waysGroup);
    app.add_flag_function(
           "--separate", [&scene](auto) { scene.simulation.isFused = false; },
           "Run each pair rule in its own pass over the neighbours. Does not change results")
        ->group(waysGroup);
}

void addComputeOption(CLI::App& app, OpenDevice& device) {
    app.add_option_function<std::string>(
           "--compute",
           [&device](const std::string& name) {
               const auto named = deviceNamed(name);
               if (!named) {
                   refuse("--compute: " + named.problem().text);
               }
               device = *named;
           },
           "What steps the flock: cpu, card (OpenGL, in software if there is no card), or auto, a card if "
           "there is one; default: cpu. The last bits of a card's results differ")
        ->type_name("NAME");
}

void addSceneOptions(CLI::App& app, SceneOptions& scene) {
    mayBeStandardInput(
        app.add_option("PRESET", scene.preset,
                       "A preset's name or file, a take, or a capture that holds one; \"-\" reads standard "
                       "input; default: reef"));
    addNumber<int>(app, "--boids", scene.boids, {"N", 0, kMaxBoids},
                   "Number of boids, over all species; rare ones keep theirs, and more boids get more room");
    addSimulationOptions(app, scene, "");
    addComputeOption(app, scene.simulation.device);
}

void addShaderDir(CLI::App& app, std::filesystem::path& folder) {
    app.add_option_function<std::string>(
           "--shader-dir",
           [&folder](const std::string& text) {
               std::error_code error;
               if (!std::filesystem::is_directory(text, error)) {
                   refuse("--shader-dir: there is no folder \"" + text + "\"");
               }
               folder = text;
           },
           "Read the shaders from here instead of the built-in ones; the viewer reloads changed files")
        ->type_name("FOLDER");
}

SweepPart partFrom(const std::string& text) {
    const std::size_t slash = text.find('/');
    const std::uint64_t number = numberFrom<std::uint64_t>(text.substr(0, slash)).value_or(0);
    const std::uint64_t count =
        slash == std::string::npos ? 0 : numberFrom<std::uint64_t>(text.substr(slash + 1)).value_or(0);
    if (number < 1 || number > count || count > kMaxParts) {
        refuse(fmt::format("--part wants a number and a count, such as 3/8, not \"{}\"", text));
    }
    return {number, count};
}

ImageSize sizeFrom(const std::string& text) {
    constexpr int kMaxPixels = 16384;
    const std::size_t cross = std::min(text.find('x'), text.size());
    const std::string_view all = text;
    const int width = numberFrom<int>(all.substr(0, cross)).value_or(0);
    const int height = numberFrom<int>(all.substr(std::min(cross + 1, all.size()))).value_or(0);
    const auto isSide = [](int side) { return side >= 1 && side <= kMaxPixels; };
    if (!isSide(width) || !isSide(height)) {
        refuse(fmt::format("--size wants WIDTHxHEIGHT, such as 1280x720, each side from 1 to {}, not \"{}\"",
                           kMaxPixels, text));
    }
    return {width, height};
}

void addQuality(CLI::App& app, std::string_view defaultText, const std::function<void(Quality)>& choose) {
    app.add_option_function<std::string>(
           "--quality",
           [choose](const std::string& text) {
               const auto found = std::ranges::find(kQualityNames, text);
               if (found == kQualityNames.end()) {
                   refuse(fmt::format("--quality wants low, normal or high, not \"{}\"", text));
               }
               choose(static_cast<Quality>(found - kQualityNames.begin()));
           },
           fmt::format(
               "Quality of the picture: low (one sample per pixel), normal (4; beams of light in "
               "water, dust, grass, shadows of stones and legs) or high (8; depth of field); default: {}",
               defaultText))
        ->type_name("NAME");
}

void addGpu(CLI::App& app, GpuChoice& choice) {
    app.add_option_function<std::string>(
           "--gpu",
           [&choice](const std::string& text) {
               if (text != "best" && text != "software") {
                   refuse("--gpu wants best or software, not \"" + text + "\"");
               }
               choice = text == "best" ? GpuChoice::best : GpuChoice::software;
           },
           "Draw with the best graphics card (best, the default) or without one (software)")
        ->type_name("NAME");
}

}  // namespace shoal
