#pragma once

#include <shoal/detail/config.hpp>
#include <shoal/isa.hpp>
#include <shoal/lanes.hpp>

namespace shoal::detail {

// By value: through a reference, the body's captures would be reloaded after every store of lanes.
template <class Body>
[[gnu::flatten, gnu::noinline]] void onBaseline(const Body body) {
    body.template operator()<BaselineLanes>();
}

#if defined(__x86_64__)
template <class Body>
[[gnu::target("avx2,popcnt"), gnu::flatten, gnu::noinline]] void onAvx2(const Body body) {
    body.template operator()<Avx2Lanes>();
}
template <class Body>
[[gnu::target(SHOAL_AVX512), gnu::flatten, gnu::noinline]] void onAvx512(const Body body) {
    body.template operator()<Avx512Lanes>();
}
#endif

/// Calls `body.operator()<L>()` with the lanes of the instruction set, in a function compiled for it. The
/// body must be always_inline: `[&]<class L>() __attribute__((always_inline)) { … }`.
template <class Body>
void onLanes([[maybe_unused]] Isa isa, const Body& body) {
#if defined(__x86_64__)
    if (isa == Isa::avx512) {
        return onAvx512(body);
    }
    if (isa == Isa::avx2) {
        return onAvx2(body);
    }
#endif
    onBaseline(body);
}

}  // namespace shoal::detail
