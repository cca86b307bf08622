#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <shoal/parameter.hpp>

#include "sim/scene/scene_check.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

bool isWhole(Form form) {
    return form != Form::number;
}

// Compares floats: the smallest float at or above a bound such as 0.1 may be above it as a double.
bool isInRange(const Declaration& declared, double shown) {
    const auto value = static_cast<float>(shown);
    return value >= static_cast<float>(declared.min) && value <= static_cast<float>(declared.max);
}

std::optional<double> readNumber(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    return numberFrom<double>(text);
}

// Returns the shortest text that reads back as exactly this double, without an exponent where that is
// legible. std::to_chars ignores the locale: a preset reads the same in every country.
std::string numberText(double value) {
    const double size = std::abs(value);
    const bool isPlain = size == 0.0 || (size >= 1e-5 && size < 1e15);
    char buffer[64];
    const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value,
                                   isPlain ? std::chars_format::fixed : std::chars_format::scientific);
    return {buffer, end.ptr};
}

double roundedToDigits(double value, int digits) {
    char buffer[64];
    const auto end =
        std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::scientific, digits - 1);
    std::from_chars(buffer, end.ptr, value);
    return value;
}

}  // namespace

double Parameter::shown(double stored) const {
    return isAngle() ? stored / kDegree : stored;
}

double Parameter::stored(double shown) const {
    if (std::isnan(shown)) {
        shown = declared.min;
    }
    shown = std::clamp(shown, declared.min, declared.max);
    if (isWhole(form)) {
        return std::round(shown);
    }
    // Adding zero turns −0 into 0: equal scenes then have equal bits.
    return static_cast<double>(static_cast<float>(isAngle() ? shown * kDegree : shown)) + 0.0;
}

std::string Parameter::text(double storedValue) const {
    const double settable = stored(shown(storedValue));
    switch (form) {
        case Form::toggle:
            return settable != 0.0 ? "true" : "false";
        case Form::choice:
            return std::string(declared.choices[static_cast<std::size_t>(settable)]);
        case Form::integer:
            return fmt::format("{:.0f}", settable);
        case Form::number:
            break;
    }
    constexpr int kMaxDigits = 17;  // enough for any double
    for (int digits = 1; digits < kMaxDigits; ++digits) {
        const double candidate = roundedToDigits(shown(settable), digits);
        // Check the range first: a number beyond an end would be clamped and stored as that end.
        if (isInRange(declared, candidate) && stored(candidate) == settable) {
            return numberText(candidate);
        }
    }
    return numberText(shown(settable));
}

std::string Parameter::expected() const {
    switch (form) {
        case Form::toggle:
            return "true or false";
        case Form::choice:
            return fmt::format("one of {}", fmt::join(declared.choices, ", "));
        case Form::integer:
        case Form::number:
            break;
    }
    return fmt::format("{} from {}", form == Form::integer ? "a whole number" : "a number", range());
}

std::string Parameter::range() const {
    std::string unit(declared.unit);
    if (unit.starts_with("1/")) {
        // "10 1/s" would read as a sum of two numbers.
        unit.replace(0, 2, " per ");
    } else if (!unit.empty() && !unit.starts_with("°")) {
        unit.insert(0, " ");
    }
    return fmt::format("{} to {}{}", numberText(declared.min), numberText(declared.max), unit);
}

Result<double> Parameter::checked(double shown) const {
    if (!std::isfinite(shown)) {
        return Problem{fmt::format("{} is not finite, but must be {}", declared.key, expected())};
    }
    const bool isBroken = isWhole(form) && shown != std::round(shown);
    if (isBroken || !isInRange(declared, shown)) {
        return Problem{fmt::format("{} is {}, but must be {}", declared.key, numberText(shown), expected())};
    }
    return stored(shown);
}

Result<double> Parameter::parse(std::string_view written) const {
    constexpr std::size_t kMaxQuoted = 60;
    const std::string quoted = oneLine(std::string(written), kMaxQuoted);
    if (form == Form::choice) {
        const auto match = std::ranges::find(declared.choices, written);
        if (match != declared.choices.end()) {
            return static_cast<double>(match - declared.choices.begin());
        }
        const std::vector<std::string> known(declared.choices.begin(), declared.choices.end());
        const auto nearest = nearestName(written, known);
        return Problem{fmt::format("{} is \"{}\", but must be {}{}", declared.key, quoted, expected(),
                                   suggestion(nearest))};
    }
    if (form == Form::toggle) {
        if (written == "true" || written == "on" || written == "1") {
            return 1.0;
        }
        if (written == "false" || written == "off" || written == "0") {
            return 0.0;
        }
    } else if (const auto value = readNumber(written)) {
        return checked(*value);
    }
    return Problem{fmt::format("{} is \"{}\", but must be {}", declared.key, quoted, expected())};
}

std::optional<std::size_t> Tunables::find(std::string_view key) const {
    for (std::size_t index = 0; index < parameters.size(); ++index) {
        if (parameters[index].declared.key == key) {
            return index;
        }
    }
    return std::nullopt;
}

Outcome checkStored(const Parameter& parameter, double stored) {
    // Compares stored values: an angle at the end of its range may be slightly beyond it when shown in
    // degrees.
    if (stored >= parameter.stored(parameter.declared.min) &&
        stored <= parameter.stored(parameter.declared.max)) {
        return Done{};
    }
    const std::string found =
        std::isfinite(stored) ? fmt::format("{:.9g}", parameter.shown(stored)) : std::string("not finite");
    return Problem{
        fmt::format("{} is {}, but must be {}", parameter.declared.key, found, parameter.expected())};
}

}  // namespace shoal
