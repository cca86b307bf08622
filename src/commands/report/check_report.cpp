#include "commands/report/check_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/report/report.hpp"
#include "terminal/columns.hpp"

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

Json limitOrNull(const std::optional<double>& limit) {
    return limit ? Json(*limit) : Json();
}

std::string numberText(double value) {
    return std::isfinite(value) ? fmt::format("{:.3g}", value) : "-";
}

/// "within", or of a figure without a value "outside: not defined …".
std::string verdictText(const Target& target, const CheckedTarget& checked) {
    std::string text(verdictName(checked.verdict));
    if (!std::isfinite(checked.value.mean)) {
        const std::string_view why = measureColumns()[target.column].undefined;
        text += why.empty() ? ": not defined in most samples" : fmt::format(": not defined {}", why);
    } else if (checked.isShared()) {
        text += "; null too";
    }
    return text;
}

std::size_t countOf(const CheckReport& report, Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(report.checked, verdict, &CheckedTarget::verdict));
}

/// What a reader of the report should not take at face value; empty if there is nothing.
std::string warningOf(const CheckReport& report) {
    std::string figures;
    double fewest = Estimate::kMinEffective;
    for (std::size_t index = 0; index < report.checked.size(); ++index) {
        if (report.checked[index].isTooShort()) {
            figures += (figures.empty() ? "" : ", ") + report.targets.targets[index].title;
            fewest = std::min(fewest, report.checked[index].effectiveSamples);
        }
    }
    return figures.empty() ? "" : shortRunText(figures, fewest, report.plan.steps, report.plan.burnIn);
}

}  // namespace

Json checkJson(const CheckReport& report) {
    const Species& species = report.scene.species[report.plan.species];
    Json json;
    json["schema"] = kCheckSchema;
    json["preset"] = report.scene.name;
    json["targets"] = report.targets.title;
    json["species"] = species.name;
    json["boids"] = species.count;
    json["seed"] = report.scene.seed;
    json["seeds"] = report.plan.seeds;
    json["steps"] = report.plan.steps;
    json["burn_in"] = report.plan.burnIn;
    json["every"] = report.plan.every;
    json["rows"] = Json::array();
    for (std::size_t index = 0; index < report.checked.size(); ++index) {
        const Target& target = report.targets.targets[index];
        const CheckedTarget& checked = report.checked[index];
        Json row;
        row["title"] = target.title;
        row["measure"] = measureColumns()[target.column].key;
        row["over"] = target.over ? Json(measureColumns()[*target.over].key) : Json();
        row["unit"] = target.unit();
        row["min"] = limitOrNull(target.interval.min);
        row["max"] = limitOrNull(target.interval.max);
        row["source"] = target.source;
        row["weight"] = target.weight;
        row["mean"] = numberOrNull(checked.value.mean);
        row["standard_error"] = numberOrNull(checked.value.standardError);
        row["effective_samples"] = numberOrNull(checked.effectiveSamples);
        row["verdict"] = verdictName(checked.verdict);
        row["null_mean"] = numberOrNull(checked.null.mean);
        row["null_verdict"] = checked.nullVerdict ? Json(verdictName(*checked.nullVerdict)) : Json();
        json["rows"].push_back(std::move(row));
    }
    const std::string warning = warningOf(report);
    json["warnings"] = warning.empty() ? Json::array() : Json::array({warning});
    return json;
}

std::string checkText(const CheckReport& report) {
    const Species& species = report.scene.species[report.plan.species];
    const auto seconds = [&](std::uint64_t steps) {
        return report.scene.time.modelSeconds(static_cast<double>(steps));
    };
    std::string text =
        fmt::format("{}: {} {}, {} of {:.3g} s, measured from {:.3g} s on\nagainst {}\n\n", report.scene.name,
                    species.count, species.name,
                    report.plan.seeds == 1 ? "one run" : fmt::format("{} runs", report.plan.seeds),
                    seconds(report.plan.steps), seconds(report.plan.burnIn), report.targets.title);
    std::vector<std::vector<std::string>> rows{{"", "field", "measured", "null", "verdict"}};
    for (std::size_t index = 0; index < report.checked.size(); ++index) {
        const Target& target = report.targets.targets[index];
        const CheckedTarget& checked = report.checked[index];
        rows.push_back({target.title, intervalText(target), valueText(checked.value),
                        numberText(checked.null.mean), verdictText(target, checked)});
    }
    text += columnsText(rows);
    const auto shared = std::ranges::count_if(report.checked, &CheckedTarget::isShared);
    text +=
        fmt::format("\nwithin {}, near {}, outside {} of {}", countOf(report, Verdict::within),
                    countOf(report, Verdict::near), countOf(report, Verdict::outside), report.checked.size());
    if (shared > 0) {
        text += fmt::format("; the null, which keeps axes and velocities, does as well in {}", shared);
    }
    const std::string warning = warningOf(report);
    return text + (warning.empty() ? "" : "\n" + warning) + "\n";
}

}  // namespace shoal
