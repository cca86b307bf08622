#include "lab/sweep_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

constexpr const char* kForms = "1..9:17 (17 values from 1 to 9), 1..8 (whole numbers) or 1,2,5 (a list)";

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(by);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(at + by.size());
    }
}

Problem wrong(const SweepRequest::Entry& entry, std::string_view what) {
    return {oneLine(fmt::format("{}: {}: \"{}\"; write {}", entry.key, what, entry.text, kForms))};
}

/// Evenly spaced values, or values in equal ratios.
Result<SweepAxis> spaced(SweepAxis axis, const SweepRequest::Entry& entry, double count) {
    if (count < 1.0 || count > static_cast<double>(kMaxRuns) || count != std::floor(count)) {
        return wrong(entry, fmt::format("the number of values is a whole number from 1 to {}", kMaxRuns));
    }
    for (double k = 0.0; k < count; k += 1.0) {
        const double part = count > 1.0 ? k / (count - 1.0) : 0.0;
        const double value = axis.isLogarithmic ? axis.from * std::pow(axis.to / axis.from, part)
                                                : axis.from + (axis.to - axis.from) * part;
        axis.values.push_back(axisNumber(value));
    }
    return axis;
}

Result<SweepAxis> range(const SweepRequest::Entry& entry, bool mayDraw) {
    std::vector<std::string_view> parts = split(entry.text, ":");
    const std::vector<std::string_view> ends = split(parts[0], "..");
    parts.erase(parts.begin());
    SweepAxis axis{.key = entry.key, .values = {}};
    if (!parts.empty() && parts.back() == "log") {
        axis.isLogarithmic = true;
        parts.pop_back();
    }
    const auto from = finiteNumberFrom(ends[0]);
    const auto to = ends.size() == 2 ? finiteNumberFrom(ends[1]) : std::nullopt;
    const auto count = parts.empty() ? std::nullopt : finiteNumberFrom(parts[0]);
    if (!from || !to || parts.size() > 1 || (!parts.empty() && !count)) {
        return wrong(entry, "not a range");
    }
    axis.from = *from;
    axis.to = *to;
    if (axis.isLogarithmic && (axis.from <= 0.0 || axis.to <= 0.0)) {
        return wrong(entry, "a range in equal ratios lies above 0");
    }
    if (count) {
        return spaced(axis, entry, *count);
    }
    if (mayDraw && entry.key != "seed") {
        return axis;
    }
    if (axis.isLogarithmic) {
        return wrong(entry, "a range in equal ratios needs a number of values, 1..100:5:log");
    }
    if (axis.from != std::floor(axis.from) || axis.to != std::floor(axis.to) || axis.from > axis.to) {
        return wrong(entry, "a range without a number of values runs over whole numbers, upwards");
    }
    if (std::abs(axis.from) > 0x1p53 || std::abs(axis.to) > 0x1p53) {
        return wrong(entry, "too large for a range; write a list");
    }
    return spaced(axis, entry, axis.to - axis.from + 1.0);
}

}  // namespace

std::string withoutBlanks(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    return std::string(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
}

std::string axisNumber(double value) {
    // Whole numbers, such as seeds, keep all their digits.
    return value == std::floor(value) && std::abs(value) < 0x1p53 ? fmt::format("{:.0f}", value)
                                                                  : fmt::format("{:.12g}", value);
}

Result<SweepAxis> parseAxis(const SweepRequest::Entry& entry, bool mayDraw) {
    if (entry.text.find("..") != std::string::npos || entry.text.find(':') != std::string::npos) {
        return range(entry, mayDraw);
    }
    SweepAxis axis{.key = entry.key, .values = {}};
    for (const std::string_view value : split(entry.text, ",")) {
        axis.values.push_back(withoutBlanks(value));
        if (axis.values.back().empty()) {
            return wrong(entry, "an empty value");
        }
    }
    return axis;
}

}  // namespace shoal
