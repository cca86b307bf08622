#include "app/command_line.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/camera_views.hpp"
#include "app/command_line_values.hpp"
#include "sim/did_you_mean.hpp"

#ifndef SHOAL_VERSION
#error "the build defines SHOAL_VERSION"
#endif

namespace shoal {

namespace {

constexpr int kMostBenchBoids = 10000000;
constexpr int kMostPixels = 16384;
constexpr std::uint64_t kMostSteps = 1000000000000;
constexpr double kMostSeconds = 1e6;
constexpr const char* kVersion = "shoal " SHOAL_VERSION;

constexpr const char* kRootFooter = R"(Examples:
  shoal                                    watch a school of fish and tune it
  shoal view --boids 20000                 the same with more fish
  shoal render -o school.png --warmup 10   one picture, without a window
  shoal simulate reef --steps 600 --json   numbers only
  shoal bench --boids 100000               how fast this machine steps
  shoal list keys                          all that --set can change

shoal SUBCOMMAND --help says more about each.)";

constexpr const char* kViewFooter = R"(Examples:
  shoal view reef --seed 3
  shoal view --set alignment.weight=0.2 --set separation.radius=0.8
  shoal view night.toml

F1 in the window shows the keys. With no display, a short demo is recorded into the current folder instead.)";

constexpr const char* kRenderFooter = R"(The name after -o decides what is made:
  school.png      one picture
  frames/         a folder of pictures, frame_00000.png and on
  school.mp4      a film, through the ffmpeg program; also .webm, .gif and .mkv

Examples:
  shoal render reef -o school.png --warmup 10 --size 1920x1080
  shoal render reef -o school.mp4 --seconds 20 --camera follow
  shoal render -o panel.png --warmup 5 --ui

Needs no window system.)";

constexpr const char* kSimulateFooter = R"(Examples:
  shoal simulate reef --steps 600 --seed 7 --json
  shoal simulate --boids 20000 --set cohesion.weight=0 --csv measures.csv --every 10
  shoal simulate --steps 60 --trajectory paths.csv --every 1

The same preset, seed and steps give the same hash on every machine, whatever --threads says.
--trajectory writes one line for each boid: step,id,x,y,z,vx,vy,vz in metres and m/s.)";

constexpr const char* kBenchFooter = R"(Examples:
  shoal bench                                   100000 boids, 30 neighbours each
  shoal bench --boids 1000000 --threads 1 --json
  shoal bench --nearest 7 --csv speed.csv
  shoal bench --layout clumped --boids 5000
  shoal bench --preset reef --boids 20000

The boids are spread evenly in a cube with reflecting walls and follow separation, alignment and cohesion.
A few steps go unmeasured first; times are medians over the steps that follow.)";

constexpr const char* kListFooter = R"(Examples:
  shoal list presets
  shoal list rules --json
  shoal list keys reef

A preset of yours that cannot be read is named on standard error, and the exit status is then 4.)";

/// Parsing ends in this to say why it cannot go on; CLI11's own way out.
[[noreturn]] void refuse(const std::string& text) {
    throw CLI::ParseError(text, CLI::ExitCodes::InvalidError);
}

void addStandardFlags(CLI::App& app) {
    app.set_help_flag("-h,--help", "Show this help and leave");
    app.set_version_flag("--version", kVersion, "Show the version and leave");
}

CLI::App& addCommand(CLI::App& root, const char* name, const char* help, const char* footer) {
    CLI::App& app = *root.add_subcommand(name, help);
    addStandardFlags(app);
    app.footer(footer);
    // What is left over is explained in this program's words, with a suggestion.
    app.allow_extras();
    return app;
}

/// Options that every command has which simulates. Other ways to compute the same bits are of use to tests
/// and to those who measure: in `waysGroup`, or hidden when that is "".
void addSimulationOptions(CLI::App& app, SceneOptions& scene, const char* waysGroup) {
    addNumber<std::uint64_t>(app, "--seed", scene.seed, {"K", 0, std::numeric_limits<std::uint64_t>::max()},
                             "Start of all random numbers; the preset's own when left out");
    app.add_option("--set", scene.assignments, "Set a tunable, such as alignment.weight=2; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    addNumber<int>(app, "--threads", scene.simulation.threads, {"T", 0, 1024},
                   "Threads of the simulation; 0 is one for each core. Changes no result");
    app.add_option_function<std::string>(
           "--isa",
           [&scene](const std::string& name) {
               scene.simulation.isa = isaFromName(name);
               if (!scene.simulation.isa) {
                   refuse("--isa: this machine cannot run \"" + name + "\"");
               }
           },
           "Instruction set: sse2, avx2 or avx512; the fastest that there is when left out. Changes no "
           "result")
        ->type_name("NAME")
        ->group(waysGroup);
    app.add_flag_function(
           "--separate", [&scene](auto) { scene.simulation.isFused = false; },
           "Each pair rule as its own pass over the neighbours. Changes no result")
        ->group(waysGroup);
}

