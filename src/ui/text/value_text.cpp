#include "ui/text/value_text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr int kFigures = 3;

}  // namespace

std::string unitSuffix(std::string_view unit) {
    if (unit.empty()) {
        return {};
    }
    return unit.starts_with("°") ? std::string(unit) : " " + std::string(unit);
}

std::string plainLabelOf(std::string_view key) {
    std::string words(key);
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string nameOfSetting(std::string_view fullKey) {
    const auto cutFirst = [&] { fullKey.remove_prefix(std::min(fullKey.find('.') + 1, fullKey.size())); };
    for (const std::string_view kind : {"attractor.", "goal.", "obstacle."}) {
        if (fullKey.starts_with(kind)) {
            cutFirst();
            return std::string(fullKey.substr(0, fullKey.find('.')));
        }
    }
    if (fullKey.starts_with("species.")) {
        cutFirst();
        const std::string_view species = fullKey.substr(0, fullKey.find('.'));
        cutFirst();
        if (fullKey == "count") {
            return boidsName(species);
        }
    }
    std::string towards;
    if (fullKey.starts_with("sees.")) {
        cutFirst();
        towards = fmt::format(" ({})", fullKey.substr(0, fullKey.find('.')));
        cutFirst();
    }
    constexpr std::string_view kWeight = ".weight";
    if (fullKey.ends_with(kWeight)) {
        fullKey.remove_suffix(kWeight.size());
    }
    std::string words = plainLabelOf(fullKey);
    std::ranges::replace(words, '.', ' ');
    return words + towards;
}

std::string nameOfSettings(std::span<const std::string> fullKeys) {
    std::set<std::string> names;
    std::ranges::transform(fullKeys, std::inserter(names, names.end()), nameOfSetting);
    return names.size() == 1 ? *names.begin() : fmt::format("{} settings", names.size());
}

std::string labelOf(std::string_view key) {
    std::string label = plainLabelOf(key);
    if (!label.empty()) {
        label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
    }
    return label;
}

std::string boidsName(std::string_view species) {
    const bool isPlural = species.ends_with("fish") || species.ends_with("tuna") || species.ends_with('s');
    return labelOf(species) + (isPlural ? "" : "s");
}

int decimalsFor(const Parameter& parameter, double shown) {
    if (parameter.form != Form::number) {
        return 0;
    }
    // On a linear slider the range determines the decimals, however small the current value.
    const double min = parameter.declared.isLogarithmic ? 0.0 : parameter.declared.max / 10.0;
    const double magnitude = std::max(std::abs(shown), std::abs(min));
    if (!(magnitude > 0.0)) {
        return 0;
    }
    const int digits = static_cast<int>(std::floor(std::log10(magnitude) + 1e-9)) + 1;
    // Two decimals from 0.1 to 10: 0.35 m reads better than 0.350 m.
    return digits == 0 ? 2 : std::clamp(kFigures - digits, 0, 3);
}

std::string valueText(const Parameter& parameter, double shown) {
    if (parameter.form == Form::toggle || parameter.form == Form::choice) {
        return labelOf(parameter.text(shown));
    }
    const int decimals = decimalsFor(parameter, shown);
    // Never "-0".
    const double written = std::abs(shown) < 0.5 * std::pow(10.0, -decimals) ? 0.0 : shown;
    return fmt::format("{:.{}f}{}", written, decimals, unitSuffix(parameter.declared.unit));
}

std::string shortOrigin(const PresetSource& source) {
    const std::size_t comma = source.author.find(", ");
    const bool areMany =
        comma != std::string::npos && source.author.find(", ", comma + 1) != std::string::npos;
    const std::string author = areMany ? source.author.substr(0, comma) + " and others" : source.author;
    if (source.year == 0) {
        return author.empty() ? source.title : author;
    }
    return author.empty() ? fmt::format("{}, {}", source.title, source.year)
                          : fmt::format("{}, {}", author, source.year);
}

bool isWebAddress(const std::string& address) {
    const bool isWeb = address.starts_with("https://") || address.starts_with("http://");
    return isWeb && std::ranges::none_of(address, [](unsigned char c) { return c <= ' ' || c == 0x7F; });
}

double roundedForDrag(const Parameter& parameter, double shown) {
    if (parameter.form != Form::number) {
        return std::round(shown);
    }
    const double scale = std::pow(10.0, decimalsFor(parameter, shown));
    return std::round(shown * scale) / scale;
}

std::string withThousands(std::size_t number) {
    std::string text = std::to_string(number);
    for (int place = static_cast<int>(text.size()) - 3; place > 0; place -= 3) {
        text.insert(static_cast<std::size_t>(place), 1, ',');
    }
    return text;
}

std::string percentText(float part) {
    return fmt::format("{:.0f}\u00A0%", 100.0f * part);
}

double roundedUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        // Allow for the rounding errors of floats.
        if (value <= factor * power * (1.0 + 1e-6)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace shoal
