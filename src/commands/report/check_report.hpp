#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <shoal/scene.hpp>

#include "lab/life/check.hpp"
#include "lab/life/targets.hpp"

namespace shoal {

/// Version of the JSON of a check: raised when a field changes its meaning or goes, not when one is added.
inline constexpr int kCheckSchema = 1;

/// A flock compared with targets.
struct CheckReport {
    const Scene& scene;
    const TargetSet& targets;
    CheckPlan plan;
    const std::vector<CheckedTarget>& checked;  ///< one for each target
};

/// Numbers that are not defined are null.
nlohmann::ordered_json checkJson(const CheckReport& report);

/// A table for people, and a summary below it.
std::string checkText(const CheckReport& report);

}  // namespace shoal
