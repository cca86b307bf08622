#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/play/what_if.hpp"
#include "app/session/trail.hpp"

namespace shoal {

/// One flock as of a step, for its mirror.
struct PublishedFlock {
    std::vector<Flock> flocks;
    Trail trail;
    std::uint64_t step = 0;
    std::uint64_t beginning = 0;  ///< Mirror::beginning; 0 if there is nothing to show
    std::uint64_t foreign = 0;    ///< changes when the scene changes otherwise than by the user's edits
    std::shared_ptr<const Scene> scene;  ///< of this step
    std::optional<Problem> deviation;
};

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
};

/// What a play tells the window.
struct Published {
    StateUse use = StateUse::shown;
    PublishedFlock b;
    std::optional<PublishedFlock> a;  ///< side by side with it
    std::optional<Spread> spread;     ///< of a push, if one made the two part
    std::uint64_t edits = 0;          ///< the user's edits carried out so far, refused ones included
    std::uint64_t seeks = 0;          ///< seeks completed or replaced by later ones
    std::uint64_t splits = 0;         ///< flocks A begun so far
    bool hasFailed = false;           ///< Play::hasFailed
    PlayCosts costs;
    std::vector<RuleFault> faults;
    std::vector<Problem> problems;  ///< since the last publication
};

}  // namespace shoal
