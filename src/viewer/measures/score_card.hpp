#pragma once

#include <string>
#include <vector>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// How a figure of the flock lies to the range that it is compared with.
enum class Fit { unknown, within, near, outside };

/// A figure of the flock beside its range.
struct ScoreRow {
    std::string title;
    std::string value;  ///< "0.96 ± 0.003"
    std::string range;  ///< "0.93 to 0.99"
    Fit fit = Fit::unknown;
    std::string hint;
};

/// What a flock can be compared with.
struct ScoreChoice {
    std::string name;   ///< as the panel's layout keeps it; empty for what suits the species
    std::string title;  ///< for people
};

/// What the card shows. Texts may take any length.
struct ScoreInput {
    std::vector<ScoreChoice> choices;
    std::vector<ScoreRow> rows;
    std::string summary;  ///< one line above the rows, or instead of them
};

/// Builds the card that compares the flock with figures measured on animals: the choice of these, a summary,
/// and two lines for each figure. A shape and a word tell how it fits, the colour only repeats them.
/// `chosen`: the name of the choice; the user may change it.
void buildScoreCard(const WidgetContext& context, const ScoreInput& input, std::string& chosen);

}  // namespace shoal
