#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The state after one step, bit for bit: a take that begins with one goes on from there without the steps
/// before. Tunables are not in it: they are the scene's.
struct Snapshot {
    std::uint64_t step = 0;
    std::uint64_t hash = 0;            ///< of that state; not stored, for a take has it among its hashes
    std::vector<Flock> flocks;         ///< one for each species
    std::vector<NeighbourGrid> grids;  ///< one for each flock, as in a Checkpoint
    /// What pictures know of each body, by species: as many numbers for each boid, by id. Only copied here.
    std::vector<std::vector<float>> bodies;

    /// Bytes held for the boids.
    std::size_t bytes() const;
};

/// Where a simulation goes on from.
Checkpoint checkpointOf(const Snapshot& snapshot, Scene scene);

/// A snapshot has at most so many bytes before they are compressed: over 300,000 boids. As text it is within
/// what a take may have.
constexpr std::size_t kMostSnapshotBytes = std::size_t{40} << 20;

/// Whether its text could be read again: it is no larger than that, and all its numbers are finite.
bool isStorable(const Snapshot& snapshot);

/// The snapshot as text: zlib's compressed bytes in base64, in lines. Of a storable one.
std::string snapshotText(const Snapshot& snapshot);

/// Reads such a text for the species of this scene. Everything is checked: counts are the scene's, numbers
/// finite, ids a permutation, memories those of rules, a grid holds its boids. The step is left to the
/// caller.
Result<Snapshot> parseSnapshot(std::string_view text, const Scene& scene);

}  // namespace shoal
