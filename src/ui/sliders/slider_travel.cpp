#include "ui/sliders/slider_travel.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

// ImGui derives these from the digits of the slider's format.
constexpr double kNumberNearZero = 0.01;
constexpr double kIntegerNearZero = 1.0;

}  // namespace

double SliderTravel::at(double part) const {
    if (part <= 0.0) {
        return min;
    }
    if (part >= 1.0) {
        return max;
    }
    if (!isLogarithmic) {
        return min + part * (max - min);
    }
    const double start = min > 0.0 ? min : nearZero;
    return start * std::pow(max / start, part);
}

double SliderTravel::partOf(double shown) const {
    const double value = std::clamp(shown, min, std::max(min, max));
    if (!(max > min)) {
        return 0.0;
    }
    if (!isLogarithmic) {
        return (value - min) / (max - min);
    }
    const double start = min > 0.0 ? min : nearZero;
    return value <= start ? 0.0 : std::log(value / start) / std::log(max / start);
}

SliderTravel declaredTravel(const Parameter& parameter) {
    return {.min = parameter.declared.min,
            .max = parameter.declared.max,
            .isLogarithmic = parameter.declared.isLogarithmic,
            .nearZero = parameter.form == Form::integer ? kIntegerNearZero : kNumberNearZero};
}

}  // namespace shoal
