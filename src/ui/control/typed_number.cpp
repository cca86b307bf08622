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

#include "ui/text/printable_text.hpp"
#include "ui/widgets/keyboard.hpp"

namespace shoal {

namespace {

constexpr int kMaxDepth = 16;  // of brackets and signs

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
    UnitName{"1/s", "hz", 1.0},     UnitName{"1/s", "/s", 1.0}};

/// Returns a text with the characters that the parser knows: ASCII in small letters, and °.
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
            case 0x22C5:
                plain += '*';
                break;
            case 0x00F7:
                plain += '/';
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

/// Reads a text from its beginning. Every function returns nothing where it cannot read on.
class TypedText {
public:
    TypedText(const Parameter& parameter, const std::string& text, const TypedReferences& references)
        : m_parameter(parameter),
          m_unit(parameter.declared.unit == "×" ? "x" : plainText(parameter.declared.unit, false)),
          m_references(references),
          m_rest(text) {}

    std::optional<double> value() {
        skipSpaces();
        if (m_unit == "x" && m_rest.size() > 1 && m_rest.ends_with('*')) {
            m_rest.remove_suffix(1);  // the unit "×", not half a product
        }
        std::optional<double> result;
        if (m_rest.starts_with('*') || m_rest.starts_with('/') || m_rest.starts_with('+')) {
            result = product(m_references.shown, 0);
            result = result ? sum(*result, 0) : result;
        } else {
            result = sum(0);
        }
        skipSpaces();
        return m_rest.empty() ? result : std::nullopt;
    }

private:
    void skipSpaces() {
        while (m_rest.starts_with(' ')) {
            m_rest.remove_prefix(1);
        }
    }

    bool take(std::string_view text) {
        skipSpaces();
        if (!m_rest.starts_with(text)) {
            return false;
        }
        m_rest.remove_prefix(text.size());
        return true;
    }

    std::optional<double> sum(int depth) {
        const auto first = product(depth);
        return first ? sum(*first, depth) : std::nullopt;
    }

    /// Adds what follows to the first term.
    std::optional<double> sum(double value, int depth) {
        for (;;) {
            const bool isPlus = take("+");
            if (!isPlus && !take("-")) {
                return value;
            }
            const auto next = product(depth);
            if (!next) {
                return std::nullopt;
            }
            value += isPlus ? *next : -*next;
        }
    }

    std::optional<double> product(int depth) {
        const auto first = factor(depth);
        return first ? product(*first, depth) : std::nullopt;
    }

    std::optional<double> product(double value, int depth) {
        for (;;) {
            const bool isTimes = take("*");
            if (!isTimes && !take("/")) {
                return value;
            }
            const auto next = factor(depth);
            if (!next) {
                return std::nullopt;
            }
            value = isTimes ? value * *next : value / *next;
        }
    }

    std::optional<double> factor(int depth) {
        if (depth > kMaxDepth) {
            return std::nullopt;
        }
        if (take("-")) {
            const auto inner = factor(depth + 1);
            return inner ? std::optional(-*inner) : std::nullopt;
        }
        if (take("(")) {
            const auto inner = sum(depth + 1);
            return inner && take(")") ? std::optional(*inner * unit()) : std::nullopt;
        }
        if (take("min")) {
            return m_parameter.declared.min;
        }
        if (take("max")) {
            return m_parameter.declared.max;
        }
        if (take("preset")) {
            return m_references.preset;
        }
        const auto read = number();
        return read ? std::optional(*read * unit()) : std::nullopt;
    }

    std::optional<double> number() {
        skipSpaces();
        std::string digits;
        while (!m_rest.empty() && (isDigit(0) || m_rest[0] == '.')) {
            digits += m_rest[0];
            m_rest.remove_prefix(1);
            // Thousands: "1 500".
            if (m_rest.starts_with(' ') && isDigit(1) && isDigit(2) && isDigit(3) && !isDigit(4) &&
                digits.find('.') == std::string::npos) {
                m_rest.remove_prefix(1);
            }
        }
        const bool hasSign = m_rest.size() > 1 && (m_rest[1] == '-' || m_rest[1] == '+');
        if (!digits.empty() && m_rest.starts_with('e') && isDigit(hasSign ? 2 : 1)) {
            do {
                digits += m_rest[0];
                m_rest.remove_prefix(1);
            } while (isDigit(0) || (digits.ends_with('e') && hasSign));
        }
        const std::size_t plus = digits.find('+');  // std::from_chars takes none
        if (plus != std::string::npos) {
            digits.erase(plus, 1);
        }
        double value = 0.0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool isRead = error == std::errc() && end == digits.data() + digits.size();
        return isRead ? std::optional(value) : std::nullopt;
    }

    bool isDigit(std::size_t at) const {
        return at < m_rest.size() && m_rest[at] >= '0' && m_rest[at] <= '9';
    }

    /// Takes a unit, and returns how many of the tunable's it is; 1 if there is none.
    double unit() {
        double factor = 1.0;
        std::string_view longest;
        const std::string_view from = m_rest.substr(std::min(m_rest.find_first_not_of(' '), m_rest.size()));
        const auto consider = [&](std::string_view name, double ofIt) {
            if (name.size() > longest.size() && from.starts_with(name)) {
                longest = name;
                factor = ofIt;
            }
        };
        consider(m_unit, 1.0);
        for (const UnitName& each : kUnitNames) {
            if (each.of == m_unit) {
                consider(each.name, each.factor);
            }
        }
        if (!longest.empty()) {
            m_rest = from.substr(longest.size());
        }
        return factor;
    }

    const Parameter& m_parameter;
    std::string m_unit;
    TypedReferences m_references;
    std::string_view m_rest;
};

}  // namespace

Result<double> typedNumber(const Parameter& parameter, std::string_view text,
                           const TypedReferences& references) {
    const bool isWhole = parameter.form == Form::integer;
    const std::string plain = plainText(text, isWhole);
    const auto value = TypedText(parameter, plain, references).value();
    if (!value || !std::isfinite(*value)) {
        return Problem{fmt::format("\"{}\" is not {}", printableText(text), parameter.expected())};
    }
    return isWhole ? std::round(*value) : *value;
}

}  // namespace shoal
