#include "commands/cli/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "commands/cli/completion.hpp"
#include "commands/cli/help_text.hpp"
#include "commands/cli/parts.hpp"
#include "sim/text/did_you_mean.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/files/preset_library.hpp"

#ifndef SHOAL_VERSION
#error "the build defines SHOAL_VERSION"
#endif

namespace shoal {

namespace {

constexpr const char* kRootFooter =
    R"(Without a command, Shoal opens the viewer, with the FILE or PRESET that you name.

shoal help COMMAND, or shoal COMMAND --help, describes a command's options.

Examples:
  shoal                                    watch a school of fish and tune it
  shoal starlings                          another preset
  shoal night.toml                         a preset; or a take, capture or table
  shoal render -o school.png --warmup 10   one picture, without a window
  shoal render demo.toml -o demo.mp4       a film directed by a text
  shoal simulate reef --steps 600 --json   numbers only
  shoal sweep zones --vary zones.orientation=1..9:9 -o out.csv
                                           many settings, as a table
  shoal check starlings --against starling how true to life a flock is
  shoal tune zones --toward milling=0.8 --vary zones.orientation -o mill.toml
                                           settings that meet a wish
  shoal bench --boids 100000               how fast this machine steps
  shoal list keys                          everything --set can change

Exit status:
  0        done
  1        failed
  2        wrong usage, or an unusable plugin
  3        no OpenGL 4.3, or the graphics driver was reset
  4        a missing or invalid preset, take or camera flight
  5        capture failed
  129, 130, 143  ended by a hang-up, Ctrl+C or SIGTERM
  141      the reader of standard output closed it

Files:
  ~/.local/share/shoal    your presets and takes
  ~/.local/state/shoal    the viewer's window, panel and last scene

Environment:
  XDG_DATA_HOME, XDG_STATE_HOME  name other places for these folders
  XDG_CONFIG_HOME          where user-dirs.dirs names the folders of pictures
                           and films; ~/.config if unset
  LIBGL_ALWAYS_SOFTWARE=1  draw by software, as --gpu software does
  SHOAL_GL_DEBUG=1         report the graphics driver's messages)";

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

bool isAssignment(const std::string& text) {
    std::error_code error;
    return text.find('=') != std::string::npos && !std::filesystem::exists(text, error);
}

/// Makes `--set a=1 b=2` set both: CLI11 moves the arguments after the first into the preset and the extras.
std::vector<std::string> takeAssignments(std::vector<std::string> extras, SceneOptions& scene) {
    if (scene.assignments.empty()) {
        return extras;
    }
    std::vector<std::string> others;
    if (isAssignment(scene.preset)) {
        scene.assignments.push_back(std::exchange(scene.preset, SceneOptions{}.preset));
        // The preset's name may follow them.
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
    refuse("there is no option " + name + suggestion(nearestName(name, optionNames(app))));
}

/// Whether the word names something that the viewer opens: a file, or a preset. A word with a dot or a slash
/// is meant as a file, even if there is none.
bool namesDocument(const std::string& word) {
    std::error_code error;
    return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, error) ||
           std::ranges::count(presetNames(userPaths()), word) > 0;
}

/// Returns the arguments after the program's name. Inserts "view" if there are none, or if the first is an
/// option of a command or names something to open.
std::vector<std::string> argumentsWithCommand(int argc, const char* const* argv, const CLI::App& root) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto isRootFlag = [](const std::string& text) {
        return text == "-h" || text == "--help" || text == "-V" || text == "--version";
    };
    // `shoal help render`, as other programs have it.
    const bool wantsHelp = !arguments.empty() && arguments[0] == "help";
    if (wantsHelp) {
        std::erase(arguments, "help");
        arguments.emplace_back("--help");
    }
    const auto isCommand = [&root](const std::string& text) {
        return std::ranges::any_of(root.get_subcommands({}),
                                   [&text](const CLI::App* command) { return command->get_name() == text; });
    };
    if (!wantsHelp &&
        (arguments.empty() ||
         (arguments[0].starts_with('-') ? !isRootFlag(arguments[0])
                                        : !isCommand(arguments[0]) && namesDocument(arguments[0])))) {
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
    std::ranges::copy(presetNames(userPaths()), std::back_inserter(names));
    refuse("there is no command, preset or file \"" + word + "\"" + suggestion(nearestName(word, names)));
}

/// The arguments before "--", which ends the options.
std::span<const std::string> optionsIn(const std::vector<std::string>& arguments) {
    return {arguments.begin(), std::ranges::find(arguments, "--")};
}

/// Refuses `--json=no`: CLI11 would read "no" as a number and fail with a message of the standard library.
void refuseValuesOfFlags(const CLI::App& command, const std::vector<std::string>& arguments) {
    for (const std::string& argument : optionsIn(arguments)) {
        const std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* option = name == argument ? nullptr : command.get_option_no_throw(name);
        if (option != nullptr && option->get_items_expected_max() == 0) {
            refuse(name + " takes no value, not \"" + argument.substr(name.size() + 1) + "\"");
        }
    }
}

/// Refuses an option without its value and names the option; CLI11's own message omits hidden ones.
void refuseMissingValues(const CLI::App& command, const std::vector<std::string>& arguments) {
    const std::span<const std::string> options = optionsIn(arguments);
    for (const std::string& argument : options) {
        const std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* option = name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
        if (option == nullptr || option->get_items_expected_max() == 0) {
            continue;
        }
        if (name == argument ? &argument == &options.back() : name.size() + 1 == argument.size()) {
            refuse(name + " wants a value");
        }
    }
}

struct AllOptions {
    ViewOptions view;
    RenderOptions render;
    FilmOptions film;
    SimulateOptions simulate;
    SweepOptions sweep;
    CheckOptions check;
    TuneOptions tune;
    BenchOptions bench;
    ListOptions list;
};

/// Whether the command line chooses the scene, instead of leaving it to the default.
bool namesScene(const CLI::App& command, const SceneOptions& scene) {
    return command.count("PRESET") > 0 || scene.preset != SceneOptions().preset || scene.seed ||
           scene.boids || !scene.assignments.empty();
}

Options chosenOptions(const CLI::App& command, AllOptions& all) {
    const std::string& name = command.get_name();
    std::vector<std::string> extras = command.remaining();
    std::erase(extras, "--");
    Options chosen = all.list;
    if (name == "view") {
        extras = takeAssignments(std::move(extras), all.view.scene);
        all.view.isSceneNamed = namesScene(command, all.view.scene);
        chosen = all.view;
    } else if (name == "render") {
        extras = takeAssignments(std::move(extras), all.render.scene);
        chosen = all.render;
    } else if (name == "film") {
        chosen = all.film;
    } else if (name == "simulate") {
        extras = takeAssignments(std::move(extras), all.simulate.scene);
        chosen = all.simulate;
    } else if (name == "sweep") {
        refuseExtras(command, extras);
        refuseConflicts(command, all.sweep);
        return all.sweep;
    } else if (name == "check") {
        extras = takeAssignments(std::move(extras), all.check.scene);
        refuseExtras(command, extras);
        refuseConflicts(command, all.check);
        return all.check;
    } else if (name == "tune") {
        extras = takeAssignments(std::move(extras), all.tune.scene);
        refuseExtras(command, extras);
        refuseConflicts(command, all.tune);
        return all.tune;
    } else if (name == "bench") {
        extras = takeAssignments(std::move(extras), all.bench.scene);
        chosen = all.bench;
    }
    refuseExtras(command, extras);
    refuseConflicts(all.simulate);
    return chosen;
}

/// Returns the words of a command line that a capture's frames depend on: the same recording may go on with
/// other threads, on another graphics card, or quietly.
std::vector<std::string> determiningWords(const std::vector<std::string>& arguments) {
    constexpr std::array<std::string_view, 5> kFlags{"-q", "--quiet", "--separate", "--overwrite",
                                                     "--background"};
    constexpr std::array<std::string_view, 3> kWithValue{"--threads", "--isa", "--gpu"};
    std::vector<std::string> words;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const std::string_view option = std::string_view(arguments[k]).substr(0, arguments[k].find('='));
        if (std::ranges::find(kWithValue, option) != kWithValue.end()) {
            k += option.size() == arguments[k].size() ? 1 : 0;
        } else if (std::ranges::find(kFlags, arguments[k]) == kFlags.end()) {
            words.push_back(arguments[k]);
        }
    }
    return words;
}

}  // namespace

