#pragma once

#include <cstddef>

#include "ui/panel/section_rows.hpp"

namespace shoal {

/// Builds the weights of a section's rule between all species as a table of short sliders: who in the rows,
/// towards whom in the columns. Builds nothing unless the rule is on for at least two pairs of species, and
/// this is the species' first section of the rule that is on.
void buildRuleTable(PanelFrame& frame, std::size_t section);

}  // namespace shoal
