#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The state after one step, bit for bit. A take that begins with a snapshot continues from there without the
/// earlier steps. Tunables are not included: they belong to the scene.
struct Snapshot {
    std::uint64_t step = 0;
    std::uint64_t hash = 0;     ///< of that state; not stored, because the take lists it among its hashes
    std::vector<Flock> flocks;  ///< one for each species

    /// Memory used by the boids [bytes].
    std::size_t bytes() const;
};

/// Returns a checkpoint from which a simulation can continue.
Checkpoint checkpointOf(const Snapshot& snapshot, Scene scene);

/// Limit on a snapshot before compression [bytes]: over 300,000 boids. As text, such a snapshot fits into a
/// take.
constexpr std::size_t kMaxSnapshotBytes = std::size_t{40} << 20;

/// Whether the text of a snapshot could be read back: it is within that limit, and all its numbers are
/// finite.
bool isStorable(const Snapshot& snapshot);

/// Returns a storable snapshot as text: zlib-compressed bytes in base64, in lines.
std::string snapshotText(const Snapshot& snapshot);

/// Parses a snapshot for the species of this scene. Checks everything: counts match the scene, numbers are
/// finite, ids are a permutation, memories belong to rules. The caller sets the step.
Result<Snapshot> parseSnapshot(std::string_view text, const Scene& scene);

}  // namespace shoal
