#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/explore/trial.hpp"

namespace shoal {

/// How far a variation may move the settings.
enum class Distance {
    near,  ///< a third of the sliders, each by up to a fifth of its length
    far,   ///< all sliders of the rules that are on, by up to their length
};

/// Whether a flock of this many boids still moves and is neither crushed nor scattered, compared with the
/// unchanged flock. The bounds are ours.
bool isAlive(const MeasureSample& varied, const MeasureSample& unchanged, int boids);

/// Continues a flock for eight seconds of play with these edits, on one thread; for less if there are more
/// than 40,000 boids. `isCancelled` ends it early, with an empty sample. Returns the last state's usual
/// measures.
MeasureSample tryOut(const Checkpoint& from, const std::vector<Edit>& edits,
                     const std::atomic<bool>& isCancelled);

/// Returns edits of the rules' sliders that keep the flock alive; each candidate is simulated first. Near:
/// the first candidate that lives. Far: the living candidate, of sixteen, that differs most. Empty if none
/// lives, if no rule has a slider, or if `isCancelled`. The same checkpoint and seed give the same edits.
std::vector<Edit> livingVariation(const Checkpoint& from, Distance distance, std::uint64_t seed,
                                  const std::atomic<bool>& isCancelled);

}  // namespace shoal
