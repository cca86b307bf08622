// audit_sliders [PRESET…] [--off] [--boids N] [--only TEXT]
//     sets every slider of the panel to 20 positions in every built-in preset, or in the given ones, and
//     lists the stretches in which a slider does not change the flock, each with its reason. Exit status 1 if
//     one has none. --off also tries the rules that are off, each switched on for its own sliders.

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "audit/slider_audit.hpp"

namespace {

struct Command {
    std::vector<std::string> presets;
    shoal::test::AuditOptions options;
};

Command parse(const std::vector<std::string>& arguments) {
    Command command;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const bool hasNext = index + 1 < arguments.size();
        if (arguments[index] == "--off") {
            command.options.tunesOff = true;
        } else if (arguments[index] == "--boids" && hasNext) {
            command.options.maxBoids = std::stoi(arguments[++index]);
        } else if (arguments[index] == "--only" && hasNext) {
            command.options.only = arguments[++index];
        } else {
            command.presets.push_back(arguments[index]);
        }
    }
    if (command.presets.empty()) {
        for (const shoal::BuiltinPreset& preset : shoal::builtinPresets()) {
            command.presets.emplace_back(preset.name);
        }
    }
    return command;
}

/// Prints the findings for one preset; returns the number of findings without a reason.
std::size_t report(const std::string& name, const shoal::test::Audit& audit) {
    fmt::print(
        "{}: {} sliders, {} live over their whole length; {} change only the picture; {} of rules "
        "that are off\n",
        name, audit.sliders, audit.live, audit.pictures, audit.off);
    std::size_t unexplained = audit.wrong.size();
    for (const std::string& wrong : audit.wrong) {
        fmt::print("  WRONG {}\n", wrong);
    }
    for (const shoal::test::DeadStretch& stretch : audit.stretches) {
        unexplained += stretch.reason.empty() ? 1 : 0;
        fmt::print("  {} {:.4g} .. {:.4g} ({:.0f} %): {}\n", stretch.key, stretch.from, stretch.to,
                   stretch.part * 100.0, stretch.reason.empty() ? "UNEXPLAINED" : "while " + stretch.reason);
    }
    std::fflush(stdout);
    return unexplained;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        const Command command = parse({arguments + 1, arguments + count});
        std::size_t unexplained = 0;
        for (const std::string& name : command.presets) {
            const auto scene = shoal::openPreset(name);
            if (!scene) {
                fmt::print(stderr, "audit_sliders: {}\n", scene.problem().text);
                return 2;
            }
            unexplained += report(name, shoal::test::auditSliders(*scene, command.options));
        }
        fmt::print("{} stretches without a reason\n", unexplained);
        return unexplained == 0 ? 0 : 1;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "audit_sliders: {}\n", problem.what());
        return 2;
    }
}
