#pragma once

#include <span>
#include <vector>

#include "viewer/window/input_event.hpp"

namespace shoal {

/// Splits the events of a slow frame into the fewest batches that ImGui can tell apart, in order. ImGui reads
/// one state per frame: it would lose the end of a drag that began in the same frame, or press at a later
/// position of the pointer. Returns one empty batch if there are no events.
std::vector<std::span<const InputEvent>> inputBatches(std::span<const InputEvent> events);

}  // namespace shoal
