#pragma once

#include <cstdint>

#include <shoal/blocks.hpp>

namespace shoal::detail {

/// Where no boid can be [m]: farther than any perception, and its square is still finite.
inline constexpr float kFar = 1e15f;

/// Boids nearer than a micron count as being in one point.
inline constexpr float kCoincidentSq = 1e-12f;

/// Moves the candidates that lie in one point with a boid a little apart, so that no rule meets a distance of
/// zero: about a millimetre, in a direction drawn from the two ids, opposite for the two of a pair. `from`:
/// the boid's first candidate.
[[gnu::cold, gnu::noinline]] void moveApart(const PairBlock& block, std::uint32_t slot, std::uint32_t from);

/// Puts them back.
[[gnu::cold, gnu::noinline]] void moveBack(const PairBlock& block, std::uint32_t from);

}  // namespace shoal::detail
