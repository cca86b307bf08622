#pragma once

#include <cstddef>
#include <string>

#include <shoal/inspection.hpp>
#include <shoal/scene.hpp>

#include "ui/widgets/folds.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The boid that the card explains.
struct InspectorInput {
    const Inspection* now = nullptr;   ///< for bars, which may move at every frame
    const Inspection* read = nullptr;  ///< for words and numbers, which must stay long enough to be read
    std::size_t speciesIndex = 0;
    float fullScale = 1.0f;  ///< [m/s²] the acceleration that fills a bar
};

/// Builds the card: what the boid does, in words; a bar for each rule's push, their sum and what the limits
/// leave of it; neighbours; and a switch for the arrows in the picture.
void buildInspectorCard(const WidgetContext& context, const InspectorInput& input, const Scene& scene);

/// Whether the picture, too, shows what steers the boid. Remembered like what is folded.
bool isInspectorDrawn(const Folds& folds);
void setInspectorDrawn(Folds& folds, bool isDrawn);

}  // namespace shoal
