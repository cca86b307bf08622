#include "lab/life/track_targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lab/life/check.hpp"
#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTrackFrames = 400;
constexpr double kErrors = 2.0;         ///< standard errors to each side
constexpr double kMinTolerance = 0.01;  ///< of the mean
constexpr double kUnknownTolerance = 0.05;

/// The figures of tracks without a choice: those that depend neither on the scene's distances nor, much, on
/// the number of animals.
constexpr std::array<std::string_view, 10> kUsualOfTracks{
    "polarisation", "milling",        "rotation",     "nearest_neighbour_m",
    "density_1_m3", "speed_mean_m_s", "anisotropy_1", "speed_deviation_m_s",
    "middle_axis",  "longest_axis"};

std::vector<std::size_t> trackTargetColumns(const std::vector<const MeasureKind*>& kinds) {
    std::vector<std::size_t> columns;
    std::size_t column = 0;
    for (const MeasureKind& kind : measureKinds()) {
        for (const MeasureColumn& each : kind.columns) {
            const bool isOurs = kinds.empty()
                                    ? std::ranges::find(kUsualOfTracks, each.key) != kUsualOfTracks.end()
                                    : std::ranges::find(kinds, &kind) != kinds.end();
            if (isOurs) {
                columns.push_back(column);
            }
            ++column;
        }
    }
    return columns;
}

FlockState stateOfTracks(const std::vector<Tracks::Animal>& animals) {
    FlockState state;
    state.resize(animals.size());
    for (std::size_t slot = 0; slot < animals.size(); ++slot) {
        state.position.put(slot, animals[slot].position);
        state.velocity.put(slot, animals[slot].velocity);
        state.id[slot] = static_cast<std::uint32_t>(slot);
    }
    return state;
}

Interval intervalAround(const Estimate& estimate) {
    const double size = std::abs(estimate.mean);
    const double tolerance = std::isfinite(estimate.standardError)
                                 ? std::max(kErrors * estimate.standardError, kMinTolerance * size)
                                 : kUnknownTolerance * size;
    return {estimate.mean - tolerance, estimate.mean + tolerance};
}

}  // namespace

TargetSet targetsOfTracks(const Tracks& tracks, const std::string& fileName, const TracksPlan& plan) {
    TargetSet set;
    set.title = std::filesystem::path(fileName).filename().string();
    for (const std::size_t column : trackTargetColumns(plan.kinds)) {
        Target target;
        target.title = std::string(measureColumns()[column].key);
        target.column = column;
        set.targets.push_back(std::move(target));
    }
    const auto kinds = set.kinds();
    std::vector<std::vector<double>> series(set.targets.size());
    for (const std::size_t index : sampleOf(tracks.frames.size(), kMaxTrackFrames)) {
        const FlockState state = stateOfTracks(tracks.frames[index].animals);
        MeasuredFlock flock(state, tracks.frames[index].animals.size(), plan.space);
        const std::vector<double> values = measuredValues(flock, kinds);
        for (std::size_t target = 0; target < series.size(); ++target) {
            series[target].push_back(set.targets[target].valueIn(values, 1.0));
        }
    }
    std::vector<Target> defined;
    for (std::size_t target = 0; target < series.size(); ++target) {
        const Estimate estimate = checkedSeries({}, series[target]).value;
        if (std::isfinite(estimate.mean)) {
            set.targets[target].interval = intervalAround(estimate);
            set.targets[target].source =
                fmt::format("{}: {:.4g}, the mean of {} frames", set.title, estimate.mean, estimate.samples);
            defined.push_back(std::move(set.targets[target]));
        }
    }
    set.targets = std::move(defined);
    return set;
}

}  // namespace shoal
