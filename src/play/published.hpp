#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "play/session/instant.hpp"
#include "play/what_if.hpp"

namespace shoal {

/// What all steps of a play have cost so far [s].
struct PlayCosts {
    StepProfile step;
    double busy = 0.0;  ///< in all: steps and publishing
    std::uint64_t steps = 0;
};

/// What a published state is for.
enum class StateUse {
    shown,
    rehearsed,  ///< shortly before a scrub target: not shown, but bodies move through it
    progress,   ///< on the way to a scrub target: only the step is up to date
    none,       ///< memory ran out: there is none
};

/// What a play tells the window.
struct Published {
    StateUse use = StateUse::shown;
    std::uint64_t beginning = 0;  ///< Play::beginnings
    std::uint64_t done = 0;       ///< number of the last command carried out
    PublishedFlock b;
    std::optional<PublishedFlock> a;  ///< side by side with it
    std::optional<Spread> spread;     ///< of a push, if one made the two part
    PlayCosts costs;
    std::string device;  ///< that steps the flock; empty if the processor does
    std::vector<RuleFault> faults;
    std::vector<Problem> problems;  ///< since the last publication
};

}  // namespace shoal
