#include "app/suggest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace shoal {

namespace {

/// Letters to insert, remove or exchange to turn one word into the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, exchanged});
        }
    }
    return row.back();
}

}  // namespace

std::string didYouMean(std::string_view typed, std::span<const std::string> known) {
    const std::string* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(2, typed.size() / 3) + 1;
    for (const std::string& word : known) {
        const std::size_t distance = editDistance(typed, word);
        if (distance < least && distance < word.size()) {
            least = distance;
            nearest = &word;
        }
    }
    return nearest == nullptr ? std::string{} : " (did you mean \"" + *nearest + "\"?)";
}

}  // namespace shoal
