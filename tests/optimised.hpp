#pragma once

namespace shoal::test {

/// Whether steps run at full speed. Without optimisation, as with sanitizers, they take fifty times as long,
/// so tests then run fewer seeds and steps.
#ifdef NDEBUG
inline constexpr bool kIsOptimised = true;
#else
inline constexpr bool kIsOptimised = false;
#endif

}  // namespace shoal::test
