#pragma once

#include <string>
#include <vector>

#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// Another flock beside the one that is edited, as the panel marks it: ticks on sliders, dashed curves.
struct OtherFlock {
    struct Value {
        std::string key;     ///< of a tunable in which it differs
        double shown = 0.0;  ///< its value there, in the unit that users see
    };

    std::vector<Value> values;
    const MeasureHistory* history = nullptr;
    float barHeight = 0.0f;  ///< [px] at scale 1, of what lies on the picture's upper edge
};

}  // namespace shoal
