#pragma once

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Builds a button with four small cards on it, which opens the gallery. True when clicked.
bool galleryButton(const WidgetContext& context);

/// Builds a button with a cross on it, `side` [px] wide. True when clicked.
bool crossButton(const char* id, float side);

}  // namespace shoal
