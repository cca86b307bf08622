#include <shoal/isa.hpp>

namespace shoal {

Isa bestIsa() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq")) {
        return Isa::avx512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return Isa::avx2;
    }
#endif
    return Isa::baseline;
}

std::string_view isaName(Isa isa) {
    if (isa == Isa::avx512) {
        return "avx512";
    }
    if (isa == Isa::avx2) {
        return "avx2";
    }
#if defined(__SSE2__)
    return "sse2";
#elif defined(__aarch64__) && defined(__ARM_NEON)
    return "neon";
#else
    return "baseline";
#endif
}

std::optional<Isa> isaFromName(std::string_view name) {
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
        if (name == isaName(isa) && isa <= bestIsa()) {
            return isa;
        }
    }
    return std::nullopt;
}

}  // namespace shoal
