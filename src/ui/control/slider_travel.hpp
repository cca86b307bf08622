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

    /// Returns the value that lies that far beyond the end, at a fraction above 1.
    double beyond(double part) const;

    /// Returns where a value lies on the slider, 0 .. 1.
    double partOf(double shown) const;
};

/// Returns the step of a linear slider that is nearest to that part of its travel: 1, 2 or 5 times a power of
/// ten, and at least 1 for whole numbers.
double roundStep(const Parameter& parameter, const SliderTravel& travel, double part);

/// Returns the round value nearest to `shown`: with about twenty of them on the travel, or 1, 2 and 5 times
/// powers of ten on a logarithmic slider.
double roundValue(const Parameter& parameter, const SliderTravel& travel, double shown);

/// Returns the value that many steps of an arrow key away, within the travel. A step is about a hundredth of
/// the travel, or 5 % on a logarithmic slider.
double steppedValue(const Parameter& parameter, const SliderTravel& travel, double shown, double steps);

/// Returns the travel over the whole declared range.
SliderTravel declaredTravel(const Parameter& parameter);

}  // namespace shoal
