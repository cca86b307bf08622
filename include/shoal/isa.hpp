#pragma once

#include <optional>
#include <string_view>

namespace shoal {

/// Instruction sets that the lane code is compiled for. All give the same bits.
enum class Isa {
    baseline,  ///< two vectors of four: SSE2 on x86-64
    avx2,      ///< one vector of eight
    avx512,    ///< vectors of sixteen: two boids' eights, or sixteen boids (AVX-512 F, VL, BW and DQ)
};

/// The fastest that this machine runs.
Isa bestIsa();

/// "sse2" (or "baseline" where there is none), "avx2", "avx512".
std::string_view isaName(Isa isa);

/// Empty for an unknown name or one that this machine cannot run.
std::optional<Isa> isaFromName(std::string_view name);

}  // namespace shoal
