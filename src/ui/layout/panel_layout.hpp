#pragma once

#include <array>
#include <string>
#include <vector>

#include <shoal/parameter.hpp>

#include "ui/widgets/folds.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

/// The panel's size and theme: set in the panel itself, and remembered.
struct PanelLook {
    float size = 1.0f;
    theme::Kind theme = theme::Kind::dark;

    static constexpr double kMinSize = 0.75;
    static constexpr double kMaxSize = 3.0;
    static constexpr std::array parameters{
        parameter<&PanelLook::size>(
            "size", linear(kMinSize, kMaxSize, "×"),
            "Size of text and controls: 1 suits the monitor (Ctrl++, Ctrl+-, Ctrl+0)."),
        parameter<&PanelLook::theme>("theme", theme::kKinds, "Colours of the panel."),
    };

    friend bool operator==(const PanelLook&, const PanelLook&) = default;
};

/// Returns the next larger or smaller of a few usual sizes.
float nextSize(float size, bool isLarger);

/// How the user arranged the panel.
struct PanelLayout {
    static constexpr float kMinWidth = 260.0f;  ///< [px] at scale 1
    static constexpr float kMaxWidth = 520.0f;

    float width = theme::kPanelWidth;  ///< [px] at scale 1
    PanelLook look;
    Folds folds;
    std::vector<std::string> plots;  ///< columns of measures that the strip plots; the usual ones if empty
    std::string
        targets;  ///< what the flock is compared with: a name or file; what suits its species if empty

    static constexpr std::array parameters{
        parameter<&PanelLayout::width>("width", linear(kMinWidth, kMaxWidth, "px"))};
};

}  // namespace shoal
