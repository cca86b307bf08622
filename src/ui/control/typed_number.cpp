#include "ui/control/typed_number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "sim/text/printable_text.hpp"
#include "ui/widgets/keyboard.hpp"

namespace shoal {

namespace {

/// A unit that can be typed instead of a tunable's own.
struct UnitName {
    std::string_view of;  ///< the tunable's unit
    std::string_view name;
    double factor;
};

constexpr double kDegrees = 57.29577951308232;  // in a radian
constexpr std::array kUnitNames{
    UnitName{"m", "cm", 0.01},      UnitName{"m", "mm", 0.001},       UnitName{"m", "km", 1000.0},
    UnitName{"m/s", "cm/s", 0.01},  UnitName{"m/s", "km/h", 1 / 3.6}, UnitName{"m/s2", "cm/s2", 0.01},
    UnitName{"s", "ms", 0.001},     UnitName{"s", "min", 60.0},       UnitName{"°", "deg", 1.0},
    UnitName{"°", "rad", kDegrees}, UnitName{"°/s", "deg/s", 1.0},    UnitName{"°/s", "rad/s", kDegrees},
    UnitName{"1/s", "hz", 1.0},     UnitName{"1/s", "/s", 1.0},       UnitName{"", "x", 1.0}};

/// Returns a text in ASCII, in small letters, and °.
std::string plainText(std::string_view text, bool isWhole) {
    std::string plain;
    for (const char* at = text.data(); at < text.data() + text.size();) {
        unsigned codepoint = 0;
        at += std::max(1, ImTextCharFromUtf8(&codepoint, at, text.data() + text.size()));
        switch (const unsigned character = numberCharacter(codepoint, isWhole)) {
            case 0:
                break;
            case 0x00A0:  // spaces between thousands
            case 0x2009:
            case 0x202F:
                plain += ' ';
                break;
            case 0x00D7:
                plain += 'x';
                break;
            case 0x00B2:
                plain += '2';
                break;
            case 0x00B3:
                plain += '3';
                break;
            case 0x00B0:
                plain += "°";
                break;
            default:
                plain +=
                    character < 0x80 ? static_cast<char>(std::tolower(static_cast<int>(character))) : '?';
        }
    }
    return plain;
}

std::string_view withoutSpaces(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Joins thousands: "1 500" becomes "1500".
std::string withJoinedThousands(std::string_view text) {
    const auto isDigit = [&](std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    std::string joined;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isAmongDigits = text[at] == ' ' && at > 0 && isDigit(at - 1) && isDigit(at + 1) &&
                                   isDigit(at + 2) && isDigit(at + 3) && !isDigit(at + 4) &&
                                   joined.find('.') == std::string::npos;
        if (!isAmongDigits) {
            joined += text[at];
        }
    }
    return joined;
}

/// Returns how many of the tunable's units this one is, 1 for none; empty if it is of another kind.
std::optional<double> factorOf(std::string_view unit, const std::string& own) {
    if (unit.empty() || unit == own) {
        return 1.0;
    }
    const auto found = std::ranges::find_if(
        kUnitNames, [&](const UnitName& each) { return each.of == own && each.name == unit; });
    return found == kUnitNames.end() ? std::nullopt : std::optional(found->factor);
}

/// Reads a number with or without a unit.
std::optional<double> numberWithUnit(std::string_view plain, const std::string& ownUnit) {
    const std::string text = withJoinedThousands(plain);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) {
        return std::nullopt;
    }
    const std::string_view unit =
        withoutSpaces(std::string_view(text).substr(static_cast<std::size_t>(end - text.data())));
    const auto factor = factorOf(unit, ownUnit);
    return factor ? std::optional(value * *factor) : std::nullopt;
}

}  // namespace

Result<double> typedNumber(const Parameter& parameter, std::string_view text, double preset) {
    const bool isWhole = parameter.form == Form::integer;
    const std::string typed = plainText(text, isWhole);
    const std::string_view plain = withoutSpaces(typed);
    const std::optional<double> value =
        plain == "min"      ? parameter.declared.min
        : plain == "max"    ? parameter.declared.max
        : plain == "preset" ? preset
                            : numberWithUnit(plain, plainText(parameter.declared.unit, false));
    if (!value || !std::isfinite(*value)) {
        return Problem{fmt::format("\"{}\" is not {}", printableText(text), parameter.expected())};
    }
    return isWhole ? std::round(*value) : *value;
}

}  // namespace shoal
