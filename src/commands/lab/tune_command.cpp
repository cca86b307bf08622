#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "commands/commands.hpp"
#include "commands/report/check_report.hpp"
#include "commands/report/report.hpp"
#include "commands/setup/scene_setup.hpp"
#include "lab/life/search.hpp"
#include "lab/row_journal.hpp"
#include "sim/text/number.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/columns.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/progress.hpp"

namespace shoal {

namespace {

/// Version of the JSON of a search: raised when a field changes its meaning or goes, not when one is added.
constexpr int kTuneSchema = 1;

/// The trials so far, by their settings.
using Known = std::map<std::vector<std::string>, double>;

/// "1.5,0.2 0.75": the settings and the misfit.
std::string rowOf(const Trial& trial) {
    return fmt::format("{} {}", fmt::join(trial.point, ","), trial.misfit);
}

Known knownIn(const RowJournal& journal) {
    Known known;
    for (const auto& [number, row] : journal.rows()) {
        const std::size_t space = row.rfind(' ');
        const auto misfit = finiteNumberFrom(row.substr(std::min(space, row.size() - 1) + 1));
        if (!misfit) {
            continue;
        }
        std::vector<std::string> point(1);
        for (const char each : row.substr(0, space)) {
            if (each == ',') {
                point.emplace_back();
            } else {
                point.back() += each;
            }
        }
        known.emplace(std::move(point), *misfit);
    }
    return known;
}

/// Whether a file begins with the mark of a search.
bool isWrittenBy(std::string_view mark, const std::filesystem::path& file) {
    const auto head = foundAt(file) == Found::file ? readHead(file) : Problem{};
    return head && head->starts_with(mark);
}

nlohmann::ordered_json searchJson(const SearchPlan& plan, const SearchResult& result) {
    nlohmann::ordered_json json;
    json["schema"] = kTuneSchema;
    json["trials"] = plan.trials;
    json["misfit_before"] = result.start.misfit;
    json["misfit"] = result.best.misfit;
    json["settings"] = nlohmann::ordered_json::array();
    for (std::size_t key = 0; key < plan.keys.size(); ++key) {
        nlohmann::ordered_json item;
        item["key"] = plan.keys[key].key;
        item["from"] = plan.keys[key].from;
        item["to"] = plan.keys[key].to;
        item["before"] = finiteNumberFrom(result.start.point[key]).value_or(0.0);
        item["value"] = finiteNumberFrom(result.best.point[key]).value_or(0.0);
        item["misfit_below"] = numberOrNull(result.beside[key].below.value_or(std::nan("")));
        item["misfit_above"] = numberOrNull(result.beside[key].above.value_or(std::nan("")));
        json["settings"].push_back(std::move(item));
    }
    return json;
}

std::string searchText(const SearchPlan& plan, const SearchResult& result) {
    std::vector<std::vector<std::string>> rows{{"", "before", "found", "range", "misfit below and above"}};
    const auto shown = [](const std::string& text) {
        return fmt::format("{:.4g}", finiteNumberFrom(text).value_or(0.0));
    };
    const auto sideText = [](const std::optional<double>& misfit) {
        return misfit ? fmt::format("{:.3g}", *misfit) : "end of the range";
    };
    for (std::size_t key = 0; key < plan.keys.size(); ++key) {
        const SearchedKey& each = plan.keys[key];
        rows.push_back({each.key, shown(result.start.point[key]), shown(result.best.point[key]),
                        fmt::format("{:g} to {:g}", each.from, each.to),
                        sideText(result.beside[key].below) + ", " + sideText(result.beside[key].above)});
    }
    return columnsText(rows) +
           fmt::format(
               "\nmisfit {:.3g}, before {:.3g}; below and above: a twentieth of the range to each side\n\n",
               result.best.misfit, result.start.misfit);
}

}  // namespace

Ending runTune(const TuneOptions& options) {
    auto set = setUpScene(options.scene);
    if (auto* ending = std::get_if<Ending>(&set)) {
        return *ending;
    }
    const Scene& scene = std::get<Scene>(set);
    const auto species = speciesNamed(scene, options.species);
    if (!species) {
        return failedWith(ExitStatus::wrongUsage, species.problem());
    }
    const auto wishes = openWishes(options.toward, tracksPlan(scene, *species, options.measures));
    if (!wishes) {
        return failedWith(ExitStatus::wrongUsage, wishes.problem());
    }
    std::ranges::for_each(wishes->understood, printNote);
    SearchPlan plan = options.plan;
    plan.runs.species = *species;
    plan.runs.threads = options.scene.simulation.threads;
    auto keys = searchedKeys(scene, *species, options.vary, options.variesWeights);
    if (!keys) {
        return failedWith(ExitStatus::wrongUsage, keys.problem());
    }
    plan.keys = std::move(*keys);
    if (foundAt(options.output) == Found::stream) {
        return {ExitStatus::wrongUsage,
                fmt::format("-o {}: a pipe or a device; name a file", options.output.string())};
    }
    std::filesystem::path partial = options.output;
    partial += ".partial";
    const std::string search = fmt::format("{:016x}", searchFingerprint(scene, *wishes, plan));
    const auto openJournal = [&] {
        return RowJournal::open(partial, {"shoal tune journal 1 " + search, "search"},
                                [&](std::uint64_t number) { return number < plan.allTrials(); });
    };
    const std::string mark = fmt::format("# Found by shoal tune, search {}\n", search);
    if (isWrittenBy(mark, options.output)) {
        if (foundAt(partial) == Found::file) {  // left by a kill
            if (auto left = openJournal()) {
                left->remove();
            }
        }
        printNote(fmt::format("{} is finished already; remove it to search again", options.output.string()));
        return {};
    }
    if (auto place = requirePlace(options.output, Overwrite::nothing()); !place) {
        return failedWith(ExitStatus::failed, place.problem());
    }
    const Interruption interruption;  // before any other thread
    auto journal = openJournal();
    if (!journal) {
        return failedWith(ExitStatus::failed, journal.problem());
    }
    const Known known = knownIn(*journal);
    if (!known.empty()) {
        printNote(fmt::format("going on: {} of {} trials done", known.size(), plan.allTrials()));
    }
    std::optional<Progress> progress(std::in_place, "trials", plan.allTrials());
    std::uint64_t done = 0;
    const std::uint64_t before = journal->rows().size();  // these take no time now
    const auto show = [&](double partOfTrial) {
        const auto now = static_cast<double>(journal->rows().size() - before);
        progress->update(done, (now + partOfTrial) / static_cast<double>(plan.allTrials() - before));
    };
    const SearchWatch watch{.known = [&](const std::vector<std::string>& point) -> std::optional<double> {
                                const auto found = known.find(point);
                                return found == known.end() ? std::nullopt : std::optional(found->second);
                            },
                            .onTrial = [&](const Trial& trial) -> Outcome {
                                ++done;
                                if (known.contains(trial.point)) {
                                    return Done{};
                                }
                                if (auto added = journal->add(journal->rows().size(), rowOf(trial)); !added) {
                                    return added;
                                }
                                show(0.0);
                                return journal->sync();
                            },
                            .isStopped = [&] { return interruption.status().has_value(); },
                            .onWork = [&](std::uint64_t, double part) { show(part); }};
    const auto stopped = [&]() -> Ending {
        return {*interruption.status(), fmt::format("stopped after {} of {} trials; the same command goes on "
                                                    "from there",
                                                    journal->rows().size(), plan.allTrials())};
    };
    const auto result = searchSettings(scene, *wishes, plan, watch);
    progress.reset();  // a bar would disturb the output from here on
    if (!result) {
        return failedWith(ExitStatus::failed, result.problem());
    }
    if (!*result) {
        return stopped();
    }
    FaultNotices notices;
    notices.print((*result)->faults);
    auto tuned = sceneWith(scene, plan.keys, (*result)->best.point);
    if (!tuned) {
        return failedWith(ExitStatus::failed, tuned.problem());
    }
    CheckPlan judged = plan.runs;
    judged.hasNull = true;
    Scene other = *tuned;
    other.seed = judgingSeed(scene, plan);
    const auto checked = checkTargets(other, *wishes, judged, watch.isStopped);
    if (!checked) {
        return failedWith(ExitStatus::failed, checked.problem());
    }
    if (!*checked) {
        return stopped();
    }
    const CheckReport report{
        .scene = other, .targets = *wishes, .plan = judged, .checked = (*checked)->targets};
    if (options.isJson) {
        nlohmann::ordered_json json = searchJson(plan, **result);
        json["check"] = checkJson(report);
        printRawResult(jsonText(json));
    } else {
        printResult(searchText(plan, **result) + checkText(report));
    }
    // After the report: once the preset is there, the same command only says so.
    if (auto written = writeFileAtomically(options.output, mark + presetText(*tuned), Overwrite::nothing());
        !written) {
        return failedWith(ExitStatus::failed, written.problem());
    }
    journal->remove();
    printNote("wrote " + options.output.string());
    return {};
}

}  // namespace shoal
