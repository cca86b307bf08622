#include "ui/control/slider_travel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace shoal {

namespace {

// ImGui derives these from the digits of the slider's format.
constexpr double kNumberNearZero = 0.01;
constexpr double kIntegerNearZero = 1.0;
constexpr double kRoundParts = 20.0;
constexpr double kKeyParts = 100.0;
constexpr double kKeyFactor = 1.05;

/// Returns 1, 2 or 5 times a power of ten: the one nearest to `size` > 0.
double nearestRound(double size) {
    const double power = std::pow(10.0, std::floor(std::log10(size)));
    const std::array rounds{power, 2.0 * power, 5.0 * power, 10.0 * power};
    return *std::ranges::min_element(rounds, {},
                                     [&](double each) { return std::abs(std::log(each / size)); });
}

/// Returns the multiple of `step` nearest to a value, without the rounding errors of the product.
double multipleOf(double step, double value) {
    const double count = std::round(value / step);
    return step < 1.0 ? count / std::round(1.0 / step) : count * step;
}

}  // namespace

double SliderTravel::at(double part) const {
    if (part <= 0.0) {
        return min;
    }
    return part >= 1.0 ? max : beyond(part);
}

double SliderTravel::beyond(double part) const {
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

double roundStep(const Parameter& parameter, const SliderTravel& travel, double part) {
    const double size = (travel.max - travel.min) * part;
    const double step = size > 0.0 ? nearestRound(size) : 1.0;
    return parameter.form == Form::integer ? std::max(1.0, step) : step;
}

double roundValue(const Parameter& parameter, const SliderTravel& travel, double shown) {
    double value = shown;
    if (!travel.isLogarithmic) {
        value = multipleOf(roundStep(parameter, travel, 1.0 / kRoundParts), shown);
    } else if (shown > 0.0) {
        value = nearestRound(shown);
    }
    return std::clamp(value, travel.min, std::max(travel.min, travel.max));
}

double steppedValue(const Parameter& parameter, const SliderTravel& travel, double shown, double steps) {
    double value = shown;
    if (travel.isLogarithmic) {
        const double start = travel.min > 0.0 ? travel.min : travel.nearZero;
        value =
            shown <= start && steps < 0.0 ? travel.min : std::max(shown, start) * std::pow(kKeyFactor, steps);
        if (parameter.form == Form::integer) {
            const double moved = steps < 0.0 ? shown - 1.0 : shown + 1.0;
            value = steps < 0.0 ? std::min(std::round(value), moved) : std::max(std::round(value), moved);
        }
    } else {
        const double step = roundStep(parameter, travel, 1.0 / kKeyParts);
        const bool isWhole = parameter.form == Form::integer;
        const double move =
            isWhole && std::abs(steps * step) < 1.0 ? std::copysign(1.0, steps) : steps * step;
        // A tenth of the smallest step is the finest that keys reach.
        value = multipleOf(isWhole ? 1.0 : 0.1 * step, shown + move);
    }
    return std::clamp(value, travel.min, std::max(travel.min, travel.max));
}

SliderTravel declaredTravel(const Parameter& parameter) {
    return {.min = parameter.declared.min,
            .max = parameter.declared.max,
            .isLogarithmic = parameter.declared.isLogarithmic,
            .nearZero = parameter.form == Form::integer ? kIntegerNearZero : kNumberNearZero};
}

}  // namespace shoal