const char* versionText() {
    return "shoal " SHOAL_VERSION;
}

std::variant<Options, Reply> parseCommandLine(int argc, const char* const* argv) {
    AllOptions all;
    CLI::App root("Shoal: flocks of fish and birds that you tune while you watch.", "shoal");
    root.formatter(std::make_shared<HelpFormatter>());
    addStandardFlags(root);
    root.footer(kRootFooter);
    root.require_subcommand(0, 1);
    addView(root, all.view);
    addRender(root, all.render);
    addFilm(root, all.film);
    addSimulate(root, all.simulate);
    addSweep(root, all.sweep);
    addCheck(root, all.check);
    addTune(root, all.tune);
    addBench(root, all.bench);
    addList(root, all.list);

    if (argc > 1 && std::string_view(argv[1]) == "--complete") {
        std::string text = completions(root, {argv + 2, argv + argc});
        text.erase(text.find_last_not_of('\n') + 1);
        return Reply{ExitStatus::done, text, Reply::Kind::forPrograms};
    }
    std::vector<std::string> arguments = argumentsWithCommand(argc, argv, root);
    std::string helpFor = "shoal";
    try {
        if (!arguments[0].starts_with('-')) {
            refuseUnknownCommand(root, arguments[0]);
            helpFor += " " + arguments[0];
            refuseValuesOfFlags(*root.get_subcommand(arguments[0]), arguments);
            refuseMissingValues(*root.get_subcommand(arguments[0]), arguments);
        }
        std::vector<std::string>& words = all.render.recording.command;
        words = determiningWords(arguments);
        words.insert(words.begin(), "shoal");
        // CLI11 takes arguments from the back.
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
        return Reply{ExitStatus::done, versionText(), Reply::Kind::version};
    } catch (const CLI::ParseError& error) {
        return Reply{ExitStatus::wrongUsage, fmt::format("{}; see {} --help", error.what(), helpFor)};
    }
}

}  // namespace shoal
