#pragma once

#include <optional>

#include "system/process/end_signals.hpp"
#include "terminal/ending.hpp"

namespace shoal {

/// Receives the signals that ask the program to end while it exists, so that long work can stop between two
/// steps and leave no half-written file. After an exit at the second signal, the temporary file being written
/// remains. See EndSignals for when to create it.
class Interruption {
public:
    Interruption();

    /// Call it when an output goes to a pipe.
    void expectPipe() { m_signals.expectPipe(); }

    /// Returns the exit status once a signal has arrived.
    std::optional<ExitStatus> status() const;

private:
    EndSignals m_signals;
};

}  // namespace shoal
