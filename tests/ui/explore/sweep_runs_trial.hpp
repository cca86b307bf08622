#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "sim/scene/clamped_edit.hpp"
#include "ui/explore/sweep_runs.hpp"

namespace shoal::test {

/// One run of a sweep of "zones": two settings, and what was measured.
struct TrialRun {
    double orientation = 1.0;
    double attraction = 1.0;
    double polarisation = 0.0;
    double milling = 0.0;
};

inline SweepRuns::Key keyFrom(const Scene& scene, const std::string& key, const std::vector<double>& column) {
    SweepRuns::Key result{.key = "species.fish." + key,
                          .name = key,
                          .parameter = *parameterOf(scene, key),
                          .values = column,
                          .valueOf = {}};
    std::ranges::sort(result.values);
    result.values.erase(std::unique(result.values.begin(), result.values.end()), result.values.end());
    for (const double value : column) {
        result.valueOf.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(result.values, value) -
                                                            result.values.begin()));
    }
    return result;
}

inline std::shared_ptr<SweepRuns> sweepFrom(const Scene& scene, const std::vector<TrialRun>& runs) {
    auto sweep = std::make_shared<SweepRuns>();
    sweep->file = "out.csv";
    sweep->count = runs.size();
    std::vector<double> orientation;
    std::vector<double> attraction;
    SweepRuns::Measure polarisation{.key = "polarisation", .name = "Polarisation"};
    SweepRuns::Measure milling{.key = "milling", .name = "Milling"};
    SweepRuns::Measure nearest{.key = "nearest_neighbour_m", .name = "Nearest neighbour", .unit = "m"};
    for (const TrialRun& run : runs) {
        orientation.push_back(run.orientation);
        attraction.push_back(run.attraction);
        polarisation.means.push_back(run.polarisation);
        milling.means.push_back(run.milling);
        nearest.means.push_back(10.0 * run.polarisation);
        for (auto* measure : {&polarisation, &milling, &nearest}) {
            measure->errors.push_back(0.125);
        }
    }
    for (const auto& [name, column] :
         {std::pair("zones.orientation", orientation), std::pair("zones.attraction", attraction)}) {
        SweepRuns::Key key = keyFrom(scene, name, column);
        if (key.values.size() > 1) {
            sweep->keys.push_back(std::move(key));
        }
    }
    sweep->measures = {polarisation, milling, nearest};
    return sweep;
}

/// A grid of orientations × attractions with three seeds.
inline std::vector<TrialRun> trialGrid(const std::vector<double>& orientations,
                                       const std::vector<double>& attractions) {
    std::vector<TrialRun> runs;
    for (const double orientation : orientations) {
        for (const double attraction : attractions) {
            for (const double seed : {0.0, 1.0, 2.0}) {
                runs.push_back({orientation, attraction, 0.1 * orientation + 0.1 * seed, 0.05 * attraction});
            }
        }
    }
    return runs;
}

}  // namespace shoal::test
