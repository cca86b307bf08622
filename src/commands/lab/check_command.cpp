#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "commands/report/check_report.hpp"
#include "commands/report/report.hpp"
#include "commands/setup/scene_setup.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/progress.hpp"

namespace shoal {

Ending runCheck(const CheckOptions& options) {
    auto set = setUpScene(options.scene);
    if (auto* ending = std::get_if<Ending>(&set)) {
        return *ending;
    }
    const Scene& scene = std::get<Scene>(set);
    const auto species = speciesNamed(scene, options.species);
    if (!species) {
        return failedWith(ExitStatus::wrongUsage, species.problem());
    }
    const auto targets = openTargets(options.against, tracksPlan(scene, *species, options.measures));
    if (!targets) {
        return failedWith(ExitStatus::wrongUsage, targets.problem());
    }
    std::ranges::for_each(targets->understood, printNote);
    CheckPlan plan = options.plan;
    plan.species = *species;
    plan.threads = options.scene.simulation.threads;
    const Interruption interruption;  // before any other thread
    const auto result = [&] {
        Progress progress("steps", plan.steps * plan.seeds);
        return checkTargets(
            scene, *targets, plan, [&] { return interruption.status().has_value(); },
            [&](std::uint64_t steps, double part) { progress.update(steps, part); });
    }();
    if (!result) {
        return failedWith(ExitStatus::badPreset, result.problem());
    }
    if (!*result) {
        return {*interruption.status(), "stopped before the end; nothing was compared"};
    }
    FaultNotices notices;
    notices.print((*result)->faults);
    const CheckReport report{
        .scene = scene, .targets = *targets, .plan = plan, .checked = (*result)->targets};
    if (options.isJson) {
        printRawResult(jsonText(checkJson(report)));
    } else {
        printResult(checkText(report));
    }
    const auto isRefused = [&](const CheckedTarget& each) { return each.verdict > *options.accept; };
    const auto refused = options.accept ? std::ranges::count_if(report.checked, isRefused) : 0;
    if (refused > 0) {
        return {ExitStatus::failed,
                fmt::format("{} of {} figures {} not {} the range", refused, report.checked.size(),
                            refused == 1 ? "is" : "are",
                            *options.accept == Verdict::within ? "within" : "within or near")};
    }
    return {};
}

}  // namespace shoal
