#pragma once

#include <optional>
#include <string_view>

namespace shoal {

/// Instruction sets that the lane code is compiled for. All give the same bits.
enum class Isa {
    baseline,  ///< two vectors of four: SSE2 on x86-64, NEON on arm64; elsewhere plain code
    avx2,      ///< one vector of eight
    avx512,    ///< sixteen lanes: eight of each of two boids, or sixteen boids (AVX-512 F, VL, BW and DQ)
};

/// Returns the fastest set that this machine supports.
Isa bestIsa();

/// Returns "sse2" ("neon" on arm64, "baseline" on machines with neither), "avx2" or "avx512".
std::string_view isaName(Isa isa);

/// Empty if the name is unknown or this machine lacks the set.
std::optional<Isa> isaFromName(std::string_view name);

}  // namespace shoal
