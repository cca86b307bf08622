#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "commands/cli/command_line.hpp"
#include "commands/commands.hpp"
#include "commands/report/build_info.hpp"
#include "render/gl/headless_context.hpp"
#include "sim/rules/plugin.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/child_process.hpp"
#include "system/process/standard_streams.hpp"
#include "terminal/console.hpp"

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
            } else if constexpr (std::is_same_v<Chosen, FilmOptions>) {
                return runFilm(chosen);
            } else if constexpr (std::is_same_v<Chosen, SimulateOptions>) {
                return runSimulate(chosen);
            } else if constexpr (std::is_same_v<Chosen, SweepOptions>) {
                return runSweepCommand(chosen);
            } else if constexpr (std::is_same_v<Chosen, CheckOptions>) {
                return runCheck(chosen);
            } else if constexpr (std::is_same_v<Chosen, TuneOptions>) {
                return runTune(chosen);
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

/// The device that `shoal render` would use.
std::string graphicsText() {
    const auto context = HeadlessContext::create();
    return context ? describe(context->gpu()) : context.problem().text;
}

/// The first words of `ffmpeg -version`.
std::string ffmpegText() {
    constexpr double kPatience = 5.0;  // [s]
    auto child = ChildProcess::start({"ffmpeg", "-version"}, kPatience);
    if (!child) {
        return "ffmpeg is not installed; pictures need none";
    }
    child->closeInput();
    if (!child->wait().isGood()) {
        return "does not run";
    }
    const std::string output = child->output();
    const std::string line = output.substr(0, output.find('\n'));
    return line.substr(0, line.find(" Copyright"));
}

/// What a report of a fault should state.
std::string versionReport(const std::string& version) {
    const BuildInfo build = buildInfo();
    return fmt::format("{}\nbuild: {}, {}\ngraphics: {}\nfilms: {}", version, build.compiler, build.flags,
                       graphicsText(), ffmpegText());
}

}  // namespace

int runProgram(int argc, const char* const* argv) {
    prepareStandardStreams();
    Ending ending;
    try {
        const auto parsed = parseCommandLine(argc, argv);
        if (const auto* reply = std::get_if<Reply>(&parsed)) {
            if (reply->status == ExitStatus::done && reply->kind == Reply::Kind::forPrograms) {
                printRawResult(reply->text.empty() ? "" : reply->text + "\n");
            } else if (reply->status == ExitStatus::done) {
                const bool isVersion = reply->kind == Reply::Kind::version;
                printResult((isVersion ? versionReport(reply->text) : reply->text) + "\n");
            } else {
                ending = {reply->status, reply->text};
            }
        } else {
            ending = run(std::get<Options>(parsed));
            if (saysReaderHasGone(ending.text)) {
                ending = {ExitStatus::brokenPipe, {}};
            }
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
