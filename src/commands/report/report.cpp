#include "commands/report/report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <shoal/state_view.hpp>

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

double valueOf(const GroupReport& group, std::string_view key) {
    const auto columns = measureColumns();
    const auto found = std::ranges::find(columns, key, &MeasureColumn::key);
    return group.values[static_cast<std::size_t>(found - columns.begin())];
}

Json estimatesJson(const std::vector<MeasureColumn>& columns, const std::vector<Estimate>& estimates) {
    Json json = Json::object();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        json[columns[column].key] = {{"mean", numberOrNull(estimates[column].mean)},
                                     {"standard_error", numberOrNull(estimates[column].standardError)},
                                     {"effective_samples", numberOrNull(estimates[column].effectiveSamples)}};
    }
    return json;
}

/// Adds the measures of a group to its object.
void addMeasures(Json& json, const Report& report, const GroupReport& group) {
    const auto columns = measureColumns();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        json["measures"][columns[column].key] = numberOrNull(group.values[column]);
    }
    json["profiles"] = Json::object();
    for (const MeasuredRun::Profile& profile : group.profiles) {
        json["profiles"][profile.kind->key] = {{profile.kind->profile[0].key, profile.x},
                                               {profile.kind->profile[1].key, profile.y}};
    }
    if (!group.overTime.empty()) {
        json["over_time"] = estimatesJson(report.sampled, group.overTime);
        json["time_to_polarise_s"] = group.timeToPolarise ? Json(*group.timeToPolarise) : Json();
    }
    if (!group.overSeeds.empty()) {
        json["over_seeds"] = estimatesJson(report.sampled, group.overSeeds);
    }
}

GroupReport groupOf(const Simulation& simulation, std::optional<std::size_t> species) {
    const MeasuredRun measures;
    return {.name = species ? simulation.scene().species[*species].name : "all",
            .boids = species ? simulation.flocks()[*species].count() : 0,
            .values = measures.values(simulation, species),
            .profiles = measures.profiles(simulation, species),
            .best = species ? StateView(simulation).best(*species) : std::nullopt,
            .overTime = {},
            .overSeeds = {}};
}

/// Means over the runs of a group's means over time.
std::vector<Estimate> overSeeds(const std::vector<SampledRun>& runs, std::size_t group) {
    std::vector<std::vector<double>> means(runs[0].columns().size());
    for (const SampledRun& run : runs) {
        const std::vector<Estimate> overTime = run.overTime(run.groups()[group]);
        for (std::size_t column = 0; column < means.size(); ++column) {
            means[column].push_back(overTime[column].mean);
        }
    }
    std::vector<Estimate> estimates;
    std::ranges::transform(means, std::back_inserter(estimates), estimateOfIndependent);
    return estimates;
}

void addSamples(GroupReport& report, const Simulation& first, const std::vector<SampledRun>& runs,
                std::size_t group) {
    const SampledRun::Group& samples = runs[0].groups()[group];
    report.overTime = runs[0].overTime(samples);
    report.timeToPolarise = runs[0].timeToPolarise(samples, first.scene().time);
    if (runs.size() > 1) {
        report.overSeeds = overSeeds(runs, group);
    }
}

std::string estimateText(const Estimate& estimate) {
    return std::isfinite(estimate.standardError)
               ? fmt::format("{:.4g} ± {:.2g}", estimate.mean, estimate.standardError)
               : fmt::format("{:.4g}", estimate.mean);
}

std::string unitText(std::string_view unit) {
    return unit.empty() ? std::string() : fmt::format(" {}", unit);
}

std::string effectiveText(const Estimate& estimate) {
    return estimate.standardError > 0.0 ? fmt::format(" ({:.0f})", estimate.effectiveSamples) : std::string();
}

/// Says which standard errors of all boids over time are too small, and how long a run they need.
std::optional<std::string> shortWarning(const Report& report) {
    std::string keys;
    double fewest = Estimate::kMinEffective;
    for (std::size_t column = 0; column < report.all.overTime.size(); ++column) {
        if (const Estimate& estimate = report.all.overTime[column]; estimate.isTooShort()) {
            keys += (keys.empty() ? "" : ", ") + std::string(report.sampled[column].key);
            fewest = std::min(fewest, estimate.effectiveSamples);
        }
    }
    if (keys.empty()) {
        return std::nullopt;
    }
    return shortRunText(keys, fewest, report.plan.steps, report.plan.burnIn);
}

