#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <shoal/inspection.hpp>
#include <shoal/scene.hpp>

#include "ui/widgets/folds.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"

namespace shoal {

/// The boid that the card explains.
struct InspectorInput {
    const Inspection* read = nullptr;  ///< which stays long enough to be read
    std::size_t speciesIndex = 0;
    float fullScale = 1.0f;  ///< [m/s²] the acceleration that fills a bar
};

/// Builds the card: a sentence about the strongest push; bars for each rule's push, their sum and the sum
/// after limits; its neighbours; a switch for the arrows in the picture; and what if it were pushed, or gone.
/// Returns the arrow, of InspectorMarks::arrows, whose bar is under the mouse.
std::optional<std::size_t> buildInspectorCard(const WidgetContext& context, const InspectorInput& input,
                                              const Scene& scene, Commands& commands);

/// Whether the picture also shows the boid's steering. Remembered with the folds.
bool isInspectorDrawn(const Folds& folds);
void setInspectorDrawn(Folds& folds, bool isDrawn);

}  // namespace shoal
