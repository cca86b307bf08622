#pragma once

#include <cstdint>

#include <shoal/detail/blocks.hpp>

namespace shoal::detail {

/// A coordinate beyond any perception [m], whose square is still finite.
inline constexpr float kFar = 1e15f;

/// Boids closer than a micrometre count as coincident.
inline constexpr float kCoincidentSq = 1e-12f;

/// Moves the candidates that coincide with a boid a little apart, so that no rule meets a distance of zero:
/// about a millimetre, in a direction derived from the two ids, opposite for the two of a pair. `from`: the
/// boid's first candidate.
[[gnu::cold, gnu::noinline]] void moveApart(const PairBlock& block, std::uint32_t slot, std::uint32_t from);

/// Restores their positions.
[[gnu::cold, gnu::noinline]] void moveBack(const PairBlock& block, std::uint32_t from);

}  // namespace shoal::detail
