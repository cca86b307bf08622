#pragma once

#include <optional>
#include <span>
#include <string>

#include "viewer/panel/section_rows.hpp"

namespace shoal {

/// Data about takes for their rows.
struct TakesInput {
    bool isPlaying = false;              ///< a take is being played; nothing is logged
    bool isRewound = false;              ///< it is the last minutes of the live flock
    std::optional<double> recorded;      ///< [s] length of the take being recorded
    double kept = 0.0;                   ///< [s] recent play that can be kept
    std::span<const std::string> saved;  ///< names of saved takes, newest first
};

/// Builds the rows about takes under the time chip.
void buildTakeRows(PanelFrame& frame, const TakesInput& takes);

}  // namespace shoal