void addSceneOptions(CLI::App& app, SceneOptions& scene) {
    app.add_option("PRESET", scene.preset, "A preset's name or file")->option_text("(default: reef)");
    addNumber<int>(app, "--boids", scene.boids, {"N", 0, kMostBoids}, "How many boids, over all species");
    addSimulationOptions(app, scene, "");
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
           "Read the shaders from here instead of the built-in ones; the viewer follows changes")
        ->type_name("FOLDER");
}

void addView(CLI::App& root, ViewOptions& options) {
    CLI::App& app = addCommand(root, "view", "Open the viewer", kViewFooter);
    addSceneOptions(app, options.scene);
    addShaderDir(app, options.shaderDir);
    app.add_option("--ui-probe", options.probeFile)->group("");
    addNumber<std::uint64_t>(app, "--exit-after-frames", options.exitAfterFrames, {"N", 1, kMostSteps}, "")
        ->group("");
}

void readSize(const std::string& text, RenderOptions& options) {
    const std::size_t cross = std::min(text.find('x'), text.size());
    const std::string_view all = text;
    const int width = numberFrom<int>(all.substr(0, cross)).value_or(0);
    const int height = numberFrom<int>(all.substr(std::min(cross + 1, all.size()))).value_or(0);
    const auto isSide = [](int side) { return side >= 1 && side <= kMostPixels; };
    if (!isSide(width) || !isSide(height)) {
        refuse(fmt::format("--size wants WIDTHxHEIGHT, such as 1280x720, each side from 1 to {}, not \"{}\"",
                           kMostPixels, text));
    }
    options.width = width;
    options.height = height;
}

std::string cameraHelp() {
    std::string help = "Where to look from:";
    for (const CameraView& view : cameraViews()) {
        help += fmt::format("\n{} ({})", view.name, view.help);
    }
    return help;
}

void addRender(CLI::App& root, RenderOptions& options) {
    CLI::App& app = addCommand(root, "render", "Make a picture or film, without a window", kRenderFooter);
    addSceneOptions(app, options.scene);
    addFile(app, "-o,--output", options.output, "What to make; a file of that name is replaced")->required();
    app.add_flag("--overwrite", options.mayOverwrite,
                 "Replace the pictures of an earlier recording in a folder/, which is refused otherwise");
    CLI::Option* frames =
        addNumber<std::uint64_t>(app, "--frames", options.frames, {"N", 1, 10000000}, "How many pictures");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.001, kMostSeconds},
                      "How long a film; 10 when left out")
        ->excludes(frames);
    addNumber<int>(app, "--fps", options.fps, {"F", 1, 240}, "Pictures in a second; 30 when left out");
    app.add_option_function<std::string>(
           "--size", [&options](const std::string& text) { readSize(text, options); },
           "Size of the picture in pixels; 1280x720 when left out")
        ->type_name("WxH");
    addNumber<double>(app, "--warmup", options.warmup, {"S", 0.0, kMostSeconds},
                      "Seconds to simulate before the first picture");
    app.add_option_function<std::string>(
           "--camera",
           [&options](const std::string& name) {
               if (findCameraView(name) == nullptr) {
                   refuse(fmt::format("--camera wants {}, not \"{}\"", cameraViewNames(), name));
               }
               options.camera = name;
           },
           cameraHelp())
        ->type_name("NAME");
    app.add_flag("--ui", options.showsPanel, "Show the panel too");
    app.add_flag("--transparent", options.isTransparent,
                 "Leave the water out: pictures and a .webm keep what is behind open, a .mp4 or .gif cannot");
    addShaderDir(app, options.shaderDir);
}

void addSimulate(CLI::App& root, SimulateOptions& options) {
    CLI::App& app = addCommand(root, "simulate", "Run without graphics and report", kSimulateFooter);
    addSceneOptions(app, options.scene);
    addNumber<std::uint64_t>(
        app, "--steps", options.steps, {"N", 0, kMostSteps},
        fmt::format("How many steps of 1/{} s; {} when left out", kStepsPerSecond, options.steps));
    app.add_flag("--json", options.isJson, "Report as one JSON object");
    addNumber<std::uint64_t>(app, "--every", options.every, {"K", 1, kMostSteps},
                             fmt::format("Steps between two entries of --csv and --trajectory; {} when left "
                                         "out. The first and the last step are always in",
                                         options.every));
    addFile(app, "--csv", options.csv, "Write the measures over time");
    addFile(app, "--trajectory", options.trajectory, "Write position and velocity of every boid");
}

