#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

#include "lab/sampled_run.hpp"

namespace shoal {

/// Version of the JSON report and of the table of measures: raised when a field changes its meaning or goes,
/// not when one is added.
inline constexpr int kReportSchema = 2;

/// The measures of all boids or of one species.
struct GroupReport {
    std::string name;
    std::size_t boids = 0;
    std::vector<double> values;  ///< at the end: one for each of measureColumns()
    std::vector<MeasuredRun::Profile> profiles;
    std::optional<GlobalBest> best;  ///< only of a species that searches the ground
    std::vector<Estimate> overTime;  ///< one for each of Report::sampled; empty if nothing was sampled
    std::optional<double> timeToPolarise{};  ///< [s] of the model; only if something was sampled
    std::vector<Estimate> overSeeds;         ///< of the means over time; empty for a single seed
};

/// A summary of a run, or of several with different seeds. The final state is that of the first.
struct Report {
    std::string preset;
    std::size_t boids = 0;
    std::uint64_t steps = 0;
    std::uint64_t seed = 0;
    int threads = 0;
    std::string isa;
    std::string device;  ///< that stepped the flock; empty if the processor did
    std::string hash;
    GroupReport all;
    std::vector<GroupReport> species;
    std::vector<RuleFault> faults;  ///< of all runs

    SamplePlan plan;                     ///< of the samples, if there are any
    std::size_t samples = 0;             ///< number that counts for means over time
    std::vector<MeasureColumn> sampled;  ///< the sampled columns
    std::vector<std::string> hashes;     ///< of all runs, if there are several; their seeds are consecutive
};

/// A number that JSON can hold: null stands for one that is not defined.
nlohmann::ordered_json numberOrNull(double value);

/// Says that the standard errors of these figures are too small (Estimate), and how long a run they need.
std::string shortRunText(std::string_view figures, double effectiveSamples, std::uint64_t steps,
                         std::uint64_t burnIn);

/// Adds up the faults of several runs.
void addFaults(std::vector<RuleFault>& sum, const Simulation& simulation);

/// Describes the present state.
Report reportOn(const Simulation& simulation);

/// Describes runs of one scene with consecutive seeds: the final state of the first, and the samples of all.
Report reportOn(const Simulation& first, const std::vector<SampledRun>& runs,
                const std::vector<std::string>& hashes);

/// The report as JSON; numbers that are not defined are null.
nlohmann::ordered_json reportJson(const Report& report);

/// JSON as commands print it. Invalid UTF-8 is replaced: a preset's name may hold any bytes.
std::string jsonText(const nlohmann::ordered_json& json);

/// Formats the report for people, one figure per line.
std::string reportText(const Report& report);

}  // namespace shoal
