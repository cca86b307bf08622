#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// What a picture costs beside the steps [s].
struct FrameCost {
    double sending = 0.0;  ///< preparing the bodies and passing them to the graphics card
    double drawing = 0.0;  ///< the processor's whole work on a frame, sending included
    double card = 0.0;     ///< what the graphics card takes to draw the flock and its place; 0 if unknown
    std::vector<std::pair<std::string, double>> passes;  ///< name and time [s] of each pass on the card
};

/// Live figures, updated every half second; the history more often.
struct Figures {
    bool hasTimes = true;  ///< wall-clock times are shown: `step` and `cost`
    float framesPerSecond = 0.0f;
    StepProfile step;                ///< [s] mean of a step, by stage
    FrameCost cost;                  ///< means
    float realTime = 1.0f;           ///< simulated seconds per second requested; below 1 it cannot keep up
    MeasureSample measures;          ///< of the largest species
    MeasureHistory history;          ///< likewise
    std::optional<float> bestValue;  ///< the best value found by the first species that searches the ground
};

}  // namespace shoal