void readLayout(const std::string& text, Workload& workload) {
    const auto& layouts = Workload::layouts;
    const auto found = std::find(layouts.begin(), layouts.end(), text);
    if (found == layouts.end()) {
        refuse(fmt::format("--layout wants {}, not \"{}\"", fmt::join(layouts, " or "), text));
    }
    workload.layout = static_cast<Workload::Layout>(found - layouts.begin());
}

/// What one of perception's tunables may be.
template <class T>
NumberRange<T> perceptionRange(const char* placeholder, std::string_view key) {
    const auto tunable =
        std::find_if(Perception::parameters.begin(), Perception::parameters.end(),
                     [&](const Parameter& parameter) { return parameter.declared.key == key; });
    assert(tunable != Perception::parameters.end() && "perception has no such tunable");
    return {placeholder, static_cast<T>(tunable->declared.least), static_cast<T>(tunable->declared.most)};
}

void addBench(CLI::App& root, BenchOptions& options) {
    CLI::App& app = addCommand(root, "bench", "Measure how long a step takes", kBenchFooter);
    CLI::Option* preset = app.add_option_function<std::string>(
        "--preset",
        [&options](const std::string& name) {
            options.scene.preset = name;
            options.isPreset = true;
        },
        "Measure a preset, by name or file, instead");
    preset->type_name("PRESET");
    Workload& workload = options.workload;
    addNumber<int>(app, "--boids", options.scene.boids, {"N", 0, kMostBenchBoids},
                   fmt::format("How many boids; {} when left out, or the preset's own", workload.boids));
    addNumber<double>(
        app, "--neighbours", workload.neighbours, {"K", 0.01, 100000.0},
        fmt::format("Neighbours of a boid far from the walls; {} when left out", workload.neighbours))
        ->excludes(preset);
    app.add_option_function<std::string>(
           "--layout", [&workload](const std::string& text) { readLayout(text, workload); },
           "uniform, or clumped: all within one perception radius")
        ->type_name("NAME")
        ->excludes(preset);
    CLI::Option* nearest =
        addNumber<int>(app, "--nearest", workload.nearest, perceptionRange<int>("K", "count"),
                       "A boid sees only its K nearest within the radius")
            ->excludes(preset);
    addNumber<double>(app, "--spread", workload.spread, perceptionRange<double>("X", "spread"),
                      "A boid sees only its two nearest and one at least X times as far as the nearest")
        ->excludes(preset)
        ->excludes(nearest);
    addNumber<int>(app, "--crowd", workload.crowd, perceptionRange<int>("N", "crowd"),
                   "Others that a boid looks through at most")
        ->excludes(preset);
    CLI::Option* steps = addNumber<std::uint64_t>(app, "--steps", options.steps, {"N", 1, kMostSteps},
                                                  "How many steps to measure");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.0, kMostSeconds},
                      fmt::format("How long to measure; {} when left out", options.seconds))
        ->excludes(steps);
    addSimulationOptions(app, options.scene, "Options");
    app.add_flag("--json", options.isJson, "Report as one JSON object");
    addFile(app, "--csv", options.csv, "Add the report to a table, as one more row");
}

void addList(CLI::App& root, ListOptions& options) {
    CLI::App& app = addCommand(root, "list", "List presets, rules or tunables", kListFooter);
    app.add_option_function<std::string>(
           "SUBJECT",
           [&options](const std::string& text) {
               using Subject = ListOptions::Subject;
               static constexpr std::pair<const char*, Subject> kSubjects[] = {
                   {"presets", Subject::presets}, {"rules", Subject::rules}, {"keys", Subject::keys}};
               for (const auto& [name, subject] : kSubjects) {
                   if (text == name) {
                       options.subject = subject;
                       return;
                   }
               }
               refuse("shoal list knows presets, rules and keys, not \"" + text + "\"");
           },
           "presets, rules or keys (what --set can change)")
        ->required();
    app.add_option("PRESET", options.preset, "Whose keys and values")->option_text("(default: reef)");
    app.add_flag("--json", options.isJson, "For machines");
}

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            if (!option->get_group().empty()) {
                names.push_back("--" + name);
            }
        }
    }
    return names;
}

/// ` (did you mean "--seed"?)`, or nothing: all options there are would be too long a line.
std::string suggestion(const std::string& typed, const std::vector<std::string>& known) {
    const auto nearest = nearestName(typed, known);
    return nearest ? " (did you mean \"" + *nearest + "\"?)" : std::string{};
}

bool isAssignment(const std::string& text) {
    std::error_code error;
    return text.find('=') != std::string::npos && !std::filesystem::exists(text, error);
}

