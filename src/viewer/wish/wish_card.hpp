#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// Settings that were found for a wish.
struct SuggestionRow {
    std::string label;  ///< the largest change: "Alignment weight 0.8, +3"
    std::string value;  ///< the value reached: "0.91", "12 of 16 within"
    std::string hint;
};

/// The state of the search for settings.
struct WishInput {
    std::string compared;            ///< title of the targets that the flock is compared with; empty without
    std::string wished;              ///< the wish searched for; empty before the first search
    std::optional<double> progress;  ///< 0 .. 1 of the search under way
    std::vector<SuggestionRow> found;
    const MeasureSample* now = nullptr;  ///< the flock's measures; null if none are known
};

/// The wish for one measure that the user is about to search for.
struct WishChoice {
    std::string column;  ///< key of a measure's column; empty for all figures that the flock is compared with
    float value = 0.0f;
};

/// Builds the rows that choose a wish, a button that searches or stops, and a button for each suggestion.
void buildWishCard(const WidgetContext& context, const WishInput& input, WishChoice& choice,
                   Commands& commands);

}  // namespace shoal
