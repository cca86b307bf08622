#include <algorithm>
#include <cmath>

#include <shoal/world.hpp>

namespace shoal {

int TimeSettings::stepsPerSecond() const {
    constexpr double kMaxStepsPerSecond = 960.0;
    return static_cast<int>(std::clamp(std::round(static_cast<double>(speed) / static_cast<double>(step)),
                                       1.0, kMaxStepsPerSecond));
}

double TimeSettings::modelSeconds(double steps) const {
    // The default step is exactly 1/60 s; the float is not.
    return step == kStepSeconds ? steps / kStepsPerSecond : steps * static_cast<double>(step);
}

}  // namespace shoal
