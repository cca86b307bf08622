#include "app/program.hpp"

#include <cstdio>
#include <new>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "app/bench_command.hpp"
#include "app/command_line/command_line.hpp"
#include "app/list_command.hpp"
#include "app/render_command.hpp"
#include "app/results.hpp"
#include "app/simulate_command.hpp"
#include "app/view_command.hpp"

namespace shoal {

namespace {

Ending run(const Options& options) {
    return std::visit(
        [](const auto& chosen) {
            using Chosen = std::decay_t<decltype(chosen)>;
            if constexpr (std::is_same_v<Chosen, ViewOptions>) {
                return runView(chosen);
            } else if constexpr (std::is_same_v<Chosen, RenderOptions>) {
                return runRender(chosen);
            } else if constexpr (std::is_same_v<Chosen, SimulateOptions>) {
                return runSimulate(chosen);
            } else if constexpr (std::is_same_v<Chosen, BenchOptions>) {
                return runBench(chosen);
            } else {
                return runList(chosen);
            }
        },
        options);
}

}  // namespace

int runProgram(int argc, const char* const* argv) {
    Ending ending;
    try {
        const auto parsed = parseCommandLine(argc, argv);
        if (const auto* reply = std::get_if<Reply>(&parsed)) {
            if (reply->status == ExitStatus::done) {
                printResult(reply->text + "\n");
            } else {
                ending = {reply->status, reply->text};
            }
        } else {
            ending = run(std::get<Options>(parsed));
        }
        if (ending.status == ExitStatus::done && !areResultsDelivered()) {
            ending = {ExitStatus::failed, "cannot write to standard output"};
        }
    } catch (const std::bad_alloc&) {
        ending = {ExitStatus::failed, "out of memory: try fewer boids or a smaller picture"};
    } catch (const std::exception& error) {
        ending = {ExitStatus::failed, error.what()};
    }
    if (!ending.text.empty()) {
        fmt::print(stderr, "{}\n", ending.text);
    }
    return static_cast<int>(ending.status);
}

}  // namespace shoal
