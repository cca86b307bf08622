#include "sim/text/did_you_mean.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace shoal {

std::size_t editDistance(std::string_view a, std::string_view b) {
    // Three rows of the usual table; the oldest is for swapped letters ("raduis").
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(beforeLast, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
            }
        }
    }
    return row.back();
}

std::optional<std::string> nearestName(std::string_view name, std::span<const std::string> known) {
    // A hostile file may hold a key of megabytes, and the cost is the product of the lengths.
    constexpr std::size_t kLongestName = 200;
    if (name.size() > kLongestName) {
        return std::nullopt;
    }
    const std::string* nearest = nullptr;
    std::size_t smallest = std::numeric_limits<std::size_t>::max();
    for (const std::string& other : known) {
        const auto [shorter, longer] = std::minmax({name.size(), other.size()});
        // Beyond a third of the name, the nearest is a guess rather than a correction.
        const std::size_t largest = std::max<std::size_t>(1, longer / 3);
        if (longer - shorter > largest) {
            continue;  // the distance is at least the difference in length
        }
        const std::size_t distance = editDistance(name, other);
        if (distance <= largest && distance < smallest) {
            smallest = distance;
            nearest = &other;
        }
    }
    return nearest != nullptr ? std::optional(*nearest) : std::nullopt;
}

std::string suggestion(const std::optional<std::string>& nearest) {
    return nearest ? fmt::format(" (did you mean \"{}\"?)", *nearest) : std::string();
}

std::string didYouMean(std::string_view name, std::span<const std::string> known) {
    if (const auto nearest = nearestName(name, known)) {
        return suggestion(nearest);
    }
    return known.empty() ? std::string() : fmt::format(" (there are: {})", fmt::join(known, ", "));
}

}  // namespace shoal