/// `--set a=1 b=2` sets both: CLI11 leaves what follows the first to the preset and the extras.
std::vector<std::string> takeAssignments(std::vector<std::string> extras, SceneOptions& scene) {
    if (scene.assignments.empty()) {
        return extras;
    }
    std::vector<std::string> others;
    if (isAssignment(scene.preset)) {
        scene.assignments.push_back(std::exchange(scene.preset, SceneOptions{}.preset));
        // The preset proper may have come after them.
        const auto name = std::find_if(extras.begin(), extras.end(), [](const std::string& text) {
            return !text.starts_with('-') && !isAssignment(text);
        });
        if (name != extras.end()) {
            scene.preset = *name;
            extras.erase(name);
        }
    }
    for (std::string& extra : extras) {
        (isAssignment(extra) && !extra.starts_with('-') ? scene.assignments : others)
            .push_back(std::move(extra));
    }
    return others;
}

void refuseExtras(const CLI::App& app, const std::vector<std::string>& extras) {
    if (extras.empty()) {
        return;
    }
    const auto option = std::find_if(extras.begin(), extras.end(),
                                     [](const std::string& text) { return text.starts_with('-'); });
    if (option == extras.end()) {
        refuse("\"" + extras.front() + "\" is one argument too many");
    }
    const std::string name = option->substr(0, option->find('='));
    refuse("there is no option " + name + suggestion(name, optionNames(app)));
}

/// Whether two names lead to one file, there or yet to be written.
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

void refuseSharedFile(const SimulateOptions& options) {
    if (!options.csv.empty() && !options.trajectory.empty() && isSameFile(options.csv, options.trajectory)) {
        refuse(fmt::format("--csv and --trajectory both write \"{}\": give them two files",
                           options.trajectory.string()));
    }
}

/// The program's own name, then the command that "shoal" alone or with options alone stands for.
std::vector<std::string> argumentsWithCommand(int argc, const char* const* argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto isRootFlag = [](const std::string& text) {
        return text == "-h" || text == "--help" || text == "--version";
    };
    if (arguments.empty() || (arguments[0].starts_with('-') && !isRootFlag(arguments[0]))) {
        arguments.insert(arguments.begin(), "view");
    }
    return arguments;
}

void refuseUnknownCommand(const CLI::App& root, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : root.get_subcommands({})) {
        if (command->get_name() == word) {
            return;
        }
        names.push_back(command->get_name());
    }
    const std::string meant = suggestion(word, names);
    refuse("there is no subcommand \"" + word + "\"" +
           (meant.empty() ? "; to open a preset: shoal view " + word : meant));
}

struct AllOptions {
    ViewOptions view;
    RenderOptions render;
    SimulateOptions simulate;
    BenchOptions bench;
    ListOptions list;
};

Options chosenOptions(const CLI::App& command, AllOptions& all) {
    const std::string& name = command.get_name();
    std::vector<std::string> extras = command.remaining();
    Options chosen = all.list;
    if (name == "view") {
        extras = takeAssignments(std::move(extras), all.view.scene);
        chosen = all.view;
    } else if (name == "render") {
        extras = takeAssignments(std::move(extras), all.render.scene);
        chosen = all.render;
    } else if (name == "simulate") {
        extras = takeAssignments(std::move(extras), all.simulate.scene);
        chosen = all.simulate;
    } else if (name == "bench") {
        extras = takeAssignments(std::move(extras), all.bench.scene);
        chosen = all.bench;
    }
    refuseExtras(command, extras);
    refuseSharedFile(all.simulate);
    return chosen;
}

}  // namespace

std::variant<Options, Reply> parseCommandLine(int argc, const char* const* argv) {
    AllOptions all;
    CLI::App root("Shoal: flocks of fish that you tune while you watch.", "shoal");
    addStandardFlags(root);
    root.footer(kRootFooter);
    root.require_subcommand(0, 1);
    addView(root, all.view);
    addRender(root, all.render);
    addSimulate(root, all.simulate);
    addBench(root, all.bench);
    addList(root, all.list);

    std::vector<std::string> arguments = argumentsWithCommand(argc, argv);
    std::string helpFor = "shoal";
    try {
        if (!arguments[0].starts_with('-')) {
            refuseUnknownCommand(root, arguments[0]);
            helpFor += " " + arguments[0];
        }
        // CLI11 takes them from the back.
        std::reverse(arguments.begin(), arguments.end());
        root.parse(std::move(arguments));
        const auto chosen = root.get_subcommands();
        if (chosen.empty()) {
            refuseExtras(root, root.remaining());
        }
        return chosenOptions(*chosen.front(), all);
    } catch (const CLI::CallForHelp&) {
        std::string text = root.help();
        text.erase(text.find_last_not_of('\n') + 1);
        return Reply{ExitStatus::done, text};
    } catch (const CLI::CallForVersion&) {
        return Reply{ExitStatus::done, kVersion};
    } catch (const CLI::ParseError& error) {
        return Reply{ExitStatus::wrongUsage, fmt::format("{}; see {} --help", error.what(), helpFor)};
    }
}

}  // namespace shoal
