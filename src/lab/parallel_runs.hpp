#pragma once

#include <cstddef>
#include <functional>

#include <shoal/result.hpp>

namespace shoal {

/// Calls `run(index)` for 0 .. count−1, several at the same time. `threads` 0: one for each core. After a
/// problem, or a call that returned false, it begins no more calls. Returns the problem of the lowest index,
/// or whether all calls returned true.
Result<bool> runInParallel(std::size_t count, int threads,
                           const std::function<Result<bool>(std::size_t index)>& run);

}  // namespace shoal
