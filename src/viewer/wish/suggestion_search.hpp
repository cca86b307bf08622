#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "lab/life/search.hpp"

namespace shoal {

inline constexpr std::size_t kMaxSuggestions = 4;

/// Settings that bring a flock nearer to a wish.
struct Suggestion {
    std::vector<Edit> edits;             ///< largest change first
    std::vector<std::string> names;      ///< of the sliders that they move
    std::vector<CheckedTarget> reached;  ///< what a copy of the flock does with them; one for each target
};

/// Shared by the search and who waits for it.
struct SuggestionSearch {
    std::atomic<bool> isCancelled = false;
    std::atomic<std::uint64_t> done = 0;  ///< trials
    std::atomic<std::uint64_t> all = 0;   ///< at most; 0 before the first
};

/// The plan of the search: the weights of the rules of the largest species, or its other sliders if it has
/// fewer than two weights, at most six, each within its slider's travel. `loaded` says how large usual values
/// are. Without a slider, it has no keys.
SearchPlan suggestionPlan(const Scene& scene, const Scene& loaded);

/// Looks for settings with which the flock meets the targets: searchSettings() on at most 300 boids from the
/// start, for at most 40 s, or 40 trials if these take longer; then the best of its trials that differ are
/// continued from the flock as it is, for at most 10 s, or 12 of them if these take longer. The ones that
/// bring it nearer to the targets are returned, best first. Uses two threads. The same checkpoint gives the
/// same suggestions unless time runs out.
Result<std::vector<Suggestion>> suggestionsFor(const Checkpoint& from, const Scene& loaded,
                                               const TargetSet& wish, SuggestionSearch& search);

}  // namespace shoal
