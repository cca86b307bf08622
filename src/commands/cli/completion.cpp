#include "commands/cli/completion.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "commands/cli/options.hpp"
#include "commands/report/bench_scene.hpp"
#include "render/camera/camera_views.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

namespace {

class Candidates {
public:
    /// `before`: the part of the word that no candidate changes, such as "--camera=".
    explicit Candidates(std::string beginning, std::string before = {})
        : m_beginning(std::move(beginning)), m_before(std::move(before)) {}

    void add(std::string_view word, std::string_view help = {}) {
        if (word.starts_with(m_beginning)) {
            m_text += fmt::format("{}{}{}{}\n", m_before, word, help.empty() ? "" : "\t",
                                  help.substr(0, help.find('\n')));
        }
    }

    /// What the user has typed of the word.
    const std::string& beginning() const { return m_beginning; }
    const std::string& text() const { return m_text; }

private:
    std::string m_beginning;
    std::string m_before;
    std::string m_text;
};

void addPresets(Candidates& candidates) {
    for (const PresetEntry& preset : listPresets(userPaths()).entries) {
        if (preset.problem.empty()) {
            candidates.add(preset.name, preset.title);
        }
    }
}

void addCommands(const CLI::App& root, Candidates& candidates) {
    for (const CLI::App* command : root.get_subcommands({})) {
        candidates.add(command->get_name(), command->get_description());
    }
}

/// Returns the viewer's command for any word that is no command.
const CLI::App& commandNamed(const std::string& word, const CLI::App& root) {
    for (const CLI::App* command : root.get_subcommands({})) {
        if (command->get_name() == word) {
            return *command;
        }
    }
    return *root.get_subcommand("view");
}

void addOptions(const CLI::App& command, Candidates& candidates) {
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            if (!option->get_group().empty()) {
                std::string help = option->get_description();
                help.resize(std::min(help.size(), help.find(":\n")));  // a list follows
                candidates.add("--" + name, help);
            }
        }
    }
}

/// "alignment.weight=", then its values: true and false, the names of a choice, or the preset's number.
void addKey(const std::string& key, const Tunables& tunables, std::size_t index, Candidates& candidates) {
    const Parameter& parameter = tunables.parameters[index];
    if (!candidates.beginning().starts_with(key)) {
        candidates.add(key, parameter.declared.help);
        return;
    }
    if (parameter.form == Form::toggle) {
        candidates.add(key + "true");
        candidates.add(key + "false");
    } else if (parameter.form == Form::choice) {
        for (const std::string_view choice : parameter.declared.choices) {
            candidates.add(fmt::format("{}{}", key, choice));
        }
    } else {
        candidates.add(key + parameter.text(tunables.get(index)),
                       "the preset's value; " + parameter.expected());
    }
}

/// The tunables of the preset that the command line names, or of the default.
void addKeys(const std::vector<std::string>& words, Candidates& candidates) {
    Scene scene;
    for (const std::string& word : words) {
        if (auto named = word.starts_with('-') ? Problem{} : openPresetNamed(word, userPaths())) {
            scene = std::move(*named);
            break;
        }
    }
    if (scene.species.empty()) {
        if (auto usual = openPresetNamed(SceneOptions().preset, userPaths())) {
            scene = std::move(*usual);
        }
    }
    for (const Section& section : scene.sections()) {
        const std::string prefix = shortPrefix(section.path, scene);
        for (const Tunables& tunables : {section.switches(), section.tunables}) {
            for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
                addKey(fmt::format("{}{}=", prefix, tunables.parameters[index].declared.key), tunables, index,
                       candidates);
            }
        }
    }
}

/// Adds the values of an option that has a list of them.
void addValues(const std::string& option, const std::vector<std::string>& words, Candidates& candidates) {
    if (option == "--set" || option == "--vary") {
        addKeys(words, candidates);
    } else if (option == "--preset") {
        addPresets(candidates);
    } else if (option == "--camera") {
        for (const CameraView& view : cameraViews()) {
            candidates.add(view.name, view.help);
        }
        candidates.add("follow:", "close to the boid with this id");
    } else if (option == "--measure") {
        for (const MeasureKind& kind : measureKinds()) {
            candidates.add(kind.key, kind.title);
        }
    } else if (option == "--isa") {
        for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
            if (isa <= bestIsa()) {
                candidates.add(isaName(isa));
            }
        }
    } else if (option == "--compute") {
        candidates.add("cpu", "Step the flock on the processor");
        candidates.add("card", "Step it by OpenGL, in software if there is no card");
        candidates.add("auto", "Step it on a graphics card, if there is one");
    } else if (option == "--quality") {
        for (const std::string_view quality : kQualityNames) {
            candidates.add(quality);
        }
    } else if (option == "--gpu") {
        candidates.add("best", "Draw with the best graphics card");
        candidates.add("software", "Draw without a graphics card");
    } else if (option == "--layout") {
        for (const std::string_view layout : Workload::layouts) {
            candidates.add(layout);
        }
    }
}

/// The number of positional arguments among the words after the command.
std::size_t positionals(const CLI::App& command, const std::vector<std::string>& words) {
    std::size_t count = 0;
    for (std::size_t index = 1; index + 1 < words.size(); ++index) {
        const CLI::Option* option =
            words[index].starts_with('-') ? command.get_option_no_throw(words[index]) : nullptr;
        if (option != nullptr && option->get_items_expected_max() > 0) {
            ++index;
        } else if (!words[index].starts_with('-')) {
            ++count;
        }
    }
    return count;
}

}  // namespace

std::string shortPrefix(const std::string& path, const Scene& scene) {
    const std::string keys = path + ".";
    const std::string only = scene.species.size() == 1 ? "species." + scene.species[0].name + "." : "";
    return keys.starts_with(only) ? keys.substr(only.size()) : keys;
}

std::string completions(const CLI::App& root, const std::vector<std::string>& words) {
    const std::string word = words.empty() ? "" : words.back();
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const bool hasValue = equals != std::string::npos;  // as in "--camera=turn"
    Candidates candidates =
        hasValue ? Candidates(word.substr(equals + 1), word.substr(0, equals + 1)) : Candidates(word);
    if (words.size() <= 1 && !hasValue) {
        addCommands(root, candidates);
        candidates.add("help", "Describe a command");
        addOptions(root, candidates);
        addPresets(candidates);
        return candidates.text();
    }
    if (words[0] == "help") {
        addCommands(root, candidates);
        return candidates.text();
    }
    const CLI::App& command = commandNamed(words[0], root);
    const std::string before = hasValue ? word.substr(0, equals) : words[words.size() - 2];
    const CLI::Option* option = before.starts_with('-') ? command.get_option_no_throw(before) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 0) {
        addValues("--" + (option->get_lnames().empty() ? "" : option->get_lnames()[0]), words, candidates);
    } else if (word.starts_with('-')) {
        if (!hasValue) {
            addOptions(command, candidates);
        }
    } else if (command.get_name() == "list" && positionals(command, words) == 0) {
        for (const ListSubject& subject : kListSubjects) {
            candidates.add(subject.name, subject.help);
        }
    } else if (command.get_name() != "bench" && positionals(command, words) < 2) {
        addPresets(candidates);
    }
    return candidates.text();
}

}  // namespace shoal
