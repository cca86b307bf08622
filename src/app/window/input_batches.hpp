#pragma once

#include <span>
#include <vector>

#include "app/window/input_event.hpp"

namespace shoal {

/// Splits the events of a slow frame into the fewest runs that ImGui can tell apart, in order. ImGui reads
/// one state per frame: it would lose the end of a drag that began in the same frame, or press where the
/// pointer went later. Returns one empty run if there are no events.
std::vector<std::span<const InputEvent>> inputBatches(std::span<const InputEvent> events);

}  // namespace shoal