/// Says that a correlation length is not that of one flock.
std::optional<std::string> splitWarning(const GroupReport& group) {
    constexpr double kWhole = 0.9;
    const double largest = valueOf(group, "largest_cluster");
    if (std::isnan(valueOf(group, "correlation_length_m")) || largest >= kWhole) {
        return std::nullopt;
    }
    return fmt::format(
        "{}: correlation_length_m is that of a flock that is split: its largest cluster holds "
        "{:.0f} % of the boids",
        group.name, 100.0 * largest);
}

/// What a reader of the report should not take at face value.
std::vector<std::string> warningsOf(const Report& report) {
    std::vector<std::string> warnings;
    const auto add = [&warnings](std::optional<std::string> warning) {
        if (warning) {
            warnings.push_back(std::move(*warning));
        }
    };
    if (report.hashes.empty()) {
        add(shortWarning(report));
    }
    const bool hasLength = report.sampled.empty() ||
                           std::ranges::find(report.sampled, "correlation_length_m", &MeasureColumn::key) !=
                               report.sampled.end();
    for (const GroupReport& species : report.species) {
        if (hasLength) {
            add(splitWarning(species));
        }
    }
    return warnings;
}

}  // namespace

std::string shortRunText(std::string_view figures, double effectiveSamples, std::uint64_t steps,
                         std::uint64_t burnIn) {
    const auto counted = static_cast<double>(steps - burnIn + 1);
    const double needed =
        static_cast<double>(burnIn) + counted * Estimate::kMinEffective / std::max(effectiveSamples, 1.0);
    return fmt::format(
        "fewer than {} effective samples, so the standard error is too small: {}; run about "
        "{:.0f} steps, or several seeds",
        Estimate::kMinEffective, figures, 100.0 * std::ceil(needed / 100.0));
}

Json numberOrNull(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

void addFaults(std::vector<RuleFault>& sum, const Simulation& simulation) {
    for (const RuleFault& fault : simulation.faults()) {
        const auto known = std::ranges::find_if(sum, [&](const RuleFault& each) {
            return each.species == fault.species && each.observed == fault.observed &&
                   each.rule == fault.rule;
        });
        if (known == sum.end()) {
            sum.push_back(fault);
        } else {
            known->results += fault.results;
        }
    }
}

Report reportOn(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    Report report{.preset = scene.name,
                  .boids = 0,
                  .steps = simulation.stepCount(),
                  .seed = scene.seed,
                  .threads = simulation.threads(),
                  .isa = std::string(isaName(simulation.isa())),
                  .device = simulation.device(),
                  .hash = hashText(simulation.hash()),
                  .all = {},
                  .species = {},
                  .faults = simulation.faults(),
                  .plan = {},
                  .sampled = {},
                  .hashes = {}};
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        report.species.push_back(groupOf(simulation, index));
        report.boids += report.species.back().boids;
    }
    // A single species is the whole flock; measuring a large one twice would be slow.
    report.all = report.species.size() == 1 ? report.species[0] : groupOf(simulation, {});
    report.all.boids = report.boids;
    return report;
}

Report reportOn(const Simulation& first, const std::vector<SampledRun>& runs,
                const std::vector<std::string>& hashes) {
    Report report = reportOn(first);
    report.plan = runs[0].plan();
    report.samples = runs[0].counted();
    report.sampled = runs[0].columns();
    if (runs.size() > 1) {
        report.hashes = hashes;
    }
    addSamples(report.all, first, runs, 0);
    const bool isOne = report.species.size() == 1;
    for (std::size_t index = 0; index < report.species.size(); ++index) {
        addSamples(report.species[index], first, runs, isOne ? 0 : index + 1);
    }
    return report;
}

