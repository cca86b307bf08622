#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal::test {

struct AuditOptions {
    int positions = 20;      ///< on each slider, evenly over its travel
    int warmSteps = 120;     ///< before the comparison
    int firstSteps = 8;      ///< after which positions are compared
    int lastSteps = 300;     ///< after which equal ones are compared again
    bool tunesOff = false;   ///< also rules that are off: each switched on for its own sliders
    std::string only = {};   ///< audits only keys that contain this; empty: all
    int maxBoids = 1000000;  ///< of a species
};

/// Positions next to each other on one slider that end in the same state.
struct DeadStretch {
    std::string key;
    double from = 0.0;  ///< in the unit that users see
    double to = 0.0;
    double part = 0.0;   ///< fraction of the slider
    std::string reason;  ///< from what the tunable and its rule declare; empty: unexplained
};

struct Audit {
    std::size_t sliders = 0;   ///< number tried
    std::size_t live = 0;      ///< number that change the state at every position
    std::size_t pictures = 0;  ///< number that change only the picture
    std::size_t off = 0;       ///< number that belong to rules that are off
    std::vector<DeadStretch> stretches;
    std::vector<std::string> wrong;  ///< declarations that the runs contradict
};

/// Sets each slider of the panel to positions over its whole travel, in copies of one warmed run, and
/// compares the states some steps later.
Audit auditSliders(const Scene& preset, const AuditOptions& options);

}  // namespace shoal::test
