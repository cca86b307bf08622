#pragma once

#if defined(__FAST_MATH__)
#error \
    "Shoal gives the same bits everywhere only with exact arithmetic: compile without -ffast-math and -Ofast"
#endif

/// Lane code must be inlined even at -O0: a vector wider than the baseline's registers has a different
/// calling convention inside and outside the AVX2 functions, so it may never cross a real call by value.
#define SHOAL_INLINE [[gnu::always_inline]] inline

/// Target features of `Isa::avx512`.
#define SHOAL_AVX512 "avx2,avx512f,avx512vl,avx512bw,avx512dq"