nlohmann::ordered_json reportJson(const Report& report) {
    Json json;
    json["schema"] = kReportSchema;
    json["preset"] = report.preset;
    json["boids"] = report.boids;
    json["steps"] = report.steps;
    json["seed"] = report.seed;
    json["threads"] = report.threads;
    json["isa"] = report.isa;
    json["compute"] = report.device.empty() ? "cpu" : report.device;
    json["hash"] = report.hash;
    if (!report.sampled.empty()) {
        json["burn_in"] = report.plan.burnIn;
        json["every"] = report.plan.every;
        json["samples"] = report.samples;
    }
    if (!report.hashes.empty()) {
        json["runs"] = Json::array();
        for (std::size_t run = 0; run < report.hashes.size(); ++run) {
            json["runs"].push_back({{"seed", report.seed + run}, {"hash", report.hashes[run]}});
        }
    }
    addMeasures(json, report, report.all);
    json["species"] = Json::array();
    for (const GroupReport& species : report.species) {
        Json entry;
        entry["name"] = species.name;
        entry["boids"] = species.boids;
        addMeasures(entry, report, species);
        if (species.best) {
            const GroundPoint<float>& found = species.best->found;
            entry["best"] = {{"value", found.value}, {"x_m", found.x}, {"z_m", found.z}};
        }
        json["species"].push_back(std::move(entry));
    }
    json["faults"] = Json::array();
    for (const RuleFault& fault : report.faults) {
        Json entry{{"species", fault.species}, {"rule", fault.rule}, {"results", fault.results}};
        if (fault.observed != fault.species) {
            entry["sees"] = fault.observed;
        }
        json["faults"].push_back(std::move(entry));
    }
    json["warnings"] = warningsOf(report);
    return json;
}

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string reportText(const Report& report) {
    std::string text;
    const auto line = [&text](std::string_view name, const auto& value) {
        text += fmt::format("{:<18}{}\n", name, value);
    };
    line("preset", report.preset);
    line("boids", report.boids);
    line("steps", report.steps);
    line("seed", report.seed);
    line("threads", report.threads);
    if (!report.device.empty()) {
        line("stepped by", report.device);
    }
    line("hash", report.hash);
    line("polarisation", fmt::format("{:.3f}", valueOf(report.all, "polarisation")));
    line("milling", fmt::format("{:.3f}", valueOf(report.all, "milling")));
    line("nearest neighbour", fmt::format("{:.3f} m", valueOf(report.all, "nearest_neighbour_m")));
    line("clusters", valueOf(report.all, "clusters"));
    line("speed", fmt::format("{:.3f} m/s ({:.3f} to {:.3f})", valueOf(report.all, "speed_mean_m_s"),
                              valueOf(report.all, "speed_min_m_s"), valueOf(report.all, "speed_max_m_s")));
    for (const GroupReport& species : report.species) {
        if (species.best) {
            const GroundPoint<float>& found = species.best->found;
            line("best value", fmt::format("{:.6g}, found by {} at x {:.3f} m, z {:.3f} m", found.value,
                                           species.name, found.x, found.z));
        }
    }
    if (report.sampled.empty()) {
        return text;
    }
    const bool areSeeds = !report.hashes.empty();
    const std::string samples = fmt::format("{} sample{}", report.samples, report.samples == 1 ? "" : "s");
    text += areSeeds ? fmt::format("\nMeans over {} seeds, of {} each from step {} on (± standard error):\n",
                                   report.hashes.size(), samples, report.plan.burnIn)
                     : fmt::format(
                           "\nMeans over {} from step {} on (± standard error, and effective "
                           "samples):\n",
                           samples, report.plan.burnIn);
    const std::vector<Estimate>& estimates = areSeeds ? report.all.overSeeds : report.all.overTime;
    for (std::size_t column = 0; column < report.sampled.size(); ++column) {
        text += fmt::format("{:<32}{}{}{}\n", report.sampled[column].key, estimateText(estimates[column]),
                            unitText(report.sampled[column].unit),
                            areSeeds ? "" : effectiveText(estimates[column]));
    }
    const std::vector<std::string> warnings = warningsOf(report);
    text += warnings.empty() ? "" : fmt::format("\n{}\n", fmt::join(warnings, "\n"));
    return text;
}

}  // namespace shoal
