#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/widgets/widgets.hpp"

namespace shoal {

struct PresetItem;

/// The target and duration of a morph.
struct MorphChoice {
    static constexpr float kMinSeconds = 1.0f;
    static constexpr float kMaxSeconds = 30.0f;

    std::string preset = {};  ///< name of a preset; empty for the settings kept as A or B
    float seconds = 5.0f;     ///< [s] of play
};

/// Data for the row.
struct MorphInput {
    char otherSettings = '\0';  ///< 'A' or 'B'; 0 if none are kept
    std::span<const PresetItem> presets;
    std::optional<double> progress;  ///< 0 .. 1 of the morph under way
};

/// Builds one row: a button that starts the morph and shows its progress, a list of targets, and the time.
/// True when the button is pressed: it starts the chosen morph, or stops the one under way.
bool buildMorphRow(const WidgetContext& context, const MorphInput& input, MorphChoice& choice);

}  // namespace shoal
