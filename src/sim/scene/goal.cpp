#include <cmath>
#include <numbers>

#include <shoal/vec3.hpp>
#include <shoal/world.hpp>

namespace shoal {

Vec3f Goal::at(double seconds) const {
    if (!(circle > 0.0f)) {
        return {x, y, z};
    }
    const double turns = seconds / static_cast<double>(period);
    const double angle = 2.0 * std::numbers::pi * (turns - std::floor(turns));
    return {x + circle * static_cast<float>(cosine(angle)), y, z + circle * static_cast<float>(sine(angle))};
}

}  // namespace shoal
