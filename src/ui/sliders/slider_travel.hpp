#pragma once

#include <limits>

#include <shoal/parameter.hpp>

namespace shoal {

/// The values that a slider covers when dragged. Typing and files accept the whole declared range.
struct SliderTravel {
    double min = 0.0;
    double max = 1.0;
    bool isLogarithmic = false;
    double nearZero = 0.01;  ///< the smallest value above zero on a logarithmic slider from zero
    double idleFrom = std::numeric_limits<double>::infinity();  ///< larger values have no further effect

    /// Returns the value at a fraction of the slider, 0 .. 1.
    double at(double part) const;

    /// Returns where a value lies on the slider, 0 .. 1.
    double partOf(double shown) const;
};

/// Returns the travel over the whole declared range.
SliderTravel declaredTravel(const Parameter& parameter);

}  // namespace shoal
