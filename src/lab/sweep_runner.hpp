#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "lab/sweep.hpp"

namespace shoal {

/// What to do while the runs of a sweep go on. All are called on the caller's thread.
struct SweepWatch {
    std::function<Outcome(std::uint64_t run, const Sweep::Row&)> onRow;  ///< a problem ends the sweep
    std::function<bool()> isStopped;  ///< asked ten times a second; true ends it within a step
    bool wantsTakes = false;          ///< rows come with takes
};

/// Runs these runs of a sweep, one a thread, and reports each row as it is finished. 0 threads: one for each
/// core. False if it was stopped.
Result<bool> runSweep(const Sweep& sweep, std::span<const std::uint64_t> runs, int threads,
                      const SweepWatch& watch);

}  // namespace shoal
