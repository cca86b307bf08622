#include "app/commands/program.hpp"

#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include "app/bench/bench_command.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/console.hpp"
#include "app/commands/list_command.hpp"
#include "app/commands/render_command.hpp"
#include "app/commands/simulate_command.hpp"
#include "app/commands/sweep_command.hpp"
#include "app/commands/view_command.hpp"
#include "render/gl/headless_context.hpp"
#include "sim/rules/plugin.hpp"

namespace shoal {

namespace {

const std::vector<std::filesystem::path>& pluginsOf(const Options& options) {
    return std::visit(
        [](const auto& chosen) -> const auto& {
            if constexpr (requires { chosen.scene; }) {
                return chosen.scene.plugins;
            } else {
                return chosen.plugins;
            }
        },
        options);
}

Ending run(const Options& options) {
    // Load plugins first: presets, scenes and lists hold the rules that were registered when they were made.
    for (const std::filesystem::path& file : pluginsOf(options)) {
        if (const Outcome loaded = loadPlugin(file); !loaded) {
            return {ExitStatus::wrongUsage, "--plugin: " + loaded.problem().text};
        }
    }
    return std::visit(
        [](const auto& chosen) {
            using Chosen = std::decay_t<decltype(chosen)>;
            if constexpr (std::is_same_v<Chosen, ViewOptions>) {
                return runView(chosen);
            } else if constexpr (std::is_same_v<Chosen, RenderOptions>) {
                return runRender(chosen);
            } else if constexpr (std::is_same_v<Chosen, SimulateOptions>) {
                return runSimulate(chosen);
            } else if constexpr (std::is_same_v<Chosen, SweepOptions>) {
                return runSweepCommand(chosen);
            } else if constexpr (std::is_same_v<Chosen, BenchOptions>) {
                return runBench(chosen);
            } else {
                return runList(chosen);
            }
        },
        options);
}

Ending endingOfResults() {
    const int error = resultsError();
    if (error == 0) {
        return {};
    }
    if (error == EPIPE) {
        // `shoal list | head -1`: the reader has read enough.
        return {ExitStatus::brokenPipe, {}};
    }
    return {ExitStatus::failed, "cannot write to standard output: " + std::generic_category().message(error)};
}

/// " drawing with llvmpipe (…), OpenGL 4.5 …": the device that `shoal render` would use.
std::string graphicsText() {
    const auto context = HeadlessContext::create();
    return context ? " drawing with " + describe(context->gpu()) : std::string(" without OpenGL 3.3");
}

}  // namespace

int runProgram(int argc, const char* const* argv) {
    prepareConsole();
    Ending ending;
    try {
        const auto parsed = parseCommandLine(argc, argv);
        if (const auto* reply = std::get_if<Reply>(&parsed)) {
            if (reply->status == ExitStatus::done) {
                printResult(reply->text + (reply->isVersion ? graphicsText() : "") + "\n");
            } else {
                ending = {reply->status, reply->text};
            }
        } else {
            ending = run(std::get<Options>(parsed));
        }
        if (ending.status == ExitStatus::done) {
            ending = endingOfResults();
        }
    } catch (const std::bad_alloc&) {
        ending = {ExitStatus::failed, "out of memory: try fewer boids or a smaller picture"};
    } catch (const std::exception& error) {
        ending = {ExitStatus::failed, error.what()};
    }
    if (!ending.text.empty()) {
        printLine(ending.text);
    }
    return static_cast<int>(ending.status);
}

}  // namespace shoal
