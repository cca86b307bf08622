#pragma once

#include "ui/widgets/folds.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

/// How the user arranged the panel.
struct PanelLayout {
    static constexpr float kMinWidth = 260.0f;  ///< [px] at scale 1
    static constexpr float kMaxWidth = 520.0f;

    float width = theme::kPanelWidth;  ///< [px] at scale 1
    Folds folds;
};

}  // namespace shoal
